"""Farkle: the chapters of its rules, in their order. (Seeds 003, Farkle.)"""

from collections.abc import Iterator
from typing import ClassVar

from events.dice import Dice
from events.event import Event
from games.engine.chapter import Uses
from games.farkle.greed import FarkleRace, Greed
from games.farkle.state import FarkleTable, Options, State
from games.farkle.turns import Turn
from games.mechanics.race import TRICKS, RaceGame


class Farkle(RaceGame[Options, State]):
    """Farkle, with the optional rules of a least score, a first score, and greed."""

    id = "farkle"
    version = 1
    name = "Farkle"
    summary = (
        "Throw six dice, set aside what scores, and throw the rest again as long as you dare: first to the target."
    )
    how_to_play = (
        "Throw six dice, and set aside some that score: a 1, a 5, three of a kind and more.",
        "Throw the rest for more points, or bank. If nothing scores, you lose this turn’s points.",
        "The first to reach the target with banked points wins.",
    )
    options = Options
    state = State
    chapters: ClassVar = (FarkleRace, Turn, Greed, *TRICKS)
    turn = Uses(Turn)

    def when_shown(self, table: FarkleTable, dice: Dice, seat: str) -> Iterator[Event]:
        """Dice are set aside, or nothing scores."""
        return self.turn.when_shown(table, seat)
