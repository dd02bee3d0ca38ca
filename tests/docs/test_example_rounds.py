"""The example on a game's rules page is a round that was played. A new game adds itself to `EXAMPLES`.

`> - …` on a page stands for any number of lines.
"""

import re
from typing import Any, Final

import msgspec
import pytest

from events.accounts import HOUSE
from events.audience import GM
from games.installed import CATALOGUE
from tests.docs.hearing import Hearing, Played
from tests.docs.pages import ROOT, as_shown
from tests.playing import Playing, Sequence


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """An example round: the players with their purses, the faces that fall, the commands. The GM hears the page."""

    faces: dict[Sequence, list[int]]
    commands: list[tuple[str | None, dict[str, Any]]]
    options: dict[str, Any] = {}
    players: tuple[str, ...] = ("Bri", "Odo", "Wren")
    purse_cp: int = 5_000


class SeededExample(msgspec.Struct, frozen=True, kw_only=True):
    """An example round with the dice that a secret gives. The page has some of the lines that the GM hears."""

    secret: int
    commands: Played
    purses: dict[str, int]
    options: dict[str, Any] = {}
    sheets: dict[str, Any]


THROW: Final = {"type": "throw"}
BANK: Final = {"type": "bank"}
EXAMPLES: Final = {
    "mason": Example(
        options={"ante_cp": 500},
        faces={
            ("bri", "mason", 6): [5, 2, 6, 1, 4, 3, 1, 4, 2, 3, 1, 2, 6, 3, 1, 1, 5, 3],
            ("odo", "mason", 6): [3, 1, 2, 6, 1, 3, 2],
            ("wren", "mason", 6): [4, 6, 1, 2, 5, 2, 1, 3, 6, 2, 3, 1, 2, 2, 1, 3],
        },
        commands=[("bri", THROW), ("odo", THROW), ("wren", THROW), ("bri", THROW), ("wren", THROW)],
    ),
    "pig": Example(
        options={"ante_cp": 500, "target": 50},
        faces={
            ("bri", "pig", 6): [5, 4, 3, 2, 5, 6],
            ("odo", "pig", 6): [6, 2, 1, 1],
            ("wren", "pig", 6): [3, 6, 6, 5, 6, 4, 2, 6, 5, 6, 4],
        },
        commands=[
            *[("bri", THROW)] * 2,
            ("bri", BANK),
            *[("odo", THROW)] * 3,
            *[("wren", THROW)] * 6,
            ("wren", BANK),
            *[("bri", THROW)] * 4,
            ("bri", BANK),
            ("odo", THROW),
            *[("wren", THROW)] * 5,
            ("wren", BANK),
        ],
    ),
    "bluffmaster": Example(
        players=("Abernathy", "Bri", "Columbia"),
        purse_cp=10_000,
        faces={
            ("abernathy", "who_bets_first", 20): [14],
            ("bri", "who_bets_first", 20): [6],
            ("columbia", "who_bets_first", 20): [11],
            ("abernathy", "hidden", 20): [16, 8],
            ("bri", "hidden", 20): [7],
            ("columbia", "hidden", 20): [17, 9],
            ("abernathy", "reroll", 20): [10],
        },
        commands=[
            ("abernathy", {"type": "open", "amount_cp": 2_000}),
            ("bri", {"type": "call"}),
            ("columbia", {"type": "raise", "amount_cp": 1_000}),
            ("abernathy", {"type": "call"}),
            ("bri", {"type": "fold"}),
            ("abernathy", {"type": "check"}),
            ("columbia", {"type": "check"}),
            ("columbia", {"type": "use_ability", "ability": "reroll", "target": "abernathy", "n": 0}),
            ("abernathy", {"type": "use_ability", "ability": "subtract", "target": "columbia"}),
        ],
    ),
    "mountains": Example(
        faces={(HOUSE, "house", 8): [8, 2], ("bri", "card", 8): [4], ("odo", "card", 8): [8]},
        commands=[
            ("bri", {"type": "bet", "amount_cp": 500}),
            ("odo", {"type": "bet", "amount_cp": 500}),
            ("wren", {"type": "pass"}),
            ("bri", {"type": "bet", "amount_cp": 1_500}),
            ("odo", {"type": "pass"}),
        ],
    ),
    "middles-seven": Example(
        faces={(HOUSE, "house", 6): [1, 6]},
        commands=[
            ("bri", {"type": "bet", "on": "middles_7", "amount_cp": 500}),
            ("odo", {"type": "bet", "on": "higher", "amount_cp": 1_000}),
            ("wren", {"type": "bet", "on": "lower", "amount_cp": 500}),
        ],
    ),
    "scales": Example(
        faces={(HOUSE, "house", 6): [6, 2, 6]},
        commands=[
            ("bri", {"type": "bet", "on": "number:6", "amount_cp": 500}),
            ("odo", {"type": "bet", "on": "number:2", "amount_cp": 1_000}),
            ("wren", {"type": "bet", "on": "number:1", "amount_cp": 500}),
        ],
    ),
    "twelve-nights": Example(
        faces={
            (HOUSE, "house", 6): [2, 6],
            (HOUSE, "house_hit", 6): [3],
            ("bri", "cards", 6): [3, 5],
            ("bri", "hit", 6): [4],
            ("odo", "cards", 6): [1, 1],
            ("wren", "cards", 6): [4, 6],
        },
        commands=[
            ("bri", {"type": "bet", "amount_cp": 500}),
            ("odo", {"type": "bet", "amount_cp": 1_000}),
            ("wren", {"type": "bet", "amount_cp": 500}),
            ("wren", {"type": "fold"}),
            ("odo", {"type": "stay"}),
            ("bri", {"type": "hit"}),
        ],
    ),
    "twins": Example(
        faces={(HOUSE, "house", 20): [13, 19]},
        commands=[
            ("bri", {"type": "bet", "on": "number:13", "amount_cp": 500}),
            ("odo", {"type": "bet", "on": "both:odd", "amount_cp": 1_000}),
            ("bri", {"type": "bet", "on": "total:even", "amount_cp": 1_000}),
            ("wren", {"type": "pass"}),
            ("odo", {"type": "bet", "on": "white:4", "amount_cp": 500}),
            ("odo", {"type": "pass"}),
            ("bri", {"type": "pass"}),
        ],
    ),
    "rulers-bluff": Example(
        faces={
            ("bri", "hidden", 6): [5, 5, 2],
            ("odo", "hidden", 6): [6, 3, 1],
            ("wren", "hidden", 6): [4, 2, 2],
            ("bri", "discard", 6): [6],
            (HOUSE, "shared", 6): [6, 2],
        },
        commands=[
            ("bri", {"type": "open", "amount_cp": 500}),
            ("odo", {"type": "fold"}),
            ("wren", {"type": "call"}),
            ("bri", {"type": "discard", "n": 2}),
            ("bri", {"type": "check"}),
            ("wren", {"type": "check"}),
            ("bri", {"type": "check"}),
            ("wren", {"type": "open", "amount_cp": 1_000}),
            ("bri", {"type": "call"}),
        ],
    ),
    "triangle": Example(
        faces={
            **{("bri", "hidden", sides): [face] for sides, face in ((12, 10), (8, 8), (6, 5))},
            **{("odo", "hidden", sides): [face] for sides, face in ((12, 4), (8, 2))},
            **{("wren", "hidden", sides): [face] for sides, face in ((12, 1), (8, 1), (6, 1))},
        },
        commands=[
            ("bri", {"type": "open", "amount_cp": 500}),
            ("odo", {"type": "call"}),
            ("wren", {"type": "call"}),
            ("bri", {"type": "check"}),
            ("odo", {"type": "check"}),
            ("wren", {"type": "open", "amount_cp": 500}),
            ("bri", {"type": "call"}),
            ("odo", {"type": "fold"}),
            ("bri", {"type": "open", "amount_cp": 1_000}),
            ("wren", {"type": "call"}),
        ],
    ),
    "trickster": Example(
        options={
            "ante_cp": 500,
            "cards": [
                {"name": "Giant", "hand": ["d20"]},
                {
                    "name": "Sneak",
                    "hand": ["d8"],
                    "abilities": [{"kind": "manual", "name": "Peep", "effects": [{"effect": "peek"}]}],
                },
                {
                    "name": "Lucky",
                    "hand": ["d6", "d6"],
                    "abilities": [
                        {
                            "kind": "reactive",
                            "name": "Two of a kind",
                            "on": "rolled",
                            "pattern": {"pattern": "alike", "count": 2},
                            "effects": [{"effect": "upgrade", "die": "smallest"}],
                        }
                    ],
                },
            ],
        },
        faces={
            **{(seat, "first_bet", 20): [face] for seat, face in (("bri", 17), ("odo", 4), ("wren", 9))},
            ("bri", "cup", 20): [20],
            ("odo", "cup", 8): [8, 7, 4],
            ("wren", "cup", 6): [2, 2, 3],
            ("wren", "cup", 8): [1, 5],
            ("wren", "unseen", 8): [6],
        },
        commands=[
            ("bri", {"type": "choose_class", "card": "Giant"}),
            ("wren", {"type": "choose_class", "card": "Lucky"}),
            ("odo", {"type": "choose_class", "card": "Sneak"}),
            ("bri", {"type": "bet", "amount": 3, "value": 6}),
            ("odo", {"type": "use_ability", "ability": 0, "target": "bri", "n": 0}),
            ("odo", {"type": "bet", "amount": 4, "value": 6}),
            ("wren", {"type": "bet", "amount": 5, "value": 6}),
            ("bri", {"type": "call_liar"}),
            ("odo", {"type": "bet", "amount": 1, "value": 6}),
            ("wren", {"type": "bet", "amount": 2, "value": 6}),
            ("odo", {"type": "call_liar"}),
            ("wren", {"type": "lose_die", "n": 0}),
            ("wren", {"type": "bet", "amount": 1, "value": 5}),
            ("odo", {"type": "call_liar"}),
        ],
    ),
}
ROLL: Final = {"type": "roll"}
HOLD: Final = {"type": "hold"}
LET_IT_BE: Final = {"type": "let_it_be"}
SEEDED: Final = {
    "twentyone": SeededExample(
        secret=4072,
        sheets={
            "Bri": {"abilities": {"dex": 3, "cha": 3}, "skills": {"sleight_of_hand": 7, "intimidation": 5}},
            "Odo": {"abilities": {"str": 4, "con": 3}, "saves": {"con": 5}},
            "Wren": {"abilities": {"wis": 3}, "skills": {"insight": 5}},
        },
        commands=[
            (None, {"type": "start_round"}),
            ("odo", {"type": "cut"}),
            ("wren", {"type": "side_bet", "target": "wren", "amount_cp": 500}),
            ("odo", {"type": "roll", "die": "d8", "pay": "drinks"}),
            ("odo", LET_IT_BE),
            ("wren", {"type": "foresight"}),
            ("wren", HOLD),
            ("bri", {"type": "goad", "target": "wren", "skill": "intimidation"}),
            ("bri", {"type": "roll", "die": "d10", "pay": "coins"}),
            ("bri", {"type": "cheat", "n": 2, "change": -1}),
            ("odo", HOLD),
            ("wren", {"type": "roll", "die": "d10", "pay": "coins"}),
            ("wren", LET_IT_BE),
            ("bri", HOLD),
            ("wren", HOLD),
            ("wren", {"type": "accuse", "target": "bri", "n": 2}),
            ("odo", {"type": "pass"}),
        ],
        purses={"bri": 1_750, "odo": 4_500, "wren": 10_250},
    ),
    "twentyone-v3": SeededExample(
        secret=2733,
        sheets={
            "Bri": {"abilities": {"str": 4, "wis": 2}},
            "Odo": {"abilities": {"dex": 4}, "skills": {"sleight_of_hand": 6}},
            "Wren": {"abilities": {"cha": 1}},
        },
        commands=[
            (None, {"type": "start_round"}),
            ("odo", {"type": "cut"}),
            ("odo", {"type": "cheat", "n": 1, "change": 2}),
            ("odo", {"type": "roll", "die": "d8", "pay": "coins"}),
            ("odo", LET_IT_BE),
            ("wren", {"type": "goad", "target": "bri"}),
            ("wren", {"type": "roll", "die": "d8", "pay": "coins"}),
            ("wren", LET_IT_BE),
            ("bri", {"type": "bump", "target": "odo", "n": 2}),
            ("odo", LET_IT_BE),
            ("bri", {"type": "reroll", "n": 1}),
            ("bri", LET_IT_BE),
            ("bri", {"type": "roll", "die": "d6", "pay": "drinks"}),
            ("bri", LET_IT_BE),
            ("odo", HOLD),
            ("wren", HOLD),
            ("bri", HOLD),
            ("wren", {"type": "accuse", "target": "bri", "n": 2}),
            ("bri", {"type": "accuse", "target": "odo", "n": 1}),
            ("wren", {"type": "pass"}),
            ("bri", {"type": "pass"}),
        ],
        purses={"bri": 10_500, "odo": 1_500, "wren": 3_000},
    ),
    "goblin": SeededExample(
        secret=1875,
        sheets={"Bri": {}, "Odo": {}, "Cal": {}},
        options={"ante_cp": 500},
        commands=[
            (None, {"type": "start_round"}),
            *((seat, ROLL) for _ in range(2) for seat in ("bri", "odo", "cal")),
            ("bri", ROLL),
            ("odo", HOLD),
            ("cal", HOLD),
            ("bri", ROLL),
            ("bri", {"type": "boot", "target": "odo"}),
            ("bri", ROLL),
            ("bri", ROLL),
            ("odo", HOLD),
        ],
        purses={"bri": 4_500, "odo": 4_500, "cal": 6_000},
    ),
    "farkle": SeededExample(
        secret=120,
        sheets={"Bri": {}, "Odo": {}, "Cal": {}},
        options={"ante_cp": 500, "target": 3_000, "opening_bank": 500, "greed": True},
        commands=[
            (None, {"type": "start_round"}),
            ("bri", THROW),
            ("bri", {"type": "set_aside", "faces": [1, 1, 1]}),
            ("bri", BANK),
            ("odo", {"type": "throw", "greedy": True}),
            ("odo", {"type": "set_aside", "faces": [1, 1, 1, 1, 2, 2]}),
            ("odo", BANK),
            ("cal", {"type": "throw", "greedy": True}),
            ("cal", {"type": "set_aside", "faces": [1, 1, 2, 2, 5, 5]}),
            ("cal", THROW),
            ("bri", THROW),
            ("bri", {"type": "set_aside", "faces": [1, 1, 2, 2, 3, 3]}),
            ("bri", THROW),
            ("bri", {"type": "set_aside", "faces": [1, 3, 3, 3]}),
            ("bri", BANK),
            ("odo", {"type": "throw", "greedy": True}),
            ("odo", {"type": "set_aside", "faces": [1, 2, 3, 4, 5, 6]}),
            ("odo", BANK),
        ],
        purses={"bri": 4_500, "odo": 6_000, "cal": 4_500},
    ),
}


def shown_on(game: str) -> list[str]:
    """The lines of the example on a game's page."""
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r"^> - (.*)$", page, re.MULTILINE)


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_example_is_a_round_that_was_played(game: str) -> None:
    """All that is heard after the start. Bluffmaster's is the first round of a Set."""
    example = EXAMPLES[game]
    playing = Playing.open(CATALOGUE, game, **example.options).seat(*example.players, purse_cp=example.purse_cp)
    playing.load(example.faces).start()
    heard: list[str] = []
    for seat, body in example.commands:
        playing.send(seat, msgspec.json.encode(body))
        newest = playing.newest_seen(GM)
        heard += newest.chronicle if newest else []

    shown = shown_on(game)
    heard = [line for line in heard if " is unsealed: " not in line]
    lines = "\n".join(f"> - {line}" for line in heard)
    assert len(shown) > 2, lines
    assert as_shown("\n".join(shown), "\n".join(heard)), lines
    assert playing.table.running == (game == "bluffmaster")


@pytest.mark.parametrize("game", SEEDED)
def test_the_example_with_a_secret_is_a_round_that_was_played(game: str) -> None:
    example = SEEDED[game]
    hearing = Hearing(game, example.secret.to_bytes(32, "big"), example.sheets, example.commands, example.options)

    shown = [line for line in shown_on(game) if line != "…"]
    assert len(shown) > 7
    assert hearing.missing(shown) == [], "\n".join(hearing.heard)
    assert not hearing.journal.table.running
    assert hearing.purses() == example.purses


def test_every_game_has_an_example_that_is_tested() -> None:
    assert {*EXAMPLES, *SEEDED} == {*CATALOGUE.rulebooks}
