"""The Runt Rule, or the King's Privilege: only the highest score may hold."""

from games.goblin.chamber import Hold
from tests.games.goblin.table import HOLD, chamber, held, stage_of, turn_of


def test_nobody_holds_before_the_first_roll() -> None:
    game = chamber()
    assert game.may("bri") == ["roll"]
    assert game.refused("bri", Hold()) == "roll_first"


def test_nobody_holds_in_the_stage_of_the_d20_since_each_acts_once_in_it() -> None:
    game = chamber()
    for seat in ("bri", "odo", "cal"):
        assert game.refused(seat, Hold()) == "roll_first"
        game.rolls(seat, 5)


def test_a_player_who_has_the_highest_score_may_hold() -> None:
    game = chamber()
    game.stage(9, 5, 4)
    assert game.may("bri") == ["roll", "hold"]
    assert game.holds("bri") == [held("bri"), turn_of("odo")]
    assert game.status("bri") == "held"


def test_a_seat_below_the_highest_score_may_not_hold_and_the_refusal_gives_both_scores() -> None:
    game = chamber()
    game.stage(5, 9, 4)
    assert game.refused("bri", Hold()) == "not_the_highest"
    [refusal] = game.refusals("bri", "hold")
    assert refusal.detail == "Only the highest may hold: Odo has 9, and you have 5."


def test_a_player_who_shares_the_highest_score_may_hold_since_nobody_is_higher() -> None:
    game = chamber()
    game.stage(9, 9, 9)
    game.stage(HOLD, HOLD, 2)
    assert [game.status(seat) for seat in ("bri", "odo", "cal")] == ["held", "held", "active"]


def test_a_held_score_counts_among_the_living() -> None:
    game = chamber()
    game.stage(15, 5, 4)
    game.stage(HOLD, 9, 2)
    assert game.score("odo") == 14
    assert game.refused("odo", Hold()) == "not_the_highest"
    game.stage(2, 3)
    assert game.may("odo") == ["roll", "hold"]


def test_the_highest_score_is_that_of_the_moment_not_of_the_stages_beginning() -> None:
    game = chamber()
    game.stage(9, 8, 4)
    game.rolls("bri", 2)
    assert game.refused("odo", Hold()) == "not_the_highest"
    game.rolls("odo", 2)
    assert game.refused("cal", Hold()) == "not_the_highest"


def test_a_player_who_holds_rolls_no_more() -> None:
    game = chamber()
    game.stage(9, 8, 4)
    assert game.stage(HOLD, 5, 5)[-2:] == [stage_of(3, "d10", "odo", "cal"), turn_of("odo")]
    assert game.refused("bri", Hold()) == "already_held"


def test_holding_is_a_choice() -> None:
    game = chamber()
    game.stage(9, 8, 4)
    game.rolls("bri", 3)
    assert (game.status("bri"), game.score("bri")) == ("active", 12)
