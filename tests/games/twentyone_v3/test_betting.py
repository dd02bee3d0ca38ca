"""The main actions: buying a die, holding, folding; what a bust is; what is spilled."""

from events.audience import PUBLIC
from games.twentyone.betting import Hold
from games.twentyone.naturals import DieCounted
from tests.games.twentyone.expected import (
    asks,
    paid,
    revealed,
    set_down,
    status,
    turn_of,
)
from tests.games.twentyone_v3.table import betting


def test_above_21_the_turn_ends_and_the_hole_die_is_revealed() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    assert table.buys("bri", "d10", 9) == [
        set_down("bri", 2, 9),
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 9),
        turn_of("odo"),
    ]
    assert table.refusal("bri", Hold()) == "bust"


def test_when_everybody_is_bust_the_pot_rolls_over_to_the_next_round() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.holds("bri")
    table.buys("odo", "d10", 2)
    table.holds("odo")
    table.accuses("bri", "odo", 2)
    table.accuses("odo", "bri", 0)
    table.closes_the_staredown()
    assert (table.winners, table.table.result.outcome if table.table.result else "") == ([], "rollover")
    left_cp = table.pot
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.pot == left_cp + 1_000


def test_a_spilled_drink_costs_1_gp_when_the_die_is_set_down() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d8", 1)
    assert table.pot == 1_500
    assert table.lets_it_be("bri") == [
        set_down("bri", 2, 1),
        paid("bri", "pot", 100, "spilled_drink", owed_cp=100),
        turn_of("odo"),
    ]
    assert table.seat_view("bri", PUBLIC).details["fees_cp"] == 0


def test_a_spilled_drink_costs_no_more_than_is_in_the_purse() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 780})
    table.rolls("bri", "d10", 1)
    assert table.lets_it_be("bri")[1] == paid("bri", "pot", 30, "spilled_drink", owed_cp=100)


def test_a_natural_1_that_was_turned_into_something_else_spills_nothing() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d8", 1)
    assert not [
        e for e in table.cheats("bri", n=2, change=1, natural=15) if getattr(e, "reason", "") == "spilled_drink"
    ]


def test_a_bumped_die_that_was_bought_can_spill_too_and_an_opening_die_cannot() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.buys("bri", "d6", 3)
    table.bumps("odo", "bri", 2, 15, 5, to=(6, 1))
    assert table.lets_it_be("bri")[1] == paid("bri", "pot", 100, "spilled_drink", owed_cp=100)
    other = betting(bri=(4, 5), odo=(6, 3))
    other.bumps("bri", "odo", 0, 15, 5, to=(10, 1))
    assert other.lets_it_be("odo") == [set_down("odo", 0, 1), asks("turn", "bri")]


def test_a_d20_that_rolls_again_and_shows_20_is_an_ordinary_die() -> None:
    table = betting(bri=(1, 1), odo=(6, 3), cal=(9, 3))
    table.buys("bri", "d20", 5)
    table.bumps("odo", "bri", 2, 15, 5, to=(20, 20))
    assert table.lets_it_be("bri") == [
        set_down("bri", 2, 20),
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 1),
        asks("turn", "odo"),
    ]


def test_a_natural_20_that_is_bumped_makes_21_no_more() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d20", 20)
    table.bumps("odo", "bri", 2, 15, 5, to=(20, 3))
    table.lets_it_be("bri")
    assert table.total("bri", "seat:bri") == 16
    assert DieCounted not in {type(event) for event in table.written[-1].entry.events}
