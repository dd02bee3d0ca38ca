"""The Boot: the highest face of a die breaks somebody's hold."""

import pytest

from games.goblin.boot import Boot
from games.goblin.state import CHAMBER
from tests.games.goblin.table import HOLD, GoblinGame, booted, chamber, dies, earned, held, rolled, stage_of, turn_of


def with_a_hold_to_break() -> GoblinGame:
    """Bri holds at 19; it is the turn of Odo, who has 17 and a Boot, in the stage of the d10. Cal has 6."""
    game = chamber()
    game.stage(19, 5, 4)
    game.stage(HOLD, 12, 2)
    return game


@pytest.mark.parametrize("stage", range(6))
def test_the_highest_face_of_any_die_earns_a_boot(stage: int) -> None:
    game = chamber()
    for _ in range(stage):
        game.stage(2, 3, 2)
    die, sides = list(CHAMBER.items())[stage]
    assert game.rolls("bri", sides) == [rolled("bri", stage, die, sides), earned("bri"), turn_of("odo")]


def test_boots_are_kept_and_a_seat_may_have_several() -> None:
    game = chamber()
    game.stage(20, 5, 4)
    assert game.rolls("bri", 12)[1] == earned("bri", 2)
    game.rolls("odo", 5)
    game.rolls("cal", 5)
    game.rolls("bri", 3)
    assert game.details("bri")["boots"] == 2


def test_a_boot_forces_a_held_seat_back_into_the_next_stage() -> None:
    game = with_a_hold_to_break()
    assert game.boots("odo", "bri") == booted("odo", "bri")
    assert (game.status("bri"), game.details("odo")["boots"]) == ("active", 0)
    game.rolls("odo", 5)
    assert game.rolls("cal", 5)[1:] == [stage_of(4, "d8", "bri", "odo", "cal"), turn_of("bri")]


def test_a_player_who_held_in_an_earlier_stage_does_not_act_in_the_one_in_which_the_hold_is_broken() -> None:
    game = chamber()
    game.stage(5, 5, 19)
    game.stage(12, 3, HOLD)
    game.boots("bri", "cal")
    game.rolls("bri", 7)
    assert game.rolls("odo", 2)[1:] == [stage_of(4, "d8", "bri", "odo", "cal"), turn_of("bri")]


def test_a_seat_that_held_in_the_stage_in_which_the_hold_is_broken_does_not_act_in_it_again() -> None:
    game = chamber()
    game.stage(18, 5, 20)
    game.stage(5, 3, 2)
    game.holds("bri")
    game.rolls("odo", 2)
    game.boots("cal", "bri")
    assert game.rolls("cal", 3)[1:] == [stage_of(4, "d8", "bri", "odo", "cal"), turn_of("bri")]


def test_a_boot_is_spent_before_the_action_and_the_turn_goes_on() -> None:
    game = with_a_hold_to_break()
    assert game.may("odo") == ["roll", "boot"]
    game.boots("odo", "bri")
    assert game.table.to_act == ["odo"]
    assert game.may("odo") == ["roll"]


def test_a_player_who_breaks_a_hold_may_hold_in_the_same_turn() -> None:
    game = with_a_hold_to_break()
    game.stage(9, 2)
    game.boots("odo", "bri")
    assert game.holds("odo") == [held("odo"), turn_of("cal")]
    assert game.rolls("cal", 2)[1:] == [stage_of(5, "d6", "bri", "cal"), turn_of("bri")]


def test_a_boot_is_spent_only_on_ones_own_turn() -> None:
    game = with_a_hold_to_break()
    game.rolls("odo", 2)
    assert game.table.to_act == ["cal"]
    assert game.refused("odo", Boot(target="bri")) == "not_your_turn"


def test_several_boots_may_be_spent_in_one_turn() -> None:
    game = chamber()
    game.stage(19, 19, 2)
    game.stage(HOLD, HOLD, 12)
    game.stage(10)
    assert game.offered("cal", "boot") == [{"target": ["bri", "odo"]}]
    assert game.boots("cal", "bri") == booted("cal", "bri", left=1)
    assert game.boots("cal", "odo") == booted("cal", "odo")
    assert game.holds("cal")[1:] == [stage_of(5, "d6", "bri", "odo"), turn_of("bri")]


def test_a_boot_breaks_only_holds() -> None:
    game = with_a_hold_to_break()
    assert game.offered("odo", "boot") == [{"target": ["bri"]}]
    assert game.refused("odo", Boot(target="cal")) == "does_not_hold"
    assert game.refused("odo", Boot(target="odo")) == "does_not_hold"
    assert game.refused("odo", Boot(target="nobody")) == "not_offered"


def test_while_nobody_holds_a_boot_is_kept() -> None:
    game = chamber()
    game.stage(20, 5, 4)
    assert game.refused("bri", Boot(target="odo")) == "nobody_holds"


def test_a_player_who_has_no_boot_breaks_no_hold() -> None:
    game = chamber()
    game.stage(9, 5, 4)
    game.holds("bri")
    assert game.refused("odo", Boot(target="bri")) == "no_boot"


def test_in_the_stage_of_the_d6_a_boot_forces_a_seat_into_that_of_the_d4() -> None:
    game = with_a_hold_to_break()
    game.stage(2, 1)
    game.stage(2)
    assert game.details()["die"] == "d6"
    game.boots("odo", "bri")
    assert game.rolls("odo", 2)[1:] == [stage_of(6, "d4", "bri", "odo"), turn_of("bri")]


def test_in_the_stage_of_the_d4_there_is_no_next_stage_and_no_boot() -> None:
    game = with_a_hold_to_break()
    game.stage(2, 1)
    game.stage(2)
    game.stage(2)
    assert game.details()["die"] == "d4"
    assert game.refused("odo", Boot(target="bri")) == "no_next_stage"
    assert game.may("odo") == ["roll", "hold"]


def test_a_hold_that_was_broken_is_forgotten() -> None:
    game = with_a_hold_to_break()
    assert game.details("bri")["held_in"] == "d12"
    game.boots("odo", "bri")
    assert game.details("bri")["held_in"] is None


def test_a_player_who_was_booted_may_hold_again_while_nobody_is_higher() -> None:
    game = with_a_hold_to_break()
    game.boots("odo", "bri")
    game.stage(2, 2)
    assert (game.score("bri"), game.score("odo")) == (19, 19)
    assert game.may("bri") == ["roll", "hold"]


def test_a_player_who_was_booted_and_is_left_alone_plays_on_in_the_next_stage() -> None:
    game = chamber("Bri", "Odo")
    game.stage(19, 5)
    game.stage(HOLD, 12)
    game.boots("odo", "bri")
    assert game.rolls("odo", 1)[1:] == [dies("odo"), stage_of(4, "d8", "bri"), turn_of("bri")]
