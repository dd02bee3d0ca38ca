"""Shares are whole copper, what is left over goes one copper at a time in order, and purses never go below zero."""

from hypothesis import given
from hypothesis import strategies as st

from games.parts.coins import shares


def test_shares_are_in_proportion() -> None:
    assert shares(900, {"bri": 100, "odo": 200}) == {"bri": 300, "odo": 600}


def test_what_is_left_over_goes_one_copper_at_a_time_in_order() -> None:
    assert shares(101, {"odo": 1, "bri": 1, "cal": 1}) == {"odo": 34, "bri": 34, "cal": 33}


@given(st.integers(0, 10**9), st.dictionaries(st.text(max_size=3), st.integers(1, 10**6), min_size=1))
def test_all_is_shared_and_nobody_is_a_copper_beyond_the_proportion(total_cp: int, weights: dict[str, int]) -> None:
    split = shares(total_cp, weights)
    assert sum(split.values()) == total_cp
    assert list(split) == list(weights)
    whole = sum(weights.values())
    assert all(0 <= split[name] - total_cp * weight // whole <= 1 for name, weight in weights.items())
