"""Leaving the Chamber: who goes is dead, and the others never wait for it."""

import pytest

from games.table import Leave, RemoveSeat
from tests.games.goblin.table import chamber, dies, ended, held, paid, phase, seated, stage_of, turn_of


def test_a_seat_that_leaves_on_its_turn_dies_its_ante_stays_and_the_next_plays() -> None:
    game = chamber()
    assert game.give("bri", Leave())[:2] == [dies("bri", "left"), turn_of("odo")]
    assert game.pot == 3_000
    assert "bri" not in [seat.seat for seat in game.table.present()]


def test_a_player_who_leaves_out_of_turn_dies_and_is_passed_over() -> None:
    game = chamber()
    assert game.give("odo", Leave())[0] == dies("odo", "left")
    assert game.table.to_act == ["bri"]
    assert game.rolls("bri", 5)[1:] == [turn_of("cal")]


def test_a_seat_that_leaves_last_in_a_stage_ends_it() -> None:
    game = chamber()
    game.rolls("bri", 5)
    game.rolls("odo", 5)
    assert game.give("cal", Leave())[:3] == [dies("cal", "left"), stage_of(2, "d12", "bri", "odo"), turn_of("bri")]


def test_a_player_who_holds_and_leaves_dies_too() -> None:
    game = chamber()
    game.stage(9, 5, 4)
    game.holds("bri")
    assert game.give("bri", Leave())[0] == dies("bri", "left")
    assert game.table.to_act == ["odo"]
    assert game.may("odo") == ["roll", "hold"]


def test_the_dead_leave_without_another_word() -> None:
    game = chamber()
    game.rolls("bri", 1)
    assert game.give("bri", Leave())[0] == paid("bri", "outside", 9_500, "cash_out")


@pytest.mark.parametrize("kind", ["watcher", "player"])
def test_a_player_who_does_not_play_leaves_without_a_word_of_the_round(kind: str) -> None:
    game = seated("Bri", "Odo")
    game.sit("Wat", kind=kind, purse_cp=300)
    game.start()
    assert game.give("wat", Leave())[0] == paid("wat", "outside", 300, "cash_out")


def test_when_the_last_but_held_ones_leave_the_round_is_over() -> None:
    game = chamber("Bri", "Odo")
    game.stage(9, 5)
    game.stage(3, 3)
    game.stage(2, 2)
    game.holds("bri")
    assert game.give("odo", Leave())[:4] == [
        dies("odo", "left"),
        phase("payout"),
        paid("pot", "bri", 2_000, "payout"),
        ended("won", "bri", 2_000),
    ]


def test_the_last_one_living_leaves_with_what_a_hold_brings() -> None:
    game = chamber("Bri", "Odo")
    game.stage(9, 1)
    assert game.give("bri", Leave())[:6] == [
        held("bri", "left"),
        phase("payout"),
        paid("pot", "house", 1_000, "cowards_tax"),
        paid("pot", "bri", 1_000, "payout"),
        ended("won", "bri", 1_000),
        paid("bri", "outside", 10_500, "cash_out"),
    ]


def test_the_last_one_living_that_has_rolled_nothing_yet_dies_of_leaving() -> None:
    game = chamber("Bri", "Odo")
    game.rolls("bri", 1)
    assert game.give("odo", Leave())[:4] == [
        dies("odo", "left"),
        phase("payout"),
        paid("pot", "house", 2_000, "wipeout"),
        ended("wipeout"),
    ]


@pytest.mark.parametrize("leaver", ["bri", "odo"])
def test_when_one_of_two_leaves_the_other_has_won_where_the_table_has_it_so(leaver: str) -> None:
    game = chamber("Bri", "Odo", last_standing="wins")
    other = {"bri": "odo", "odo": "bri"}[leaver]
    assert game.give(leaver, Leave())[:4] == [
        dies(leaver, "left"),
        phase("payout"),
        paid("pot", other, 2_000, "payout"),
        ended("won", other, 2_000),
    ]


def test_when_everybody_leaves_the_house_keeps_the_pot() -> None:
    game = chamber("Bri", "Odo")
    game.give(None, RemoveSeat(target="odo"))
    events = game.give(None, RemoveSeat(target="bri"))
    assert events[2:4] == [paid("pot", "house", 2_000, "wipeout"), ended("wipeout")]
    assert game.table.accounts["house"] == 1_000
