"""While the store refuses, the server tries its own work at a table ever more seldom; nobody else is held up."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
import structlog
from structlog.typing import EventDict

from events.storage.contract import AppendRecords, Store, Stored, StoreFull, StoreUnavailable, TableInfo
from events.storage.memory import MemoryStore
from games.engine.addressed_command import AddressedCommand
from games.table import GiveCoins
from server.background.backoff import Backoff, Job
from server.clock import Alarm
from server.services import Services
from tests.server.conftest import Starting
from tests.server.npcs import seat_npc, still
from tests.server.serving import BEGAN, AroundStore, Opened, Served, TurnedClock
from tests.server.streaming import read_live
from tests.server.test_metrics import metrics_of, samples

LONGEST: Final = 120
SLACK: Final = 0.5
"""Seconds for which the clock is turned at once."""
NPC_SECONDS: Final = 2


class RefusingStore(AroundStore):
    """Takes no entry, or reads no log, for as long as a test wants; it records when it was asked.

    `broken` makes it refuse entries for an unforeseen reason; `kept` is set once an entry was kept, and nobody else
    learns of that entry.
    """

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.clock = TurnedClock()
        self.full = False
        self.unreadable = False
        self.unlisted = False
        self.broken = False
        self.kept: asyncio.Event | None = None
        self.tries: dict[str, list[float]] = {}

    def _tried(self, table: str) -> None:
        self.tries.setdefault(table, []).append((self.clock.now() - BEGAN).total_seconds())

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        if self.full:
            self._tried(table)
            raise StoreFull("full")
        if self.broken:
            self._tried(table)
            raise RuntimeError("broken")
        position = await super().append(table, seq, line, records)
        if self.kept is not None:
            self.kept.set()
            await asyncio.Event().wait()
        return position

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        if self.unreadable:
            self._tried(table)
            raise StoreUnavailable("gone")
        return await super().read(table, after, upto)

    async def tables(self) -> Sequence[TableInfo]:
        if self.unlisted:
            self._tried("")
            raise StoreUnavailable("gone")
        return await super().tables()


@pytest.fixture
def store() -> RefusingStore:
    return RefusingStore(MemoryStore())


@pytest.fixture
def logged() -> Any:
    """What is logged."""
    with structlog.testing.capture_logs() as events:
        yield events


async def wait(server: Served, seconds: float) -> None:
    """Let time pass, bit by bit, and the server work meanwhile."""
    for _ in range(int(seconds / SLACK)):
        server.clock.turn(SLACK)
        await still(server)


async def at_a_round(start: Starting, store: RefusingStore, *, npcs: bool = True) -> tuple[Served, Opened]:
    """A round where the server plays everybody, or else the clock runs for two who do nothing."""
    server = await start(store, clock=store.clock, allow_seeds=True, npc_seconds=NPC_SECONDS, idle_seconds=10_000)
    return server, await a_round(server, npcs=npcs)


async def a_round(server: Served, *, npcs: bool) -> Opened:
    table = await server.open("race", seed="07" * 32, options={} if npcs else {"turn_seconds": 10})
    for name in ("Odo", "Ned"):
        await (seat_npc(table, name, "random") if npcs else table.sit(name))
    await table.gm.did("start_round")
    await still(server)
    return table


def states(events: list[EventDict]) -> list[EventDict]:
    """What was logged about tables that were held up and went on, and about every other failure."""
    names = ("table_held_up", "table_goes_on", "startup_held_up", "startup_goes_on", "background_work_failed")
    return [{"event": one["event"]} | ({"code": one["code"]} if "code" in one else {}) for one in events
            if one["event"] in names]  # fmt: skip


def gaps(tries: list[float]) -> list[float]:
    return [after - before for before, after in pairwise(tries)]


@pytest.mark.parametrize("npcs", [True, False], ids=["an NPC", "the clock"])
async def test_each_try_waits_longer_than_the_one_before_up_to_two_minutes(
    start: Starting, store: RefusingStore, *, npcs: bool
) -> None:
    server, table = await at_a_round(start, store, npcs=npcs)
    store.full = True
    await wait(server, 1_800)
    waits = gaps(store.tries[table.id])
    own = NPC_SECONDS * 1.5 if npcs else 0
    for number, waited in enumerate(waits):
        longest = min(LONGEST, 2**number)
        assert longest / 2 <= waited <= longest + own + 2 * SLACK, (number, waits)
    assert 20 <= len(waits) <= 40


@pytest.mark.parametrize("npcs", [True, False], ids=["an NPC", "the clock"])
async def test_an_unreadable_log_is_retried_less_and_less_often(
    start: Starting, store: RefusingStore, *, npcs: bool
) -> None:
    server, table = await at_a_round(start, store, npcs=npcs)
    before = (await table.public.view())["version"]
    store.unreadable = True
    (await server.tables.open(table.id)).drop()
    await wait(server, 1_800)
    waits = gaps(store.tries[table.id])
    for number, waited in enumerate(waits):
        longest = min(LONGEST, 2**number)
        assert longest / 2 <= waited <= longest + 2 * SLACK
    assert 15 <= len(waits) <= 40
    store.unreadable = False
    await wait(server, LONGEST + 30)
    assert (await table.public.view())["version"] > before


async def test_tables_that_are_refused_together_do_not_try_again_together(
    start: Starting, store: RefusingStore
) -> None:
    server, first = await at_a_round(start, store, npcs=False)
    second = await a_round(server, npcs=False)
    store.full = True
    await wait(server, 600)
    one, other = (set(store.tries[table.id][4:]) for table in (first, second))
    assert one
    assert len(one & other) < len(one) / 2


async def test_a_long_refusal_is_logged_once_and_its_end_once(
    start: Starting, store: RefusingStore, logged: list[EventDict]
) -> None:
    server, table = await at_a_round(start, store)
    store.full = True
    await wait(server, 600)
    assert len(store.tries[table.id]) > 5
    assert states(logged) == [{"event": "table_held_up", "code": "disk_full"}]
    store.full = False
    for _ in range(2 * LONGEST):
        if len(states(logged)) == 1:
            await wait(server, SLACK)
    assert states(logged)[1:] == [{"event": "table_goes_on"}]
    store.full = True
    await wait(server, 60)
    assert states(logged)[2:] == [{"event": "table_held_up", "code": "disk_full"}]


async def test_every_try_that_the_store_refuses_is_counted_once(start: Starting, store: RefusingStore) -> None:
    server, table = await at_a_round(start, store)
    store.full = True
    await wait(server, 60)
    tries = len(store.tries[table.id])
    assert tries >= 5
    assert samples(metrics_of(server), "tavern_store_errors_total") == {("disk_full",): tries}


async def test_after_a_success_the_next_failure_is_retried_at_once(start: Starting, store: RefusingStore) -> None:
    server, table = await at_a_round(start, store, npcs=False)
    store.full = True
    await wait(server, 600)
    store.full = False
    await table.gm.did("roll", seat="odo")
    store.full = True
    store.tries.clear()
    await wait(server, 20)
    first, second, *_ = gaps(store.tries[table.id])
    assert first <= 1 + SLACK
    assert second <= 2 + SLACK


async def test_a_command_is_tried_at_once_and_its_success_ends_the_wait_of_npcs(
    start: Starting, store: RefusingStore
) -> None:
    server, table = await at_a_round(start, store)
    store.full = True
    await wait(server, 600)
    tried = len(store.tries[table.id])
    answer = await table.gm.give("pause")
    assert answer.code == (507, "disk_full")
    assert len(store.tries[table.id]) == tried + 1
    store.full = False
    await table.gm.did("give_coins", target="odo", amount_cp=100, reason="for luck")
    before = (await table.public.view())["version"]
    await wait(server, NPC_SECONDS * 1.5)
    assert (await table.public.view())["version"] > before


async def test_after_an_outage_any_command_gives_the_asked_seat_its_whole_time_again(
    start: Starting, store: RefusingStore
) -> None:
    server, table = await at_a_round(start, store, npcs=False)
    store.full = True
    await wait(server, 600)
    store.full = False
    before = len(await store.read(table.id))
    await table.gm.did("give_coins", target="odo", amount_cp=100, reason="for luck")
    await wait(server, 15)
    entries = (await table.gm.get(f"/events?after={before}"))["entries"]
    assert [(entry["at"], entry["actor"], entry["events"][0]["type"]) for entry in entries] == [
        ("2025-03-01T19:10:00.000Z", "gm", "coins_moved"),
        ("2025-03-01T19:10:00.000Z", "house", "deadline_set"),
        ("2025-03-01T19:10:10.000Z", "clock", "die_rolled"),
    ]


async def hang_up(server: Served, store: RefusingStore, table: Opened) -> None:
    """The GM gives a command, and goes away before it is said that it was kept."""

    async def act() -> None:
        async with server.tables.exclusive(table.id) as live:
            seen = (await live.feed("gm")).table
            command = GiveCoins(target="odo", amount_cp=1, reason="for luck")
            move = AddressedCommand(actor="gm", seat=None, command=command, at=server.tables.services.now())
            await live.commit(move, salt=server.tables.services.fresh_salt(), own_table=seen)

    store.kept = asyncio.Event()
    acting = asyncio.create_task(act())
    async with asyncio.timeout(10):
        await store.kept.wait()
    store.kept = None
    acting.cancel()
    await asyncio.gather(acting, return_exceptions=True)
    assert acting.cancelled()


async def be_refused(_: Served, store: RefusingStore, table: Opened) -> None:
    """The GM gives a command that the store does not take."""
    store.full = True
    assert (await table.gm.give("pause")).code == (507, "disk_full")
    store.full = False


@pytest.mark.parametrize("fail", [hang_up, be_refused])
async def test_repeated_failures_of_others_hold_up_no_npc(
    start: Starting, store: RefusingStore, fail: Callable[[Served, RefusingStore, Opened], Awaitable[None]]
) -> None:
    server, table = await at_a_round(start, store)
    for _ in range(9):
        await fail(server, store, table)
        assert server.tables.at_hand(table.id) is None
        await wait(server, 1)
        assert server.tables.at_hand(table.id) is not None
    before = (await table.public.view())["version"]
    await wait(server, NPC_SECONDS * 1.5)
    assert (await table.public.view())["version"] > before


async def test_repeated_breakdowns_are_retried_less_and_less_often(start: Starting, store: RefusingStore) -> None:
    server, table = await at_a_round(start, store, npcs=False)
    store.broken = True
    await wait(server, 1_800)
    waits = gaps(store.tries[table.id])
    for number, waited in enumerate(waits):
        longest = min(LONGEST, 2**number)
        assert longest / 2 <= waited <= longest + 2 * SLACK, (number, waits)
    assert 20 <= len(waits) <= 40


async def test_tables_are_woken_though_the_store_cannot_list_them_when_the_server_starts(
    start: Starting, store: RefusingStore, logged: list[EventDict]
) -> None:
    first, table = await at_a_round(start, store)
    before = len(await store.read(table.id))
    await first.close()
    store.unlisted = True
    server = await start(store, clock=store.clock, npc_seconds=NPC_SECONDS)
    await still(server)
    await wait(server, 20)
    waits = gaps(store.tries[""])
    assert len(waits) >= 3
    assert all(2**number / 2 <= waited <= 2**number + 2 * SLACK for number, waited in enumerate(waits))
    assert len(await store.read(table.id)) == before
    store.unlisted = False
    await wait(server, 2 ** len(store.tries[""]) + NPC_SECONDS * 1.5)
    assert len(await store.read(table.id)) > before
    assert states(logged) == [{"event": "startup_held_up", "code": "store_unavailable"}, {"event": "startup_goes_on"}]


async def test_listening_and_reading_cause_no_more_retries(start: Starting, store: RefusingStore) -> None:
    server, table = await at_a_round(start, store)
    store.full = True
    for _ in range(100):
        reading = await read_live(table.public)
        await reading.expect("reset")
        await table.gm.view()
        await wait(server, 1)
        reading.close()
    assert 5 <= len(store.tries[table.id]) <= 8


async def test_a_server_that_stops_tries_no_more(start: Starting, store: RefusingStore) -> None:
    server, table = await at_a_round(start, store)
    store.full = True
    await wait(server, 60)
    await server.close()
    assert store.clock.pending() == 0
    tried = len(store.tries[table.id])
    store.clock.turn(timedelta(hours=1).total_seconds())
    assert len(store.tries[table.id]) == tried


class NotedAlarms:
    """A clock that notes how many seconds ahead its alarms are set, and rings when a test says so."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.cancelled = 0
        self.ring: Callable[[], object] = lambda: None

    def now(self) -> datetime:
        return BEGAN

    def call_at(self, when: datetime, callback: Callable[[], object]) -> Alarm:
        self.waits.append((when - BEGAN).total_seconds())
        self.ring = callback
        return self

    def cancel(self) -> None:
        self.cancelled += 1


def backing_off(chance: float) -> tuple[Backoff, NotedAlarms]:
    """A backoff of which all waits have the same chance."""
    clock, whim = NotedAlarms(), SimpleNamespace(random=lambda: chance)
    services = SimpleNamespace(clock=clock, whim=lambda *_: whim)
    return Backoff(cast("Services", services)), clock


JOB: Final = Job("table", "t")


@pytest.mark.parametrize("chance", [0, 0.5, 1])
def test_each_wait_is_twice_as_long_up_to_two_minutes_and_half_of_it_is_random(chance: float) -> None:
    backoff, clock = backing_off(chance)
    retried: list[Job] = []
    for _ in range(10):
        backoff.failed(JOB, lambda: retried.append(JOB))
        assert backoff.waits(JOB)
        clock.ring()
        assert not backoff.waits(JOB)
    assert clock.waits == [limit * (0.5 + chance / 2) for limit in (1, 2, 4, 8, 16, 32, 64, 120, 120, 120)]
    assert retried == [JOB] * 10
    assert clock.cancelled == 0


def test_a_job_that_is_to_be_tried_soon_has_not_failed_and_a_failure_replaces_its_alarm() -> None:
    backoff, clock = backing_off(1)
    for _ in range(3):
        backoff.soon(JOB, lambda: None)
        clock.ring()
    backoff.soon(JOB, lambda: None)
    backoff.soon(JOB, lambda: None)
    assert (clock.waits, clock.cancelled) == ([1, 1, 1, 1], 0)
    backoff.failed(JOB, lambda: None)
    assert (clock.waits, clock.cancelled) == ([1, 1, 1, 1, 1], 1)
    backoff.failed(JOB, lambda: None)
    backoff.soon(JOB, lambda: None)
    assert (len(clock.waits), clock.cancelled) == (5, 1)
    clock.ring()
    backoff.failed(JOB, lambda: None)
    assert clock.waits[5:] == [2]


def test_a_job_that_is_forgotten_starts_over_and_after_the_stop_none_waits() -> None:
    backoff, clock = backing_off(1)
    for _ in range(3):
        backoff.failed(JOB, lambda: None)
        clock.ring()
    backoff.failed(JOB, lambda: None)
    backoff.forget(JOB)
    backoff.forget(JOB)
    assert (backoff.waits(JOB), clock.cancelled) == (False, 1)
    backoff.failed(JOB, lambda: None)
    backoff.failed(Job("startup"), lambda: None)
    assert clock.waits == [1, 2, 4, 8, 1, 1]
    backoff.stop()
    assert clock.cancelled == 3
    for job in (JOB, Job("startup")):
        backoff.failed(job, lambda: None)
        backoff.soon(job, lambda: None)
        assert not backoff.waits(job)
    assert len(clock.waits) == 6
