"""The odds that docs/odds.md calls exact, against what the rules say, counted in another way."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from games.farkle.scoring import counted, points_of
from games.mechanics.one_throw import OneThrow
from games.middles_seven import MiddlesSeven
from games.policies.bank import worth
from games.policies.prospects import bust_chance
from games.policies.races.farkle import nothing_chance
from games.policies.races.pig import keeping_pace
from games.policies.races.pig_for_two import Race, always_from
from games.scales import Scales
from games.twins import Twins
from tests.games.hands.test_ranking import WAYS
from tests.games.test_twelve_nights_odds import kept
from tools.development.odds_page import (
    hands,
    kept_in_mountains,
    kept_in_twelve_nights,
    kept_of_a_throw,
    mason_scores,
    percent,
    survival,
    triangle,
)


def cells(text: str) -> list[list[str]]:
    """A table's rows, with its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]


@pytest.mark.parametrize("sides", [20, 10, 8, 6, 4])
@pytest.mark.parametrize("total", range(12, 21))
def test_a_die_busts_above_21_but_not_with_a_natural_20(total: int, sides: int) -> None:
    faces = range(1, sides + 1)
    over = sum(total + face > 21 and face != 20 for face in faces)
    assert bust_chance(total, sides) == Fraction(over, sides)


def test_so_many_survive_each_stage_of_goblin_mode() -> None:
    assert cells(survival())[1] == ["alive", "95.0", "87.1", "78.4", "68.6", "57.1", "42.9"]


@pytest.mark.parametrize(
    ("game", "call", "dice", "sides", "honest", "cheated"),
    [
        (MiddlesSeven(), "higher", 2, 6, Fraction(1, 6), Fraction(-17, 108)),
        (MiddlesSeven(), "lower", 2, 6, Fraction(1, 6), Fraction(-17, 108)),
        (MiddlesSeven(), "middles_7", 2, 6, Fraction(1, 2), Fraction(1, 12)),
        (Scales(), "number:4", 3, 6, Fraction(1, 2), Fraction(523, 1296)),
        (Scales(), "number:4", 3, 4, Fraction(1, 4), Fraction(37, 256)),
        (Twins(), "number:7", 2, 20, Fraction(61, 100), Fraction(859, 2000)),
        (Twins(), "black:7", 2, 20, Fraction(1, 2), Fraction(1, 40)),
        (Twins(), "both:odd", 2, 20, Fraction(1, 2), Fraction(1, 4)),
        (Twins(), "total:odd", 2, 20, Fraction(1, 4), Fraction(-1, 8)),
    ],
)
def test_the_house_keeps_this_of_bets_on_its_throw(
    game: OneThrow[Any, Any], call: str, dice: int, sides: int, honest: Fraction, cheated: Fraction
) -> None:
    """With a cheat, the first die, the black one in Twins, is thrown again if the bet would be lost."""
    kept_of_it = [kept_of_a_throw(game, call, dice, sides, cheated=cheats) for cheats in (False, True)]
    assert kept_of_it == [honest, cheated]


@pytest.mark.parametrize("more", [0, 3])
@pytest.mark.parametrize("cheats", [False, True])
def test_the_house_keeps_this_in_mountains(more: int, cheats: bool) -> None:
    """All cards of the House and the seat, with the card that it would draw again."""
    staked = back = 0
    for first, second in product(range(1, 9), repeat=2):
        low, high = sorted((first, second))
        wins = [low < card < high or (cheats and low < again < high) for card, again in product(range(1, 9), repeat=2)]
        stake = 1 + (more if sum(wins) * 2 > len(wins) else 0)
        staked, back = staked + stake * len(wins), back + 2 * stake * sum(wins)

    assert kept_in_mountains(more, cheated=cheats) == 1 - Fraction(back, staked)
    known = {(0, False): Fraction(9, 16), (3, False): Fraction(15, 41), (0, True): Fraction(81, 256)}
    assert known.get((more, cheats), kept_in_mountains(more, cheated=cheats)) == 1 - Fraction(back, staked)


@pytest.mark.parametrize("win_pays", ["even", "stake"])
@pytest.mark.parametrize("twelve", [2, 3])
def test_the_house_keeps_this_in_twelve_nights(win_pays: str, twelve: int) -> None:
    win_returns = 2 if win_pays == "even" else 1
    cheated = {("even", 2): "−12.8", ("even", 3): "−53.4", ("stake", 2): "0.1", ("stake", 3): "−44.2"}

    for stands_on in range(2, 13):
        assert kept_in_twelve_nights(win_pays, twelve, stands_on) == kept(stands_on, win_returns, twelve)
    assert percent(kept_in_twelve_nights(win_pays, twelve, cheated=True)) == cheated[win_pays, twelve]


def test_the_best_play_of_twelve_nights_is_what_the_page_says() -> None:
    """Hands as their cards with each 1 as one, and whether there is a 1."""
    known = [
        (pips, ace) for pips in range(2, 12) for ace in (False, True) if (pips, ace) not in ((2, False), (3, True))
    ]
    for win_pays, twelve in product(("even", "stake"), (2, 3)):
        play = {hand: worth(*hand, 10, win_pays, twelve)[1] for hand in known}
        folds = {hand for hand, how in play.items() if how == "fold"}
        assert {pips for pips, _ in folds} == ({10} if (win_pays, twelve) == ("stake", 2) else set())
        assert play[11, False] == "stay"
        assert play[2, True] == ("stay" if (win_pays, twelve) == ("even", 2) else "hit")
        assert all(play[hand] == "hit" for hand in known if hand not in folds and hand[0] not in (2, 11))


@pytest.mark.parametrize("dice", range(1, 6))
def test_nothing_scores_in_farkle_where_no_part_of_a_throw_has_points(dice: int) -> None:
    def scores(throw: tuple[int, ...]) -> bool:
        alike = Counter(throw).items()
        return any(points_of(counted([face] * (3 if many > 2 else 1))) for face, many in alike)

    throws = list(product(range(1, 7), repeat=dice))
    assert nothing_chance(dice) == Fraction(sum(not scores(throw) for throw in throws), len(throws))


def test_how_often_the_best_play_of_pig_wins() -> None:
    best = Race(None, None)
    assert f"{best.first_wins:.2%}" == "53.06%"

    found: list[str] = []
    for way in (always_from(20), always_from(25), keeping_pace):
        race = Race(None, way)
        begun, not_begun = race.first_wins, 1 - race.second_wins_if_it_begins
        found.append(f"{begun:.2%} {not_begun:.2%}")
    assert found == ["58.65% 52.17%", "56.15% 50.02%", "54.41% 48.33%"]


def scores_of(dice: int, thrown: int) -> dict[int, Fraction]:
    """The chances of the scores of so many dice of Mason, each thrown so often at most."""
    if not dice or not thrown:
        return {0: Fraction(1)}
    chances: dict[int, Fraction] = {}
    for counting in range(dice + 1):
        ways = Fraction(comb(dice, counting), 2**dice)
        for score, chance in scores_of(counting, thrown - 1).items():
            chances[counting + score] = chances.get(counting + score, Fraction(0)) + ways * chance
    return chances


def test_the_scores_of_mason_are_those_of_dice_thrown_one_after_the_other() -> None:
    """Of a die that is thrown more than so often, next to nothing is left."""
    chances = scores_of(6, 12)
    for score in range(13):
        assert float(mason_scores()[score]) == pytest.approx(float(chances[score]), abs=0.001)
    assert float(sum(score * chance for score, chance in enumerate(mason_scores()))) == pytest.approx(6)


def test_the_ways_of_the_hands_of_rulers_bluff_are_those_counted_by_hand() -> None:
    _, *documented = cells(hands())
    lower = 7_776
    for (_, ways, beats), by_hand in zip(documented, reversed(WAYS.values()), strict=True):
        assert int(ways.replace(",", "")) == by_hand
        lower -= by_hand
        assert float(beats) == pytest.approx(lower / 77.76, abs=0.051)


def test_the_totals_of_triangle_beat_what_is_lower_and_three_ones_beat_all() -> None:
    throws = [sum(faces) for faces in product(range(1, 13), range(1, 9), range(1, 7))]
    (_, *totals), (_, *documented) = cells(triangle())
    for total, beats in zip(totals, documented, strict=True):
        worse = [one for one in throws if one != 3 and (total == "three ones" or one < int(total))]
        assert re.fullmatch(r"\d+\.\d", beats)
        assert float(beats) == pytest.approx(len(worse) / 5.76, abs=0.051)
