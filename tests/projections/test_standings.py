"""What the standings tell beyond the score that the table keeps."""

from events.event import Event
from events.round_events import DieAltered, StatusChanged
from projections.standings import cheats_missed


def turned(seat: str, why: str = "cheat") -> Event:
    return DieAltered(to=f"seat:{seat}", seat=seat, n=0, was=2, face=5, why=why)


def test_every_die_that_a_cheat_turned_unseen_is_a_cheat_missed() -> None:
    assert cheats_missed([turned("bri"), turned("odo"), turned("bri")]) == {"bri": 2, "odo": 1}


def test_who_was_caught_in_the_round_was_not_missed() -> None:
    caught = StatusChanged(seat="bri", status="caught", why="accused")
    assert cheats_missed([turned("bri"), caught, turned("odo")]) == {"odo": 1}


def test_who_is_out_of_the_round_for_something_else_and_dice_turned_otherwise_count_as_they_are() -> None:
    bust = StatusChanged(seat="bri", status="bust", why="above_21")
    assert cheats_missed([turned("bri"), bust, turned("odo", "crooked_set")]) == {"bri": 1}
