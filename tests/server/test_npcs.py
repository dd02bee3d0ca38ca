"""Players whom the server plays: who seats them, at what pace they act, and what becomes of them."""

import random
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Final

import pytest
import structlog
from structlog.typing import EventDict

from events.dice import Dice
from events.event import Command, Event
from events.store import Store, Stored, StoreFull, StoreUnavailable
from events.stores.memory import MemoryStore
from games import policies
from games.catalogue import Catalogue
from games.installed import CATALOGUE
from games.rulebook import AnyRulebook
from projections.actions import Action, Offer
from projections.game import AnyTable
from replays.audit import audit
from replays.export import parse_export
from tests.server.conftest import Starting
from tests.server.playing_through import SHORT, replayed
from tests.server.serving import KEY, AroundStore, Caller, Opened, Served, start_server, until
from tests.server.test_faults import FaultyStore
from tests.toys.race import Race

PURSE_CP: Final = 100_000
NPC_SECONDS: Final = 2
LONGEST: Final = 2_000


@pytest.fixture
async def services() -> AsyncIterator[Served]:
    """A server with the games that are installed, where players take no time."""
    served = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True, npc_seconds=0)
    yield served
    await served.close()


async def seat_npc(table: Opened, name: str, temperament: str, **given: Any) -> Caller:
    """The GM sits somebody down whom the server plays; their seat, and its token."""
    body = {"name": name, "purse_cp": PURSE_CP, "npc": {"temperament": temperament}, **given}
    answer = await table.gm.post("/seats", body)
    assert answer.status == 201, answer.body
    return Caller(table.gm.client, table.id, answer["token"], answer["seat"])


async def still(server: Served) -> None:
    """Wait until the server does nothing more by itself."""
    await until(lambda: not server.busy)


async def acted(table: Opened, after: int = 0) -> list[tuple[str, str | None]]:
    """Who acted, and for which seat, at the GM's versions above `after`."""
    entries = (await table.gm.get(f"/events?after={after}"))["entries"]
    return [(entry["actor"], entry["seat"]) for entry in entries]


async def over(server: Served, table: Opened, *, step: float = 0.5) -> Any:
    """Let the server play a round to its end; what the public sees then."""
    for _ in range(LONGEST):
        await still(server)
        view = await table.public.view()
        if view["phase"] == "lobby":
            return view
        server.clock.turn(step)
    raise AssertionError("the round does not end")


async def audited(table: Opened, catalogue: Catalogue) -> None:
    """An audit of the table's export finds nothing, and every command runs again to the same bytes."""
    body = (await table.gm.get("/export")).body
    export = parse_export(body.splitlines(keepends=True))
    report = audit(catalogue, export.lines, header=export.header)
    assert (report.findings, report.same_again) == ([], report.entries)


# Seating them.


async def test_the_gm_seats_a_player_whom_the_server_plays(server: Served) -> None:
    table = await server.open("race")
    odo = await seat_npc(table, "Odo", "card_sharp", luck="seven")
    (seen,) = (await table.public.view())["seats"]
    assert (seen["kind"], seen["played_by"], seen["luck"], seen["purse_cp"]) == ("npc", "npc", "seven", PURSE_CP)
    assert "temperament" not in seen
    assert (await table.gm.view())["seats"][0]["temperament"] == "card_sharp"
    assert "temperament" not in (await odo.view())["seats"][0]


async def test_nobody_but_the_gm_seats_one(server: Served) -> None:
    table = await server.open("race")
    body = {"name": "Odo", "npc": {"temperament": "bully"}}
    answer = await table.public.post("/seats", {**body, "invite": table.invite})
    assert answer.code == (403, "gm_only")
    assert (await table.public.view())["seats"] == []


@pytest.mark.parametrize("temperament", ["bold", "", "threshold", "Bully", "x" * 60])
async def test_a_temperament_that_does_not_exist_for_the_game_is_not_supported(
    server: Served, temperament: str
) -> None:
    table = await server.open("twentyone")
    answer = await table.gm.post("/seats", {"name": "Odo", "npc": {"temperament": temperament}})
    assert answer.code == (422, "not_supported")
    assert "card_sharp" in answer["detail"]


@pytest.mark.parametrize("npc", [{}, {"temperament": 7}, {"temperament": "bully", "hat": "red"}, "bully", []])
async def test_what_is_no_npc_seats_nobody(server: Served, npc: Any) -> None:
    table = await server.open("race")
    assert (await table.gm.post("/seats", {"name": "Odo", "npc": npc})).code == (422, "invalid_body")


async def test_who_watches_is_played_by_nobody(server: Served) -> None:
    table = await server.open("race")
    answer = await table.gm.post("/seats", {"name": "Odo", "watch": True, "npc": {"temperament": "bully"}})
    assert answer.code == (422, "not_supported")


async def test_a_repeated_key_answers_with_the_same_npc(server: Served) -> None:
    table = await server.open("race")
    body = {"name": "Odo", "npc": {"temperament": "bully"}}
    first, again = [await table.gm.post("/seats", body, {"Idempotency-Key": KEY}) for _ in range(2)]
    assert (first.status, first.json) == (201, again.json)
    assert len((await table.public.view())["seats"]) == 1


async def test_the_catalogue_tells_the_temperaments_of_each_game(services: Served) -> None:
    games = {game["id"]: game["temperaments"] for game in (await services.get("/api/games"))["games"]}
    five = ["cautious", "reckless", "card_sharp", "bully", "drunkard"]
    assert all(told[:5] == five for told in games.values())
    assert "threshold" in games["farkle"]
    assert "threshold" not in games["twentyone"]


async def test_nobody_plays_with_the_token_of_a_seat_that_the_server_plays(server: Served) -> None:
    table = await server.open("race")
    odo = await seat_npc(table, "Odo", "bully")
    for kind in ("roll", "leave"):
        answer = await odo.give(kind)
        assert answer.code == (409, "npc_seat")
        assert answer["actions"] == []
    you = (await odo.view())["you"]
    assert you["actions"] == []
    assert {refusal["code"] for refusal in you["refused"]} == {"npc_seat"}


# Playing.


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_they_play_rounds_of_every_game_to_their_ends(services: Served, game: str) -> None:
    table = await services.open(game, options=SHORT.get(game, {}), seed="07" * 32)
    for temperament in policies.TEMPERAMENTS:
        await seat_npc(table, temperament, temperament)
    for number in (1, 2):
        await table.gm.did("start_round")
        assert (await over(services, table))["result"]["round"] == number
        for seat in (await table.public.view())["seats"]:
            await table.gm.did("give_coins", target=seat["seat"], amount_cp=PURSE_CP, reason="for another round")
    assert {actor.partition(":")[0] for actor, _ in await acted(table)} == {"gm", "npc"}
    await audited(table, CATALOGUE)


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_the_log_of_their_rounds_is_told_again_as_it_was_shown(services: Served, game: str) -> None:
    table = await services.open(game, options=SHORT.get(game, {}), seed="09" * 32)
    for temperament in ("reckless", "drunkard", "card_sharp"):
        await seat_npc(table, temperament, temperament)
    await table.gm.did("start_round")
    await over(services, table)
    for caller in (table.public, table.gm):
        frames = (await replayed(caller, 1))["frames"]
        assert frames[-1]["view"] == await caller.view()


async def test_an_npc_plays_among_people(services: Served) -> None:
    table = await services.open("twentyone", seed="07" * 32)
    bri = await table.sit("Bri")
    await seat_npc(table, "Odo", "bully")
    await table.gm.did("start_round")
    chance = random.Random(1)
    for _ in range(LONGEST):
        await still(services)
        view = await bri.view()
        if view["phase"] == "lobby":
            break
        assert view["to_act"] == ["bri"]
        moves = [one for one in view["you"]["actions"] if one["type"] in ("roll", "hold", "let_it_be", "fold")]
        action = chance.choice(moves or view["you"]["actions"])
        given = {name: param["choices"][0] for name, param in action["params"].items() if "choices" in param}
        await bri.did(action["type"], **given)
    assert {"npc:odo", "seat:bri"} <= {actor for actor, _ in await acted(table)}


# The pace.


async def paced(start: Starting, game: str = "race", **options: Any) -> tuple[Served, Opened]:
    server = await start(allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open(game, options=options, seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    return server, table


async def version(table: Opened) -> int:
    number: int = (await table.public.view())["version"]
    return number


async def test_a_pause_is_half_to_one_and_a_half_times_what_is_set(start: Starting) -> None:
    server, table = await paced(start)
    pauses: list[float] = []
    while len(pauses) < 12 and (await table.public.view())["phase"] != "lobby":
        before, waited = await version(table), 0.0
        while await version(table) == before:
            server.clock.turn(0.1)
            waited += 0.1
            await still(server)
        pauses.append(round(waited, 1))
    assert min(pauses) >= NPC_SECONDS * 0.5
    assert max(pauses) <= NPC_SECONDS * 1.5 + 0.1
    assert len(set(pauses)) > 3


async def test_a_pause_takes_half_of_a_turns_time_at_most_so_that_the_clock_need_not_act(start: Starting) -> None:
    server = await start(allow_seeds=True, npc_seconds=60)
    table = await server.open("race", options={"turn_seconds": 10}, seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    before = await version(table)
    server.clock.turn(5)
    await still(server)
    assert await version(table) == before + 1
    assert {actor for actor, _ in await acted(table, after=4)} <= {"gm", "npc:odo", "npc:ned"}


async def test_while_the_clock_is_paused_nobody_whom_the_server_plays_acts(start: Starting) -> None:
    server, table = await paced(start)
    await table.gm.did("pause")
    before = await version(table)
    server.clock.turn(600)
    await still(server)
    assert await version(table) == before
    await table.gm.did("resume")
    server.clock.turn(NPC_SECONDS * 1.5)
    await still(server)
    assert await version(table) == before + 2


async def test_two_who_are_asked_together_act_one_after_the_other_and_once_each(start: Starting) -> None:
    server, table = await paced(start, "secret_choice")
    for _ in range(2):
        server.clock.turn(NPC_SECONDS * 1.5)
        await still(server)
    view = await table.public.view()
    assert view["result"]["round"] == 1
    assert await acted(table, after=4) == [("npc:odo", "odo"), ("npc:ned", "ned")]
    server.clock.turn(600)
    await still(server)
    assert await version(table) == view["version"]


async def test_the_clock_and_an_npc_that_are_due_at_once_do_not_fight(start: Starting) -> None:
    server, table = await paced(start, "secret_choice", turn_seconds=5)
    before = await version(table)
    server.clock.turn(5)
    await still(server)
    told = await acted(table, after=before)
    assert sorted(seat or "" for _, seat in told) == ["ned", "odo"]
    assert (await table.public.view())["result"]["round"] == 1


# Taking over, and giving back.


async def test_a_seat_that_the_gm_took_over_waits_for_the_gm(start: Starting) -> None:
    server, table = await paced(start)
    (asked,) = (await table.public.view())["to_act"]
    taken = await table.gm.did("take_over", target=asked)
    assert [event["type"] for event in taken["events"]] == ["seat_taken_over"]
    before = await version(table)
    server.clock.turn(600)
    await still(server)
    assert await version(table) == before
    await table.gm.did("roll", seat=asked)
    await table.gm.did("give_back", target=asked)
    before = await version(table)
    server.clock.turn(NPC_SECONDS * 1.5)
    await still(server)
    assert await version(table) == before + 1
    assert (await acted(table, after=before))[-1][0].startswith("npc:")


async def test_a_player_whose_seat_was_taken_over_is_refused_until_it_is_given_back(server: Served) -> None:
    table = await server.open("race", seed="07" * 32)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    await table.gm.did("take_over", target="ada")
    assert [seat["played_by"] for seat in (await bo.view())["seats"]] == ["gm", "player"]
    refused = await ada.give("roll")
    assert refused.code == (409, "seat_taken_over")
    assert {action["type"] for action in refused["actions"]} == {"leave", "dispute"}
    await table.gm.did("roll", seat="ada")
    assert (await ada.give("give_back", target="ada")).code == (403, "gm_only")
    await table.gm.did("give_back", target="ada")
    while (await table.public.view())["to_act"] != ["ada"]:
        await bo.did("roll")
    await ada.did("roll")


# What goes wrong.


@pytest.fixture
def logged() -> Any:
    """What is logged."""
    with structlog.testing.capture_logs() as events:
        yield events


def told_of_npcs(events: list[EventDict]) -> list[EventDict]:
    return [event for event in events if str(event["event"]).startswith("npc_")]


class Liar(Race):
    """Offers what it does not have."""

    id = "liar"

    def choices(self, table: AnyTable, seat: str, command: str | None = None) -> Iterator[Offer]:
        yield Action(type="dance")


class Breaking(Race):
    """Breaks down at every move."""

    id = "breaking"

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        raise RuntimeError("a secret")


async def at_a_toy(rulebook: AnyRulebook) -> tuple[Served, Opened]:
    """Two whom the server plays, at a round of a game that does not do as it should."""
    server = await start_server(Catalogue([rulebook]), MemoryStore(), allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open(rulebook.id, seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    return server, table


async def test_whose_temperament_is_another_game_s_plays_on_with_caution_and_is_not_at_a_loss(
    services: Served, logged: list[EventDict]
) -> None:
    table = await services.open("farkle", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "threshold")
    await table.gm.did("set_game", game="twentyone")
    await table.gm.did("start_round")
    assert (await over(services, table))["result"]["round"] == 1
    assert {actor for actor, _ in await acted(table, after=4)} == {"gm", "npc:odo", "npc:ned"}
    assert told_of_npcs(logged) == []


async def test_who_is_offered_only_what_is_no_command_does_nothing_and_it_is_told_once(logged: list[EventDict]) -> None:
    server, table = await at_a_toy(Liar())
    before = await version(table)
    for _ in range(5):
        server.clock.turn(NPC_SECONDS * 2)
        await still(server)
    assert await version(table) == before
    told = [(one["event"], one["game"]) for one in told_of_npcs(logged)]
    assert told == [("npc_at_a_loss", "liar"), ("npc_cannot_act", "liar")]
    await server.close()


async def test_what_breaks_down_is_told_without_its_secrets_and_not_tried_again(logged: list[EventDict]) -> None:
    server, table = await at_a_toy(Breaking())
    for _ in range(10):
        server.clock.turn(NPC_SECONDS * 2)
        await still(server)
    failures = [one for one in logged if one["event"] == "background_work_failed"]
    assert [one["error"] for one in failures] == ["RuntimeError"]
    assert "a secret" not in str(logged)
    await table.gm.did("void_round")
    await server.close()


async def test_they_go_on_after_the_store_failed_them(start: Starting) -> None:
    store = FaultyStore(MemoryStore())
    server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    before = await version(table)
    store.before = StoreFull("full")
    server.clock.turn(NPC_SECONDS * 1.5)
    await still(server)
    assert server.tables.at_hand(table.id) is None
    server.clock.turn(5)
    await still(server)
    server.clock.turn(NPC_SECONDS * 1.5)
    await still(server)
    assert await version(table) == before + 1


class FailingReads(AroundStore):
    """Fails the next reads of a log, as many as told."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.failing = 0

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        if self.failing:
            self.failing -= 1
            raise StoreUnavailable("busy")
        return await super().read(table, after, upto)


@pytest.mark.parametrize("npc", [True, False], ids=["whom the server plays", "the clock"])
async def test_a_read_that_fails_holds_up_nobody_for_long(start: Starting, *, npc: bool) -> None:
    store = FailingReads(MemoryStore())
    server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32, options={} if npc else {"turn_seconds": 10})
    for name in ("Odo", "Ned"):
        await (seat_npc(table, name, "random") if npc else table.sit(name))
    await table.gm.did("start_round")
    await still(server)
    before = await version(table)
    live = server.tables.at_hand(table.id)
    assert live is not None
    live.release_feeds()
    store.failing = 1
    for _ in range(60):
        server.clock.turn(0.5)
        await still(server)
    assert store.failing == 0
    assert await version(table) > before


async def test_what_others_do_meanwhile_makes_nobody_wait_longer() -> None:
    server = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True, npc_seconds=2)
    table = await server.open("goblin", options={"turn_seconds": 5}, seed="07" * 32)
    await seat_npc(table, "Odo", "bully")
    ada = await table.sit("Ada")
    await table.gm.did("start_round")
    assert (await table.public.view())["to_act"] == ["odo"]
    for _ in range(8):
        await ada.did("side_bet", target="ada", amount_cp=500)
        server.clock.turn(0.5)
        await still(server)
    assert ("npc:odo", "odo") in await acted(table, after=4)
    assert "clock" not in {actor for actor, _ in await acted(table)}
    await server.close()


async def test_the_clock_acts_for_nobody_whom_the_server_plays_however_much_they_do_in_a_turn() -> None:
    server = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True, npc_seconds=60)
    table = await server.open("twentyone", options={"turn_seconds": 5}, seed="01" * 32)
    for temperament in ("bully", "drunkard", "card_sharp"):
        await seat_npc(table, temperament, temperament)
    await table.gm.did("start_round")
    await over(server, table, step=0.05)
    assert "clock" not in {actor for actor, _ in await acted(table)}
    await server.close()


async def test_a_table_that_has_stored_its_share_waits_for_room(start: Starting, logged: list[EventDict]) -> None:
    server = await start(allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    before = await version(table)
    live = await server.tables.open(table.id)
    live.size = server.tables.services.config.table_quota_bytes
    for _ in range(5):
        server.clock.turn(NPC_SECONDS * 2)
        await still(server)
    assert await version(table) == before
    assert [(one["event"], one["code"]) for one in told_of_npcs(logged)] == [("npc_refused", "table_quota_reached")]


# Restarts, and leaving memory.


async def test_they_go_on_after_a_restart_without_being_asked(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    before = await version(table)
    clock = server.clock
    await server.close()
    clock.turn(600)
    restarted = await start(store, clock=clock, npc_seconds=NPC_SECONDS)
    await still(restarted)
    assert restarted.tables.live_count == 1
    clock.turn(NPC_SECONDS * 1.5)
    await still(restarted)
    table.public, table.gm = (table.again(restarted.client, caller) for caller in (table.public, table.gm))
    assert await version(table) == before + 1
    assert (await over(restarted, table))["result"]["round"] == 1
    await audited(table, restarted.tables.services.catalogue)


async def test_a_table_where_the_server_plays_nobody_now_is_not_loaded_at_a_restart(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32)
    await table.sit("Ada")
    await seat_npc(table, "Odo", "random")
    await table.gm.did("start_round")
    assert (await table.public.view())["to_act"] == ["ada"]
    await server.close()
    restarted = await start(store, clock=server.clock, npc_seconds=NPC_SECONDS)
    await still(restarted)
    assert restarted.tables.live_count == 0


async def test_whoever_is_asked_answers_alike_before_and_after_a_restart(start: Starting) -> None:
    moves: list[Any] = []
    for restarts in (False, True):
        store = MemoryStore()
        server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
        table = await server.open("twentyone", seed="07" * 32)
        for name in ("reckless", "bully"):
            await seat_npc(table, name, name)
        await table.gm.did("start_round")
        for _ in range(3):
            await still(server)
            if restarts:
                clock = server.clock
                await server.close()
                server = await start(store, clock=clock, npc_seconds=NPC_SECONDS)
                await still(server)
                table.public, table.gm = (table.again(server.client, one) for one in (table.public, table.gm))
            server.clock.turn(NPC_SECONDS * 1.5)
        await still(server)
        moves.append([entry["events"] for entry in (await table.gm.get("/events?after=0"))["entries"]])
    assert moves[0] == moves[1]


async def test_they_act_at_a_table_that_left_memory_meanwhile(start: Starting) -> None:
    server = await start(allow_seeds=True, npc_seconds=60, idle_seconds=4)
    table = await server.open("race", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    before = await version(table)
    for _ in range(20):
        server.clock.turn(1)
    assert server.tables.live_count == 0
    for _ in range(70):
        server.clock.turn(1)
        await still(server)
    assert await version(table) > before


async def test_nobody_holds_a_table_in_memory_that_waits_for_people(start: Starting) -> None:
    server = await start(allow_seeds=True, npc_seconds=NPC_SECONDS, idle_seconds=60)
    table = await server.open("race", seed="07" * 32)
    await table.sit("Ada")
    await seat_npc(table, "Odo", "random")
    await table.gm.did("start_round")
    for _ in range(16):
        server.clock.turn(15)
        await still(server)
    assert server.tables.live_count == 0


async def test_a_server_that_stops_waits_for_nobody_whom_it_plays(start: Starting) -> None:
    server, table = await paced(start)
    await server.close()
    assert server.clock.pending() == 0
    before = len(await server.store.read(table.id))
    server.clock.turn(600)
    assert len(await server.store.read(table.id)) == before
