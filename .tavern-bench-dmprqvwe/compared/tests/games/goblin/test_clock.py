"""What the clock does for who does not act."""

from games.goblin.chamber import Hold, Roll
from games.rulebook import Timeout
from tests.games.goblin.table import chamber, seated


def test_the_clock_rolls_where_nobody_may_hold() -> None:
    game = chamber(turn_seconds=60)
    game.load({("bri", "chamber", 20): [9]})
    assert game.let_the_clock_act() == Timeout("bri", Roll())
    assert game.score("bri") == 9


def test_the_clock_holds_where_that_is_allowed() -> None:
    game = chamber(turn_seconds=60)
    game.stage(9, 5, 9)
    assert game.let_the_clock_act() == Timeout("bri", Hold())
    game.load({("odo", "chamber", 12): [2]})
    assert game.let_the_clock_act() == Timeout("odo", Roll())
    assert game.let_the_clock_act() == Timeout("cal", Hold())


def test_the_clock_spends_no_boot() -> None:
    game = chamber(turn_seconds=60)
    game.stage(20, 19, 2)
    game.rolls("bri", 2)
    game.load({("odo", "chamber", 12): [9]})
    game.let_the_clock_act()
    game.load({("cal", "chamber", 12): [12]})
    game.let_the_clock_act()
    assert game.details("bri")["boots"] == 1


def test_every_act_has_a_deadline_of_its_own_and_a_side_bet_has_none() -> None:
    game = chamber(turn_seconds=60)
    first = game.table.deadline
    game.bets("odo", on="bri")
    assert game.table.deadline == first
    game.rolls("bri", 5)
    assert str(game.table.deadline) > str(first)


def test_there_is_nothing_for_the_clock_to_do_between_rounds() -> None:
    assert seated(turn_seconds=60).let_the_clock_act() is None
