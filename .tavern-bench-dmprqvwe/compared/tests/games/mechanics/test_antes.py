"""Antes: who can pay plays, and pays into the pot."""

from events.accounts import POT
from events.table_events import CoinsMoved
from games.mechanics.antes import able_to_pay, pay_antes
from tests.playing import Playing
from tests.toys.catalogue import TOYS


def a_table() -> Playing:
    return Playing.open(TOYS, "high_die")


def test_a_player_who_cannot_pay_the_ante_does_not_play() -> None:
    playing = a_table().seat("Ada", purse_cp=100).seat("Bo", purse_cp=99).seat("Cy", purse_cp=101)
    assert able_to_pay(playing.table, 100) == ["ada", "cy"]


def test_if_nothing_is_to_be_paid_an_empty_purse_plays() -> None:
    playing = a_table().seat("Ada", purse_cp=0)
    assert able_to_pay(playing.table, 0) == ["ada"]


def test_a_watcher_does_not_play_whatever_is_in_its_purse() -> None:
    playing = a_table().seat("Ada").seat("Wat", kind="watcher")
    assert able_to_pay(playing.table, 100) == ["ada"]


def test_everybodys_ante_goes_into_the_pot() -> None:
    assert list(pay_antes(["ada", "bo"], 100)) == [
        CoinsMoved(payer=seat, payee=POT, amount_cp=100, reason="ante") for seat in ("ada", "bo")
    ]


def test_if_there_is_no_ante_no_coin_moves() -> None:
    assert list(pay_antes(["ada", "bo"], 0)) == []


def test_a_player_who_cannot_pay_the_ante_sits_the_round_out() -> None:
    playing = a_table().seat("Ada", "Bo").seat("Cy", purse_cp=99).start()
    assert [(seat.seat, seat.status, playing.table.purse(seat.seat)) for seat in playing.table.present()] == [
        ("ada", "active", 9_900),
        ("bo", "active", 9_900),
        ("cy", "sitting_out", 99),
    ]
