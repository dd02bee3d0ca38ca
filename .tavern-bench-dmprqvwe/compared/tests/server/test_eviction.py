"""Tables that nobody asks for leave memory and come back as they were, their clocks running all the while."""

import asyncio
from typing import Any

from events.audience import GM
from events.store import TableInfo
from events.stores.memory import MemoryStore
from tests.server.conftest import Starting
from tests.server.serving import AroundStore, Caller, Served, until
from tests.server.streaming import read_live
from tests.server.test_clock import newest, timed, version_is
from tests.server.test_commands import begun

IDLE = 600


def in_memory(server: Served) -> float:
    return server.tables.live_count


def let_go(server: Served, seconds: float = 2 * IDLE) -> None:
    """Let time pass, sweep by sweep."""
    for _ in range(int(seconds / (IDLE / 4))):
        server.clock.turn(IDLE / 4)


async def test_an_idle_table_leaves_memory_and_comes_back_as_it_was(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    before = {caller: (await caller.get()).body for caller in (table.public, table.gm, ada)}
    let_go(server)
    assert in_memory(server) == 0
    for caller, body in before.items():
        assert (await caller.get()).body == body
    assert in_memory(server) == 1
    await ada.did("roll")


async def test_a_table_leaves_memory_once_it_has_been_idle_for_the_whole_time(server: Served) -> None:
    await begun(server, "race")
    for _ in range(3):
        server.clock.turn(IDLE / 4)
        assert in_memory(server) == 1
    server.clock.turn(IDLE / 4)
    assert in_memory(server) == 0


async def test_the_first_sweep_a_quarter_of_that_time_after_the_last_use_releases_the_feeds(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    live = await server.tables.open(table.id)
    server.clock.turn(IDLE / 4 - 1)
    assert live.feed_at_hand(GM)
    server.clock.turn(1)
    assert live.feed_at_hand(GM) is None
    server.clock.turn(10)
    await table.gm.view()
    server.clock.turn(IDLE / 4 - 10)
    assert live.feed_at_hand(GM)
    # No sweep is due before half of that time has passed.
    server.clock.turn(IDLE / 4 - 1)
    assert live.feed_at_hand(GM)
    server.clock.turn(1)
    assert live.feed_at_hand(GM) is None
    assert in_memory(server) == 1


async def test_a_table_is_used_by_whoever_opens_it(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    let_go(server, IDLE / 2)
    live = await server.tables.open(table.id)
    let_go(server, IDLE / 2)
    assert in_memory(server) == 1
    assert not live.dropped
    let_go(server, IDLE / 2)
    assert in_memory(server) == 0
    assert live.dropped


async def test_a_stopping_server_sweeps_no_more(start: Starting) -> None:
    store = MemoryStore()
    table = await (await start(store)).open("race")
    server = await start(store, chance=2)
    for _ in range(2):
        await server.open("race")
    assert server.clock.pending() == 1
    await server.stop()
    assert server.clock.pending() == 0
    await server.tables.open(table.id)
    assert server.clock.pending() == 0


async def test_a_table_at_which_somebody_decides_stays_with_its_feeds(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    async with server.tables.exclusive(table.id) as live:
        let_go(server)
        assert live.feed_at_hand(GM)
    assert in_memory(server) == 1


class HeldStore(AroundStore):
    """Holds up whoever looks for a table, while `held`."""

    def __init__(self) -> None:
        super().__init__(MemoryStore())
        self.held: asyncio.Event | None = None

    async def table(self, table: str) -> TableInfo | None:
        if self.held is not None:
            await self.held.wait()
        return await super().table(table)


async def test_a_load_that_was_given_up_leaves_the_next_one_alone(start: Starting) -> None:
    store = HeldStore()
    table = await (await start(store)).open("race")
    server = await start(store)
    store.held = asyncio.Event()
    reported: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
    given_up = asyncio.create_task(server.tables.open(table.id))
    await asyncio.sleep(0.01)
    given_up.cancel()
    following = asyncio.create_task(server.tables.open(table.id))
    await asyncio.sleep(0.01)
    joining = asyncio.create_task(server.tables.open(table.id))
    await asyncio.sleep(0.01)
    assert given_up.cancelled()
    store.held.set()
    assert await following is await joining
    assert in_memory(server) == 1
    assert reported == []


async def test_a_load_that_nobody_waits_for_any_more_ends(start: Starting) -> None:
    store = HeldStore()
    table = await (await start(store)).open("race")
    server = await start(store)
    store.held = asyncio.Event()
    waiting = [asyncio.create_task(server.tables.open(table.id)) for _ in range(2)]
    for one in waiting:
        await asyncio.sleep(0.01)
        assert server.tables.loading
        one.cancel()
    await asyncio.wait(waiting)
    assert not server.tables.loading


async def test_a_table_that_somebody_asks_for_now_and_then_stays(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    for _ in range(20):
        server.clock.turn(IDLE / 4)
        await table.public.get("/standings")
        assert in_memory(server) == 1


async def test_a_table_that_somebody_listens_to_stays(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    reading = await read_live(table.public)
    await reading.expect("reset")
    live = await server.tables.open(table.id)
    let_go(server)
    assert await server.tables.open(table.id) is live
    await ada.did("roll")
    while (await reading.next()).event != "entry":
        pass


async def test_a_command_id_is_remembered_by_a_table_that_left_memory(server: Served) -> None:
    _, ada, _ = await begun(server, "race")
    first = await ada.give("roll", id="once")
    let_go(server)
    assert (await ada.give("roll", id="once")).body == first.body


async def test_the_clock_of_a_table_that_left_memory_acts_at_its_deadline_and_once(server: Served) -> None:
    table, _, _ = await timed(server, seconds=3 * IDLE)
    let_go(server)
    assert in_memory(server) == 0
    version = 4
    server.clock.turn(2 * IDLE)
    await version_is(table, version + 1)
    assert await newest(server, table, version) == [("clock", "ada")]
    server.clock.turn(1)
    assert (await table.public.view())["version"] == version + 1


async def test_a_deadline_that_passes_while_the_server_is_down_starts_again(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True)
    table, _, _ = await timed(server)
    clock = server.clock
    await server.close()
    clock.turn(600)
    other = await start(store, clock=clock)
    gm = table.again(other.client, table.gm)
    await until(lambda: other.tables.live_count == 1)
    await gm.get("/events?after=4&wait=30")
    view = await gm.view()
    assert (view["deadline"], view["to_act"]) == ("2025-03-01T19:11:00.000Z", ["ada"])


async def test_a_deadline_to_come_is_followed_after_a_restart_without_loading_the_table(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True)
    table, _, _ = await timed(server)
    clock = server.clock
    await server.close()
    other = await start(store, clock=clock)
    await until(lambda: clock.pending() > 0)
    assert in_memory(other) == 0
    clock.turn(60)
    gm = table.gm = table.again(other.client, table.gm)
    await gm.get("/events?after=4&wait=30")
    assert await newest(other, table, 4) == [("clock", "ada")]


async def test_the_clock_of_a_paused_table_does_not_act_however_long_it_is_out_of_memory(server: Served) -> None:
    table, _, _ = await timed(server)
    await table.gm.did("pause")
    let_go(server)
    view = await table.public.view()
    assert (view["paused"], view["deadline"], view["to_act"]) == (True, None, ["ada"])
    resumed = await table.gm.did("resume")
    assert resumed["view"]["deadline"] is not None


async def test_served_bytes_do_not_reveal_that_a_table_left_memory(server: Served) -> None:
    table, ada, bo = await begun(server, "secret_choice")
    await ada.did("choose", number=3)
    routes = ("", "/events", "/chronicle", "/ledger", "/standings", "/rounds", "/rounds/1", "/chat")
    callers: tuple[Caller, ...] = (table.public, ada, bo, table.gm)
    answers: list[Any] = [await caller.get(route) for caller in callers for route in routes]
    let_go(server)
    again = [await caller.get(route) for caller in callers for route in routes]
    assert [(one.status, one.headers.get("ETag"), one.body) for one in answers] == [
        (one.status, one.headers.get("ETag"), one.body) for one in again
    ]


async def test_who_leaves_while_listening_goes_on_listening(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    reading = await read_live(ada)
    await reading.expect("reset")
    await ada.did("leave")
    await table.gm.did("pause")
    for _ in ("leave", "pause"):
        while (await reading.next()).event != "entry":
            pass
    reading.close()
