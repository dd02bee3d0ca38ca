"""The turn clock: it acts once when a deadline passes, and starts again after downtime."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
import structlog

from events.audience import seat_viewer
from events.dice import Dice
from events.event import Command, Event
from events.storage.contract import StoreFull
from events.storage.memory import MemoryStore
from events.table_events import LuckSet
from games.engine.catalogue import Catalogue
from games.engine.chapter import offers
from games.engine.rulebook import Timeout
from games.table import TABLE_RULES
from projections.actions import Offer, Refusal
from projections.game import AnyTable
from replays.audit import audit
from server.clock import Alarm
from server.watching import WallClock
from tests.server.conftest import Starting
from tests.server.serving import Caller, Opened, Served, TurnedClock, start_server, until
from tests.server.test_faults import FaultyStore
from tests.toys.secret_choice import Choose, SecretChoice


async def timed(server: Served, game: str = "race", seconds: int = 60) -> tuple[Opened, Caller, Caller]:
    table = await server.open(game, options={"turn_seconds": seconds}, seed="07" * 32)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    return table, ada, bo


async def newest(server: Served, table: Opened, seq: int) -> list[tuple[str, str | None]]:
    """Who did what at the entries above `seq`."""
    entries = (await table.gm.get(f"/events?after={seq}"))["entries"]
    return [(entry["actor"], entry["seat"]) for entry in entries]


async def version_is(table: Opened, version: int) -> Any:
    """Wait until the table has come to a version; the public view then."""
    async with asyncio.timeout(10):
        while (view := await table.public.view())["version"] < version:
            await table.public.get(f"/events?after={view['version']}&wait=30")
    assert view["version"] == version
    return view


def moment(at: str) -> datetime:
    return datetime.fromisoformat(at)


async def test_a_turn_has_a_deadline_which_the_view_shows(server: Served) -> None:
    table, _, _ = await timed(server)
    assert (await table.public.view())["deadline"] == "2025-03-01T19:01:00.000Z"


async def test_the_clock_acts_once_when_the_deadline_passes(server: Served) -> None:
    table, _, _ = await timed(server)
    server.clock.turn(59.9)
    assert (await table.public.view())["version"] == 4
    server.clock.turn(0.1)
    await version_is(table, 5)
    assert await newest(server, table, 4) == [("clock", "ada")]


async def test_a_turn_that_begins_when_the_clock_has_acted_is_a_whole_one(server: Served) -> None:
    table, _, _ = await timed(server)
    assert (await table.gm.did("roll", seat="ada"))["view"]["to_act"] == ["ada"]
    server.clock.turn(60)
    view = await version_is(table, 6)
    assert (view["to_act"], view["deadline"]) == (["bo"], "2025-03-01T19:02:00.000Z")
    server.clock.turn(59.9)
    await until(lambda: not server.busy)
    assert (await table.public.view())["version"] == 6
    server.clock.turn(0.1)
    await version_is(table, 7)
    assert await newest(server, table, 5) == [("clock", "ada"), ("clock", "bo")]


async def test_a_server_that_has_stopped_leaves_no_alarm(start: Starting) -> None:
    server = await start(allow_seeds=True)
    await timed(server)
    assert server.clock.pending() > 0
    await server.close()
    assert server.clock.pending() == 0


class CountingClock(TurnedClock):
    """A clock that counts how often an alarm was set."""

    def __init__(self) -> None:
        super().__init__()
        self.set = 0

    def call_at(self, when: datetime, callback: Callable[[], object]) -> Alarm:
        self.set += 1
        return super().call_at(when, callback)


async def test_an_alarm_does_not_ring_before_its_deadline(start: Starting) -> None:
    clock = CountingClock()
    server = await start(allow_seeds=True, clock=clock)
    await timed(server)
    once = clock.set
    for _ in range(5):
        clock.turn(10)
    assert clock.set == once


async def test_a_seat_that_acts_in_time_is_left_alone(server: Served) -> None:
    table, _, _ = await timed(server)
    server.clock.turn(30)
    while (await table.public.view())["to_act"] == ["ada"]:
        await table.gm.did("roll", seat="ada")
    version = (await table.public.view())["version"]
    server.clock.turn(59)
    assert (await table.public.view())["version"] == version
    server.clock.turn(1)
    await version_is(table, version + 1)
    assert await newest(server, table, version) == [("clock", "bo")]


async def test_the_clock_acts_for_everyone_who_is_still_waited_for(server: Served) -> None:
    table, ada, _ = await timed(server, "secret_choice")
    await ada.did("choose", number=3)
    server.clock.turn(60)
    view = await version_is(table, 6)
    assert await newest(server, table, 5) == [("clock", "bo")]
    assert (view["phase"], view["result"]["winners"], view["deadline"]) == ("lobby", ["ada"], None)
    await table.gm.did("start_round")
    server.clock.turn(60)
    await version_is(table, 9)
    assert await newest(server, table, 7) == [("clock", "ada"), ("clock", "bo")]


async def test_a_paused_clock_does_not_act_and_starts_again_on_resuming(server: Served) -> None:
    table, _, _ = await timed(server)
    await table.gm.did("pause")
    assert (await table.public.view())["deadline"] is None
    server.clock.turn(600)
    assert (await table.public.view())["version"] == 5
    await table.gm.did("resume")
    assert (await table.public.view())["deadline"] == "2025-03-01T19:11:00.000Z"
    server.clock.turn(60)
    await version_is(table, 7)
    assert await newest(server, table, 6) == [("clock", "ada")]


def alarms(server: Served) -> int:
    """How many alarms are set besides the one that looks for idle tables."""
    return server.clock.pending() - 1


def clock_at(seconds: float) -> TurnedClock:
    clock = TurnedClock()
    clock.turn(seconds)
    return clock


async def test_a_deadline_survives_a_restart(start: Starting) -> None:
    store = MemoryStore()
    table, _, _ = await timed(await start(store, allow_seeds=True))
    restarted = await start(store, clock=clock_at(20))
    again = Opened(restarted.client, {"table": table.id, "invite": "", "gm_token": table.gm.token or ""})
    await until(lambda: restarted.clock.pending() == 1)
    assert (await again.public.view())["deadline"] == "2025-03-01T19:01:00.000Z"
    restarted.clock.turn(40)
    await version_is(again, 5)
    assert await newest(restarted, again, 4) == [("clock", "ada")]


@pytest.mark.parametrize("down", [60, 3600], ids=["at this very moment", "an hour ago"])
async def test_a_deadline_that_passed_while_the_server_was_down_starts_again(start: Starting, down: int) -> None:
    store = MemoryStore()
    table, _, _ = await timed(await start(store, allow_seeds=True))
    restarted = await start(store, clock=clock_at(down))
    again = Opened(restarted.client, {"table": table.id, "invite": "", "gm_token": table.gm.token or ""})
    view = await version_is(again, 5)
    assert await newest(restarted, again, 4) == [("house", None)]
    assert moment(view["deadline"]) - restarted.clock.now() == timedelta(seconds=60)
    restarted.clock.turn(60)
    await version_is(again, 6)
    assert await newest(restarted, again, 5) == [("clock", "ada")]


async def test_a_clock_goes_on_after_the_store_failed_it(start: Starting) -> None:
    store = FaultyStore(MemoryStore())
    server = await start(store, allow_seeds=True)
    table, _, _ = await timed(server)
    store.before = StoreFull("full")
    server.clock.turn(60)
    await until(lambda: store.before is None and alarms(server) == 1)
    assert (await store.read(table.id))[-1].seq == 4
    server.clock.turn(5)
    view = await version_is(table, 5)
    assert await newest(server, table, 4) == [("house", None)]
    assert view["deadline"] == "2025-03-01T19:02:05.000Z"


async def test_an_alarm_that_rings_too_early_is_set_again(start: Starting) -> None:
    server = await start(allow_seeds=True, clock=HastyClock())
    table, _, _ = await timed(server)
    server.clock.turn(59.5)
    await until(lambda: alarms(server) == 1)
    assert (await table.public.view())["version"] == 4
    server.clock.turn(0.5)
    await version_is(table, 5)
    assert await newest(server, table, 4) == [("clock", "ada")]


class HastyClock(TurnedClock):
    """A clock whose alarms ring half a second early."""

    def call_at(self, when: datetime, callback: Callable[[], object]) -> Alarm:
        return super().call_at(max(when - timedelta(seconds=0.5), self.now()), callback)


@pytest.mark.parametrize("step", [-600, -0.5, 600, 86_400])
async def test_a_wall_clock_that_is_set_moves_no_deadline(server: Served, step: float) -> None:
    table, _, _ = await timed(server)
    server.clock.turn(20)
    server.clock.step(step)
    server.clock.turn(39.9)
    assert (await table.public.view())["version"] == 4
    server.clock.turn(0.1)
    await version_is(table, 5)
    assert await newest(server, table, 4) == [("clock", "ada")]


@pytest.mark.parametrize("step", [-600, 600, 86_400])
async def test_a_view_shows_the_real_deadline_after_the_wall_clock_is_set(server: Served, step: float) -> None:
    table, ada, _ = await timed(server, "secret_choice")
    before = await table.public.get()
    server.clock.turn(20)
    server.clock.step(step)
    after = await table.public.get("", headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status, moment(after["deadline"]) - server.clock.now()) == (200, timedelta(seconds=40))
    again = await table.public.get("", headers={"If-None-Match": after.headers["ETag"]})
    assert again.status == 304

    seen = (await ada.did("choose", number=3))["view"]
    assert moment(seen["deadline"]) - server.clock.now() == timedelta(seconds=40)
    server.clock.turn(40)
    await version_is(table, 6)
    began = (await table.gm.did("start_round"))["view"]
    assert moment(began["deadline"]) - server.clock.now() == timedelta(seconds=60)
    assert (await table.public.view())["deadline"] == began["deadline"]
    server.clock.turn(60)
    await version_is(table, 9)


async def test_a_wall_clock_that_is_set_right_again_brings_the_recorded_deadline_back(server: Served) -> None:
    table, _, _ = await timed(server)
    before = await table.public.get()
    for step in (-600, 600.4, 1.5):
        server.clock.step(step)
        after = await table.public.get()
        assert (after["deadline"] == before["deadline"]) is (step != -600)
        assert (after.headers["ETag"] == before.headers["ETag"]) is (step != -600)


@pytest.mark.parametrize("step", [-600, 600])
async def test_after_a_step_every_turn_takes_as_long_as_it_may(server: Served, step: float) -> None:
    table, ada, _ = await timed(server, "secret_choice")
    server.clock.step(step)
    await ada.did("choose", number=3)
    server.clock.turn(60)
    await version_is(table, 6)
    await table.gm.did("start_round")
    server.clock.turn(59.9)
    assert (await table.public.view())["version"] == 7
    server.clock.turn(0.1)
    await version_is(table, 9)
    assert await newest(server, table, 7) == [("clock", "ada"), ("clock", "bo")]


async def test_a_log_written_with_steps_of_the_clock_passes_its_audit(server: Served, catalogue: Catalogue) -> None:
    table, _, _ = await timed(server, "secret_choice")
    for step in (-600, 600, -86_400):
        server.clock.step(step)
        server.clock.turn(60)
        await until(lambda: alarms(server) == 0)
        await table.gm.did("start_round")
    lines = [stored.line for stored in await server.store.read(table.id)]
    times = [msgspec.json.decode(line)["at"] for line in lines]
    assert times == sorted(times)
    assert [finding.code for finding in audit(catalogue, lines).findings] == []


async def test_a_deadline_of_a_clock_that_was_a_day_fast_is_a_turn_ahead_after_a_restart(start: Starting) -> None:
    store = MemoryStore()
    table, _, _ = await timed(await start(store, allow_seeds=True, clock=clock_at(86_400)))
    restarted = await start(store)
    again = Opened(restarted.client, {"table": table.id, "invite": "", "gm_token": table.gm.token or ""})
    await until(lambda: restarted.clock.pending() > 0 and not restarted.busy)
    shown = (await again.public.view())["deadline"]
    assert moment(shown) - restarted.clock.now() == timedelta(seconds=60)
    restarted.clock.turn(59.9)
    assert (await again.public.view())["version"] == 4
    restarted.clock.turn(0.1)
    await version_is(again, 5)
    assert await newest(restarted, again, 4) == [("clock", "ada")]


def test_a_step_of_the_wall_clock_is_noticed_once() -> None:
    wall = steady = 1_000.0
    clock = WallClock(lambda: wall, lambda: steady)
    steps: list[float] = []
    for step in (0.0, 0.4, -600.0, 0.0, 86_400.0, 0.0):
        wall, steady = wall + 1 + step, steady + 1
        steps.append(clock.step())
    assert steps == [0, 0, -600, 0, 86_400, 0]


class Idle(SecretChoice):
    """A game with a mistake: what its clock plays is legal, and moves nothing on."""

    id = "idle"

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        if isinstance(command, Choose) and command.boast == "wait":
            yield LuckSet(seat=seat, luck="patience")
        else:
            yield from super().act(table, seat, command, dice)

    def timeout(self, table: AnyTable) -> Timeout | None:
        return Timeout(table.to_act[0], Choose(number=1, boast="wait"))


class Wrong(Idle):
    """A game with a worse mistake: what its clock plays is not legal."""

    id = "wrong"

    def timeout(self, table: AnyTable) -> Timeout | None:
        return Timeout(table.to_act[0], Choose(number=99))


@pytest.mark.parametrize(("game", "acts"), [(Idle(), 1), (Wrong(), 0)])
async def test_a_clock_that_moves_nothing_on_acts_once_and_the_table_can_be_played(
    catalogue: Catalogue, game: Idle, acts: int
) -> None:
    server = await start_server(
        Catalogue.of([*catalogue.rulebooks.values(), game], TABLE_RULES), MemoryStore(), allow_seeds=True
    )
    try:
        table, ada, bo = await timed(server, game.id)
        with structlog.testing.capture_logs() as logged:
            server.clock.turn(60)
            await until(lambda: alarms(server) == 0 and not server.busy)
        refused = [one["code"] for one in logged if one["event"] == "timeout_refused"]
        assert (len(refused), [one for one in logged if one["event"] == "background_work_failed"]) == (1 - acts, [])
        for _ in range(5):
            assert (await table.public.view())["version"] == 4 + acts
        await ada.did("choose", number=1)
        await bo.did("choose", number=2)
        assert (await table.public.view())["phase"] == "lobby"
    finally:
        await server.close()


class Personal(SecretChoice):
    """A game that offers a choice in the seat's own view alone."""

    id = "personal"

    @offers(Choose)
    def may_choose(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        if table.viewer == seat_viewer(seat):
            yield from super().may_choose(table, seat)
        else:
            yield Refusal("choose", "not_in_round", "Others cannot see that you may.")


async def test_what_the_clock_plays_is_judged_from_what_the_seat_can_see(catalogue: Catalogue) -> None:
    server = await start_server(
        Catalogue.of([*catalogue.rulebooks.values(), Personal()], TABLE_RULES), MemoryStore(), allow_seeds=True
    )
    try:
        table, ada, _ = await timed(server, "personal")
        await ada.did("choose", number=2)
        server.clock.turn(60)
        await version_is(table, 6)
        assert await newest(server, table, 5) == [("clock", "bo")]
    finally:
        await server.close()


async def test_the_next_round_starts_by_itself_when_its_pause_is_over(server: Served) -> None:
    table = await server.open("race", options={"next_round_seconds": 20}, seed="07" * 32)
    await table.sit("Ada")
    await table.sit("Bo")
    await table.gm.did("start_round")
    view = (await table.gm.did("void_round"))["view"]
    assert (view["phase"], view["deadline"]) == ("lobby", "2025-03-01T19:00:20.000Z")
    server.clock.turn(19.9)
    await until(lambda: not server.busy)
    assert (await table.public.view())["round"] == 1
    server.clock.turn(0.1)
    after = await version_is(table, view["version"] + 1)
    assert (after["round"], after["to_act"], after["deadline"]) == (2, ["ada"], None)
    assert await newest(server, table, view["version"]) == [("clock", None)]


async def test_a_pause_that_passed_while_the_server_was_down_starts_again(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True)
    table = await server.open("race", options={"next_round_seconds": 20}, seed="07" * 32)
    await table.sit("Ada")
    await table.sit("Bo")
    await table.gm.did("start_round")
    version = (await table.gm.did("void_round"))["view"]["version"]
    restarted = await start(store, clock=clock_at(3600))
    again = Opened(restarted.client, {"table": table.id, "invite": "", "gm_token": table.gm.token or ""})
    view = await version_is(again, version + 1)
    assert moment(view["deadline"]) - restarted.clock.now() == timedelta(seconds=20)
    assert view["round"] == 1
    restarted.clock.turn(20)
    assert (await version_is(again, version + 2))["round"] == 2
