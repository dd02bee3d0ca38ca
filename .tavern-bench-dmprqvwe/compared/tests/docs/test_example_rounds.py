"""The example on a game's rules page is a round that was played. A new game adds itself to `EXAMPLES`."""

import re
from typing import Any, Final

import msgspec
import pytest

from events.accounts import HOUSE
from events.audience import GM
from games.installed import CATALOGUE
from tests.docs.pages import ROOT, as_shown
from tests.playing import Playing, Sequence


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """An example round: Bri, Odo and Wren with 50 gp each, the faces that fall, the commands. The GM hears the page."""

    faces: dict[Sequence, list[int]]
    commands: list[tuple[str | None, dict[str, Any]]]
    options: dict[str, Any] = {}


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
BY_TESTS_OF_THEIR_OWN: Final = {"bluffmaster", "farkle", "goblin", "twentyone", "twentyone-v3"}


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_example_is_a_round_that_was_played(game: str) -> None:
    """All that is heard after the start. `> - …` stands for any number of lines."""
    example = EXAMPLES[game]
    playing = Playing.open(CATALOGUE, game, **example.options).seat("Bri", "Odo", "Wren", purse_cp=5_000)
    playing.load(example.faces).start()
    heard: list[str] = []
    for seat, body in example.commands:
        playing.send(seat, msgspec.json.encode(body))
        newest = playing.newest_seen(GM)
        heard += newest.chronicle if newest else []

    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text()
    shown = re.findall(r"^> - (.*)$", page, re.MULTILINE)
    heard = [line for line in heard if " is unsealed: " not in line]
    lines = "\n".join(f"> - {line}" for line in heard)
    assert len(shown) > 2, lines
    assert as_shown("\n".join(shown), "\n".join(heard)), lines
    assert not playing.table.running


def test_every_game_has_an_example_that_is_tested() -> None:
    assert {*EXAMPLES, *BY_TESTS_OF_THEIR_OWN} == {*CATALOGUE.rulebooks}
