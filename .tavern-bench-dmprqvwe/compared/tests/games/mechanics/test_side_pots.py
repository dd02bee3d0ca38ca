"""Side pots: each coin is contested by exactly those who matched it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.mechanics.side_pots import Pot, side_pots, unmatched

SEATS = ["ada", "bo", "cy", "dee", "eve"]


def test_if_all_have_paid_the_same_there_is_one_pot() -> None:
    assert side_pots({"ada": 50, "bo": 50, "cy": 50}, ["ada", "bo", "cy"]) == [Pot(150, ("ada", "bo", "cy"))]


def test_a_seat_that_could_not_match_a_bet_contests_only_what_it_matched() -> None:
    assert side_pots({"ada": 20, "bo": 50, "cy": 50}, ["ada", "bo", "cy"]) == [
        Pot(60, ("ada", "bo", "cy")),
        Pot(60, ("bo", "cy")),
    ]


def test_several_who_are_all_in_make_several_side_pots() -> None:
    assert side_pots({"ada": 20, "bo": 35, "cy": 50, "dee": 50}, ["ada", "bo", "cy", "dee"]) == [
        Pot(80, ("ada", "bo", "cy", "dee")),
        Pot(45, ("bo", "cy", "dee")),
        Pot(30, ("cy", "dee")),
    ]


def test_what_the_folded_paid_is_contested_by_those_who_matched_it() -> None:
    assert side_pots({"ada": 20, "bo": 50, "cy": 30, "dee": 50}, ["ada", "bo", "dee"]) == [
        Pot(80, ("ada", "bo", "dee")),
        Pot(70, ("bo", "dee")),
    ]


def test_what_the_folded_paid_beyond_all_others_goes_with_the_last_pot() -> None:
    assert side_pots({"ada": 20, "bo": 50, "cy": 90}, ["ada", "bo"]) == [Pot(60, ("ada", "bo")), Pot(100, ("bo",))]


def test_what_was_in_the_pot_before_the_hand_goes_with_the_main_pot() -> None:
    assert side_pots({"ada": 20, "bo": 50}, ["ada", "bo"], 7) == [Pot(47, ("ada", "bo")), Pot(30, ("bo",))]


def test_a_pot_without_a_coin_does_not_exist() -> None:
    assert side_pots({"bo": 50, "cy": 50}, ["ada", "bo", "cy"]) == [Pot(100, ("bo", "cy"))]
    assert side_pots({}, ["ada", "bo"]) == []
    assert side_pots({}, ["ada", "bo"], 8) == [Pot(8, ("ada", "bo"))]


def test_contenders_stand_in_the_order_of_turns_however_they_paid() -> None:
    assert side_pots({"ada": 5, "bo": 5, "cy": 5}, ["cy", "ada", "bo"]) == [Pot(15, ("cy", "ada", "bo"))]


def coin_by_coin(paid: Mapping[str, int], contenders: Sequence[str], rolled_over_cp: int) -> list[Pot]:
    """The pots by the plain rule: each coin is looked at by itself, and laid with those that the same seats contest.

    The k-th coin that somebody paid was matched by all who paid k coins or more. Where none of these is left, those who
    matched the most contest it. Coins from before the hand are matched by all.
    """
    most = max(paid.get(seat, 0) for seat in contenders)
    pots: dict[tuple[str, ...], int] = {}
    matched = [(0, rolled_over_cp)] + [(k, 1) for cp in paid.values() for k in range(1, cp + 1)]
    for k, coins in sorted(matched):
        contested_by = tuple(seat for seat in contenders if paid.get(seat, 0) >= min(k, most))
        pots[contested_by] = pots.get(contested_by, 0) + coins
    return [Pot(amount_cp, contested_by) for contested_by, amount_cp in pots.items() if amount_cp]


paid_in = st.dictionaries(st.sampled_from(SEATS), st.integers(0, 30))
left_in = st.lists(st.sampled_from(SEATS), min_size=1, unique=True)


@given(paid=paid_in, contenders=left_in, rolled_over_cp=st.integers(0, 9))
def test_each_coin_is_contested_by_exactly_those_who_matched_it(
    paid: dict[str, int], contenders: list[str], rolled_over_cp: int
) -> None:
    assert side_pots(paid, contenders, rolled_over_cp) == coin_by_coin(paid, contenders, rolled_over_cp)


@given(paid=paid_in, contenders=left_in, rolled_over_cp=st.integers(0, 9))
def test_no_coin_is_lost_or_made_and_from_pot_to_pot_some_contenders_drop_out(
    paid: dict[str, int], contenders: list[str], rolled_over_cp: int
) -> None:
    pots = side_pots(paid, contenders, rolled_over_cp)
    assert sum(pot.amount_cp for pot in pots) == sum(paid.values()) + rolled_over_cp
    assert all(pot.amount_cp > 0 for pot in pots)
    for pot, after in pairwise(pots):
        assert set(after.contenders) < set(pot.contenders)


def test_what_nobody_matched_is_what_the_highest_paid_beyond_the_second() -> None:
    assert unmatched({"ada": 20, "bo": 50, "cy": 45}) == ("bo", 5)


def test_if_two_paid_the_most_all_is_matched() -> None:
    assert unmatched({"ada": 20, "bo": 50, "cy": 50}) is None


def test_a_bet_that_nobody_answers_is_unmatched_but_for_the_antes() -> None:
    assert unmatched({"ada": 10, "bo": 60, "cy": 10}) == ("bo", 50)


def test_all_is_unmatched_if_only_one_has_paid() -> None:
    assert unmatched({"ada": 50}) == ("ada", 50)
    assert unmatched({"ada": 0, "bo": 50}) == ("bo", 50)


def test_if_nobody_has_paid_nothing_is_unmatched() -> None:
    assert unmatched({}) is None
    assert unmatched({"ada": 0, "bo": 0}) is None
