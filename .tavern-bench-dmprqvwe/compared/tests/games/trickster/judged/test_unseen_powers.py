"""What a power did unseen stays unseen to the end, where the same dice are shown as without it: on every route."""

import asyncio
import random
from functools import partial
from itertools import islice
from typing import Any, Final

import msgspec
import pytest

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from tests.games.trickster.referee.book import Json
from tests.games.trickster.referee.powers import Die
from tests.games.trickster.referee.random_games import RandomGames
from tests.games.trickster.referee.worlds import UNSEEN, Worlds
from tests.playing import Playing
from tests.server.keeping import chained
from tests.server.renaming import assert_alike
from tests.server.test_hidden_entries_cost_nothing import calls
from tests.server.test_secrecy_of_logs import World

SIPPER: Final[Json] = {
    "name": "Sipper",
    "hand": ["d6", "d6"],
    "abilities": [
        {
            "kind": "reactive",
            "name": "Second sip",
            "on": "rolled",
            "pattern": {"pattern": "showing", "faces": [1]},
            "limit": "game",
            "effects": [
                {"effect": "reroll", "of": "own", "die": "lowest"},
                {"effect": "peek", "of": "next", "die": "smallest"},
            ],
        },
        {
            "kind": "manual",
            "name": "Elbow",
            "limit": "game",
            "effects": [{"effect": "reroll", "of": "chosen", "die": "largest"}],
        },
    ],
}
OTHERS: Final = (PUBLIC, seat_viewer("bo"), seat_viewer("cy"))
MOVES: Final[list[tuple[str, Json]]] = [
    ("ada", {"type": "bet", "amount": 1, "value": 5}),
    ("cy", {"type": "use_ability", "ability": 1, "target": "ada"}),
    ("bo", {"type": "bet", "amount": 6, "value": 6}),
    ("ada", {"type": "use_ability", "ability": 1, "target": "bo"}),
    ("cy", {"type": "call_liar"}),
    ("bo", {"type": "lose_die", "n": 0}),
    ("bo", {"type": "bet", "amount": 6, "value": 6}),
    ("cy", {"type": "call_liar"}),
    ("cy", {"type": "bet", "amount": 9, "value": 6}),
    ("ada", {"type": "call_liar"}),
    ("cy", {"type": "lose_die", "n": 0}),
    ("cy", {"type": "bet", "amount": 9, "value": 6}),
    ("ada", {"type": "call_liar"}),
]


def a_game(*, sips: bool, moves: int = len(MOVES)) -> Playing:
    """A game in which Ada's 1 became a 5 unseen, or (`sips` is false) was a 5 as it fell: all else is the same."""
    games = RandomGames(0, 3, kind=Playing, cards=[SIPPER], standard_cards=False, unseal="dispute")
    later = [3, 4] * 3
    games.playing.load(
        {
            ("ada", "first_bet", 20): [20],
            ("bo", "first_bet", 20): [2],
            ("cy", "first_bet", 20): [3],
            ("ada", "cup", 6): [1 if sips else 5, 4, *later],
            ("ada", "unseen", 6): [5],
            ("ada", "reroll", 6): [2],
            ("bo", "cup", 6): later,
            ("bo", "reroll", 6): [3],
            ("cy", "cup", 6): later,
        }
    )
    game = games.start(["Sipper"] * 3)
    for move in MOVES[:moves]:
        games.move(*move)
    assert game.over == (moves == len(MOVES))
    return games.playing


def unseen(playing: Playing) -> list[str]:
    kinds = [str(type(event).__struct_config__.tag) for entry in playing.entries for event in entry.events]
    return [kind for kind in kinds if kind.removeprefix("trickster.") in UNSEEN]


def test_a_power_that_nobody_saw_leaves_no_trace_from_the_throw_to_the_end_of_the_game() -> None:
    with_it, without = a_game(sips=True), a_game(sips=False)
    assert unseen(with_it) != unseen(without) == []
    for viewer in OTHERS:
        assert msgspec.json.encode(with_it.seen(viewer)) == msgspec.json.encode(without.seen(viewer))
        assert msgspec.json.encode(with_it.view(viewer)) == msgspec.json.encode(without.view(viewer))
    for viewer in (GM, seat_viewer("ada")):
        assert msgspec.json.encode(with_it.seen(viewer)) != msgspec.json.encode(without.seen(viewer))


@pytest.mark.parametrize("moves", [0, 2, len(MOVES)])
def test_to_show_others_the_table_takes_as_much_work_whether_or_not_a_power_was_used_unseen(moves: int) -> None:
    tables = [a_game(sips=sips, moves=moves) for sips in (True, False)]
    for viewer in OTHERS:
        for playing in tables:
            playing.view(viewer)
        with_it, without = (calls(partial(playing.view, viewer)) for playing in tables)
        assert with_it == without


async def all_that_is_received(playing: Playing, viewer: Viewer, restless: random.Random | None) -> list[Any]:
    """All that a viewer, there from the start, receives from a server, and from another that takes up the store."""
    world = World(playing, list(chained(playing.entries)), viewer, restless)
    await world.live_through(4)
    await world.look_back()
    return world.received


def they_receive_the_same(here: Playing, there: Playing, viewer: Viewer) -> None:
    received = asyncio.run(all_that_is_received(here, viewer, None))
    received_otherwise = asyncio.run(all_that_is_received(there, viewer, random.Random(viewer)))
    assert_alike(received, received_otherwise)
    assert len(received) > 20


@pytest.mark.parametrize("viewer", OTHERS)
@pytest.mark.parametrize("moves", [2, len(MOVES)])
def test_a_server_sends_others_the_same_bytes_whether_or_not_a_power_was_used_unseen(viewer: str, moves: int) -> None:
    they_receive_the_same(a_game(sips=True, moves=moves), a_game(sips=False, moves=moves), viewer)


def test_a_server_sends_who_used_the_power_that_it_was_used() -> None:
    received, received_otherwise = (
        asyncio.run(all_that_is_received(a_game(sips=sips), seat_viewer("ada"), None)) for sips in (True, False)
    )
    assert received != received_otherwise


def moves_until_it_shows(seed: int) -> int:
    """How many moves go by before a challenge, or a power that shows what a die is that others took for another."""
    worlds, misjudged, count = Worlds(seed, 3), list[Die](), 0
    for _ in worlds.moves():
        if any(die.size == die.believed for die in misjudged):
            break
        misjudged, count = worlds.misjudged(), count + 1
    return count


def walked(seed: int) -> Worlds:
    """Two tables with cards of any making, up to the move that would show the dice."""
    worlds = Worlds(seed, 3)
    for _ in islice(worlds.moves(), moves_until_it_shows(seed)):
        pass
    return worlds


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(3, 60))]
)
def test_a_server_sends_others_the_same_bytes_whatever_lies_under_the_cups(seed: int) -> None:
    worlds = walked(seed)
    viewer = next((viewer for viewer in worlds.watching if viewer not in worlds.peeked()), PUBLIC)
    they_receive_the_same(worlds.here.playing, worlds.there.playing, viewer)
