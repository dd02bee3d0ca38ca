"""The rules pages of the games against the House say what the code does: options, refusal codes, odds."""

import re
from fractions import Fraction
from itertools import product
from typing import Final

import msgspec
import pytest

from games.installed import CATALOGUE
from games.one_page.middles_seven import CALLS, MiddlesSeven
from games.one_page.scales import Scales
from games.one_page.twins import Twins
from games.policies.bank import worth
from tests.docs.pages import ROOT

GAMES: Final = ("mountains", "middles-seven", "scales", "twelve-nights", "twins")
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


def test_the_page_of_twins_tells_the_odds_of_each_call() -> None:
    throws = list(product(range(1, 21), repeat=2))
    for calls, _, back, chances, keeps in rows("twins", "A round"):
        for call in re.findall(r"`([a-z:0-9]+)`", calls):
            returns = [Fraction(Twins().returns(call, faces)) for faces in throws]
            assert back == f"{max(returns)} times the bet"
            assert chances == f"{sum(map(bool, returns))} of 400"
            assert keeps == str(1 - sum(returns) / len(throws))


@pytest.mark.parametrize(("title", "sides", "kept"), [("A round", 6, "1/2"), ("Light Scales", 4, "1/4")])
def test_the_page_of_scales_tells_how_often_how_many_dice_show_the_number(title: str, sides: int, kept: str) -> None:
    throws = list(product(range(1, sides + 1), repeat=3))
    back = [Scales().returns("number:1", faces) for faces in throws]

    assert [chances for *_, chances in rows("scales", title)] == [
        f"{back.count(times)} of {len(throws)}" for times in range(4)
    ]
    assert str(1 - Fraction(sum(back), len(throws))) == kept
    assert f"House keeps {kept}" in section("scales", title).replace("the House", "House")


def test_the_page_of_twelve_nights_tells_what_the_house_keeps_of_the_best_play() -> None:
    told = {
        (win_pays.split()[1].strip("`"), twelve): share
        for win_pays, *shares in rows("twelve-nights", "The House's share")
        for twelve, share in zip((2, 3), shares, strict=True)
    }
    pairs = list(product(range(1, 7), repeat=2))

    for (win_pays, twelve), share in told.items():
        back = [worth(sum(pair), 1 in pair, 10, win_pays, twelve)[0] for pair in pairs]
        assert share == f"{float(1 - sum(back) / len(pairs)):.1%}".replace("%", " %")


def test_the_page_of_twelve_nights_tells_the_best_play() -> None:
    """Hands as their cards with each 1 as one, and whether there is a 1."""
    hands = [
        (pips, ace) for pips in range(2, 12) for ace in (False, True) if (pips, ace) not in ((2, False), (3, True))
    ]
    for win_pays, twelve in product(("even", "stake"), (2, 3)):
        play = {hand: worth(*hand, 10, win_pays, twelve)[1] for hand in hands}
        folds = {hand for hand, how in play.items() if how == "fold"}
        assert {pips for pips, _ in folds} == ({10} if (win_pays, twelve) == ("stake", 2) else set())
        assert play[11, False] == "stay"
        assert play[2, True] == ("stay" if (win_pays, twelve) == ("even", 2) else "hit")
        assert all(play[hand] == "hit" for hand in hands if hand not in folds and hand[0] not in (2, 11))
