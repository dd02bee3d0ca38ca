"""Bump the table: Strength against Strength."""

from events.audience import ALL, GM, GM_ONLY, PUBLIC
from events.event import Event
from events.round_events import CheckRolled, DieRerolled
from games.mechanics.checks import DISADVANTAGE
from games.twentyone.bump import RetaliationOpened
from games.twentyone.skills import SkillTried
from tests.games.twentyone.expected import asks, check, condition, paid, phase, revealed, status
from tests.games.twentyone.table import betting, sheet
from tests.playing import drawn


def rerolled(seat: str, n: int, sides: int, face: int, *, by: str, why: str, to: str = ALL) -> Event:
    return DieRerolled(seat=seat, n=n, by=by, why=why, draw=drawn(seat, why, sides, face), draw_to=to)


def test_a_bump_that_is_stronger_rerolls_the_chosen_die_of_the_target() -> None:
    sheets = {"bri": sheet(str=3), "odo": sheet(str=2)}
    table = betting(bri=(4, 9), odo=(6, 3), sheets=sheets)
    assert table.bumps("bri", "odo", 0, 12, 12, to=(10, 8)) == [
        SkillTried(seat="bri", skill="bump", target="odo"),
        check("bri", "strength", "bump", 12, modifier=3),
        check("odo", "strength", "bump_defence", 12, modifier=2),
        rerolled("odo", 0, 10, 8, by="bri", why="bumped"),
    ]
    assert table.faces("odo", PUBLIC) == [8, None]


def test_a_bump_rolls_in_the_open() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    events = table.bumps("bri", "odo", 0, 12, 5, to=(10, 8))
    assert table.seen_last(PUBLIC) == table.seen_last("seat:cal") == events


def test_a_rerolled_hole_die_stays_a_hole_die_seen_by_its_owner_and_the_gm() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    events = table.bumps("bri", "odo", 1, 12, 5, to=(10, 8))
    assert events[-1] == rerolled("odo", 1, 10, 8, by="bri", why="bumped", to="seat:odo")
    assert table.seen_last("seat:bri")[-1] == DieRerolled(seat="odo", n=1, by="bri", why="bumped")
    assert table.faces("odo", "seat:odo") == table.faces("odo", GM) == [6, 8]
    assert table.faces("odo", PUBLIC) == table.faces("odo", "seat:bri") == [6, None]


def test_only_the_gm_sees_a_rerolled_blind_die() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 5)
    table.buys("bri", "d6", 2)
    assert table.bumps("odo", "bri", 2, 12, 5, to=(6, 4))[-1] == rerolled(
        "bri", 2, 6, 4, by="odo", why="bumped", to=GM_ONLY
    )
    assert table.seen_last("seat:bri")[-1] == DieRerolled(seat="bri", n=2, by="odo", why="bumped")
    assert table.faces("bri", "seat:bri") == [1, 1, None]
    assert table.faces("bri", GM) == [1, 1, 4]


def test_any_die_of_an_active_or_held_seat_can_be_bumped() -> None:
    table = betting(bri=(1, 1), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.holds("odo")
    assert table.may("cal", "bump") == [{"target": ["bri"], "n": [0, 1, 2]}, {"target": ["odo"], "n": [0, 1]}]


def test_a_bumped_open_die_can_bust_its_owner() -> None:
    table = betting(bri=(4, 9), odo=(6, 9), cal=(8, 2))
    table.holds("bri")
    table.buys("odo", "d6", 6)
    assert table.bumps("cal", "odo", 0, 12, 5, to=(10, 10))[3:] == [
        rerolled("odo", 0, 10, 10, by="cal", why="bumped"),
        status("odo", "bust", "above_21"),
        revealed("odo", 1, 9),
    ]
    assert table.turn == "cal"


def test_a_bumped_hole_die_can_bust_a_held_seat_and_is_shown_then() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d8", 8)
    table.holds("odo")
    assert table.bumps("cal", "bri", 1, 12, 5, to=(10, 10))[3:] == [
        rerolled("bri", 1, 10, 10, by="cal", why="bumped", to="seat:bri"),
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 10),
    ]
    assert table.faces("bri", PUBLIC) == [4, 10, 8]


def test_a_bumped_blind_die_can_bust_an_owner_who_never_saw_it() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.foresees("bri", 5)
    table.buys("bri", "d10", 2)
    assert table.bumps("odo", "bri", 2, 12, 5, to=(10, 9))[-3:] == [
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 9),
        revealed("bri", 2, 9),
    ]


def test_a_bump_that_busts_the_last_opponent_ends_the_betting_at_once() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d8", 8)
    assert table.bumps("odo", "bri", 0, 12, 5, to=(10, 5))[3:] == [
        rerolled("bri", 0, 10, 5, by="odo", why="bumped"),
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 9),
        phase("reveal"),
        revealed("odo", 1, 3),
        phase("staredown"),
        asks("staredown", "bri", "odo"),
    ]


def test_ties_go_to_the_defender_even_a_natural_20() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    assert table.bumps("bri", "odo", 0, 20, 20)[3] == RetaliationOpened(bumper="bri", target="odo")


def test_a_bump_that_fails_opens_a_retaliation_and_locks_the_bumper() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    assert table.bumps("bri", "odo", 0, 5, 15)[3:] == [
        RetaliationOpened(bumper="bri", target="odo"),
        condition("bri", "locked"),
        asks("retaliation", "odo"),
    ]
    assert table.pot == 3_000
    assert table.view(PUBLIC).details["retaliation"] == {"seat": "bri", "target": "odo"}


def test_a_natural_1_fails_whatever_the_other_rolls_and_pays_one_ante_into_the_pot() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), sheets={"bri": sheet(str=10)})
    assert table.bumps("bri", "odo", 0, 1, 2)[3:] == [
        paid("bri", "pot", 500, "bump_fine", owed_cp=500),
        RetaliationOpened(bumper="bri", target="odo"),
        condition("bri", "locked"),
        asks("retaliation", "odo"),
    ]


def test_a_sloppy_defender_rolls_strength_with_disadvantage_too() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    assert table.bumps("odo", "bri", 0, 7, (19, 6), to=(10, 2))[2] == CheckRolled(
        to=ALL,
        seat="bri",
        check="strength",
        mode=DISADVANTAGE,
        draws=[drawn("bri", "bump_defence", 20, 19), drawn("bri", "bump_defence", 20, 6, n=2)],
        natural=6,
        modifier=0,
        total=6,
    )


def test_bumping_the_die_of_a_cheat_does_not_wash_the_cheat_away() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.bumps("odo", "bri", 2, 15, 5, to=(4, 1))
    table.accuses("odo", "bri", 2)
    assert table.status("bri") == "caught"
