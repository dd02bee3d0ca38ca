"""The draft of V3.0's version 1: what its first servers did differently."""

from collections.abc import Iterator
from typing import ClassVar

from events.accounts import POT
from events.dice import Dice
from events.event import Event
from events.round_events import StatusChanged
from games.chapter import varied
from games.twentyone.accusing import Accusing
from games.twentyone.endgame import Endgame
from games.twentyone.side_bets import SideBets
from games.twentyone.state import BUST, FOLDED, TwentyOneTable
from games.twentyone.v3.betting import V3Betting
from games.twentyone.v3.dice import HEAT_LOST_A_ROUND, V3Cheating, V3Naturals
from games.twentyone.v3.earlier import TwentyOneV3Rules1, V3AccusingRules2
from games.twentyone.v3.settling import V3Endgame, V3SideBets
from games.twentyone.v3.state import state_of


class BettingDraft(V3Betting):
    """No event ended the free rolls and re-rolls of a folded seat."""

    def throw_in(self, table: TwentyOneTable, seat: str, why: str) -> Iterator[Event]:
        """A seat folds."""
        yield StatusChanged(seat=seat, status=FOLDED, why=why)
        yield from self.refund(table, seat)

    def go_on_if_over(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """The last seat in contention was still asked whether to roll once more."""
        if table.question == "turn":
            yield from super().go_on_if_over(table, dice)


class NaturalsDraft(V3Naturals):
    """A bust seat kept its side bets."""

    def bust(self, table: TwentyOneTable, seat: str, why: str) -> Iterator[Event]:
        """A seat is bust and shows its dice."""
        yield StatusChanged(seat=seat, status=BUST, why=why)
        yield from self.reveal_dice(table, seat)


class AccusingDraft(V3AccusingRules2):
    """Accusations waited for the first bought die."""

    def are_heard(self, table: TwentyOneTable) -> bool:
        """A die re-rolled at the Cut could not be accused before the first bought die."""
        return Accusing.are_heard(self, table)


class CheatingDraft(V3Cheating):
    """The heat did not move with its start when the GM changed it, and the table forgot it when the game changed."""

    def heat_of(self, table: TwentyOneTable, seat: str) -> int:
        """The heat that was last recorded."""
        recorded = state_of(table).told_heat
        return table.options.starting_heat if recorded is None else recorded


class SideBetsDraft(V3SideBets):
    """Side bets were taken during the betting; with a pool, only during its first rounds."""

    def why_closed(self, table: TwentyOneTable) -> str | None:
        """No side bets at the Cut."""
        if self.account(table) != POT:
            return SideBets.why_closed(self, table)
        return None if table.phase == "betting" else "Side bets are taken during the betting."

    def lose(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """A bust seat kept its side bets."""
        yield from ()


class EndgameDraft(V3Endgame):
    """No event ended free rolls and re-rolls."""

    def show(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """A seat shows its dice."""
        return Endgame.show(self, table, seat)


class TwentyOneV3Draft(TwentyOneV3Rules1):
    """Version 1 as first installed."""

    drafted_in = (1,)
    chapters: ClassVar = varied(
        TwentyOneV3Rules1.chapters,
        BettingDraft,
        CheatingDraft,
        NaturalsDraft,
        AccusingDraft,
        SideBetsDraft,
        EndgameDraft,
    )

    def heat_to_begin(self, table: TwentyOneTable) -> int:
        """It fell by 1 with each round, but never below its current start."""
        start, recorded = table.options.starting_heat, state_of(table).told_heat
        return start if recorded is None else max(start, recorded - HEAT_LOST_A_ROUND)
