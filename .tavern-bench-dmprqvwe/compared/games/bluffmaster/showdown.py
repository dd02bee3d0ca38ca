"""The showdown: hidden dice are shown, and the highest total takes each pot. (Seeds 004.)"""

from collections.abc import Generator, Iterator, Sequence
from typing import ClassVar, Final, cast

from events.dice import Dice
from events.event import V1, Event, namespaced
from events.round_events import DieRevealed, PhaseBegan
from games.bluffmaster.options import SIDES
from games.bluffmaster.state import ORDINALS, BluffmasterTable, change, rolled
from games.mechanics.betting import contenders
from games.mechanics.sentences import says, sentence
from games.mechanics.showdown import Showdown, throw_for_the_pot, thrown_for_the_pot
from projections.chronicle import name_of
from projections.labels import Label, Labels

_SHOWDOWN: Final = "showdown"


class TotalReckoned(V1, frozen=True, kw_only=True, tag=namespaced("bluffmaster")):
    """A seat's total at the showdown: the sum `rolled` of its dice, and the `change` by abilities."""

    seat: str
    rolled: int
    change: int
    total: int


class BluffmasterShowdown(Showdown):
    """All who are in show their dice; folded dice are never shown."""

    events: ClassVar = (TotalReckoned,)
    draws: ClassVar = (thrown_for_the_pot(SIDES),)
    labels: ClassVar = Labels(
        phases={_SHOWDOWN: Label("Showdown", "Those still in show their dice; the best total takes the pot.")},
    )

    def show_down(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """Dice are shown, totals are computed, and the pots are won."""
        yield PhaseBegan(phase=_SHOWDOWN)
        yield from self.show_hidden_dice(table)
        for seat in contenders(table):
            [total] = self.rank(table, seat)
            changed = change(table, seat)
            yield TotalReckoned(seat=seat, rolled=total - changed, change=changed, total=total)
        yield from self.win_pots(table, dice)

    def rank(self, table: BluffmasterTable, seat: str) -> tuple[int]:
        """The total of both dice, with what abilities changed."""
        return (cast("int", rolled(table, seat)) + change(table, seat),)

    def settle_tie(
        self, table: BluffmasterTable, dice: Dice, tied: Sequence[str]
    ) -> Generator[Event, None, Sequence[str]]:
        """Each tied seat throws a d20 in the open; abilities do not change it."""
        return (yield from throw_for_the_pot(dice, tied, SIDES))

    _showdown_aloud = says(PhaseBegan, "The cups are lifted.", phase=_SHOWDOWN)

    @sentence(DieRevealed)
    def _die_aloud(self, table: BluffmasterTable, event: DieRevealed) -> str:
        return f"{name_of(table, event.seat)}’s {ORDINALS[event.n]} die shows {event.face}."

    _unchanged_total_aloud = says(TotalReckoned, "{seat} has {total}.", change=0)

    @sentence(TotalReckoned)
    def _total_aloud(self, table: BluffmasterTable, event: TotalReckoned) -> str:
        sign = "+" if event.change > 0 else "−"
        return f"{name_of(table, event.seat)} has {event.total} ({event.rolled} {sign} {abs(event.change)})."
