"""How coins move: nothing moves for nothing, a fine takes no more than there is, shares are whole copper."""

from hypothesis import given
from hypothesis import strategies as st

from events.accounts import HOUSE, OUTSIDE, POT
from events.table_events import CoinsMoved
from games.mechanics.coins import fine, pay, payee_of, shares
from games.table import Leave
from tests.playing import Playing
from tests.toys.catalogue import TOYS


def a_table() -> Playing:
    return Playing.open(TOYS, "high_die").seat("Ada", "Bo", purse_cp=300)


def test_a_payment_has_a_payer_a_payee_and_a_reason() -> None:
    assert list(pay("ada", POT, 30, "ante")) == [CoinsMoved(payer="ada", payee=POT, amount_cp=30, reason="ante")]


def test_nothing_moves_for_nothing() -> None:
    assert list(pay("ada", POT, 0, "ante")) == []


def test_a_fine_is_paid_and_what_was_owed_is_recorded() -> None:
    assert list(fine(a_table().table, "ada", HOUSE, 250, "cleaning_fee")) == [
        CoinsMoved(payer="ada", payee=HOUSE, amount_cp=250, reason="cleaning_fee", owed_cp=250)
    ]


def test_a_fine_takes_no_more_than_is_in_the_purse() -> None:
    assert list(fine(a_table().table, "ada", HOUSE, 301, "cleaning_fee")) == [
        CoinsMoved(payer="ada", payee=HOUSE, amount_cp=300, reason="cleaning_fee", owed_cp=301)
    ]


def test_players_at_the_table_are_paid_into_the_purse_and_those_who_left_outside() -> None:
    playing = a_table().seat("Cy").start()
    playing.give("bo", Leave())
    assert [payee_of(playing.table, seat) for seat in ("ada", "bo")] == ["ada", OUTSIDE]


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
