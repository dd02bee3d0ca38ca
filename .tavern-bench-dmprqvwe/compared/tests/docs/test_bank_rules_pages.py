"""The rules pages of the games against the House say what the code does: options, refusal codes, odds."""

import re
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

import msgspec
import pytest

from games.installed import CATALOGUE
from games.one_page.middles_seven import CALLS, MiddlesSeven
from games.one_page.scales import Scales
from games.one_page.twelve_nights import TWELVE, points
from games.one_page.twins import Twins
from games.policies.bank import house_totals, worth
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
def test_the_page_lists_every_option_with_its_default(game: str) -> None:
    documented = {name.strip("`"): default.strip("`") for name, default, *_ in rows(game, "Options")}
    defaults = msgspec.to_builtins(CATALOGUE.rulebook(game).options())

    assert documented == {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in defaults.items()
    }


@of_each_game
def test_the_page_documents_every_refusal_code(game: str) -> None:
    assert [code.strip("`") for code, _ in rows(game, "Why a move is refused")] == list(
        CATALOGUE.rulebook(game).refusals
    )


def test_the_page_of_middles_7_gives_the_odds_of_each_call() -> None:
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


def test_the_page_of_twins_gives_the_odds_of_each_call() -> None:
    throws = list(product(range(1, 21), repeat=2))
    for calls, _, back, chances, keeps in rows("twins", "A round"):
        for call in re.findall(r"`([a-z:0-9]+)`", calls):
            returns = [Fraction(Twins().returns(call, faces)) for faces in throws]
            assert back == f"{max(returns)} times the bet"
            assert chances == f"{sum(map(bool, returns))} of 400"
            assert keeps == str(1 - sum(returns) / len(throws))


@pytest.mark.parametrize(("title", "sides", "kept"), [("A round", 6, "1/2"), ("Light Scales", 4, "1/4")])
def test_the_page_of_scales_gives_the_chance_of_so_many_dice_with_the_number(title: str, sides: int, kept: str) -> None:
    throws = list(product(range(1, sides + 1), repeat=3))
    back = [Scales().returns("number:1", faces) for faces in throws]

    assert [chances for *_, chances in rows("scales", title)] == [
        f"{back.count(times)} of {len(throws)}" for times in range(4)
    ]
    assert str(1 - Fraction(sum(back), len(throws))) == kept
    assert f"House keeps {kept}" in section("scales", title).replace("the House", "House")


def test_the_page_of_twelve_nights_gives_the_house_edge_against_the_best_play() -> None:
    documented = {
        (win_pays.split()[1].strip("`"), twelve): share
        for win_pays, *shares in rows("twelve-nights", "The House's share")
        for twelve, share in zip((2, 3), shares, strict=True)
    }
    pairs = list(product(range(1, 7), repeat=2))

    for (win_pays, twelve), share in documented.items():
        back = [worth(sum(pair), 1 in pair, 10, win_pays, twelve)[0] for pair in pairs]
        assert share == f"{float(1 - sum(back) / len(pairs)):.1%}".replace("%", " %")


def test_the_page_of_twelve_nights_gives_the_best_play() -> None:
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


def test_the_pages_give_the_house_edge_when_one_die_of_a_losing_throw_is_rerolled() -> None:
    def keeps(game: Any, call: str, count: int, sides: int) -> Fraction:
        faces = range(1, sides + 1)
        back = Fraction(0)
        throws = list(product(faces, repeat=count))
        for throw in throws:
            returned = Fraction(game.returns(call, throw))
            again = [Fraction(game.returns(call, (face, *throw[1:]))) for face in faces]
            back += returned if returned >= 1 else sum(again, Fraction(0)) / sides
        return 1 - back / len(throws)

    middles, scales, twins = (
        section(game, "Cheating").replace("\n", " ") for game in ("middles-seven", "scales", "twins")
    )
    for call in ("higher", "lower"):
        assert f"loses {-keeps(MiddlesSeven(), call, 2, 6)} on" in middles
    assert f"keeps only {keeps(MiddlesSeven(), 'middles_7', 2, 6)} on" in middles
    for sides in (6, 4):
        kept = keeps(Scales(), "number:1", 3, sides)
        assert f"{kept} ({float(kept):.1%})".replace("%", " %") in scales
    phrases = (
        ("number:7", "keeps {} of a bet on a number"),
        ("black:7", "{} of one on the black"),
        ("both:odd", "{} of one on both"),
    )
    for call, words in phrases:
        assert words.format(keeps(Twins(), call, 2, 20)) in twins
    assert f"on the total it loses {-keeps(Twins(), 'total:odd', 2, 20)}" in twins


def test_the_page_of_mountains_gives_the_value_of_a_cheat() -> None:
    kept, gained = Fraction(1), Fraction(0)
    for first, second in product(range(1, 9), repeat=2):
        wins = 1 - (1 - Fraction(max(0, abs(first - second) - 1), 8)) ** 2
        kept -= 2 * wins / 64
        gained += (4 if wins > Fraction(1, 2) else 1) * (2 * wins - 1) / 64
    text = section("mountains", "Cheating").replace("\n", " ")
    assert f"keeps {kept} of a buy-in instead of 9/16" in text
    assert f"gain {gained} of a buy-in" in text


def test_the_page_of_twelve_nights_gives_the_house_edge_against_the_best_play_with_a_cheat() -> None:
    faces = range(1, 7)

    @cache
    def shown(pips: int, ace: bool, can_cheat: bool, win_pays: str, twelve: int) -> Fraction:
        total = points(pips, ace=ace)
        if total >= TWELVE or not can_cheat:
            return worth(pips, ace, 10, win_pays, twelve)[0]
        beaten = [chance for house, chance in house_totals(10).items() if house < total or house > TWELVE]
        stays = sum(beaten, Fraction(0)) * (2 if win_pays == "even" else 1)
        hits = sum(covered((face,), pips, ace, win_pays, twelve) for face in faces) / Fraction(6)
        return max(stays, hits, Fraction(1, 2))

    def covered(cards: tuple[int, ...], pips: int, ace: bool, win_pays: str, twelve: int) -> Fraction:
        """Who has not cheated yet shows the cards, or draws one of them again."""

        def worth_shown(now: tuple[int, ...], *, can_cheat: bool) -> Fraction:
            return shown(pips + sum(now), ace or 1 in now, can_cheat, win_pays, twelve)

        again = [
            sum(worth_shown((*cards[:n], face, *cards[n + 1 :]), can_cheat=False) for face in faces) / Fraction(6)
            for n in range(len(cards))
        ]
        return max(worth_shown(cards, can_cheat=True), *again)

    for win_pays, *shares in rows("twelve-nights", "Cheating"):
        for twelve, share in zip((2, 3), shares, strict=True):
            pays = win_pays.split()[1].strip("`")
            back = [covered(pair, 0, False, pays, twelve) for pair in product(faces, repeat=2)]
            assert share == f"{float(1 - sum(back) / len(back)):.1%}".replace("%", " %")
