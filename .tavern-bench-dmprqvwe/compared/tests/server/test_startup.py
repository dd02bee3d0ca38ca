"""Which tables a server wakes when it starts, and which it only follows."""

import asyncio

import pytest

from events.store import AppendRecords
from events.stores.memory import MemoryStore
from server.background.deadlines import Deadlines
from server.background.startup import Startup
from server.background.supervisor import Supervisor
from tests.server.conftest import Starting
from tests.server.serving import until

Known = dict[str, float | None]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Known:
    """The tables that the server woke, with None, and those that it follows, with the seconds that are left."""
    tables: Known = {}

    def resume(_: Supervisor, table: str) -> asyncio.Task[None]:
        tables[table] = None
        return asyncio.get_running_loop().create_task(asyncio.sleep(0))

    def follow(_: Deadlines, table: str, deadline: str, seconds: float) -> None:
        tables[table] = seconds

    monkeypatch.setattr(Supervisor, "resume", resume)
    monkeypatch.setattr(Deadlines, "follow", follow)
    return tables


async def append(
    store: MemoryStore, table: str, *times: str, deadline: str | None = None, closed: bool = False
) -> None:
    """Entries of a table, of which only the time can be read. It is 19:00 when a server starts."""
    for seq, time in enumerate(times, 1):
        line = b'{"at":"2025-03-01T%s.000Z"}' % time.encode() if time else b"spoiled"
        due = None if deadline is None else f"2025-03-01T{deadline}.000Z"
        await store.append(table, seq, line, AppendRecords(deadline=due, closed=closed))


@pytest.fixture
async def store() -> MemoryStore:
    store = MemoryStore()
    await append(store, "without a clock", "18:59:00")
    await append(store, "closed", "18:59:00", deadline="19:01:00", closed=True)
    await append(store, "ahead", "18:58:00", "18:59:00", deadline="19:01:00")
    await append(store, "passed", "18:59:00", deadline="18:59:59")
    await append(store, "now", "18:59:00", deadline="19:00:00")
    await append(store, "of a fast clock", "18:59:00", "19:00:01", deadline="19:01:00")
    await append(store, "unreadable", "18:59:00", "", deadline="19:01:00")
    await append(store, "the last", "18:59:00", deadline="19:02:00")
    return store


async def test_only_tables_whose_deadline_passed_or_may_be_wrong_are_woken(
    start: Starting, store: MemoryStore, known: Known
) -> None:
    server = await start(store)
    await until(lambda: not server.busy)
    assert list(known.items()) == [
        ("ahead", 60.0),
        ("passed", None),
        ("now", None),
        ("of a fast clock", None),
        ("unreadable", None),
        ("the last", 120.0),
    ]


async def test_a_table_in_memory_is_woken_instead_of_being_followed(start: Starting, known: Known) -> None:
    server = await start(MemoryStore())
    table = await server.open("race", options={"turn_seconds": 60})
    await table.sit("Ada")
    await table.sit("Bo")
    await table.gm.did("start_round")
    known.clear()
    Startup(server.supervisor, Deadlines(server.supervisor)).start()
    await until(lambda: not server.busy)
    assert known == {table.id: None}


async def test_a_server_that_stops_as_it_starts_wakes_no_table(
    start: Starting, store: MemoryStore, known: Known
) -> None:
    server = await start(MemoryStore())
    server.tables.services.store = store
    server.supervisor.stopping = True
    Startup(server.supervisor, Deadlines(server.supervisor)).start()
    await until(lambda: not server.busy)
    assert known == {}
