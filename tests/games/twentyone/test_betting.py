"""A turn of betting: buying a die, the hand it lies in, holding, folding and going bust."""

import pytest

from events.accounts import POT
from events.audience import ALL, GM, PUBLIC
from events.round_events import DieRolled, DieSetDown
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.skills import Foresight
from games.twentyone.turns import BettingRoundBegan
from tests.games.twentyone.expected import (
    asks,
    condition,
    paid,
    phase,
    revealed,
    round_ended,
    set_down,
    status,
    turn_of,
)
from tests.games.twentyone.table import betting
from tests.playing import drawn


@pytest.mark.parametrize(("die", "cost_cp"), [("d20", 250), ("d10", 250), ("d8", 500), ("d6", 500), ("d4", 1_000)])
def test_a_die_costs_a_half_one_or_two_antes_by_its_kind(die: str, cost_cp: int) -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    events = table.rolls("bri", die, 3)
    assert events[0] == paid("bri", POT, cost_cp, "die")
    assert (table.purse("bri"), table.pot) == (9_500 - cost_cp, 2_000 + cost_cp)


def test_the_dice_of_one_price_are_offered_together_with_that_price() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.may("bri", "roll") == [
        {"die": ["d20", "d10"], "pay": ["coins"], "cost_cp": 250},
        {"die": ["d8", "d6"], "pay": ["coins"], "cost_cp": 500},
        {"die": ["d4"], "pay": ["coins"], "cost_cp": 1_000},
        {"die": ["d20", "d10", "d8", "d6", "d4"], "pay": ["drinks"]},
    ]


def test_half_of_the_smallest_ante_is_one_copper() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options={"ante_cp": 2})
    assert [action["cost_cp"] for action in table.may("bri", "roll") if action["pay"] == ["coins"]] == [1, 2, 4]
    assert table.rolls("bri", "d20", 3)[0] == paid("bri", POT, 1, "die")


def test_a_die_that_the_purse_cannot_pay_is_not_offered_for_coins() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 999}, options={"liquid_mode": False})
    assert table.may("bri", "roll") == [{"die": ["d20", "d10"], "pay": ["coins"], "cost_cp": 250}]
    for command in (Roll(die="d8"), Roll(die="d6"), Roll(die="d4", pay="coins")):
        assert table.refusal("bri", command) == "purse_too_small"


def test_a_purse_that_just_pays_for_a_die_is_enough() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 1_500})
    table.rolls("bri", "d4", 2)
    assert table.purse("bri") == 0


def test_a_bought_die_is_paid_for_rolled_into_the_hand_and_a_question_asked() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.rolls("bri", "d10", 7) == [
        paid("bri", POT, 250, "die"),
        DieRolled(seat="bri", n=2, die="d10", place="hand", draw=drawn("bri", "bought", 10, 7), draw_to="seat:bri"),
        asks("cheat", "bri"),
    ]


def test_only_the_roller_and_the_gm_see_the_die_in_the_hand() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 7)
    unseen = DieRolled(seat="bri", n=2, die="d10", place="hand")
    assert table.seen_last(PUBLIC) == [paid("bri", POT, 250, "die"), unseen, asks("cheat", "bri")]
    assert table.seen_last("seat:odo")[1] == unseen
    assert table.faces("bri", "seat:bri") == table.faces("bri", GM) == [4, 9, 7]
    assert table.faces("bri", PUBLIC) == table.faces("bri", "seat:odo") == [4, None, None]


def test_a_die_in_the_hand_does_not_count_yet() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 7)
    assert table.total("bri", "seat:bri") == 13


def test_after_the_question_the_die_is_set_down_open_to_all_and_the_turn_passes() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 7)
    assert table.lets_it_be("bri") == [set_down("bri", 2, 7), turn_of("odo")]
    assert table.seen_last("seat:odo") == [
        DieSetDown(seat="bri", n=2, place="open", face=7, face_to=ALL),
        turn_of("odo"),
    ]
    assert table.faces("bri", PUBLIC) == [4, None, 7]
    assert table.total("bri", "seat:bri") == 20


def test_while_the_question_is_open_nothing_else_can_be_done_by_the_roller() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 7)
    for command in (Roll(die="d10"), Hold(), Fold(), Foresight()):
        assert table.refusal("bri", command) == "question_first"
        assert table.refusal("odo", command) == "not_your_turn"


def test_the_turn_passes_after_a_hold_and_after_a_fold_too() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), dee=(9, 1))
    assert table.holds("bri") == [status("bri", "held", "hold"), turn_of("odo")]
    assert table.folds("odo") == [
        status("odo", "folded", "fold"),
        paid(POT, "odo", 250, "early_fold"),
        turn_of("cal"),
    ]


def test_play_goes_round_and_round_past_those_who_hold_or_folded() -> None:
    table = betting(bri=(1, 1), odo=(2, 1), cal=(3, 1), dee=(4, 1))
    table.buys("bri", "d4", 2)
    table.holds("odo")
    table.folds("cal")
    assert table.buys("dee", "d4", 2)[-2:] == [BettingRoundBegan(number=2), turn_of("bri")]
    assert table.buys("bri", "d4", 2)[-1:] == [turn_of("dee")]


def test_holding_locks_the_total() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.holds("bri")
    table.buys("odo", "d4", 2)
    table.buys("cal", "d4", 2)
    assert table.turn == "odo"
    for command in (Roll(die="d10"), Hold(), Fold()):
        assert table.refusal("bri", command) == "already_held"


def test_play_ends_when_one_seat_is_left_in_contention_although_it_could_still_act() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.folds("bri") == [
        status("bri", "folded", "fold"),
        paid(POT, "bri", 250, "early_fold"),
        phase("reveal"),
        revealed("odo", 1, 3),
        phase("staredown"),
        phase("payout"),
        paid(POT, "odo", 1_750, "payout"),
        round_ended("won", "odo", 1_750),
        *table.closing(),
    ]


def test_after_a_roll_a_fold_brings_nothing_back() -> None:
    table = betting(bri=(1, 1), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d10", 2)
    table.holds("odo", "cal")
    assert table.folds("bri")[:2] == [status("bri", "folded", "fold"), phase("reveal")]
    assert table.purse("bri") == 9_250


def test_after_a_skill_a_fold_brings_nothing_back() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.foresees("bri", 2)
    assert table.folds("bri") == [status("bri", "folded", "fold"), turn_of("odo")]
    assert table.purse("bri") == 9_500


def test_after_a_hold_a_fold_brings_nothing_back() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.holds("bri")
    table.goads("odo", "bri", 15, 5)
    table.holds("odo", "cal")
    table.folds("bri")
    assert table.purse("bri") == 9_500


def test_being_goaded_is_no_action_taken() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.goads("bri", "odo", 15, 5)
    table.holds("bri")
    assert table.folds("odo")[:2] == [status("odo", "folded", "fold"), paid(POT, "odo", 250, "early_fold")]


def test_being_bumped_is_no_action_taken() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 15, 5, to=(10, 7))
    table.holds("bri")
    assert table.folds("odo")[:2] == [status("odo", "folded", "fold"), paid(POT, "odo", 250, "early_fold")]


def test_accusing_and_betting_on_the_side_are_no_actions_taken() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.accuses("odo", "bri", 1)
    table.bets("odo", on="cal", amount_cp=500)
    assert table.folds("odo")[1] == paid(POT, "odo", 250, "early_fold")


def test_a_total_of_exactly_21_is_not_bust() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.buys("bri", "d8", 8) == [set_down("bri", 2, 8), turn_of("odo")]
    assert table.total("bri", "seat:bri") == 21


def test_a_total_above_21_is_bust_and_shows_the_hole_die() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    assert table.buys("bri", "d10", 9) == [
        set_down("bri", 2, 9),
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 9),
        turn_of("odo"),
    ]
    assert table.faces("bri", PUBLIC) == [4, 9, 9]
    assert table.total("bri", PUBLIC) == 22


def test_a_bust_is_judged_after_the_cheat_question() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 9)
    assert table.status("bri") == "active"
    table.cheats("bri", n=2, change=-1, natural=15)
    assert table.status("bri") == "active"
    assert table.faces("bri", PUBLIC) == [4, None, 8]


def test_a_turn_allows_one_skill_before_the_main_action() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.foresees("bri", 15, d20=9, d10=9, d8=7, d6=3, d4=1)
    assert set(table.refusal_codes("bri", "goad")) == {"one_skill_a_turn"}
    assert table.refusal("bri", Foresight()) == "one_skill_a_turn"
    table.holds("bri")
    assert table.turn == "odo"


def test_each_skill_serves_a_player_once_a_round() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 15, d20=9, d10=9, d8=7, d6=3, d4=1)
    table.rolls("bri", "d4", 1)
    table.lets_it_be("bri")
    table.buys("odo", "d4", 2)
    assert table.refusal("bri", Foresight()) == "skill_used"
    assert table.may("bri", "profile") == [{"target": ["odo"]}]


def test_a_new_turn_brings_a_new_skill() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 15, d20=9, d10=9, d8=7, d6=3, d4=3)
    table.buys("bri", "d4", 3)
    table.buys("odo", "d4", 2)
    table.profiles("bri", "odo", 15)
    assert table.hand("bri").skills == ["foresight", "profile"]


def test_a_new_round_brings_every_skill_back() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", 2)
    table.folds("bri")
    table.start_round(bri=(4, 9), odo=(6, 3))
    table.lets_it_be("bri")
    assert table.may("bri", "foresight") == [{}]


def test_the_gm_may_act_for_a_seat_with_that_seats_own_actions() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.give("bri", Hold(), actor=GM) == [status("bri", "held", "hold"), turn_of("odo")]
    assert table.written[-1].entry.actor == "gm"
    assert table.written[-1].entry.seat == "bri"


def test_a_goad_is_settled_by_the_roll_itself_before_the_question() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.goads("bri", "odo", 5, 15)
    assert table.rolls("bri", "d4", 2)[-2:] == [condition("bri", "goaded", on=False), asks("cheat", "bri")]
