"""Profile, of active and held seats."""

from events.audience import PUBLIC
from games.twentyone.skills import SkillTried
from projections.table import Note
from tests.games.twentyone.table import TwentyOneTable, sheet
from tests.games.twentyone_v3.table import at_the_cut, betting


def cheated() -> TwentyOneTable:
    """Bri has changed a bought die, and it is Odo's turn."""
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), sheets={"bri": sheet(passive_deception=12)})
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    return table


def test_meeting_the_passive_deception_reveals_whether_the_target_has_cheated() -> None:
    table = cheated()
    table.profiles("odo", "bri", 12)
    assert table.notes("odo") == [Note(kind="profile", facts={"about": "bri", "cheated": True})]
    assert table.seen_last(PUBLIC) == [SkillTried(seat="odo", skill="profile", target="bri")]


def test_an_honest_seat_is_found_honest() -> None:
    table = cheated()
    table.profiles("odo", "cal", 12)
    assert table.notes("odo") == [Note(kind="profile", facts={"about": "cal", "cheated": False})]


def test_below_it_nothing_is_learned() -> None:
    table = cheated()
    table.profiles("odo", "bri", 11)
    assert table.notes("odo") == [Note(kind="profile", facts={"about": "bri", "cheated": None})]


def test_a_natural_20_reveals_the_dice_too() -> None:
    table = cheated()
    table.profiles("odo", "bri", 20)
    assert table.notes("odo") == [Note(kind="profile", facts={"about": "bri", "cheated": True, "dice": [2]})]


def test_a_natural_1_shows_the_target_the_profilers_hole_die_and_whether_it_cheated() -> None:
    table = cheated()
    table.profiles("odo", "bri", 1)
    assert table.notes("odo") == []
    assert table.notes("bri") == [Note(kind="read_back", facts={"about": "odo", "hole_die": 3, "cheated": False})]


def test_a_cheat_on_a_die_that_rolled_again_counts() -> None:
    table = at_the_cut(bri=(4, 5), odo=(6, 3))
    table.cuts("bri", 4)
    table.cheats("bri", n=1, change=1, natural=15)
    table.holds("bri")
    table.profiles("odo", "bri", 20)
    assert table.notes("odo") == [Note(kind="profile", facts={"about": "bri", "cheated": True, "dice": [1]})]


def test_held_seats_can_be_profiled() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.holds("bri")
    assert table.may("odo", "profile") == [{"target": ["bri"]}]
