"""Naturals on bought dice: the 20 that makes 21, the 1 that spills something, and when they are read."""

from events.audience import ALL, GM, GM_ONLY, PUBLIC
from events.event import Event
from games.twentyone.naturals import DieCounted, MadeTwentyOne
from tests.games.twentyone.expected import condition, fee, phase, revealed, set_down, set_down_blind, status, turn_of
from tests.games.twentyone.table import betting


def makes_21(seat: str, n: int, counts: int, *, counts_to: str) -> Event:
    return MadeTwentyOne(to=ALL, seat=seat, n=n, counts=counts, counts_to=counts_to)


def test_a_natural_20_on_a_d20_makes_exactly_21() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.buys("bri", "d20", 20) == [
        set_down("bri", 2, 20),
        makes_21("bri", 2, 8, counts_to="seat:bri"),
        turn_of("odo"),
    ]
    assert table.total("bri", "seat:bri") == 21
    assert table.status("bri") == "active"


def test_the_die_that_makes_21_shows_its_20_to_all_but_not_what_it_counts() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d20", 20)
    for viewer in (PUBLIC, "seat:odo"):
        assert table.seen_last(viewer)[1] == MadeTwentyOne(to=ALL, seat="bri", n=2)
        assert table.die("bri", 2, viewer).details == {"makes_21": True, "counts": None}
        assert table.faces("bri", viewer) == [4, None, 20]
        assert table.total("bri", viewer) is None
    for viewer in ("seat:bri", GM):
        assert table.die("bri", 2, viewer).details == {"makes_21": True, "counts": 8}
        assert table.total("bri", viewer) == 21


def test_what_the_natural_20_counts_is_open_to_others_from_the_reveal_on() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d20", 20)
    table.holds("odo")
    assert table.holds("bri")[:5] == [
        status("bri", "held", "hold"),
        phase("reveal"),
        revealed("bri", 1, 9),
        DieCounted(seat="bri", n=2, counts=8),
        revealed("odo", 1, 3),
    ]
    assert table.total("bri", PUBLIC) == 21


def test_a_natural_20_at_21_counts_nothing() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d8", 8)
    table.holds("odo", "cal")
    assert table.buys("bri", "d20", 20)[:2] == [
        set_down("bri", 3, 20),
        makes_21("bri", 3, 0, counts_to="seat:bri"),
    ]
    assert table.status("bri") == "active"
    assert table.total("bri", "seat:bri") == 21


def test_two_natural_20s_each_count_what_was_missing_then() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d20", 20)
    table.holds("odo")
    table.bumps("cal", "bri", 0, 15, 5, to=(10, 1))
    table.holds("cal")
    table.buys("bri", "d20", 20)
    assert table.hand("bri").made_21 == {2: 8, 3: 3}
    assert table.total("bri", "seat:bri") == 21


def test_a_20_that_was_failed_to_be_changed_is_an_unaltered_20() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d20", 20)
    table.cheats("bri", n=2, change=-3, natural=5)
    assert table.hand("bri").made_21 == {2: 8}


def test_a_20_that_was_turned_down_makes_nothing() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.rolls("bri", "d20", 20)
    table.cheats("bri", n=2, change=-1, natural=15)
    assert table.hand("bri").made_21 == {}
    assert table.total("bri", PUBLIC) is None
    assert table.total("bri", "seat:bri") == 21


def test_a_natural_20_counts_what_is_missing_after_a_cheat_on_the_hole_die() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d20", 20)
    table.cheats("bri", n=1, change=-3, natural=15)
    assert table.hand("bri").made_21 == {2: 11}
    assert table.total("bri", "seat:bri") == 21


def test_the_die_that_made_21_and_is_bumped_later_is_an_ordinary_die() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d20", 20)
    table.bumps("odo", "bri", 2, 15, 5, to=(20, 2))
    assert table.die("bri", 2, PUBLIC).details == {}
    assert table.total("bri", "seat:bri") == 15


def test_a_die_that_made_21_and_falls_on_20_again_when_bumped_makes_nothing() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d20", 20)
    table.bumps("odo", "bri", 2, 15, 5, to=(20, 20))
    assert table.status("bri") == "bust"
    assert table.total("bri", PUBLIC) == 33


def test_when_another_die_is_bumped_the_natural_20_counts_what_it_counted() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d20", 20)
    table.bumps("odo", "bri", 1, 15, 5, to=(10, 2))
    assert table.total("bri", "seat:bri") == 14


def test_a_20_is_only_natural_on_a_d20() -> None:
    table = betting(bri=(4, 7), odo=(6, 3))
    assert table.buys("bri", "d10", 10) == [set_down("bri", 2, 10), turn_of("odo")]
    assert table.hand("bri").made_21 == {}


def test_a_bust_shows_what_the_natural_20_counted() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d20", 20)
    table.holds("odo", "cal")
    assert table.buys("bri", "d4", 2)[:4] == [
        set_down("bri", 3, 2),
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 9),
        DieCounted(seat="bri", n=2, counts=8),
    ]
    assert table.total("bri", PUBLIC) == 23


def test_the_value_of_a_natural_20_is_recorded_once_although_the_bust_seat_is_caught_before_the_reveal() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), dee=(9, 1))
    table.rolls("bri", "d20", 20)
    table.cheats("bri", n=1, change=-1, natural=5)
    table.holds("odo", "cal")
    table.buys("dee", "d4", 2)
    table.buys("bri", "d4", 2)
    table.accuses("odo", "bri", 1)
    table.holds("dee")
    counted = [e for written in table.written for e in written.entry.events if isinstance(e, DieCounted)]
    assert table.table.phase == "staredown"
    assert counted == [DieCounted(seat="bri", n=2, counts=8)]


def test_a_natural_20_beside_a_blind_die_reveals_nothing_of_that_die_to_its_own_seat() -> None:
    table = betting(bri=(1, 2), odo=(6, 3))
    table.foresees("bri", 5)
    table.buys("bri", "d10", 3)
    table.holds("odo")
    assert table.buys("bri", "d20", 20)[:2] == [
        set_down("bri", 3, 20),
        makes_21("bri", 3, 15, counts_to=GM_ONLY),
    ]
    assert table.die("bri", 3, "seat:bri").details == {"makes_21": True, "counts": None}
    assert table.total("bri", "seat:bri") is None
    assert table.total("bri", GM) == 21


def test_a_natural_1_on_a_bought_die_owes_a_cleaning_fee_of_one_gold() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.buys("bri", "d10", 1) == [set_down("bri", 2, 1), fee("bri", 2), turn_of("odo")]
    assert table.seat_view("bri", PUBLIC).details["fees_cp"] == 100
    assert table.purse("bri") == 9_250


def test_nothing_of_a_natural_is_revealed_before_the_question_is_answered() -> None:
    for face in (1, 20):
        table = betting(bri=(4, 9), odo=(6, 3))
        table.rolls("bri", "d20", face)
        assert table.hand("bri").fees_cp == 0
        assert table.hand("bri").made_21 == {}


def test_a_1_that_was_turned_up_owes_no_fee() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 1)
    table.cheats("bri", n=2, change=1, natural=15)
    assert table.hand("bri").fees_cp == 0


def test_a_die_turned_down_to_1_owes_the_fee_since_it_is_set_down_as_1() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 3)
    events = table.cheats("bri", n=2, change=-3, natural=15)
    assert events[-3:] == [set_down("bri", 2, 1), fee("bri", 2), turn_of("odo")]


def test_if_only_bought_dice_owe_no_other_natural_1_does() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.buys("bri", "d8", 5)
    table.bumps("odo", "bri", 2, 15, 5, to=(8, 1))
    table.holds("odo", "bri")
    table.passes("bri", "odo")
    assert table.purse("bri") == 9_000
    assert table.purse("odo") == 9_500 + 2_500


def test_if_any_die_owes_an_open_1_of_the_opening_does_at_once() -> None:
    table = betting(bri=(1, 9), odo=(6, 3), options={"fee_on": "any"})
    opening = table.written[-2].entry.events
    assert opening[5] == fee("bri", 0)
    assert table.hand("bri").fees_cp == 100


def test_if_any_die_owes_a_hole_die_of_1_does_at_the_reveal() -> None:
    table = betting(bri=(4, 1), odo=(6, 3), options={"fee_on": "any"})
    assert table.hand("bri").fees_cp == 0
    table.holds("bri")
    assert table.holds("odo")[1:4] == [phase("reveal"), revealed("bri", 1, 1), fee("bri", 1)]


def test_if_any_die_owes_a_hole_die_of_1_does_when_a_bust_shows_it() -> None:
    table = betting(bri=(10, 1), odo=(10, 3), cal=(10, 2), options={"fee_on": "any"})
    table.rolls("bri", "d20", 17)
    assert table.lets_it_be("bri")[1:4] == [status("bri", "bust", "above_21"), revealed("bri", 1, 1), fee("bri", 1)]


def test_if_any_die_owes_an_open_die_bumped_to_1_does_at_once() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options={"fee_on": "any"})
    assert table.bumps("bri", "odo", 0, 15, 5, to=(10, 1))[-1] == fee("odo", 0)
    table = betting(bri=(4, 9), odo=(6, 3), options={"fee_on": "any"})
    table.bumps("bri", "odo", 0, 15, 5, to=(10, 2))
    assert table.hand("odo").fees_cp == 0


def test_if_any_die_owes_a_covered_die_bumped_to_1_reveals_nothing_before_the_reveal() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options={"fee_on": "any"})
    table.bumps("bri", "odo", 1, 15, 5, to=(10, 1))
    assert table.hand("odo").fees_cp == 0
    table.holds("bri")
    table.holds("odo")
    assert table.hand("odo").fees_cp == 0
    assert table.purse("odo") == 9_400


def test_the_fees_of_a_round_add_up() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d10", 1)
    table.holds("odo")
    table.buys("bri", "d4", 1)
    assert table.hand("bri").fees_cp == 200


def test_a_blind_natural_1_owes_its_fee_at_the_reveal() -> None:
    table = betting(bri=(1, 2), odo=(6, 3))
    table.foresees("bri", 5)
    assert table.buys("bri", "d10", 1) == [
        set_down_blind("bri", 2, 1),
        condition("bri", "blind", on=False, to="seat:bri"),
        turn_of("odo"),
    ]
    table.holds("odo")
    assert table.holds("bri")[1:5] == [
        phase("reveal"),
        revealed("bri", 1, 2),
        revealed("bri", 2, 1),
        fee("bri", 2),
    ]


def test_a_blind_die_owes_by_what_it_shows_at_the_reveal_though_it_was_bumped_since() -> None:
    for face, bumped_to, fees_cp in ((1, 3, 0), (3, 1, 100)):
        table = betting(bri=(1, 2), odo=(6, 3), cal=(8, 2))
        table.foresees("bri", 5)
        table.buys("bri", "d10", face)
        table.bumps("odo", "bri", 2, 15, 5, to=(10, bumped_to))
        assert table.hand("bri").fees_cp == 0
        table.holds("odo", "cal", "bri")
        assert table.hand("bri").fees_cp == fees_cp


def test_a_blind_natural_20_makes_21_which_is_announced_at_the_reveal() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", 1)
    assert table.buys("bri", "d20", 20) == [
        set_down_blind("bri", 2, 20),
        condition("bri", "locked_to_a_blind_d20", on=False, to="seat:bri"),
        MadeTwentyOne(to=GM_ONLY, seat="bri", n=2, counts=8, counts_to=GM_ONLY),
        turn_of("odo"),
    ]
    assert table.status("bri") == "active"
    assert table.die("bri", 2, "seat:bri").details == {}
    assert table.die("bri", 2, GM).details == {"makes_21": True, "counts": 8}
    table.holds("odo")
    assert table.holds("bri")[1:5] == [
        phase("reveal"),
        revealed("bri", 1, 9),
        revealed("bri", 2, 20),
        DieCounted(seat="bri", n=2, counts=8),
    ]
    assert table.die("bri", 2, PUBLIC).details == {"makes_21": True, "counts": 8}
    assert table.total("bri", PUBLIC) == 21


def test_a_blind_20_that_was_bumped_is_an_ordinary_die() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", 1)
    table.buys("bri", "d20", 20)
    table.bumps("odo", "bri", 2, 15, 5, to=(20, 3))
    assert table.total("bri", GM) == 16
    table.holds("odo", "bri")
    assert table.total("bri", PUBLIC) == 16
    assert table.die("bri", 2, PUBLIC).details == {}


def test_a_folded_seats_blind_die_is_not_shown_and_owes_nothing() -> None:
    table = betting(bri=(1, 2), odo=(6, 3), cal=(8, 2))
    table.foresees("bri", 5)
    table.buys("bri", "d10", 1)
    table.holds("odo", "cal")
    table.folds("bri")
    assert table.purse("bri") == 9_250
    assert table.faces("bri", PUBLIC) == [1, None, None]
