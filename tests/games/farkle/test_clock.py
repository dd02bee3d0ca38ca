"""What the clock does for who does not act."""

from games.engine.rulebook import Timeout
from games.farkle.turns import Bank, SetAside, Throw
from tests.games.farkle.table import FarkleRace, racing

WORTH_50 = (5, 2, 2, 3, 4, 4)
WORTH_1000 = (1, 1, 1, 2, 3, 4)


def clocked(**options: int) -> FarkleRace:
    """A race against the clock."""
    return racing(turn_seconds=60, **options)


def test_the_clock_throws_then_sets_aside_what_scores_most_then_banks() -> None:
    table = clocked()
    table.load({("bri", "farkle", 6): (1, 5, 2, 2, 2, 4)})
    acts = [table.let_the_clock_act() for _ in range(3)]
    assert acts == [
        Timeout("bri", Throw()),
        Timeout("bri", SetAside(faces=[1, 2, 2, 2, 5])),
        Timeout("bri", Bank()),
    ]
    assert table.points("bri") == 350
    assert table.table.to_act == ["odo"]


def test_the_clock_throws_again_where_it_may_not_bank() -> None:
    table = clocked(minimum_bank=400)
    table.throws("bri", *WORTH_50)
    table.sets_aside("bri", 5)
    assert table.let_the_clock_act() == Timeout("bri", Throw())


def test_the_clock_banks_as_soon_as_it_may() -> None:
    table = clocked(opening_bank=1_000)
    table.throws("bri", *WORTH_1000)
    table.sets_aside("bri", 1, 1, 1)
    assert table.let_the_clock_act() == Timeout("bri", Bank())


def test_the_clock_is_not_greedy() -> None:
    table = racing(turn_seconds=60, greed=True)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    assert table.let_the_clock_act() == Timeout("odo", Throw())
