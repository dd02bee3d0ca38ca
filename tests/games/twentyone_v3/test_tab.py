"""Iron Liver: paying with drinks, and what a natural 20 is good for."""

from events.audience import GM, PUBLIC
from games.engine.rulebook import Timeout
from games.mechanics.checks import DISADVANTAGE
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.endgame import DuelRolled
from games.twentyone.turns import LetItBe
from tests.games.twentyone.expected import asks, condition, phase, revealed, set_down, status, turn_of
from tests.games.twentyone.table import TwentyOneTable, sheet
from tests.games.twentyone_v3.table import betting


def test_a_failed_save_makes_sloppy_and_tips_the_cup_over() -> None:
    table = betting(bri=(1, 7), odo=(6, 3))
    events = table.drinks("bri", "d8", 2, save=11)
    assert events[2:4] == [condition("bri", "sloppy"), revealed("bri", 1, 7)]
    assert table.faces("bri", PUBLIC)[:2] == [1, 7]
    table.lets_it_be("bri")
    table.holds("odo")
    assert table.refusal("bri", Roll(die="d8", pay="drinks")) == "cut_off"
    check_of_bri = table.profiles("bri", "odo", (15, 4))[1]
    assert getattr(check_of_bri, "mode", "") == DISADVANTAGE


def test_a_natural_1_passes_out_which_is_a_bust() -> None:
    table = betting(bri=(1, 7), odo=(6, 3), cal=(8, 2))
    assert table.drinks("bri", "d8", 2, save=1)[2:] == [
        condition("bri", "passed_out"),
        status("bri", "bust", "passed_out"),
        revealed("bri", 1, 7),
        turn_of("odo"),
    ]


def triumphant() -> TwentyOneTable:
    """Bri has drunk with a natural 20, and set the die down."""
    table = betting(bri=(1, 7), odo=(6, 3), cal=(8, 2), purses={"bri": 500})
    table.drinks("bri", "d4", 3, save=20)
    table.lets_it_be("bri")
    return table


def test_a_natural_20_always_saves_and_is_good_for_one_more_roll() -> None:
    table = betting(bri=(1, 7), odo=(6, 3), sheets={"bri": sheet(con_save=-10)})
    assert condition("bri", "free_roll") in table.drinks("bri", "d4", 3, save=20)
    assert table.lets_it_be("bri") == [set_down("bri", 2, 3), asks("one_more", "bri")]
    assert table.asked == ("one_more", ["bri"])


def test_one_more_roll_takes_no_coins_no_drinks_and_no_save() -> None:
    table = triumphant()
    every = ["d20", "d10", "d8", "d6", "d4"]
    assert [die for offer in table.may("bri", "roll") for die in offer["die"]] == every
    assert not [offer for offer in table.may("bri", "roll") if "cost_cp" in offer]
    events = table.rolls("bri", "d4", 2)
    assert events[0] == condition("bri", "free_roll", on=False)
    assert events[-1] == asks("cheat", "bri")
    assert (table.purse("bri"), table.hand("bri").drinks) == (0, 2)
    assert table.lets_it_be("bri") == [set_down("bri", 3, 2), turn_of("odo")]


def test_one_more_roll_need_not_be_taken() -> None:
    table = triumphant()
    assert table.refusal("bri", Roll(die="d4", pay="drinks")) == "costs_nothing"
    assert table.refusal("bri", Hold()) == table.refusal("bri", Fold()) == "question_first"
    assert table.lets_it_be("bri") == [condition("bri", "free_roll", on=False), turn_of("odo")]


def test_the_clock_takes_no_more_rolls() -> None:
    table = triumphant()
    assert table.let_the_clock_act() == Timeout("bri", LetItBe())
    assert table.turn == "odo"


def test_a_player_who_goes_bust_has_no_more_rolls() -> None:
    table = betting(bri=(9, 9), odo=(6, 3), cal=(8, 2))
    table.holds("odo", "cal")
    table.drinks("bri", "d4", 4, save=20)
    assert table.lets_it_be("bri")[:2] == [set_down("bri", 2, 4), status("bri", "bust", "above_21")]
    assert table.table.phase == "staredown"


def test_when_all_others_have_left_one_more_roll_is_not_offered() -> None:
    table = betting(bri=(1, 7), odo=(6, 3))
    table.drinks("bri", "d4", 3, save=20)
    table.leaves("odo")
    assert phase("reveal") in table.lets_it_be("bri")


def test_a_player_who_leaves_instead_of_rolling_once_more_passes_the_turn() -> None:
    table = triumphant()
    table.leaves("bri")
    assert table.turn == "odo"


def test_a_player_who_is_left_alone_while_one_more_roll_is_thought_over_has_won_and_rolls_no_more() -> None:
    table = triumphant()
    table.leaves("odo")
    assert table.asked == ("one_more", ["bri"])
    events = table.leaves("cal")
    assert events[events.index(phase("reveal")) :][:2] == [
        phase("reveal"),
        condition("bri", "free_roll", on=False),
    ]
    assert table.winners == ["bri"]


def test_one_more_roll_is_over_when_the_others_have_slandered_themselves_out_of_the_round() -> None:
    table = triumphant()
    table.accuses("odo", "bri", 0)
    assert table.asked == ("one_more", ["bri"])
    table.accuses("cal", "bri", 0)
    assert table.table.phase == "staredown"
    assert table.conditions("bri") == []


def test_a_seat_that_is_left_alone_with_a_die_in_the_hand_sets_it_down_and_may_be_bust() -> None:
    table = betting(bri=(9, 9), odo=(9, 8))
    table.rolls("bri", "d10", 9)
    table.leaves("odo")
    assert table.asked == ("cheat", ["bri"])
    assert status("bri", "bust", "above_21") in table.lets_it_be("bri")
    assert table.winners == []


def test_the_last_in_contention_who_leaves_with_a_die_in_the_hand_may_be_bust_and_the_pot_waits() -> None:
    table = betting(bri=(9, 9), odo=(9, 8))
    table.rolls("bri", "d10", 9)
    table.leaves("odo")
    assert table.leaves("bri")[:2] == [set_down("bri", 2, 9), status("bri", "bust", "above_21")]
    assert table.table.result is not None
    assert (table.table.result.outcome, table.winners, table.pot) == ("rollover", [], 1_000)


def test_a_player_who_is_bust_has_no_roll_to_come_for_all_to_see() -> None:
    table = betting(bri=(9, 9), odo=(6, 3), cal=(8, 2))
    table.holds("odo", "cal")
    table.drinks("bri", "d4", 4, save=20)
    table.lets_it_be("bri")
    assert table.conditions("bri", PUBLIC) == []


def test_a_roll_after_a_natural_20_on_the_tab_counts_as_a_die_bought_in_a_duel() -> None:
    table = betting(bri=(1, 7), odo=(6, 7))
    table.drinks("bri", "d4", 3, save=20)
    table.lets_it_be("bri")
    table.buys("bri", "d4", 2)
    table.duels(bri=[7, 4, 3], odo=[9])
    table.holds("odo", "bri")
    throws = [event for event in table.passes("odo", "bri") if isinstance(event, DuelRolled)]
    assert [(throw.seat, len(throw.draws), throw.total) for throw in throws] == [("bri", 3, 14), ("odo", 1, 9)]


def test_the_chronicle_reports_a_triumph() -> None:
    table = betting(bri=(1, 7), odo=(6, 3))
    table.drinks("bri", "d4", 3, save=20)
    assert table.heard_last(GM)[2] == "Bri slams the mug down: one more roll is free."
