"""Whether temperaments play by all that there is in the catalogue: each of them, and not only all together."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import pytest

from events.character import Character
from events.event import type_tag
from events.gaming_sets import GamingSet
from games.installed import CATALOGUE
from games.mechanics.tricks.game import OF_CHEATS, TrickGame
from games.policies import TEMPERAMENTS, named
from tests.games.policies.sitting import Table

ALL_OPEN: Final[Mapping[str, dict[str, Any]]] = {
    "twentyone-v3": {"goad_resist": "one_ante"},
    "bluffmaster": {"cards": "chosen"},
    "farkle": {"target": 1_000},
    "pig": {"target": 50},
    "rulers-bluff": {"ante_cp": 40_000},
}
"""Options with which a game has all of its commands, and is soon over. Only high antes leave somebody without coins."""
ROUNDS: Final = {
    "twentyone": 150,
    "twentyone-v3": 150,
    "bluffmaster": 80,
    "farkle": 10,
    "mason": 5,
    "pig": 5,
    "trickster": 6,
}
SELDOM: Final[Mapping[str, set[str]]] = {"twentyone-v3": {"reroll"}, "twelve-nights": {"fold"}}
"""What waits for somebody else's dice, or a natural 20 of one's own: not all come to it in one evening; and what is
not in everybody's nature."""
COMMANDS: Final = {
    game: {
        type_tag(kind)
        for kind in rulebook.commands
        if not (isinstance(rulebook, TrickGame) and type_tag(kind) in OF_CHEATS)
    }
    for game, rulebook in CATALOGUE.rulebooks.items()
}
"""Without those that are for cheats alone, which no table has unless it asks for them."""
WITH_TRICKS: Final[Mapping[str, dict[str, Any]]] = {
    "farkle": {"target": 1_000},
    "mason": {},
    "pig": {"target": 50},
}


@cache
def evening(name: str, game: str) -> Table:
    """Two of a temperament beside a card sharp, who gives occasion to accuse somebody."""
    sheet = Character(skills={"sleight_of_hand": 5, "investigation": 5})
    seats = {"Ada": named(name), "Bo": named(name), "Cy": named("card_sharp")}
    table = Table(game, seats, seed=21, character=sheet, options=ALL_OPEN.get(game, {}))
    for _ in range(ROUNDS.get(game, 60)):
        table.play_round()
    return table


def done_by(name: str, game: str) -> set[str]:
    table = evening(name, game)
    return table.done["ada"] | table.done["bo"]


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_each_temperament_uses_every_command_of_a_game(name: str, game: str) -> None:
    assert COMMANDS[game] - SELDOM.get(game, set()) <= done_by(name, game)


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
def test_the_temperaments_together_leave_no_command_of_a_game_out(game: str) -> None:
    assert set[str]().union(*(done_by(name, game) for name in TEMPERAMENTS)) == COMMANDS[game]


@pytest.mark.parametrize("game", ["twentyone", "twentyone-v3"])
@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_each_temperament_puts_dice_on_the_tab_now_and_then(name: str, game: str) -> None:
    own = [entry for entry in evening(name, game).playing.entries if entry.seat in ("ada", "bo")]

    assert [entry for entry in own if b'"pay":"drinks"' in bytes(entry.command)]


@pytest.mark.parametrize(
    ("game", "calls"),
    [
        ("middles-seven", ("higher", "lower", "middles_7")),
        ("scales", tuple(f"number:{number}" for number in range(1, 7))),
        ("twins", ("number:", "black:", "white:", "both:odd", "both:even", "total:odd", "total:even")),
    ],
)
def test_the_temperaments_together_make_every_call(game: str, calls: tuple[str, ...]) -> None:
    bodies = [bytes(entry.command) for name in TEMPERAMENTS for entry in evening(name, game).playing.entries]

    for call in calls:
        assert any(b'"on":"%s' % call.encode() in body for body in bodies)


@cache
def crooked_evening(name: str, game: str) -> Table:
    """Two of a temperament and a card sharp, who are good with their hands, where being caught costs nothing."""
    sheet = Character(skills={"sleight_of_hand": 9, "perception": 5, "investigation": 12})
    options = {**WITH_TRICKS[game], "cheating": "on", "caught": "nothing"}
    seats = {"Ada": named(name), "Bo": named(name), "Cy": named("card_sharp")}
    table = Table(game, seats, seed=23, character=sheet, options=options, sets=[GamingSet(set="weighted_double")])
    for _ in range(30):
        table.play_round()
    return table


@pytest.mark.parametrize("game", WITH_TRICKS)
@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_each_temperament_denounces_cheats_and_all_but_the_cautious_cheat(name: str, game: str) -> None:
    done = crooked_evening(name, game).done["ada"] | crooked_evening(name, game).done["bo"]

    assert {"show_dice", "denounce", "say_nothing"} <= done
    assert ("cheat" in done) == (name != "cautious")
    assert ("inspect" in done) <= (name != "reckless")


@pytest.mark.parametrize("game", WITH_TRICKS)
def test_the_temperaments_together_leave_no_trick_out(game: str) -> None:
    done = set[str]().union(*(crooked_evening(name, game).done["ada"] for name in TEMPERAMENTS))
    assert {*OF_CHEATS} <= done
