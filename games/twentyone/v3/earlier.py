"""Earlier versions of V3.0's rules: for rounds that began under them, and for re-runs of logs."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from events.audience import GM_ONLY
from events.dice import Dice
from events.event import Event
from games.chapter import varied
from games.twentyone.accusing import Accusing
from games.twentyone.state import TwentyOneTable, contenders
from games.twentyone.v3.dice import TableHeatSet
from games.twentyone.v3.rulebook import TwentyOneV3
from games.twentyone.v3.settling import V3Accusing


class V3AccusingRules2(V3Accusing):
    """A seat that was bust already kept the bets that it had made since, even after a false accusation."""

    def wrong(self, table: TwentyOneTable, seat: str) -> Generator[Event, None, str | None]:
        """Only a seat in contention lost more than the fee by a false accusation."""
        if seat in contenders(table):
            return (yield from super().wrong(table, seat))
        return (yield from Accusing.wrong(self, table, seat))


class TwentyOneV3Rules2(TwentyOneV3):
    """Version 2: `goad_resist` was off by default. Logs record options, so tables opened under this version keep it."""

    version = 2
    chapters: ClassVar = varied(TwentyOneV3.chapters, V3AccusingRules2)


class TwentyOneV3Rules1(TwentyOneV3Rules2):
    """Version 1: an event recorded the table's heat at the start of each round."""

    version = 1

    def open_round(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """The table has cooled since the last round."""
        yield TableHeatSet(to=GM_ONLY, heat=self.heat_to_begin(table))
        yield from super().open_round(table, dice)

    def heat_to_begin(self, table: TwentyOneTable) -> int:
        """The table's heat at the start of a round."""
        return self.cheating.heat_of(table, "")
