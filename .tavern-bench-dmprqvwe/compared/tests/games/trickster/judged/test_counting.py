"""Seeds 002, "Dice": counting, held against the text's table and against every way in which dice can fall."""

import random
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb
from typing import Final

import pytest

from games.trickster.cards.card import SIZES, Size
from games.trickster.counting import VALUES, WILDCARD, chance, counted, outcomes, scores, sides_of
from tests.games.trickster.referee import scoring

WILD_FACES: Final = range(1, 20)
Kind = tuple[Size, frozenset[int]]


def wilds(size: Size) -> list[frozenset[int]]:
    """No wild face, each alone, every two, and some of more."""
    few = chain.from_iterable(combinations(WILD_FACES, count) for count in range(3))
    chance_of_more = random.Random(size)
    more = (chance_of_more.sample(WILD_FACES, chance_of_more.randint(3, 19)) for _ in range(100))
    return [frozenset(faces) for faces in chain(few, more)]


def by_brute_force(kinds: list[Kind], value: int) -> list[int]:
    """In how many of all ways dice can fall they count as 0, 1, 2, … of a value."""
    ways = [0] * (3 * len(kinds) + 1)
    for faces in product(*(range(1, sides_of(size) + 1) for size, _ in kinds)):
        fell = zip(kinds, faces, strict=True)
        ways[sum(scoring.counts(size, face, value, wild) for (size, wild), face in fell)] += 1
    return ways


def the_chance_is_exact(kinds: list[Kind]) -> None:
    unseen = {kind: kinds.count(kind) for kind in kinds}
    for value in VALUES:
        ways = by_brute_force(kinds, value)
        for needed in range(-1, len(ways) + 2):
            assert chance(needed, value, unseen) == Fraction(sum(ways[max(needed, 0) :]), sum(ways))


@pytest.mark.parametrize("size", SIZES)
def test_each_face_of_each_die_scores_as_the_table_has_it_whatever_is_wild(size: Size) -> None:
    for wild in wilds(size):
        for face in range(1, sides_of(size) + 1):
            expected = [WILDCARD if score == scoring.ANY else int(score) for score in scoring.scored(size, face, wild)]
            assert sorted(scores(size, face, wild)) == sorted(expected)
            for value in VALUES:
                assert counted(size, face, value, wild) == scoring.counts(size, face, value, wild)


@pytest.mark.parametrize("size", SIZES)
def test_every_face_of_a_die_is_among_its_outcomes_once(size: Size) -> None:
    for wild in wilds(size):
        for value in VALUES:
            ways = by_brute_force([(size, wild)], value)
            assert list(outcomes(size, value, wild)) == ways


@pytest.mark.parametrize("wild", [frozenset[int](), frozenset({1}), frozenset({7, 8}), frozenset({2, 6, 12, 19})])
def test_the_chance_of_a_bet_is_that_of_all_ways_in_which_two_dice_can_fall(wild: frozenset[int]) -> None:
    for sizes in combinations_with_replacement(SIZES, 2):
        the_chance_is_exact([(size, wild) for size in sizes])


def test_the_chance_of_a_bet_is_exact_where_other_faces_are_wild_on_each_die() -> None:
    for number in range(12):
        mixed = random.Random(number)
        sizes = mixed.choices(SIZES[:5], k=3)
        the_chance_is_exact([(size, frozenset(mixed.sample(WILD_FACES, mixed.randint(0, 4)))) for size in sizes])


@pytest.mark.campaign
def test_the_chance_of_a_bet_is_exact_for_every_three_dice() -> None:
    for sizes in combinations_with_replacement(SIZES, 3):
        for wild in (frozenset[int](), frozenset({1, 7}), frozenset({6, 12, 19})):
            the_chance_is_exact([(size, wild) for size in sizes])


@pytest.mark.parametrize("dice", [1, 5, 10, 30])
def test_plain_dice_have_the_chances_of_liars_dice(dice: int) -> None:
    unseen: dict[Kind, int] = {("d6", frozenset()): dice}
    for value in VALUES:
        for needed in range(1, dice + 2):
            ways = sum(comb(dice, hits) * 5 ** (dice - hits) for hits in range(needed, dice + 1))
            assert chance(needed, value, unseen) == Fraction(ways, 6**dice)


def test_five_plain_dice_show_a_value_as_often_as_the_textbook_has_it() -> None:
    """At least one four in 4,651 of 7,776 ways, at least two in 1,526, at least three in 276."""
    plain: dict[Kind, int] = {("d6", frozenset()): 5}
    ways = {needed: chance(needed, 4, plain) * 6**5 for needed in range(7)}
    assert ways == {0: 7776, 1: 4651, 2: 1526, 3: 276, 4: 26, 5: 1, 6: 0}
