"""The rules pages of Mountains and Middle's 7 say what the code does: options, refusal codes, odds."""

import re
from fractions import Fraction
from itertools import product
from typing import Final

import msgspec
import pytest

from games.installed import CATALOGUE
from games.middles_seven import CALLS, MiddlesSeven
from tests.docs.pages import ROOT

GAMES: Final = ("mountains", "middles-seven")
of_each_game = pytest.mark.parametrize("game", GAMES)


def section(game: str, title: str) -> str:
    """What stands under a heading of a game's page, up to the next heading."""
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text()
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ )", page + "\n# ", re.DOTALL | re.MULTILINE)
    assert found, f"the page has no section {title!r}"
    return found[1]


def rows(game: str, title: str) -> list[list[str]]:
    """The cells of the table in a section, without its head."""
    lines = [line for line in section(game, title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@of_each_game
def test_the_page_tells_every_option_with_its_default(game: str) -> None:
    told = {name.strip("`"): default.strip("`") for name, default, *_ in rows(game, "Options")}
    defaults = msgspec.to_builtins(CATALOGUE.rulebook(game).options())

    assert told == {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in defaults.items()
    }


@of_each_game
def test_the_page_tells_every_code_with_which_the_game_refuses(game: str) -> None:
    assert [code.strip("`") for code, _ in rows(game, "Why a move is refused")] == list(
        CATALOGUE.rulebook(game).refusals
    )


def test_the_page_of_middles_7_tells_the_odds_of_each_call() -> None:
    game, throws = MiddlesSeven(), list(product(range(1, 7), repeat=2))
    back = {call: [game.returns(call, faces) for faces in throws] for call in CALLS}

    assert [[call.strip("`"), *odds] for call, _, *odds in rows("middles-seven", "A round")] == [
        [
            call,
            f"{max(returns)} times the bet",
            f"{sum(map(bool, returns))} of 36",
            str(1 - Fraction(sum(returns), len(throws))),
        ]
        for call, returns in back.items()
    ]
