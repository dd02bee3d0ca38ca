"""Goad: Intimidation or Persuasion against Insight; who loses must roll."""

import pytest

from events.audience import GM, PUBLIC
from events.round_events import CheckRolled
from games.mechanics.checks import DISADVANTAGE
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.skills import Goad, SkillTried
from tests.games.twentyone.expected import asks, check, condition, paid, status, turn_of
from tests.games.twentyone.table import betting, sheet
from tests.playing import drawn


@pytest.mark.parametrize("skill", ["intimidation", "persuasion"])
def test_a_goad_that_beats_the_targets_insight_makes_the_target_roll(skill: str) -> None:
    sheets = {"bri": sheet(intimidation=2, persuasion=2), "odo": sheet(insight=1)}
    table = betting(bri=(4, 9), odo=(6, 3), sheets=sheets)
    assert table.goads("bri", "odo", 12, 12, skill=skill) == [
        SkillTried(seat="bri", skill="goad", target="odo"),
        check("bri", skill, "goad", 12, modifier=2),
        check("odo", "insight", "goad_defence", 12, modifier=1),
        condition("odo", "goaded"),
    ]


def test_the_goader_chooses_the_skill_and_intimidates_unless_said_otherwise() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.may("bri", "goad") == [{"target": ["odo"], "skill": ["intimidation", "persuasion"]}]
    assert Goad(target="odo").skill == "intimidation"


def test_a_goad_rolls_in_the_open() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    events = table.goads("bri", "odo", 12, 5)
    for viewer in (PUBLIC, "seat:odo", "seat:cal", GM):
        assert table.seen_last(viewer) == events
        assert table.conditions("odo", viewer) == ["goaded"]


def test_ties_count_as_the_defenders_win_and_the_goader_must_roll() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.goads("bri", "odo", 12, 12)[-1] == condition("bri", "goaded")


def test_a_goad_that_fails_backfires_and_the_goader_must_roll() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.goads("bri", "odo", 5, 12)[3:] == [condition("bri", "goaded")]
    assert table.refusal("bri", Hold()) == "cannot_hold_when_goaded"
    assert table.conditions("odo") == []
    assert table.turn == "bri"


def test_a_natural_20_always_works_and_forces_a_d20() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"odo": sheet(insight=30)})
    assert table.goads("bri", "odo", 20, 19)[3:] == [condition("odo", "goaded"), condition("odo", "goaded_to_a_d20")]
    table.holds("bri")
    assert table.may("odo", "roll") == [
        {"die": ["d20"], "pay": ["coins"], "cost_cp": 250},
        {"die": ["d20"], "pay": ["drinks"]},
    ]
    for command in (Roll(die="d10"), Roll(die="d8"), Roll(die="d6"), Roll(die="d4", pay="drinks")):
        assert table.refusal("odo", command) == "only_a_d20"
    assert table.refusal("odo", Hold()) == "cannot_hold_when_goaded"


def test_a_natural_1_always_backfires_and_forces_the_goader_to_a_d20() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"bri": sheet(intimidation=30)})
    assert table.goads("bri", "odo", 1, 2)[3:] == [condition("bri", "goaded"), condition("bri", "goaded_to_a_d20")]
    assert table.refusal("bri", Roll(die="d10")) == "only_a_d20"
    assert table.refusal("bri", Hold()) == "cannot_hold_when_goaded"


def test_the_targets_own_natural_20_or_1_means_nothing_special() -> None:
    sheets = {"bri": sheet(intimidation=10)}
    table = betting(bri=(4, 9), odo=(6, 3), sheets=sheets)
    assert table.goads("bri", "odo", 11, 20)[3:] == [condition("odo", "goaded")]
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"odo": sheet(insight=10)})
    assert table.goads("bri", "odo", 11, 1)[3:] == [condition("bri", "goaded")]


def test_the_goaded_choose_the_die_and_pay_for_it() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.goads("bri", "odo", 12, 5)
    table.holds("bri")
    assert table.rolls("odo", "d4", 2)[0] == paid("odo", "pot", 1_000, "die")


def test_one_roll_frees_the_goaded() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.goads("bri", "odo", 20, 5)
    table.holds("bri")
    assert table.rolls("odo", "d20", 2)[2:] == [
        condition("odo", "goaded", on=False),
        condition("odo", "goaded_to_a_d20", on=False),
        asks("cheat", "odo"),
    ]
    table.lets_it_be("odo")
    assert table.may("odo", "hold") == [{}]


def test_a_held_seat_that_is_goaded_is_back_in() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.holds("bri")
    assert table.goads("odo", "bri", 12, 5)[3:] == [status("bri", "active", "goaded"), condition("bri", "goaded")]
    table.holds("odo")
    assert table.holds("cal")[-1] == turn_of("bri")
    assert table.refusal("bri", Hold()) == "cannot_hold_when_goaded"
    table.buys("bri", "d4", 2)
    assert table.turn == "bri"
    table.holds("bri")
    assert table.asked == ("staredown", ["bri", "odo", "cal"])


def test_a_held_seat_later_in_the_order_has_its_turn_in_the_same_round_of_betting() -> None:
    table = betting(bri=(1, 1), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.holds("odo", "cal")
    table.goads("bri", "cal", 12, 5)
    assert table.buys("bri", "d4", 2)[-1] == turn_of("cal")
    assert table.table.state.betting_round == 2


def test_a_goad_that_backfires_leaves_a_held_target_held() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.holds("bri")
    table.goads("odo", "bri", 5, 12)
    assert table.status("bri") == "held"


def test_sloppy_seats_cannot_be_goaded() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), cal=(8, 2))
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    assert table.may("odo", "goad") == [{"target": ["cal"], "skill": ["intimidation", "persuasion"]}]
    assert table.refusal("odo", Goad(target="bri")) == "cannot_be_goaded"


def test_nobody_goads_themselves_or_a_stranger() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    for target, code in (("bri", "not_offered"), ("wat", "not_in_contention"), ("nobody", "not_offered")):
        assert table.refusal("bri", Goad(target=target)) == code


def test_a_player_who_could_pay_for_no_die_in_coins_or_drinks_cannot_be_goaded() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), purses={"odo": 749, "cal": 750}, options={"liquid_mode": False})
    assert table.may("bri", "goad") == [{"target": ["cal"], "skill": ["intimidation", "persuasion"]}]
    assert table.refusal("bri", Goad(target="odo")) == "cannot_be_goaded"


def test_a_player_who_has_no_coins_but_a_tab_can_be_goaded() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"odo": 500})
    table.goads("bri", "odo", 20, 5)
    table.holds("bri")
    assert table.may("odo", "roll") == [{"die": ["d20"], "pay": ["drinks"]}]


def test_a_player_who_backfires_and_can_pay_for_nothing_can_only_fold() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 500}, options={"liquid_mode": False})
    table.goads("bri", "odo", 5, 12)
    assert table.may("bri", "roll") == table.may("bri", "hold") == []
    assert table.may("bri", "fold") == [{}]


def test_a_seat_can_be_goaded_again_before_it_has_rolled() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.goads("bri", "cal", 12, 5)
    table.holds("bri")
    table.load({("cal", "goad_defence", 20): [5]})
    table.goads("odo", "cal", 20, 5)
    assert table.conditions("cal") == ["goaded", "goaded_to_a_d20"]


def test_a_goader_that_was_goaded_and_wins_still_has_to_roll() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.goads("bri", "odo", 12, 5)
    table.holds("bri")
    table.goads("odo", "bri", 12, 5)
    assert table.conditions("odo") == ["goaded"]
    assert table.refusal("odo", Hold()) == "cannot_hold_when_goaded"


def test_goaded_and_locked_by_foresight_one_blind_d20_settles_both() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.goads("bri", "odo", 12, 5)
    table.holds("bri")
    table.foresees("odo", 1)
    assert table.conditions("odo") == ["goaded", "locked_to_a_blind_d20"]
    assert table.may("odo", "hold") == []
    assert table.refusal("odo", Roll(die="d10")) == "only_a_d20"
    table.buys("odo", "d20", 3)
    assert table.conditions("odo") == []
    assert table.faces("odo", "seat:odo") == [6, 3, None]


def test_a_sloppy_goader_rolls_with_disadvantage() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    table.holds("odo")
    assert table.goads("bri", "odo", (20, 6), 5)[1] == CheckRolled(
        to="all",
        seat="bri",
        check="intimidation",
        mode=DISADVANTAGE,
        draws=[drawn("bri", "goad", 20, 20), drawn("bri", "goad", 20, 6, n=2)],
        natural=6,
        modifier=0,
        total=6,
    )
    assert table.conditions("odo") == ["goaded"]


def test_a_missing_skill_falls_back_on_its_ability() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"bri": sheet(cha=3), "odo": sheet(wis=-1)})
    assert table.goads("bri", "odo", 10, 10, skill="persuasion")[1:3] == [
        check("bri", "persuasion", "goad", 10, modifier=3),
        check("odo", "insight", "goad_defence", 10, modifier=-1),
    ]


def test_a_goaded_seat_that_passes_out_has_nothing_left_to_roll() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.goads("bri", "odo", 12, 5)
    table.holds("bri")
    table.load({("odo", "tab", 20): [1]})
    events = table.give("odo", Roll(die="d10", pay="drinks"))
    assert events[-1] == turn_of("cal")
    assert table.status("odo") == "bust"
    assert table.refusal("odo", Fold()) == "bust"
