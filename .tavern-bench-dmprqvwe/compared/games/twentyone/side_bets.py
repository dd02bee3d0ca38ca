"""Side bets of Twenty-One: when they are taken, and on which seats. (Seeds 001, part 6.)"""

from collections.abc import Sequence
from typing import ClassVar, Final

from events.event import Event
from games.chapter import fold
from games.mechanics import side_bets
from games.mechanics.sentences import sentence
from games.twentyone.state import TwentyOneTable, contenders, tag

_ROUNDS: Final = 2


class SideBetPlaced(side_bets.SideBetPlaced, frozen=True, kw_only=True, tag=tag):
    """A seat or a watcher bets on `backed` to win. Keeps the tag under which it has always been recorded."""


class SideBets(side_bets.SideBets):
    """Side bets are taken during the first betting rounds, on seats in contention."""

    events: ClassVar[Sequence[type[Event]]] = (SideBetPlaced,)
    placed_as: ClassVar = SideBetPlaced
    reasons: ClassVar = {"side_bets_closed": "Side bets are taken during the first rounds of betting."}

    def backable(self, table: TwentyOneTable) -> Sequence[str]:
        """Only a seat in contention can win."""
        return contenders(table)

    def why_closed(self, table: TwentyOneTable) -> str | None:
        """Bets are taken until two betting rounds are over."""
        if table.phase == "betting" and table.state.betting_round <= _ROUNDS:
            return None
        return f"Side bets are taken during the first {_ROUNDS} rounds of betting."

    @fold(SideBetPlaced)
    def placed(self, table: TwentyOneTable, event: side_bets.SideBetPlaced) -> None:
        """The bet is kept for the round."""
        super().placed(table, event)

    @sentence(SideBetPlaced)
    def placed_aloud(self, table: TwentyOneTable, event: side_bets.SideBetPlaced) -> str:
        """All bets are public."""
        return super().placed_aloud(table, event)
