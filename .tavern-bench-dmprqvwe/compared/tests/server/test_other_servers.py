"""What a server does because others may be there: it polls, hears of their writes, and takes over abandoned work."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest

from events.store import Conflict, TableInfo
from events.store.sharing import Newest
from server.clock import stamp
from server.problems import Problem
from tests.events.stores.sharing import SharedMemoryStore
from tests.server.conftest import Starting
from tests.server.serving import Served, until
from tests.server.streaming import read_live

NPC_SECONDS = 1.5
PATIENCE = timedelta(seconds=10 + 2 * NPC_SECONDS)


class SharedStore(SharedMemoryStore):
    """Notes what servers ask it for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.before: list[tuple[str, int]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.held: asyncio.Event | None = None
        """Holds up whoever looks for a table next."""

    async def table(self, table: str) -> TableInfo | None:
        info = await super().table(table)
        held, self.held = self.held, None
        if held is not None:
            await held.wait()
        return info

    async def newest(self, table: str) -> Newest | None:
        self.asked.append(table)
        await self.gate.wait()
        return await super().newest(table)

    async def overdue(self, before: str, limit: int) -> Sequence[str]:
        self.before.append((before, limit))
        return await super().overdue(before, limit)


@pytest.fixture
def store() -> SharedStore:
    return SharedStore()


async def turn(served: Served, seconds: float) -> None:
    served.clock.turn(seconds)
    await until(lambda: not served.busy)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that the server resumed, which are none of its own."""
    tables: list[str] = []

    def resume(_: object, table: str) -> None:
        tables.append(table)

    monkeypatch.setattr("server.background.supervisor.Supervisor.resume", resume)
    return tables


async def test_every_two_seconds_the_tables_in_memory_are_compared_with_the_store(
    start: Starting, store: SharedStore
) -> None:
    server = await start(store, npc_seconds=NPC_SECONDS)
    table = await server.open("race")
    await turn(server, 1.9)
    assert store.compared == []
    for number in (1, 2, 3):
        await turn(server, 0.1 if number == 1 else 2)
        assert store.compared == [[table.id]] * number
    assert store.before == [(stamp(server.clock.now() - timedelta(seconds=2 * n) - PATIENCE), 100) for n in (2, 1, 0)]


async def test_a_store_that_refuses_is_polled_again(start: Starting, store: SharedStore, woken: list[str]) -> None:
    server = await start(store)
    store.fails = True
    await turn(server, 2)
    store.fails, store.abandoned = False, ["t"]
    await turn(server, 2)
    assert len(store.compared) == len(store.before) == 2
    assert woken == ["t"]


async def test_abandoned_tables_are_woken_once_and_again_after_a_minute(
    start: Starting, store: SharedStore, woken: list[str]
) -> None:
    server = await start(store)
    store.abandoned = ["t", "u"]
    await turn(server, 2)
    store.abandoned = ["t", "u", "v"]
    for _ in range(29):
        await turn(server, 2)
    assert woken == ["t", "u", "v"]
    await turn(server, 2)
    assert woken == ["t", "u", "v", "t", "u"]
    await turn(server, 2)
    assert woken == ["t", "u", "v", "t", "u", "v"]


async def test_a_stopping_server_polls_wakes_and_fetches_nothing(
    start: Starting, store: SharedStore, woken: list[str]
) -> None:
    server = await start(store)
    table = await server.open("race")
    store.abandoned = ["t"]
    await server.stop()
    for heard in store.heard:
        heard(table.id)
    await turn(server, 10)
    assert (store.compared, store.before, store.asked, woken) == ([], [], [], [])
    assert server.clock.pending() == 0


async def test_a_poll_that_ends_after_the_server_began_to_stop_is_the_last_and_wakes_nothing(
    start: Starting, store: SharedStore, woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await start(store)

    async def stopping(before: str, limit: int) -> Sequence[str]:
        server.supervisor.stopping = True
        return ["t"]

    monkeypatch.setattr(store, "overdue", stopping)
    await turn(server, 2)
    assert woken == []
    assert server.clock.pending() == 0


async def test_news_of_a_table_in_memory_are_fetched_once_however_often_they_are_heard(
    start: Starting, store: SharedStore
) -> None:
    server = await start(store)
    table = await server.open("race")
    (heard,) = store.heard
    store.asked.clear()
    heard("another")
    for _ in range(3):
        heard(table.id)
    await until(lambda: not server.busy)
    assert store.asked == [table.id]
    # What is written once the store was asked is news again.
    store.gate.clear()
    heard(table.id)
    await until(lambda: len(store.asked) == 2)
    heard(table.id)
    await until(lambda: len(store.asked) == 3)
    store.gate.set()
    await until(lambda: not server.busy)


async def test_a_table_of_which_only_others_write_is_not_in_use(start: Starting, store: SharedStore) -> None:
    server = await start(store, idle_seconds=100)
    table = await server.open("race")
    for _ in range(13):
        store.heard[0](table.id)
        await turn(server, 0)
        await turn(server, 10)
    assert server.tables.at_hand(table.id) is None


async def test_what_another_server_wrote_is_taken_in_by_a_poll(start: Starting, store: SharedStore) -> None:
    first, second = await start(store), await start(store)
    table = await first.open("race")
    other = await first.open("race")
    for opened in (table, other):
        await opened.again(second.client, opened.gm).view()
    copy, quiet = (second.tables.at_hand(opened.id) for opened in (table, other))
    assert copy is not None
    assert quiet is not None
    seq, last = copy.seq, await copy.chat.last()
    await table.sit("Ada")
    await table.gm.post("/chat", {"text": "hello"})
    await turn(second, 2)
    assert (copy.seq, await copy.chat.last()) == (seq + 1, last + 1)
    await store.delete(other.id)
    await turn(second, 2)
    assert (quiet.dropped, copy.dropped) == (True, False)


async def test_who_joins_a_load_learns_what_another_server_wrote_since_it_began(
    start: Starting, store: SharedStore
) -> None:
    first, second = await start(store), await start(store)
    table = await first.open("race")
    held = store.held = asyncio.Event()
    early = asyncio.create_task(second.tables.open(table.id))
    await until(lambda: store.held is None)
    await table.sit("Ada")
    joining = asyncio.create_task(second.tables.open(table.id))
    await asyncio.sleep(0)
    # Whoever began the load would otherwise refresh the copy for both.
    early.cancel()
    await asyncio.wait([early])
    held.set()
    assert (await joining).seq == (await first.tables.open(table.id)).seq == 2


async def test_a_table_that_another_server_deleted_is_looked_for_again(start: Starting, store: SharedStore) -> None:
    server = await start(store)
    table = await server.open("race")
    await store.delete(table.id)
    with pytest.raises(Problem) as caught:
        await server.tables.open(table.id)
    assert caught.value.status == 404


async def test_a_request_that_meets_a_conflict_is_decided_ten_times_at_most(
    start: Starting, store: SharedStore
) -> None:
    server = await start(store)
    decided = 0

    async def decide() -> None:
        nonlocal decided
        decided += 1
        raise Conflict("t", 2, 3)

    with pytest.raises(Conflict):
        await server.tables.until_first(decide)
    assert decided == 10


async def test_a_reader_hears_of_a_message_that_was_sent_to_another_server(start: Starting, store: SharedStore) -> None:
    first, second = await start(store), await start(store)
    table = await first.open("race")
    reading = await read_live(table.again(second.client, table.gm))
    await reading.expect("reset")
    await turn(second, 2)
    await table.gm.post("/chat", {"text": "hello"})
    await turn(second, 2)
    assert (await reading.expect("chat")).data["text"] == "hello"
    reading.close()
