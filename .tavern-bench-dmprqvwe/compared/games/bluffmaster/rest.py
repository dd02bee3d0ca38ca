"""The rest of the pot, after some seats have left the Set with a share: all bets shrink in proportion. (Rulings.)"""

from collections.abc import Iterator
from typing import ClassVar

from events.accounts import POT
from events.event import V1, Event, namespaced
from games.bluffmaster.state import BluffmasterTable
from games.chapter import Chapter, fold
from games.mechanics.sentences import says


class BetsLessened(V1, frozen=True, kw_only=True, tag=namespaced("bluffmaster")):
    """From now on seats count as having paid `paid_cp` in this round, of which `bets_cp` in this betting (copper).

    `level_cp` is the bet to match.
    """

    paid_cp: dict[str, int]
    bets_cp: dict[str, int]
    level_cp: int


class Rest(Chapter):
    """The remaining seats play for the rest with the same odds: every bet shrinks as much as the pot."""

    events: ClassVar = (BetsLessened,)

    def lessen(self, table: BluffmasterTable, before_cp: int) -> Iterator[Event]:
        """The pot was `before_cp`. Equal bets stay equal; rounding remainders go to the main pot."""
        bets, left_cp = table.state.betting, table.balance(POT)
        if left_cp == before_cp:
            return
        lessened = {seat: bet_cp * left_cp // before_cp for seat, bet_cp in bets.bets.items()}
        earlier = {seat: paid_cp - bets.bets.get(seat, 0) for seat, paid_cp in bets.paid.items()}
        paid = {seat: cp * left_cp // before_cp + lessened.get(seat, 0) for seat, cp in earlier.items()}
        yield BetsLessened(paid_cp=paid, bets_cp=lessened, level_cp=bets.level_cp * left_cp // before_cp)

    @fold(BetsLessened)
    def _lessened(self, table: BluffmasterTable, event: BetsLessened) -> None:
        bets = table.state.betting
        bets.paid, bets.bets, bets.level_cp = dict(event.paid_cp), dict(event.bets_cp), event.level_cp

    _lessened_aloud = says(BetsLessened, "All bets of this round shrink as much as the pot.")
