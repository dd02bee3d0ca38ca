"""Other dice under the cups of others, and cheats nobody saw: not a byte changes of what the table is served, nor when.

At each table the server plays one of every temperament. Ada does as little as she can; what lies under her cup, and
what she does there in secret, is not the same in all worlds.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec
import pytest

from events.audience import GM, PUBLIC, seat_viewer
from events.event import redact
from events.round_events import SeedRecorded
from events.storage.contract import AppendRecords, Store
from events.storage.memory import MemoryStore
from games import policies
from games.installed import CATALOGUE
from projections.table import COVERED
from server.tokens import hash_of, record_of
from tests.games.policies.sitting import Table
from tests.playing import SECRET, TABLE, LoadedDealer, Playing
from tests.server.npcs import PURSE_CP, still
from tests.server.playing_through import SHORT, value_for
from tests.server.renaming import assert_alike
from tests.server.serving import Caller, Served, TurnedClock, start_server
from tests.server.test_secrecy import all_that_is_served

NPC_SECONDS: Final = 2
STEP: Final = 1.0
COVERED_BY: Final = {
    "twentyone": ("hole", 10),
    "twentyone-v3": ("hole", 10),
    "bluffmaster": ("hidden", 20),
    "rulers-bluff": ("hidden", 6),
    "triangle": ("hidden", 12),
    "trickster": ("cup", 6),
}
"""The games where somebody holds what others do not see; what their covered dice are rolled for, and their sides."""
AT_ONCE: Final = {"trickster": {"classes": "plain"}}
"""Options with which covered dice lie there from the start."""
OPENING_DICE: Final = 2
TO_CHEAT_WITH: Final = 1
"""So many dice Ada buys where she is to cheat: she is asked whether she does with each in the hand."""
LONGEST: Final = 300
ALL_HAVE_SETTLED: Final = 12
"""Entries after which everything that can be asked is asked: by then everybody has answered something."""
REVEALING: Final = ("told", "twentyone.accusation_judged")
"""By these the rules let somebody see, or everybody, what was done in secret."""
SAFE: Final = ("let_it_be", "use_none", "cut", "pass", "check", "call", "hold", "fold")
LEFT_ALONE: Final = frozenset({"leave", "dispute", "set_luck", "side_bet", "accuse", "propose_split", "refuse_split"})


class World:
    """A server on a store where a round has just begun; `callers` has the public and the NPCs."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.gm = Caller(server.client, TABLE, GM)
        self.ada = Caller(server.client, TABLE, "ada", "ada")
        seats = [name.replace("_", "-") for name in policies.TEMPERAMENTS]
        self.callers = [Caller(server.client, TABLE, None), *(Caller(server.client, TABLE, name) for name in seats)]

    @classmethod
    async def begin(cls, game: str, hidden: int) -> "World":
        """Ada's covered die shows `hidden`; all other dice, the secret and the whims are the same."""
        options: dict[str, Any] = {**SHORT.get(game, {}), **AT_ONCE.get(game, {})}
        playing = Playing.open(CATALOGUE, game, dealer=LoadedDealer(SECRET), **options)
        playing.sit("Ada", purse_cp=PURSE_CP)
        for temperament in policies.TEMPERAMENTS:
            playing.sit_npc(temperament, temperament, purse_cp=PURSE_CP)
        playing.load({("ada", *COVERED_BY[game]): [hidden]}).start()
        clock = TurnedClock()
        clock.turn(3_600)
        server = await start_server(CATALOGUE, MemoryStore(), clock=clock, npc_seconds=NPC_SECONDS)
        await keep(server.store, playing)
        world = cls(server)
        # The first look loads the table.
        await world.ada.view()
        await still(server)
        return world

    async def pass_time(self) -> None:
        self.server.clock.turn(STEP)
        await still(self.server)

    async def served(self) -> list[bytes]:
        """What each is served as its view, without what names an entry that it may not see."""
        return [(await caller.get()).body for caller in self.callers]

    async def events(self) -> list[dict[str, Any]]:
        entries = (await self.gm.get("/events?after=0&limit=1000"))["entries"]
        return [event for entry in entries for event in entry["events"]]


async def keep(store: Store, playing: Playing) -> None:
    """Store a table that was played elsewhere, with a token for everybody there: the name of who has it."""
    viewers = {GM: GM, **{seat: seat_viewer(seat) for seat in playing.table.seats}}
    tokens = [record_of(name, viewer, "00") for name, viewer in viewers.items()]
    assert tokens[0].hash == hash_of(GM)
    for written in playing.written:
        seq, at = written.entry.seq, written.entry.at
        beside = AppendRecords(secret=SECRET, tokens=tokens) if seq == 1 else AppendRecords()
        if seq == len(playing.written):
            beside = AppendRecords(deadline=at)
        await store.append(TABLE, seq, written.line, beside)


async def ada_acts(worlds: Sequence[World], *, cheats: bool) -> None:
    """Ada does the same in all worlds, but for a cheat with her covered die in the last one."""
    views = [await world.ada.view() for world in worlds]
    if "ada" not in views[0]["to_act"]:
        return
    offered = {action["type"] for action in views[0]["you"]["actions"]}
    kind = next((kind for kind in SAFE if kind in offered), None) or min(offered - LEFT_ALONE)
    if cheats and "roll" in offered and bought(views[0]) < TO_CHEAT_WITH:
        kind = "roll"
    for number, (world, view) in enumerate(zip(worlds, views, strict=True)):
        actions = [action for action in view["you"]["actions"] if action["type"] == kind]
        given = {name: value_for(name, param, Random(1)) for name, param in actions[0]["params"].items()}
        if kind == "roll":
            given["die"] = "d4"
        if cheats and number == len(worlds) - 1 and (cheat := covered_cheat(view)):
            await world.ada.did("cheat", **cheat)
        else:
            await world.ada.did(kind, **given)
        await still(world.server)


def bought(view: Any) -> int:
    """How many dice of Ada's lie there that she did not begin with."""
    return sum(len(seat["dice"]) - OPENING_DICE for seat in view["seats"] if seat["seat"] == "ada")


def covered_cheat(view: Any) -> dict[str, int] | None:
    """A change of the own covered die, if one is offered."""
    own = next(seat for seat in view["seats"] if seat["seat"] == "ada")
    covered = [die["n"] for die in own["dice"] if die["place"] in COVERED]
    for action in view["you"]["actions"]:
        if action["type"] == "cheat":
            for n in action["params"]["n"]["choices"]:
                if n in covered:
                    return {"n": n, "change": action["params"]["change"]["choices"][0]}
    return None


def shown(view: Any) -> bool:
    """Whether everybody sees by now what lay under Ada's cup, or the round is over."""
    own = next(seat for seat in view["seats"] if seat["seat"] == "ada")
    hidden = any(die["place"] in COVERED and die["face"] is None for die in own["dice"])
    return view["phase"] == "lobby" or not hidden


async def learned_of_ada(world: World) -> bool:
    """Whether the rules let somebody learn what she did in secret, or has in her hand."""
    revealing = [msgspec.json.encode(event) for event in await world.events() if event["type"] in REVEALING]
    return any(b'"ada"' in event for event in revealing)


@pytest.mark.parametrize("game", COVERED_BY)
async def test_dice_under_a_cup_change_neither_what_npcs_are_served_nor_what_they_do(
    game: str,
) -> None:
    worlds = [await World.begin(game, hidden) for hidden in (3, min(8, COVERED_BY[game][1]))]
    await go_through(worlds, cheats=False)


@pytest.mark.parametrize("game", ["twentyone", "twentyone-v3"])
async def test_a_cheat_under_a_cup_changes_neither_what_npcs_are_served_nor_what_they_do(
    game: str,
) -> None:
    worlds = [await World.begin(game, 3) for _ in range(2)]
    await go_through(worlds, cheats=True)


async def go_through(worlds: Sequence[World], *, cheats: bool) -> None:
    """Play the worlds side by side until the rules show what differs; all they serve is alike up to there."""
    version, asked = 0, False
    for _ in range(LONGEST):
        view = await worlds[0].callers[0].view()
        if shown(view) or await learned_of_ada(worlds[-1]):
            break
        if view["version"] > version:
            version = view["version"]
            served = [await world.served() for world in worlds]
            assert_alike(*served)
        if version >= ALL_HAVE_SETTLED and not asked and await differ(worlds):
            asked = True
            whole = [await all_that_is_served(world.callers[-1], world.gm) for world in worlds]
            assert_alike(*whole)
        await ada_acts(worlds, cheats=cheats)
        for world in worlds:
            await world.pass_time()
    assert asked
    acted = {event.get("seat") for event in await worlds[0].events()}
    assert acted >= {caller.token for caller in worlds[0].callers[1:]}
    for world in worlds:
        await world.server.close()


async def differ(worlds: Sequence[World]) -> bool:
    """Whether there is anything that could be seen: the GM sees it."""
    one, other = [(await world.gm.get()).body for world in worlds]
    return one != other


@pytest.mark.parametrize("game", sorted(set(CATALOGUE.rulebooks) - set(COVERED_BY)))
def test_in_all_other_games_everything_that_happens_is_seen_by_everybody(game: str) -> None:
    seats = {name.replace("_", ""): policies.named(name) for name in policies.TEMPERAMENTS}
    table = Table(game, seats, seed=4)
    begun = len(table.playing.entries)
    for _ in range(2):
        table.play_round()
    happened = [event for entry in table.playing.entries[begun:] for event in entry.events]
    assert len(happened) > 20
    assert [event for event in happened if redact(event, PUBLIC) != event and not isinstance(event, SeedRecorded)] == []
