"""Leaving a race of Farkle, calling it off, and beginning another."""

import pytest

from events.round_events import TurnBegan
from events.table_events import CoinsMoved, SeatLeft
from games.table import Leave
from tests.games.farkle.table import racing, seated

WORTH_1000 = (1, 1, 1, 2, 3, 4)


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


def test_a_whole_race_is_one_round_and_the_next_begins_at_nothing() -> None:
    table = racing(target=1_000)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.start()
    assert table.table.round == 2
    assert [table.points(seat) for seat in ("bri", "odo", "cal")] == [0, 0, 0]
    assert table.table.seats["bri"].dice == []
