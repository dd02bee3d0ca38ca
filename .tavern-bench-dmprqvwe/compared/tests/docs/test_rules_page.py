"""The rules page of Twenty-One says what the code does: options, prices, refusal codes, and the example round."""

import re
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from games.installed import CATALOGUE
from games.twentyone.options import SIDES, Options, die_cost
from games.twentyone.tab import drinks_for
from tests.docs.hearing import Hearing

PAGE: Final = Path(__file__).parents[2] / "docs" / "rules" / "twentyone.md"


def section(title: str) -> str:
    """What stands under a heading of the page, up to the next heading."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ )", PAGE.read_text() + "\n# ", re.DOTALL | re.MULTILINE)
    assert found, f"the page has no section {title!r}"
    return found[1]


def rows(title: str) -> list[list[str]]:
    """The cells of the table in a section, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_page_lists_every_option_with_its_default() -> None:
    documented = {name.strip("`"): default.strip("`") for name, default, *_ in rows("Options")}
    defaults = msgspec.to_builtins(Options())
    assert documented == {name: value if isinstance(value, str) else _json(value) for name, value in defaults.items()}


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def test_the_page_gives_the_price_of_each_die() -> None:
    antes = {"half an ante": 500, "1 ante": 1000, "2 antes": 2000}
    documented = {die: (antes[price], int(drinks)) for die, price, drinks in rows("Buying a die")}
    assert documented == {die: (die_cost(1000, die), drinks_for(die)) for die in SIDES}


def test_the_page_documents_every_refusal_code() -> None:
    documented = {code for codes, _ in rows("Why a move is refused") for code in re.findall(r"`(\w+)`", codes)}
    assert documented == set(CATALOGUE.rulebook("twentyone").refusals)


SHEETS: Final = {
    "Bri": {"abilities": {"dex": 3, "cha": 3}, "skills": {"sleight_of_hand": 7, "intimidation": 5}},
    "Odo": {"abilities": {"str": 4, "con": 3}, "saves": {"con": 5}},
    "Wren": {"abilities": {"wis": 3}, "skills": {"insight": 5}},
}
LUCK: Final = {"Bri": "seven", "Odo": "old boots", "Wren": "moonrise"}
SECRET: Final = (4072).to_bytes(32, "big")
PLAYED: Final[list[tuple[str | None, dict[str, Any]]]] = [
    (None, {"type": "start_round"}),
    ("odo", {"type": "cut"}),
    ("wren", {"type": "side_bet", "target": "wren", "amount_cp": 500}),
    ("odo", {"type": "roll", "die": "d8", "pay": "drinks"}),
    ("odo", {"type": "let_it_be"}),
    ("wren", {"type": "foresight"}),
    ("wren", {"type": "hold"}),
    ("bri", {"type": "goad", "target": "wren", "skill": "intimidation"}),
    ("bri", {"type": "roll", "die": "d10", "pay": "coins"}),
    ("bri", {"type": "cheat", "n": 2, "change": -1}),
    ("odo", {"type": "hold"}),
    ("wren", {"type": "roll", "die": "d10", "pay": "coins"}),
    ("wren", {"type": "let_it_be"}),
    ("bri", {"type": "hold"}),
    ("wren", {"type": "hold"}),
    ("wren", {"type": "accuse", "target": "bri", "n": 2}),
    ("odo", {"type": "pass"}),
]


@pytest.fixture(scope="module")
def hearing() -> Hearing:
    return Hearing("twentyone", SECRET, SHEETS, LUCK, PLAYED)


def test_the_example_round_was_really_played(hearing: Hearing) -> None:
    sentences = re.findall(r"^> - (.*)$", section("An example round"), re.MULTILINE)
    assert hearing.missing(sentences) == []
    assert len(sentences) > 20


def test_the_example_round_ends_with_the_purses_on_the_page(hearing: Hearing) -> None:
    assert not hearing.journal.table.running
    assert hearing.purses() == {"bri": 1750, "odo": 4500, "wren": 10250}
    assert hearing.journal.table.balance("house") == -1500
