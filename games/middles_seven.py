"""Middle's 7: will the House's two dice make more than seven, less, or seven? (Seeds 003.)"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from events.event import Event
from events.round_events import DiceThrown
from games.mechanics.bank import BankOptions, OneThrow
from games.mechanics.house_bets import SENTENCES, BetPlaced, Stakes, house_thrown_together
from projections.chronicle import coins, name_of
from projections.game import AnyTable, Sentence

CALLS: Final = {"higher": "Higher", "lower": "Lower", "middles_7": "Middle’s 7"}


def _declared(table: AnyTable, bet: BetPlaced) -> str:
    return f"{name_of(table, bet.seat)} bets {coins(bet.amount_cp)} on {CALLS[bet.on or '']}."


class MiddlesSeven(OneThrow[BankOptions, Stakes]):
    """A right bet on Higher or Lower comes back double, one on Middle's 7 three times."""

    id = "middles-seven"
    version = 1
    name = "Middle’s 7"
    summary = "Call whether the House’s two dice will make more than seven, less, or seven to the pip."
    options = BankOptions
    state = Stakes
    sentences: ClassVar[Mapping[type[Event], Sentence]] = {
        **SENTENCES,
        DiceThrown: house_thrown_together,
        BetPlaced: _declared,
    }

    def thrown(self, table: AnyTable) -> tuple[int, int]:
        """2d6."""
        return 2, 6

    def calls(self, table: AnyTable) -> Sequence[str]:
        """What can be declared."""
        return tuple(CALLS)

    def returns(self, call: str, faces: tuple[int, ...]) -> int:
        """Twice the bet for the right side, three times for the middle."""
        total = sum(faces)
        right = {"higher": total > 7, "lower": total < 7, "middles_7": total == 7}[call]
        return (3 if call == "middles_7" else 2) if right else 0
