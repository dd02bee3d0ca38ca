"""The rest of the pot, once some have left the Set with a share: what was bet counts for as much less. (Rulings.)"""

from collections.abc import Iterator
from typing import ClassVar

from events.accounts import POT
from events.event import V1, Event, namespaced
from games.bluffmaster.state import BluffmasterTable
from games.chapter import Chapter, fold
from games.mechanics.sentences import says


class BetsLessened(V1, frozen=True, kw_only=True, tag=namespaced("bluffmaster")):
    """From now on seats count as having paid `paid_cp` in this round, `bets_cp` of it in this betting (copper).

    `level_cp` is the bet to match.
    """

    paid_cp: dict[str, int]
    bets_cp: dict[str, int]
    level_cp: int


class Rest(Chapter):
    """Those who stay play for the rest with the same odds: each coin that was bet counts for as much of it."""

    events: ClassVar = (BetsLessened,)

    def lessen(self, table: BluffmasterTable, before_cp: int) -> Iterator[Event]:
        """The pot had `before_cp`. Equal bets stay equal; what rounding leaves over belongs to the main pot."""
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

    _lessened_aloud = says(BetsLessened, "What was bet in this round counts for as much less.")
