"""The supervisor runs what goes on until the server stops: it logs its failures, and ends it."""

import asyncio
from typing import Any

import pytest
import structlog.testing

from events.storage.contract import StoreFull
from server.background.backoff import Job
from server.background.supervisor import Scheduler, Supervisor
from server.problems import LogDamaged, no_such_table
from server.tables.live_table import LiveTable
from tests.events.storage.sharing import SharedMemoryStore
from tests.server.conftest import Starting
from tests.server.npcs import seat_npc
from tests.server.serving import Served, until
from tests.server.test_metrics import metrics_of, samples


async def test_what_goes_on_until_the_server_stops_is_ended_then_and_keeps_nobody_waiting(start: Starting) -> None:
    server = await start()
    ended = asyncio.Event()

    async def watch() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    server.supervisor.watch(watch())
    await asyncio.sleep(0)
    assert not server.busy
    assert not ended.is_set()
    await server.close()
    assert ended.is_set()


async def test_what_should_go_on_and_fails_is_logged(start: Starting) -> None:
    server = await start()

    async def watch() -> None:
        raise OSError("no such sensor")

    with structlog.testing.capture_logs() as logged:
        server.supervisor.watch(watch())
        await until(lambda: bool(logged))
    assert [(line["event"], line["error"]) for line in logged] == [("background_work_failed", "OSError")]


async def test_a_store_error_of_background_work_is_counted_and_no_other(start: Starting) -> None:
    server = await start()

    async def fail(error: Exception) -> None:
        raise error

    with structlog.testing.capture_logs() as logged:
        for error in (StoreFull("full"), OSError("no such file")):
            server.supervisor.run(fail(error))
            await until(lambda: not server.busy)
    assert [line["error"] for line in logged] == ["StoreFull", "OSError"]
    assert samples(metrics_of(server), "tavern_store_errors_total") == {("disk_full",): 1}


class Recording(Scheduler):
    """Notes what it is called for."""

    def __init__(self, supervisor: Supervisor) -> None:
        super().__init__(supervisor)
        self.called: list[str] = []

    def start(self) -> None:
        self.called.append("start")

    def schedule(self, live: LiveTable) -> None:
        self.called.append("schedule")

    def loaded(self, live: LiveTable) -> None:
        self.called.append("loaded")

    def committed(self, live: LiveTable) -> None:
        self.called.append("committed")

    def dropped(self, live: LiveTable) -> None:
        self.called.append("dropped")

    def evicted(self, live: LiveTable) -> None:
        self.called.append("evicted")

    def stop(self) -> None:
        self.called.append("stop")


async def recorded(server: Served) -> tuple[Recording, LiveTable]:
    live = await server.tables.open((await server.open("race")).id)
    scheduler = Recording(server.supervisor)
    server.supervisor.start(scheduler)
    return scheduler, live


async def test_schedulers_learn_of_everything_and_after_the_stop_schedule_nothing(start: Starting) -> None:
    server = await start()
    scheduler, live = await recorded(server)
    for call in (server.supervisor.loaded, server.supervisor.committed, server.supervisor.dropped):
        call(live)
    server.supervisor.evicted(live)
    await server.supervisor.resume(live.id)
    expected = ["start", "loaded", "schedule", "schedule", "committed", "dropped", "evicted", "schedule"]
    assert scheduler.called == expected
    server.supervisor.stop()
    server.supervisor.loaded(live)
    assert scheduler.called == [*expected, "stop", "loaded"]


class Failing(Recording):
    """Fails at everything that it hears of a table."""

    def schedule(self, live: LiveTable) -> None:
        raise OSError("no such alarm")

    loaded = committed = dropped = evicted = schedule


async def test_a_scheduler_that_fails_is_logged_and_keeps_no_command_from_its_answer(start: Starting) -> None:
    server = await start()
    table = await server.open("race")
    failing, working = Failing(server.supervisor), Recording(server.supervisor)
    server.supervisor.start(failing, working)
    with structlog.testing.capture_logs() as logged:
        answer = await table.gm.did("set_listed", listed=True)
    assert (answer["version"], working.called) == (2, ["start", "schedule", "committed"])
    failed = [line["error"] for line in logged if line["event"] == "background_work_failed"]
    assert failed == ["OSError"] * 2


async def test_nothing_is_scheduled_at_archives_and_damaged_tables(start: Starting) -> None:
    server = await start()
    scheduler, live = await recorded(server)
    live.archive = True
    server.supervisor.loaded(live)
    live.archive, live.damage = False, LogDamaged(live.id, 1, "it is missing")
    server.supervisor.loaded(live)
    live.archive = True
    server.supervisor.loaded(live)
    assert scheduler.called == ["start", "loaded", "loaded", "loaded"]
    live.archive, live.damage = False, None


async def test_a_table_whose_copy_was_dropped_is_resumed_if_its_clock_runs_or_an_npc_plays(start: Starting) -> None:
    server = await start(npc_seconds=1_000)
    tables = [await server.open("race", options=options) for options in ({}, {"turn_seconds": 60}, {})]
    await seat_npc(tables[2], "Odo", "random")
    resumed = []
    for table in tables:
        (await server.tables.open(table.id)).drop()
        resumed.append(server.supervisor.resumes(table.id))
    assert resumed == [False, True, True]


async def test_a_table_that_leaves_memory_is_resumed_if_it_waits_for_that_and_else_its_failures_are_forgotten(
    start: Starting,
) -> None:
    server = await start()
    _, live = await recorded(server)
    retried = []
    job = Job("table", live.id)
    for seconds in (1, 2, 4):
        server.supervisor.backoff.failed(job, lambda: retried.append(live.id))
        server.supervisor.evicted(live)
        assert server.supervisor.resumes(live.id)
        server.clock.turn(seconds)
        assert not server.supervisor.resumes(live.id)
    assert retried == [live.id] * 3
    server.supervisor.evicted(live)
    server.supervisor.backoff.failed(job, lambda: retried.append(live.id))
    server.clock.turn(1)
    assert retried == [live.id] * 4


@pytest.mark.parametrize("error", [no_such_table(), LogDamaged("t", 1, "it is missing")])
async def test_a_table_that_is_gone_or_damaged_is_resumed_no_more(
    start: Starting, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    server = await start()

    async def fail(_: str) -> LiveTable:
        raise error

    monkeypatch.setattr(server.tables, "open", fail)
    server.supervisor.backoff.soon(Job("table", "t"), lambda: None)
    with structlog.testing.capture_logs() as logged:
        await server.supervisor.resume("t")
        await until(lambda: not server.busy)
    assert logged == []
    assert not server.supervisor.resumes("t")


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the supervisor paused, which it does not do here."""
    pauses: list[float] = []
    pause = asyncio.sleep

    async def sleep(seconds: float, *_: Any) -> None:
        if seconds not in (0, 0.001):
            pauses.append(seconds)
        await pause(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return pauses


async def test_work_at_a_table_waits_for_another_server_for_a_second_and_is_then_put_off(
    start: Starting, slept: list[float]
) -> None:
    store = SharedMemoryStore()
    server = await start(store)
    table = await server.open("race")
    acted: list[str] = []
    refused: list[str] = []

    async def act(live: LiveTable) -> None:
        acted.append(live.id)

    def run(**how: Any) -> None:
        server.supervisor.run_at(table.id, act, lambda: refused.append(table.id), **how)

    store.elsewhere = {table.id}
    store.claimed.clear()
    run()
    await until(lambda: not server.busy)
    assert (acted, refused, store.claimed) == ([], [table.id], [table.id] * 7)
    assert slept == [0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
    assert server.supervisor.resumes(table.id)

    run(claimed=False)
    await until(lambda: not server.busy)
    assert (len(acted), len(refused), len(store.claimed)) == (1, 1, 7)

    store.elsewhere = set()
    run()
    await until(lambda: not server.busy)
    assert (len(acted), len(refused), len(store.claimed)) == (2, 1, 8)
    assert len(slept) == 6


async def test_work_at_a_table_that_the_store_refuses_is_put_off(start: Starting) -> None:
    server = await start()
    table = await server.open("race")

    async def act(_: LiveTable) -> None:
        raise StoreFull("full")

    refused: list[str] = []
    server.supervisor.run_at(table.id, act)
    server.supervisor.run_at(table.id, act, lambda: refused.append(table.id))
    await until(lambda: not server.busy)
    assert refused == [table.id]
    assert server.supervisor.resumes(table.id)


async def test_work_that_fails_at_a_table_which_waits_to_be_resumed_has_it_wait_longer_each_time(
    start: Starting,
) -> None:
    server = await start()
    table = await server.open("race")

    async def act(_: LiveTable) -> None:
        raise OSError("nobody thought of that")

    async def fail() -> None:
        server.supervisor.run_at(table.id, act)
        await until(lambda: not server.busy)

    with structlog.testing.capture_logs():
        await fail()
        assert not server.supervisor.resumes(table.id)
        for longest in (1, 2, 4):
            server.supervisor.backoff.soon(Job("table", table.id), lambda: None)
            await fail()
            server.clock.turn(longest / 2 - 0.01)
            assert server.supervisor.resumes(table.id)
            server.clock.turn(longest / 2 + 0.01)
            assert not server.supervisor.resumes(table.id)
