"""V3.0, side bets: until the reveal, into the pot, and lost with a bust. (Seeds 000, "The Pot & Economy", "Bust".)"""

from collections.abc import Iterator
from typing import ClassVar

from events.accounts import POT, SIDE_POOL
from events.event import V1, Event, namespaced
from events.table_events import CoinsMoved
from games.chapter import fold
from games.mechanics.coins import pay
from games.mechanics.side_bets import staked
from games.sentences import says, silent
from games.twentyone.side_bets import SideBets
from games.twentyone.state import TwentyOneTable
from games.twentyone.v3.state import options_of

_LOST = "side_bets_lost"


class SideBetsLost(V1, frozen=True, kw_only=True, tag=namespaced("twentyone")):
    """What a seat has bet so far is lost, and goes from the side pool into the pot."""

    seat: str
    amount_cp: int


class V3SideBets(SideBets):
    """Side bets are taken until the reveal; they go into the pot, or into a pool that a bust seat's leave."""

    events: ClassVar = (SideBetsLost,)
    reasons: ClassVar = {"side_bets_closed": "Side bets are taken until the reveal."}

    def why_closed(self, table: TwentyOneTable) -> str | None:
        """Bets are taken from the Cut on."""
        return None if table.phase in ("cut", "betting") else "Side bets are taken until the reveal."

    def account(self, table: TwentyOneTable) -> str:
        """The pot, unless the GM wants a pool."""
        return POT if options_of(table).side_bets == "pot" else SIDE_POOL

    def lose(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """A seat goes bust, or is found guilty after it did: what it has bet so far is lost."""
        staked_cp = staked(table.state.side_bets, seat)
        if staked_cp and self.account(table) == SIDE_POOL:
            yield SideBetsLost(seat=seat, amount_cp=staked_cp)
            yield from pay(SIDE_POOL, POT, staked_cp, _LOST)

    @fold(SideBetsLost)
    def _lost(self, table: TwentyOneTable, event: SideBetsLost) -> None:
        table.state.side_bets = [bet for bet in table.state.side_bets if bet.bettor != event.seat]

    _lost_aloud = says(SideBetsLost, "{seat}’s bets are lost: {amount_cp} goes from the side pool to the pot.")
    _paid_aloud = silent(CoinsMoved, reason=_LOST)
