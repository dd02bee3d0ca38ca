"""How dice count (seeds 002, "Dice", "Wildcards"), and the chance of a bet."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Final

import pytest

from games.trickster.cards.card import SIZES, Size, resized
from games.trickster.counting import (
    VALUES,
    WildFaces,
    bet_in_words,
    chance,
    counted,
    in_braces,
    in_brackets,
    outcomes,
    scores,
    sides_of,
    wild_on,
)

NONE: Final[frozenset[int]] = frozenset()
TABLE: Final = {
    7: [6, 1],
    8: [6, 2],
    9: [6, 3],
    10: [6, 4],
    11: [6, 5],
    12: [6, 6],
    13: [6, 6, 1],
    14: [6, 6, 2],
    15: [6, 6, 3],
    16: [6, 6, 4],
    17: [6, 6, 5],
    18: [6, 6, 6],
    19: [6, 6, 6, 1],
}
"""The scoring table, as it is printed."""


@pytest.mark.parametrize("size", SIZES)
def test_faces_from_1_to_6_count_as_their_face_but_for_the_1_of_a_d20(size: Size) -> None:
    for face in range(1, min(6, sides_of(size)) + 1):
        assert scores(size, face) == (() if (size, face) == ("d20", 1) else (face,))


@pytest.mark.parametrize("size", ["d8", "d10", "d12", "d20"])
def test_higher_faces_count_as_the_scoring_table_says(size: Size) -> None:
    for face in range(7, min(19, sides_of(size)) + 1):
        assert list(scores(size, face)) == TABLE[face]


def test_the_20_of_a_d20_is_three_wildcards() -> None:
    assert [counted("d20", 20, value) for value in VALUES] == [3] * 6
    assert in_braces(scores("d20", 20)) == "{*, *, *}"


def test_a_12_is_two_sixes_and_no_remainder() -> None:
    assert [counted("d12", 12, value) for value in VALUES] == [0, 0, 0, 0, 0, 2]


def test_a_wild_face_counts_once_for_every_value_and_gives_nothing_besides() -> None:
    assert [counted("d8", 7, value, frozenset({7})) for value in VALUES] == [1] * 6
    assert [counted("d12", 12, value, frozenset({12})) for value in VALUES] == [1] * 6


def test_a_1_on_a_d20_scores_nothing_even_where_ones_are_bet_on_unless_a_rule_makes_it_wild() -> None:
    assert counted("d20", 1, 1) == 0
    assert counted("d20", 1, 4, frozenset({1})) == 1


def test_wild_faces_hold_for_a_seat_or_all_and_for_some_sizes_or_all() -> None:
    rules = [WildFaces(faces=[7], seat="ada"), WildFaces(faces=[1], sizes=["d4"])]
    assert wild_on(rules, "ada", "d8") == {7}
    assert wild_on(rules, "ada", "d4") == {1, 7}
    assert wild_on(rules, "bo", "d8") == NONE


@pytest.mark.parametrize("wild", [NONE, frozenset({1}), frozenset({2, 7}), frozenset({6, 12, 19})])
@pytest.mark.parametrize("size", SIZES)
def test_outcomes_are_what_all_faces_count_as(size: Size, wild: frozenset[int]) -> None:
    for value in VALUES:
        by_count = Counter(
            1 if face in wild else 3 if (size, face) == ("d20", 20) else _by_the_table(size, face).count(value)
            for face in range(1, sides_of(size) + 1)
        )
        assert outcomes(size, value, wild) == tuple(by_count[count] for count in range(4))


def _by_the_table(size: Size, face: int) -> list[int]:
    return [] if (size, face) == ("d20", 1) else TABLE.get(face, [face])


@pytest.mark.parametrize(
    ("hand", "wild"),
    [
        (("d2", "d4", "d6"), NONE),
        (("d6", "d8", "d8"), frozenset({7})),
        (("d4", "d12", "d20"), frozenset({1, 12})),
        (("d20", "d20"), NONE),
        (("d6", "d6", "d6", "d6"), frozenset({1})),
    ],
)
def test_the_chance_of_a_bet_is_what_all_ways_in_which_the_dice_can_fall_give(
    hand: tuple[Size, ...], wild: frozenset[int]
) -> None:
    unseen: Counter[tuple[Size, frozenset[int]]] = Counter((size, wild) for size in hand)
    for value in VALUES:
        sums = [
            sum(counted(size, face, value, wild) for size, face in zip(hand, faces, strict=True))
            for faces in product(*(range(1, sides_of(size) + 1) for size in hand))
        ]
        for needed in range(-1, 3 * len(hand) + 2):
            assert chance(needed, value, unseen) == Fraction(sum(one >= needed for one in sums), len(sums))


def test_with_plain_dice_a_bet_is_as_likely_as_in_textbook_liars_dice() -> None:
    for dice in (5, 10, 25):
        for needed in range(dice + 2):
            ways = sum(comb(dice, hits) * 5 ** (dice - hits) for hits in range(needed, dice + 1))
            assert chance(needed, 4, {("d6", NONE): dice}) == Fraction(ways, 6**dice)


def test_exactly_known_odds_of_five_dice() -> None:
    assert chance(1, 3, {("d6", NONE): 5}) == Fraction(4651, 7776)
    assert chance(2, 3, {("d6", NONE): 5}) == Fraction(1526, 7776)
    assert chance(5, 3, {("d6", NONE): 5}) == Fraction(1, 7776)


def test_upgrades_end_at_a_d20_and_downgrades_below_a_d2() -> None:
    assert [resized("d6", levels) for levels in (1, 2, 5, 6)] == ["d8", "d10", "d20", "d20"]
    assert [resized("d6", -levels) for levels in (1, 2, 3)] == ["d4", "d2", None]


def test_bets_name_the_amount_in_figures_and_the_value_in_words() -> None:
    assert [bet_in_words(1, 4), bet_in_words(2, 4), bet_in_words(3, 6)] == ["1 four", "2 fours", "3 sixes"]


def test_faces_stand_in_brackets_and_scores_in_braces() -> None:
    assert (in_brackets([1, 3, 8]), in_braces((1, 3, 6, 2))) == ("[1, 3, 8]", "{1, 3, 6, 2}")
