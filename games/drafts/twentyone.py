"""The draft of Twenty-One's version 1: what was different before entries named their edition."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from events.audience import CLOSED, Audience
from events.dice import Dice
from events.event import Event, FormerEvent
from events.round_events import DieAltered
from games.chapter import varied
from games.twentyone.cheating import Cheat, Cheating
from games.twentyone.earlier import TwentyOneRules1
from games.twentyone.state import TwentyOneTable


class FormerDieAltered(FormerEvent, frozen=True, kw_only=True, tag="die_altered"):
    """A die was turned to `face`. Neither the former face nor the reason, which was always a cheat, was recorded."""

    to: Audience = CLOSED
    v: Literal[1] = 1
    seat: str
    n: int
    face: int

    def now(self) -> Event:
        """The event with the former face, as far as it is known: a different one."""
        return DieAltered(to=self.to, seat=self.seat, n=self.n, was=self.face, face=self.face, why="cheat")


class CheatingDraft(Cheating):
    """A cheat did not record which face the die had before."""

    def cheat(self, table: TwentyOneTable, dice: Dice, seat: str, command: Cheat) -> Iterator[Event]:
        """A die is turned in secret."""
        for event in super().cheat(table, dice, seat, command):
            if isinstance(event, DieAltered):
                yield FormerDieAltered(to=event.to, seat=event.seat, n=event.n, face=event.face)
            else:
                yield event


class TwentyOneDraft(TwentyOneRules1):
    """Version 1 before entries named the edition of the common rules."""

    drafted_in = (0,)
    former: ClassVar = (FormerDieAltered,)
    chapters: ClassVar = varied(TwentyOneRules1.chapters, CheatingDraft)
