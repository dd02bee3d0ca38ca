"""Goad, as V3.0 has it: active seats alone, resisted for an ante, and daring who fails."""

import pytest

from events.audience import PUBLIC
from games.engine.rulebook import Timeout
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.endgame import DuelRolled
from games.twentyone.skills import Goad, Profile, SkillTried
from games.twentyone.turns import LetItBe
from games.twentyone.v3.skills import Resist
from tests.games.twentyone.expected import asks, check, condition, paid, phase, set_down, status, turn_of
from tests.games.twentyone.table import TwentyOneTable, sheet
from tests.games.twentyone_v3.table import betting

RESISTED = {"goad_resist": "one_ante"}
FOR_SURE = {"goad_resist": "off"}


def test_a_goaded_seat_must_hit_any_die_or_fold_on_its_next_turn() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"bri": sheet(intimidation=1)}, options=FOR_SURE)
    assert table.goads("bri", "odo", 12, 12) == [
        SkillTried(seat="bri", skill="goad", target="odo"),
        check("bri", "intimidation", "goad", 12, modifier=1),
        check("odo", "insight", "goad_defence", 12),
        condition("odo", "goaded"),
    ]
    table.holds("bri")
    assert table.refusal("odo", Hold()) == "cannot_hold_when_goaded"
    assert {die for offer in table.may("odo", "roll") for die in offer["die"]} == {"d20", "d10", "d8", "d6", "d4"}
    assert table.may("odo", "fold") == [{}]
    table.buys("odo", "d4", 2)
    assert table.conditions("odo") == []


@pytest.mark.parametrize(("own", "insight"), [(12, 12), (1, 1), (3, 15)])
def test_a_goad_that_backfires_costs_an_ante_and_dares(own: int, insight: int) -> None:
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"bri": sheet(cha=0)})
    assert table.goads("bri", "odo", own, insight)[3:] == [
        paid("bri", "pot", 500, "goad_fine", owed_cp=500),
        condition("bri", "dared"),
    ]


def dared() -> TwentyOneTable:
    """Bri is dared."""
    table = betting(bri=(4, 9), odo=(6, 3))
    table.goads("bri", "odo", 3, 15)
    return table


def test_a_player_who_is_dared_rolls_a_free_d8_or_folds_and_nothing_else() -> None:
    table = dared()
    assert table.may("bri", "roll") == [{"die": ["d8"], "pay": ["coins"]}]
    assert table.may("bri", "fold") == [{}]
    assert table.refusal("bri", Hold()) == "cannot_hold_when_dared"
    assert table.refusal("bri", Roll(die="d4")) == "only_a_d8"
    assert table.refusal("bri", Roll(die="d8", pay="drinks")) == "costs_nothing"
    assert table.refusal("bri", Profile(target="odo")) == "one_skill_a_turn"


def test_the_dared_d8_costs_nothing_and_clears_the_dare() -> None:
    table = dared()
    events = table.rolls("bri", "d8", 5)
    assert events[1:] == [condition("bri", "dared", on=False), asks("cheat", "bri")]
    assert table.purse("bri") == 9_000
    assert table.lets_it_be("bri") == [set_down("bri", 2, 5), turn_of("odo")]


def test_a_dare_can_be_afforded_without_any_coins() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 700})
    assert paid("bri", "pot", 200, "goad_fine", owed_cp=500) in table.goads("bri", "odo", 3, 15)
    assert table.may("bri", "roll") == [{"die": ["d8"], "pay": ["coins"]}]


def test_a_player_who_is_dared_may_fold() -> None:
    table = dared()
    assert table.folds("bri")[0] == status("bri", "folded", "fold")


def test_held_seats_are_not_goaded() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.holds("bri")
    assert [offer["target"] for offer in table.may("odo", "goad")] == [["cal"]]
    assert table.refusal("odo", Goad(target="bri")) == "cannot_be_goaded"


def test_a_sloppy_seat_is_too_drunk_to_be_goaded() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=2)
    table.lets_it_be("bri")
    assert table.refusal("odo", Goad(target="bri")) == "cannot_be_goaded"


def test_with_goad_resist_the_target_is_asked_whether_it_pays() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=RESISTED)
    assert table.goads("bri", "odo", 15, 5)[-1] == asks("goad", "odo")
    assert table.conditions("odo") == []
    assert table.may("odo", "resist") == [{"cost_cp": 500}]
    assert table.may("odo", "let_it_be") == [{}]
    assert table.heard_last(PUBLIC)[-1] == "Will Odo pay to shrug it off?"


def test_a_goad_is_shrugged_off_for_an_ante() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=RESISTED)
    table.goads("bri", "odo", 15, 5)
    assert table.resists("odo") == [paid("odo", "pot", 500, "goad_resisted"), asks("turn", "bri")]
    assert table.conditions("odo") == []
    table.holds("bri")
    table.holds("odo")


def test_a_goad_that_is_not_resisted_holds() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=RESISTED)
    table.goads("bri", "odo", 15, 5)
    assert table.lets_it_be("odo") == [condition("odo", "goaded"), asks("turn", "bri")]


def test_a_natural_20_cannot_be_resisted() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=RESISTED)
    assert table.goads("bri", "odo", 20, 5)[-1] == condition("odo", "goaded")
    assert table.asked == ("turn", ["bri"])


def test_a_player_who_cannot_pay_an_ante_is_not_asked() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=RESISTED, purses={"odo": 900})
    assert table.goads("bri", "odo", 15, 5)[-1] == condition("odo", "goaded")


def test_a_seat_that_has_lost_the_ante_since_it_was_asked_gives_in() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=RESISTED)
    table.goads("bri", "odo", 15, 5)
    table.takes("odo", 9_400)
    assert table.refusal("odo", Resist()) == "purse_too_small"
    table.lets_it_be("odo")
    assert table.conditions("odo") == ["goaded"]


def test_without_the_option_nobody_resists() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=FOR_SURE)
    table.goads("bri", "odo", 15, 5)
    assert table.refusal("odo", Resist()) == "nothing_to_resist"


def test_while_the_target_thinks_the_goader_waits() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=RESISTED)
    table.goads("bri", "odo", 15, 5)
    assert table.refusal("bri", Fold()) == "not_your_turn"
    assert table.let_the_clock_act() == Timeout("odo", LetItBe())
    assert table.conditions("odo") == ["goaded"]


def test_a_target_that_leaves_gives_the_turn_back_to_the_goader() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), options=RESISTED)
    table.goads("bri", "odo", 15, 5)
    table.leaves("odo")
    assert table.asked == ("turn", ["bri"])


def test_when_the_goader_leaves_the_target_still_answers_and_the_turn_passes() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), options=RESISTED)
    table.goads("bri", "cal", 15, 5)
    table.leaves("bri")
    assert table.asked == ("goad", ["cal"])
    table.resists("cal")
    assert table.turn == "odo"


def test_a_player_who_is_left_alone_while_a_goad_is_thought_over_has_won_and_pays_nothing() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=RESISTED)
    table.goads("bri", "odo", 15, 5)
    assert phase("reveal") in table.leaves("bri")
    assert (table.winners, table.purse("odo")) == (["odo"], 10_500)


def test_a_player_who_is_left_alone_when_the_target_of_a_goad_leaves_has_won() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=RESISTED)
    table.goads("bri", "odo", 15, 5)
    table.leaves("odo")
    assert table.winners == ["bri"]


def test_a_goad_thought_over_still_waits_while_others_are_in_contention() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), options=RESISTED)
    table.goads("bri", "odo", 15, 5)
    table.leaves("cal")
    assert table.asked == ("goad", ["odo"])


def test_a_goaded_seat_that_folds_is_goaded_no_more_for_all_to_see() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.goads("bri", "odo", 20, 1)
    table.holds("bri")
    assert table.folds("odo")[:2] == [
        status("odo", "folded", "fold"),
        condition("odo", "goaded", on=False),
    ]
    assert table.conditions("odo", PUBLIC) == []


def test_a_dared_seat_that_leaves_is_dared_no_more() -> None:
    table = dared()
    assert condition("bri", "dared", on=False) in table.leaves("bri")


def test_the_clock_folds_for_who_is_dared() -> None:
    table = dared()
    assert table.let_the_clock_act() == Timeout("bri", Fold())


def test_a_dared_d8_counts_as_a_die_bought_in_a_duel() -> None:
    table = betting(bri=(4, 5), odo=(6, 8))
    table.goads("bri", "odo", 3, 15)
    table.buys("bri", "d8", 5)
    table.duels(bri=[7, 4], odo=[9])
    table.holds("odo", "bri")
    throws = [event for event in table.passes("odo", "bri") if isinstance(event, DuelRolled)]
    assert [(throw.seat, len(throw.draws), throw.total) for throw in throws] == [("bri", 2, 11), ("odo", 1, 9)]


def test_the_chronicle_reports_a_dare() -> None:
    table = dared()
    assert table.heard_last(PUBLIC) == [
        "Bri goads Odo.",
        "Bri’s Intimidation: 3 (3 + 0).",
        "Odo’s Insight: 15 (15 + 0).",
        "Bri pays 5 gp to the pot (fine for a goad).",
        "The taunt falls back on Bri, who is dared: a free d8, or fold.",
    ]
