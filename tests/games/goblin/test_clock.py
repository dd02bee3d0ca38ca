"""What the clock does for who does not act."""

from games.engine.rulebook import Timeout
from games.goblin.chamber import Hold, Roll
from tests.games.goblin.table import chamber


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
