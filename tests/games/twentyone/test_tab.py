"""Put it on the tab: drinks instead of coins, a Constitution save, and what comes of failing it."""

import pytest

from events.audience import ALL, PUBLIC
from events.event import Event
from events.round_events import DieRolled
from games.twentyone.betting import Roll
from games.twentyone.tab import DrinksTaken
from tests.games.twentyone.expected import asks, check, condition, phase, revealed, set_down, status, turn_of
from tests.games.twentyone.table import betting, sheet
from tests.playing import drawn


def save(seat: str, natural: int, dc: int, *, modifier: int = 0, n: int = 1) -> Event:
    return check(seat, "constitution_save", "tab", natural, modifier=modifier, against=dc, against_to=ALL, n=n)


def in_hand(seat: str, n: int, die: str, face: int) -> Event:
    draw = drawn(seat, "bought", int(die[1:]), face)
    return DieRolled(seat=seat, n=n, die=die, place="hand", draw=draw, draw_to=f"seat:{seat}")


def test_a_save_that_meets_the_dc_pays_for_the_die() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), sheets={"bri": sheet(con_save=2)})
    assert table.drinks("bri", "d8", 5, save=10) == [
        DrinksTaken(seat="bri", drinks=1, total=1),
        save("bri", 10, 12, modifier=2),
        in_hand("bri", 2, "d8", 5),
        asks("cheat", "bri"),
    ]
    assert table.conditions("bri") == []


@pytest.mark.parametrize(("die", "drinks"), [("d20", 1), ("d10", 1), ("d8", 1), ("d6", 1), ("d4", 2)])
def test_a_die_is_as_many_drinks_as_its_cost_in_antes_rounded_up(die: str, drinks: int) -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    events = table.drinks("bri", die, 2, save=19)
    assert events[:2] == [DrinksTaken(seat="bri", drinks=drinks, total=drinks), save("bri", 19, 10 + 2 * drinks)]


def test_the_dc_rises_by_two_with_every_drink_of_the_round() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=14)
    table.lets_it_be("bri")
    table.buys("odo", "d4", 2)
    assert table.drinks("bri", "d6", 2, save=16)[:2] == [
        DrinksTaken(seat="bri", drinks=1, total=3),
        save("bri", 16, 16, n=2),
    ]
    table.lets_it_be("bri")
    table.buys("odo", "d4", 2)
    assert table.drinks("bri", "d4", 2, save=19)[:2] == [
        DrinksTaken(seat="bri", drinks=2, total=5),
        save("bri", 19, 20, n=3),
    ]
    assert table.conditions("bri") == ["sloppy"]


def test_drinks_are_forgotten_with_the_round() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=14)
    table.lets_it_be("bri")
    table.folds("odo")
    table.start_round(bri=(1, 1), odo=(6, 3))
    table.lets_it_be("bri")
    assert table.drinks("bri", "d6", 2, save=12)[0] == DrinksTaken(seat="bri", drinks=1, total=1)


def test_a_failed_save_makes_sloppy_shows_the_hole_die_and_the_die_is_rolled_all_the_same() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    assert table.drinks("bri", "d8", 5, save=11) == [
        DrinksTaken(seat="bri", drinks=1, total=1),
        save("bri", 11, 12),
        condition("bri", "sloppy"),
        revealed("bri", 1, 3),
        in_hand("bri", 2, "d8", 5),
        asks("cheat", "bri"),
    ]
    assert table.faces("bri", PUBLIC) == [4, 3, None]
    assert table.purse("bri") == 9_500


def test_a_player_who_is_sloppy_has_the_tab_cut_off_for_the_rest_of_the_round() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    table.buys("odo", "d4", 2)
    assert table.refusal("bri", Roll(die="d6", pay="drinks")) == "cut_off"
    assert all(action["pay"] == ["coins"] for action in table.may("bri", "roll"))


def test_the_next_round_finds_everybody_sober() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    table.folds("odo")
    table.start_round(bri=(4, 3), odo=(6, 3))
    table.lets_it_be("bri")
    assert table.conditions("bri") == []
    assert table.may("bri", "roll")[-1]["pay"] == ["drinks"]


def test_a_natural_1_passes_out_which_is_bust_without_a_roll() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), cal=(8, 2), sheets={"bri": sheet(con_save=30)})
    table.load({("bri", "tab", 20): [1]})
    assert table.give("bri", Roll(die="d8", pay="drinks")) == [
        DrinksTaken(seat="bri", drinks=1, total=1),
        save("bri", 1, 12, modifier=30),
        condition("bri", "passed_out"),
        status("bri", "bust", "passed_out"),
        revealed("bri", 1, 3),
        turn_of("odo"),
    ]
    assert table.faces("bri", PUBLIC) == [4, 3]


def test_passing_out_before_one_opponent_ends_the_round() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.load({("bri", "tab", 20): [1]})
    assert table.give("bri", Roll(die="d8", pay="drinks"))[4:7] == [
        revealed("bri", 1, 3),
        phase("reveal"),
        revealed("odo", 1, 3),
    ]
    assert table.winners == ["odo"]


def test_a_player_who_passes_out_buys_no_die_and_so_opens_no_accusations() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), cal=(8, 2))
    table.load({("bri", "tab", 20): [1]})
    table.give("bri", Roll(die="d8", pay="drinks"))
    assert table.refusal_codes("odo", "accuse") == ["nothing_to_accuse"]


def test_a_natural_20_below_the_dc_is_no_success() -> None:
    table = betting(bri=(1, 1), odo=(6, 3), sheets={"bri": sheet(con_save=-9)})
    assert table.drinks("bri", "d8", 5, save=20)[1:3] == [
        save("bri", 20, 12, modifier=-9),
        condition("bri", "sloppy"),
    ]


def test_the_save_falls_back_on_constitution() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), sheets={"bri": sheet(con=3)})
    assert table.drinks("bri", "d8", 5, save=9)[1] == save("bri", 9, 12, modifier=3)


def test_drinking_is_neither_a_skill_nor_once_a_round() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 5)
    table.drinks("bri", "d8", 2, save=15)
    table.lets_it_be("bri")
    table.buys("odo", "d4", 2)
    table.drinks("bri", "d6", 2, save=15)
    assert table.hand("bri").skills == ["foresight"]
    assert table.hand("bri").drinks == 2


def test_a_die_on_the_tab_is_set_down_and_judged_like_any_other() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.drinks("bri", "d10", 9, save=15)
    assert table.lets_it_be("bri") == [
        set_down("bri", 2, 9),
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 9),
        turn_of("odo"),
    ]


def test_without_liquid_mode_there_is_no_tab() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), options={"liquid_mode": False})
    assert table.refusal("bri", Roll(die="d8", pay="drinks")) == "no_tab"
    assert all(action["pay"] == ["coins"] for action in table.may("bri", "roll"))


def test_drinks_and_saves_are_seen_by_all() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    events = table.drinks("bri", "d8", 5, save=11)
    assert table.seen_last(PUBLIC)[:4] == events[:4]
    assert table.seat_view("bri", PUBLIC).details["drinks"] == 1
    assert table.conditions("bri", PUBLIC) == ["sloppy"]
