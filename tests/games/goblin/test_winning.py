"""The end of a round: who wins, what the Coward's Tax takes, and what becomes of a pot that nobody lives to win."""

from typing import Any

import pytest

from tests.games.goblin.table import (
    HOLD,
    GoblinGame,
    booted,
    chamber,
    dies,
    ended,
    held,
    paid,
    phase,
    rolled,
    stage_of,
    turn_of,
)


def held_by_bri_in(die: str, **options: Any) -> GoblinGame:
    """Bri and Odo: Bri, who leads, has held in the stage of a die, and it is Odo's turn to die."""
    game = chamber("Bri", "Odo", **options)
    game.stage(5, 2)
    while game.details()["die"] != die:
        game.stage(3, 2)
    game.holds("bri")
    return game


def test_the_highest_score_wins_the_pot() -> None:
    game = chamber()
    game.stage(19, 5, 4)
    game.stage(HOLD, 12, 11)
    game.stage(9, 1)
    game.stage(7)
    assert game.holds("odo") == [
        held("odo"),
        phase("payout"),
        paid("pot", "odo", 3_000, "payout"),
        ended("won", "odo", 3_000),
        *game.closing(),
    ]


def test_after_the_d4_the_highest_of_all_that_live_wins_held_or_not() -> None:
    game = chamber("Bri", "Odo", "Cal")
    game.stage(19, 5, 4)
    for _ in range(4):
        game.stage(4, 3, 2)
    game.stage(HOLD, 2, 2)
    assert game.result.winners == ["bri"]
    assert game.details("bri")["held_in"] == "d4"


@pytest.mark.parametrize("die", ["d12", "d10"])
def test_a_player_who_held_before_the_d8_and_wins_takes_half_the_pot_and_the_house_the_rest(die: str) -> None:
    game = held_by_bri_in(die)
    assert game.rolls("odo", 1)[2:] == [
        phase("payout"),
        paid("pot", "house", 1_000, "cowards_tax"),
        paid("pot", "bri", 1_000, "payout"),
        ended("won", "bri", 1_000),
        *game.closing(),
    ]


@pytest.mark.parametrize("die", ["d8", "d6", "d4"])
def test_a_seat_that_held_from_the_d8_on_takes_it_all(die: str) -> None:
    game = held_by_bri_in(die)
    assert game.rolls("odo", 1)[2:] == [
        phase("payout"),
        paid("pot", "bri", 2_000, "payout"),
        ended("won", "bri", 2_000),
        *game.closing(),
    ]


def test_the_odd_copper_of_a_taxed_pot_is_the_winners() -> None:
    game = chamber("Bri", "Odo", "Cal", ante_cp=2, house_match=False)
    game.stage(9, 1, 1)
    assert game.pot == 6
    assert game.holds("bri")[2:4] == [paid("pot", "house", 3, "cowards_tax"), paid("pot", "bri", 3, "payout")]


def test_nobody_pays_the_tax_for_a_hold_that_did_not_win() -> None:
    game = held_by_bri_in("d12")
    game.rolls("odo", 11)
    game.stage(3)
    assert game.holds("odo")[1:3] == [phase("payout"), paid("pot", "odo", 2_000, "payout")]


def test_a_hold_that_was_booted_away_is_not_taxed() -> None:
    game = chamber("Bri", "Odo")
    game.stage(19, 5)
    game.stage(HOLD, 12)
    assert game.boots("odo", "bri") == booted("odo", "bri")
    game.rolls("odo", 1)
    assert game.holds("bri") == [
        held("bri"),
        phase("payout"),
        paid("pot", "bri", 2_000, "payout"),
        ended("won", "bri", 2_000),
        *game.closing(),
    ]


def test_a_hold_after_the_boot_is_taxed_where_it_is_before_the_d8_again() -> None:
    game = chamber("Bri", "Odo", "Cal")
    game.stage(18, 20, 5)
    game.stage(11, 3, 2)
    game.stage(HOLD, 2, 2)
    assert game.details("bri")["held_in"] == "d10"
    game.boots("odo", "bri")
    game.stage(3, 1)
    assert game.details()["die"] == "d6"
    assert game.holds("bri") == [held("bri"), turn_of("odo")]
    assert game.details("bri")["held_in"] == "d6"


def test_if_everybody_dies_the_house_keeps_the_pot() -> None:
    game = chamber("Bri", "Odo")
    game.rolls("bri", 1)
    assert game.rolls("odo", 1) == [
        rolled("odo", 0, "d20", 1),
        dies("odo"),
        phase("payout"),
        paid("pot", "house", 2_000, "wipeout"),
        ended("wipeout"),
        *game.closing(),
    ]
    assert [game.purse(seat) for seat in ("bri", "odo")] == [9_500, 9_500]


def test_the_last_one_living_plays_on() -> None:
    game = chamber("Bri", "Odo")
    game.stage(7, 1)
    assert game.entries[-1].events[1:] == [dies("odo"), stage_of(2, "d12", "bri"), turn_of("bri")]
    assert game.may("bri") == ["roll", "hold"]


def test_the_last_one_living_may_always_hold_once_it_has_rolled() -> None:
    game = chamber("Bri", "Odo")
    game.rolls("bri", 1)
    assert game.may("odo") == ["roll"]
    game.rolls("odo", 2)
    for _ in range(5):
        assert game.may("odo") == ["roll", "hold"]
        game.rolls("odo", 2)
    assert game.result.winners == ["odo"]


def test_the_last_one_living_wins_at_once_where_the_table_has_it_so() -> None:
    game = chamber("Bri", "Odo", last_standing="wins")
    assert game.rolls("bri", 1) == [
        rolled("bri", 0, "d20", 1),
        dies("bri"),
        phase("payout"),
        paid("pot", "odo", 2_000, "payout"),
        ended("won", "odo", 2_000),
        *game.closing(),
    ]


def test_a_player_who_wins_at_once_owes_no_tax_without_a_hold() -> None:
    game = chamber(last_standing="wins")
    game.stage(9, 1, 1)
    assert game.result.won_cp == {"bri": 3_000}


def test_a_player_who_has_held_and_is_the_last_one_living_pays_the_tax_however_that_came() -> None:
    game = held_by_bri_in("d10", last_standing="wins")
    game.rolls("odo", 1)
    assert game.result.won_cp == {"bri": 1_000}
