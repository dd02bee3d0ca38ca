"""The example round on the rules page of V3.0 was played, and its refusal codes are those of the game."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from games.installed import CATALOGUE
from games.twentyone.cheating import HEAT_PER_CHEAT
from games.twentyone.naturals import CLEANING_FEE_CP
from games.twentyone.skills import Foreseeing
from games.twentyone.v3.dice import HEAT_LOST_A_ROUND, V3Cheating
from games.twentyone.v3.skills import V3Foreseeing
from tests.docs.hearing import Hearing
from tests.docs.test_rules_pages import section

PAGE: Final = (Path(__file__).parents[2] / "docs" / "rules" / "twentyone-v3.md").read_text()

SHEETS: Final = {
    "Odo": {"abilities": {"dex": 4}, "skills": {"sleight_of_hand": 6}},
    "Wren": {"abilities": {"cha": 1}},
    "Bri": {"abilities": {"str": 4, "wis": 2}},
}
LUCK: Final = {"Bri": "seven", "Odo": "old boots", "Wren": "moonrise"}
SECRET: Final = (2733).to_bytes(32, "big")
PLAYED: Final[list[tuple[str | None, dict[str, Any]]]] = [
    (None, {"type": "start_round"}),
    ("odo", {"type": "cut"}),
    ("odo", {"type": "cheat", "n": 1, "change": 2}),
    ("odo", {"type": "roll", "die": "d8", "pay": "coins"}),
    ("odo", {"type": "let_it_be"}),
    ("wren", {"type": "goad", "target": "bri"}),
    ("wren", {"type": "roll", "die": "d8", "pay": "coins"}),
    ("wren", {"type": "let_it_be"}),
    ("bri", {"type": "bump", "target": "odo", "n": 2}),
    ("odo", {"type": "let_it_be"}),
    ("bri", {"type": "reroll", "n": 1}),
    ("bri", {"type": "let_it_be"}),
    ("bri", {"type": "roll", "die": "d6", "pay": "drinks"}),
    ("bri", {"type": "let_it_be"}),
    ("odo", {"type": "hold"}),
    ("wren", {"type": "hold"}),
    ("bri", {"type": "hold"}),
    ("wren", {"type": "accuse", "target": "bri", "n": 2}),
    ("bri", {"type": "accuse", "target": "odo", "n": 1}),
    ("wren", {"type": "pass"}),
    ("bri", {"type": "pass"}),
]


@pytest.fixture(scope="module")
def hearing() -> Hearing:
    return Hearing("twentyone-v3", SECRET, {name: SHEETS[name] for name in sorted(SHEETS)}, LUCK, PLAYED)


def test_the_example_round_was_really_played(hearing: Hearing) -> None:
    sentences = re.findall(r"^> - (.*)$", section(PAGE, "An example round"), re.MULTILINE)
    assert hearing.missing(sentences) == []
    assert len(sentences) > 20


def test_the_example_round_ends_with_the_purses_on_the_page(hearing: Hearing) -> None:
    assert not hearing.journal.table.running
    assert hearing.purses() == {"bri": 10_500, "odo": 1_500, "wren": 3_000}


def test_the_page_documents_only_refusal_codes_of_the_game() -> None:
    documented = set(re.findall(r"`(\w+)`", section(PAGE, "Why a move is refused")))
    assert documented == set(CATALOGUE.rulebook("twentyone-v3").refusals)


def test_the_numbers_that_differ_are_those_of_the_rules() -> None:
    differences = section(PAGE, "Differences at a glance")
    assert f"DC {Foreseeing.dc};" in differences
    assert f"DC {V3Foreseeing.dc};" in differences
    assert f"bust, {V3Cheating.fumble_antes} antes" in differences
    assert f"{CLEANING_FEE_CP // 100} gp at once" in differences
    heat = section(PAGE, "Cheating and the table's heat")
    assert f"raises it by {HEAT_PER_CHEAT}" in heat
    assert f"lowers it by {HEAT_LOST_A_ROUND}" in heat
