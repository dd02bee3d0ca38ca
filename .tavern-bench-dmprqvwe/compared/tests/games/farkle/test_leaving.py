"""Leaving a race of Farkle, calling it off, and beginning another."""

import pytest

from events.accounts import POT
from events.round_events import DiceTakenUp, RoundEnded, StatusChanged, TurnBegan
from events.table_events import CoinsMoved, SeatLeft
from games.table import Leave, RemoveSeat, VoidRound
from tests.games.farkle.table import racing, seated

WORTH_50 = (5, 2, 2, 3, 4, 4)
WORTH_1000 = (1, 1, 1, 2, 3, 4)


def test_a_seat_that_leaves_forfeits_and_its_ante_stays() -> None:
    table = racing(ante_cp=500)
    table.throws("bri", *WORTH_50)
    assert table.give("bri", Leave()) == [
        StatusChanged(seat="bri", status="forfeited", why="left"),
        DiceTakenUp(seat="bri"),
        TurnBegan(seat="odo"),
        CoinsMoved(payer="bri", payee="outside", amount_cp=9_500, reason="cash_out"),
        SeatLeft(seat="bri", why="left"),
    ]
    assert table.table.balance(POT) == 1_500


def test_what_a_seat_that_leaves_had_at_risk_is_not_the_next_ones() -> None:
    table = racing()
    table.throws("bri", *WORTH_1000)
    table.sets_aside("bri", 1, 1, 1)
    table.give("bri", Leave())
    assert table.details()["at_risk"] == 0
    assert table.may("odo") == ["throw"]


def test_a_seat_that_leaves_out_of_turn_holds_nobody_up() -> None:
    table = racing()
    table.throws("bri", *WORTH_1000)
    table.give("odo", Leave())
    assert table.may("bri") == ["set_aside"]
    table.sets_aside("bri", 1, 1, 1)
    assert table.banks("bri")[-1] == TurnBegan(seat="cal")


@pytest.mark.parametrize("kind", ["watcher", "player"])
def test_a_player_who_does_not_race_leaves_without_a_word_of_the_race(kind: str) -> None:
    table = seated("Bri", "Odo", ante_cp=500)
    table.sit("Wat", kind=kind, purse_cp=300)
    table.start()
    assert table.give("wat", Leave()) == [
        CoinsMoved(payer="wat", payee="outside", amount_cp=300, reason="cash_out"),
        SeatLeft(seat="wat", why="left"),
    ]


def test_the_last_one_racing_wins_the_pot() -> None:
    table = racing("Bri", "Odo", ante_cp=500)
    assert table.give(None, RemoveSeat(target="bri")) == [
        StatusChanged(seat="bri", status="forfeited", why="left"),
        CoinsMoved(payer=POT, payee="odo", amount_cp=1_000, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["odo"], won_cp={"odo": 1_000}),
        CoinsMoved(payer="bri", payee="outside", amount_cp=9_500, reason="cash_out"),
        SeatLeft(seat="bri", why="removed"),
        *table.closing(),
    ]


def test_a_race_called_off_gives_the_antes_back() -> None:
    table = racing(ante_cp=500)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.give(None, VoidRound(reason="fire"))
    assert [table.table.purse(seat) for seat in ("bri", "odo", "cal")] == [10_000] * 3


def test_a_whole_race_is_one_round_and_the_next_begins_at_nothing() -> None:
    table = racing(target=1_000)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.start()
    assert table.table.round == 2
    assert [table.points(seat) for seat in ("bri", "odo", "cal")] == [0, 0, 0]
    assert table.table.seats["bri"].dice == []
