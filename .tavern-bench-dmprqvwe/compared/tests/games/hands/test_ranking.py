"""The hands of Ruler's Bluff (seeds 003), from the lowest to the highest; equal ones compare dice, then split."""

import random
from collections import Counter
from itertools import pairwise, product
from math import comb, factorial
from typing import Final

import pytest

from games.one_page.rulers_bluff import HANDS, hand_of, rank_of
from tests.games.hands.judging import highest_hand
from tests.games.hands.table import bluff, won

LOWEST_TO_HIGHEST: Final = [
    ("no_pair", [1, 2, 3, 4, 6]),
    ("pair", [1, 1, 2, 3, 4]),
    ("two_pairs", [1, 1, 2, 2, 3]),
    ("three_of_a_kind", [1, 1, 1, 2, 3]),
    ("low_straight", [1, 2, 3, 4, 5]),
    ("high_straight", [2, 3, 4, 5, 6]),
    ("full_house", [1, 1, 1, 2, 2]),
    ("four_of_a_kind", [1, 1, 1, 1, 2]),
    ("five_of_a_kind", [1, 1, 1, 1, 1]),
]

WAYS: Final = {
    # Of five different faces, the one that is missing is 2, 3, 4 or 5: else they are a straight.
    "no_pair": 4 * factorial(5),
    # The paired face, its two places, and three different faces for the others.
    "pair": 6 * comb(5, 2) * 5 * 4 * 3,
    # Two faces, the places of each, and a third face.
    "two_pairs": comb(6, 2) * comb(5, 2) * comb(3, 2) * 4,
    "three_of_a_kind": 6 * comb(5, 3) * 5 * 4,
    "low_straight": factorial(5),
    "high_straight": factorial(5),
    # A face with its three places, and another face for the two places left.
    "full_house": 6 * comb(5, 3) * 5,
    "four_of_a_kind": 6 * comb(5, 4) * 5,
    "five_of_a_kind": 6,
}
"""Of 6 ** 5 throws of five dice, so many make each hand."""


def test_the_hands_rank_as_the_text_lists_them_with_no_pair_below() -> None:
    assert [hand for hand, _ in LOWEST_TO_HIGHEST] == list(HANDS)
    assert [hand_of(faces)[0] for _, faces in LOWEST_TO_HIGHEST] == list(HANDS)
    ranks = [rank_of(faces) for _, faces in LOWEST_TO_HIGHEST]
    assert all(lower < higher for lower, higher in pairwise(ranks))


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(LOWEST_TO_HIGHEST)), ids=lambda hand: hand[0])
def test_the_highest_dice_of_a_lower_hand_lose_to_the_lowest_of_a_higher_one(
    lower: tuple[str, list[int]], higher: tuple[str, list[int]]
) -> None:
    best = max((faces for faces in product(range(1, 7), repeat=5) if hand_of(faces)[0] == lower[0]), key=rank_of)
    worst = min((faces for faces in product(range(1, 7), repeat=5) if hand_of(faces)[0] == higher[0]), key=rank_of)
    assert rank_of(best) < rank_of(worst)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param([5, 5, 1, 2, 3], [4, 4, 6, 3, 2], id="the pair before the others"),
        pytest.param([4, 4, 6, 2, 1], [4, 4, 5, 3, 2], id="then the highest other die"),
        pytest.param([4, 4, 6, 3, 1], [4, 4, 6, 2, 1], id="then the next"),
        pytest.param([4, 4, 6, 3, 2], [4, 4, 6, 3, 1], id="then the last"),
        pytest.param([6, 6, 1, 1, 2], [5, 5, 4, 4, 3], id="the higher of two pairs"),
        pytest.param([6, 6, 2, 2, 1], [6, 6, 1, 1, 5], id="then the lower of two pairs"),
        pytest.param([6, 6, 2, 2, 3], [6, 6, 2, 2, 1], id="then the fifth die"),
        pytest.param([3, 3, 3, 1, 2], [2, 2, 2, 6, 5], id="the three"),
        pytest.param([3, 3, 3, 6, 1], [3, 3, 3, 5, 4], id="then the others beside three"),
        pytest.param([3, 3, 3, 1, 1], [2, 2, 2, 6, 6], id="the three of a full house"),
        pytest.param([3, 3, 3, 2, 2], [3, 3, 3, 1, 1], id="then its pair"),
        pytest.param([2, 2, 2, 2, 1], [1, 1, 1, 1, 6], id="the four"),
        pytest.param([2, 2, 2, 2, 6], [2, 2, 2, 2, 5], id="then the fifth beside four"),
        pytest.param([6, 6, 6, 6, 6], [5, 5, 5, 5, 5], id="the five"),
        pytest.param([6, 5, 4, 3, 1], [6, 5, 4, 2, 1], id="no pair: all dice"),
    ],
)
def test_equal_hands_compare_the_dice_that_make_them_then_the_others(better: list[int], worse: list[int]) -> None:
    assert hand_of(better)[0] == hand_of(worse)[0]
    for _ in range(5):
        random.Random(len(better)).shuffle(better)
        assert rank_of(better) > rank_of(worse)


def test_the_better_dice_of_equal_hands_take_the_pot() -> None:
    events = bluff((6, 5), ada=(4, 4, 1), bo=(4, 4, 2)).checks_to_the_end()
    assert won(events) == [({"bo": 1_000}, "best")]


def test_of_all_throws_as_many_make_each_hand_as_can_be_counted_by_hand() -> None:
    assert sum(WAYS.values()) == 6**5 == 7_776
    assert Counter(hand_of(faces)[0] for faces in product(range(1, 7), repeat=5)) == WAYS


def test_every_throw_ranks_as_the_text_alone_ranks_it() -> None:
    throws = sorted(product(range(1, 7), repeat=5), key=lambda faces: highest_hand(list(faces)))
    assert all(
        (rank_of(one) == rank_of(other)) == (highest_hand(list(one)) == highest_hand(list(other)))
        and rank_of(one) <= rank_of(other)
        for one, other in pairwise(throws)
    )
