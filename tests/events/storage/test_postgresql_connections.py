"""Which PostgreSQL server is connected to, how, and who is notified, without any PostgreSQL."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, cast

import asyncpg
import pytest

from events.storage.postgresql import notifications
from events.storage.postgresql.connections import confirming, connecting
from events.storage.postgresql.connections.asyncpg_types import Connection
from events.storage.postgresql.connections.confirming import Unconfirmed, commit, confirm, fetch_confirmed
from events.storage.postgresql.connections.connecting import Servers, addresses, host
from events.storage.postgresql.notifications import Notifications
from events.storage.postgresql.queries import escaped, unescaped
from events.storage.postgresql.schema import CREATING, FLOORS, SERVING

SEVERAL = "postgresql://u:p@a,b,c/db"


class FakeLink:
    """A connection to nothing."""

    def __init__(self, fails: Exception | None = None) -> None:
        self.fails = fails
        self.notified: list[list[str]] = []
        self.was_notified = asyncio.Event()
        self.listens = asyncio.Event()
        self.hears: Callable[[object, int, str, object], None] | None = None
        self.on_end: Callable[[object], None] = lambda _: None
        self.closed = False

    async def fetch(self, *_: object, **__: object) -> Sequence[object]:
        if self.fails is not None:
            raise self.fails
        return []

    async def execute(self, query: str, *parameters: Any, **_: object) -> None:
        if "pg_notify" in query:
            if self.fails is not None:
                raise self.fails
            self.notified.append(sorted(parameters[1]))
            self.was_notified.set()

    def add_log_listener(self, hear: Any) -> None: ...

    def remove_log_listener(self, hear: Any) -> None: ...

    def add_termination_listener(self, ended: Callable[[object], None]) -> None:
        self.on_end = ended

    async def add_listener(self, _: str, hears: Callable[[object, int, str, object], None]) -> None:
        self.hears = hears
        self.listens.set()

    def get_server_pid(self) -> int:
        return 7

    def is_closed(self) -> bool:
        return self.closed

    def terminate(self) -> None:
        self.closed = True
        self.on_end(self)


class Network:
    """Servers by name, some of which fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failing: dict[str, Exception] = {}
        self.unconfirmed: dict[str, Exception] = {}
        self.asked: list[str] = []
        self.options: dict[str, Any] = {}
        self.links: list[FakeLink] = []
        monkeypatch.setattr(asyncpg, "connect", self._connect)

    async def _connect(self, address: str, **options: Any) -> FakeLink:
        name = host(address)
        self.asked.append(name)
        self.options = options
        if name in self.failing:
            raise self.failing[name]
        self.links.append(FakeLink(self.unconfirmed.get(name)))
        return self.links[-1]

    async def asked_by(self, servers: Servers) -> list[str]:
        """The servers that are asked for one connection."""
        self.asked.clear()
        await servers.connect()
        return self.asked[:]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    return Network(monkeypatch)


async def test_servers_are_asked_in_turn_and_first_the_one_that_answered_last(network: Network) -> None:
    servers, changes = Servers(SEVERAL), list[str | None]()
    assert await network.asked_by(servers) == ["a"]
    servers.on_change = lambda: changes.append(servers.primary)
    network.failing["a"] = OSError("gone")
    assert await network.asked_by(servers) == ["a", "b"]
    assert await network.asked_by(servers) == ["b"]
    del network.failing["a"]
    assert await network.asked_by(servers) == ["b"]
    assert (servers.primary, changes) == ("b", ["b"])


async def test_a_server_that_is_doubted_is_asked_last(network: Network) -> None:
    servers, changes = Servers(SEVERAL), list[str | None]()
    servers.doubt()
    servers.on_change = lambda: changes.append(servers.primary)
    assert await network.asked_by(servers) == ["b"]
    servers.doubt()
    network.failing = {"a": OSError("gone"), "c": OSError("gone")}
    assert await network.asked_by(servers) == ["c", "a", "b"]
    assert changes == ["b", "b"]


async def test_a_server_that_does_not_confirm_is_not_connected_to(network: Network) -> None:
    network.unconfirmed["a"] = asyncpg.PostgresError("not now")
    servers = Servers(SEVERAL)
    assert await network.asked_by(servers) == ["a", "b"]
    assert [link.closed for link in network.links] == [True, False]
    # Who reads decides on nothing.
    assert await network.asked_by(Servers(SEVERAL, read_only=True)) == ["a"]
    assert not network.links[-1].closed


@pytest.mark.parametrize("order", [("a", "b", "c"), ("c", "b", "a")])
async def test_of_several_failures_the_more_specific_one_is_raised(network: Network, order: tuple[str, ...]) -> None:
    standby = asyncpg.TargetServerAttributeNotMatched("no primary")
    network.failing = dict.fromkeys(order, standby)
    with pytest.raises(asyncpg.TargetServerAttributeNotMatched):
        await Servers(SEVERAL).connect()
    network.failing[order[1]] = ConnectionResetError("gone")
    with pytest.raises(ConnectionResetError, match="gone"):
        await Servers(SEVERAL).connect()


@pytest.mark.parametrize("failure", [asyncpg.PostgresError("no"), asyncpg.InterfaceError("no"), OSError("no")])
async def test_the_next_server_is_asked_after_any_failure_and_the_last_failure_is_raised(
    network: Network, failure: Exception
) -> None:
    network.failing["a"] = failure
    assert await network.asked_by(Servers(SEVERAL)) == ["a", "b"]
    with pytest.raises(type(failure), match="no"):
        await Servers("postgresql://a/db").connect()


async def test_one_server_of_several_has_less_time_than_a_single_one(network: Network) -> None:
    for address in ("postgresql://a/db", "postgresql://a,b/db"):
        await Servers(address).connect()
        several = "," in address
        assert network.options["timeout"] == (3.0 if several else connecting.CONNECT_SECONDS)
        assert "target_session_attrs" not in network.options
        assert "default_transaction_read_only" not in network.options["server_settings"]
        assert network.options["server_settings"]["synchronous_commit"] == "on"


async def test_a_reader_asks_for_the_primary_where_its_address_does(network: Network) -> None:
    for asked in ("read-write", "any"):
        for read_only in (True, False):
            await Servers(f"postgresql://a/db?target_session_attrs={asked}", read_only=read_only).connect()
            primary = asked == "read-write" and read_only
            assert network.options.get("target_session_attrs") == ("primary" if primary else None)
            settings = network.options["server_settings"]
            assert settings.get("default_transaction_read_only") == ("on" if read_only else None)


async def test_a_connection_is_made_for_writing_unless_said_otherwise(network: Network) -> None:
    await connecting.connect("postgresql://a/db")
    assert "default_transaction_read_only" not in network.options["server_settings"]
    await Servers("postgresql://a/db").connect()
    assert "default_transaction_read_only" not in network.options["server_settings"]


def test_the_host_is_what_is_shown_of_an_address() -> None:
    assert host("postgresql://u:p@a:5433/db") == "a:5433"
    assert host("postgresql://a/db") == "a"
    assert host("postgresql://[a/db") == ""
    assert addresses("postgresql://[a,b/db") == ["postgresql://[a,b/db"]


class Unconnected(connecting._Closing):  # pyright: ignore[reportPrivateUsage]
    """A connection of the store's kind to nothing."""

    def __init__(self) -> None:
        self._aborted = True


async def test_a_connection_has_little_time_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    async def close(_: Connection, *, timeout: float) -> None:  # noqa: ASYNC109 - the driver's signature
        given.append(timeout)
        raise TimeoutError

    monkeypatch.setattr(asyncpg.Connection, "close", close)
    link = Unconnected()
    for asked in (None, 0.5, 9.0):
        await link.close(timeout=asked)
    assert given == [1.0, 0.5, 1.0]


def test_locks_have_the_numbers_by_which_servers_of_other_versions_know_them() -> None:
    # During an upgrade, servers of two versions share a database.
    assert (FLOORS, SERVING, CREATING) == (0x7461 << 40, 0x7462 << 40, (0x7462 << 40) + 1)


def test_no_two_texts_are_written_alike() -> None:
    texts = ["", "t", "\0", "\\0", "\\", "\\\\0", "\\\0", "a\\b\0c"]
    assert len({escaped(text) for text in texts}) == len(texts)
    assert [unescaped(escaped(text)) for text in texts] == texts
    assert not any("\0" in escaped(text) for text in texts)


class Notified:
    """Two connections that notify, one after the other, and what they were notified of."""

    def __init__(self) -> None:
        self.links = [FakeLink(), FakeLink()]
        self.heard: list[str] = []
        self.failures: list[Exception] = []
        self._next = iter(self.links)
        servers = cast("Servers", self)
        self.notifications = Notifications(servers, self.heard.append)

    async def connect(self) -> FakeLink:
        if self.failures:
            raise self.failures.pop()
        return next(self._next)


async def test_tables_are_notified_of_together_and_one_whose_id_is_too_long_is_left_out() -> None:
    notified = Notified()
    first, _ = notified.links
    for table in ("t", "u\0", "x" * 7_000, "y" * 7_001, "t"):
        notified.notifications.notify(table)
    await first.was_notified.wait()
    notified.notifications.notify("z" * 7_001)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert first.notified == [["t", "u\\0", "x" * 7_000]]
    await notified.notifications.close()
    assert first.closed


async def test_what_others_notify_of_is_received_and_ones_own_is_not() -> None:
    notified = Notified()
    await notified.notifications.listening()
    first, _ = notified.links
    assert first.hears is not None
    first.hears(first, 7, "tavern_news", "mine")
    first.hears(first, 8, "tavern_news", "theirs\\0")
    assert notified.heard == ["theirs\0"]
    await notified.notifications.close()


async def test_a_connection_that_notified_is_made_again_when_it_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "_RETRY_SECONDS", 0.0)
    notified = Notified()
    notified.notifications.reconnect()
    await notified.notifications.listening()
    first, second = notified.links
    notified.notifications.reconnect()
    async with asyncio.timeout(30):
        await second.listens.wait()
        assert first.closed
        notified.notifications.notify("t")
        await second.was_notified.wait()
    assert (first.notified, second.notified) == ([], [["t"]])
    await notified.notifications.close()
    assert second.closed


class Standby(FakeLink):
    """A connection whose statements take as long as a standby does, and may come with a warning."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = asyncio.Event()
        self.warns = False
        self.settles = True
        self.given: dict[str, float] = {}
        self.hearing: list[Callable[[object, object], None]] = []

    def add_log_listener(self, hear: Any) -> None:
        self.hearing.append(hear)

    def remove_log_listener(self, hear: Any) -> None:
        self.hearing.remove(hear)

    async def _answer(self, query: str, seconds: float) -> None:
        self.given[query] = seconds
        await self.answers.wait()
        if self.closed:
            raise ConnectionResetError("gone")
        for hear in self.hearing if self.warns else ():
            hear(self, "a warning")

    async def fetch(self, *query: object, **options: object) -> Sequence[object]:
        async with asyncio.timeout(cast("float", options["timeout"])):
            await self._answer(str(query[0]), cast("float", options["timeout"]))
        return [query]

    async def execute(self, query: str, *parameters: Any, **options: Any) -> Any:
        if query == "SELECT":
            if not self.settles:
                raise TimeoutError
            return "SELECT 0"
        await self._answer(query, options["timeout"])
        return query

    def terminate(self) -> None:
        super().terminate()
        self.answers.set()


@pytest.fixture
def standby(monkeypatch: pytest.MonkeyPatch) -> Standby:
    monkeypatch.setattr(confirming, "CONFIRM_SECONDS", 0.01)
    monkeypatch.setattr(confirming, "_COMMIT_SECONDS", 0.01)
    return Standby()


async def test_what_is_confirmed_in_time_and_without_a_warning_is_confirmed(standby: Standby) -> None:
    link = cast("Connection", standby)
    standby.answers.set()
    assert cast("Any", await fetch_confirmed(link, "a query", 7)) == [("a query", 7)]
    assert await commit(link) == "COMMIT"
    # The driver would cancel it.
    assert standby.given["COMMIT"] > 3_600
    standby.warns = True
    for work in (fetch_confirmed(link, "a query"), confirm(link), commit(link)):
        with pytest.raises(Unconfirmed, match=r"warning|cancelled"):
            await work
    assert (standby.closed, standby.hearing) == (False, [])


@pytest.mark.parametrize("settles", [True, False])
async def test_a_read_that_is_not_confirmed_in_time_ends_its_connection_unless_it_answers(
    standby: Standby, settles: bool
) -> None:
    standby.settles = settles
    with pytest.raises(Unconfirmed, match="in time"):
        await fetch_confirmed(cast("Connection", standby), "a query")
    assert standby.closed == (not settles)


async def test_a_commit_that_is_not_confirmed_in_time_is_given_up_with_its_connection(standby: Standby) -> None:
    with pytest.raises(Unconfirmed, match="in time"):
        await commit(cast("Connection", standby))
    assert standby.closed


async def test_a_commit_that_fails_raises_the_drivers_error(standby: Standby) -> None:
    standby.terminate()
    with pytest.raises(ConnectionResetError, match="gone"):
        await commit(cast("Connection", standby))


async def test_a_connection_that_cannot_be_made_or_used_for_notifying_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notifications, "_RETRY_SECONDS", 0.0)
    notified = Notified()
    notified.failures = [OSError("gone"), OSError("gone")]
    first, second = notified.links
    first.fails = asyncpg.PostgresError("not now")
    async with asyncio.timeout(30):
        await notified.notifications.listening()
        notified.notifications.notify("lost")
        await second.listens.wait()
        assert first.closed
        notified.notifications.notify("t")
        await second.was_notified.wait()
    assert second.notified == [["t"]]
    await notified.notifications.close()
