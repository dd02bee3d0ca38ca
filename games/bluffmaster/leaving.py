"""Leaving without agreement is folding: what was paid stays, and no later ante is owed. (Rulings, "Bluffmaster".)"""

from collections.abc import Iterator

from events.dice import Dice
from events.event import Event
from events.round_events import StatusChanged
from games.bluffmaster.abilities import Abilities
from games.bluffmaster.betting import BluffmasterBetting
from games.bluffmaster.cards import Cards
from games.bluffmaster.splitting import Splitting
from games.bluffmaster.state import ABILITIES_PHASE, CHOOSING_CARDS, BluffmasterTable
from games.chapter import Chapter, Uses
from games.mechanics.betting import LEFT, contenders


class Leaving(Chapter):
    """A seat that leaves is out of the Set; the others go on without it."""

    abilities = Uses(Abilities)
    betting = Uses(BluffmasterBetting)
    cards = Uses(Cards)
    splitting = Uses(Splitting)

    def leave(self, table: BluffmasterTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A seat leaves. A proposed split is off."""
        if not table.seats[seat].playing:
            return
        was_in = seat in contenders(table)
        yield from self.splitting.lapse(table)
        yield StatusChanged(seat=seat, status=LEFT, why="left")
        if was_in:
            yield from self._go_on_without(table, dice, seat)

    def _go_on_without(self, table: BluffmasterTable, dice: Dice, seat: str) -> Iterator[Event]:
        if table.phase == CHOOSING_CARDS:
            return self.cards.go_on_without(table, dice, seat)
        if table.phase == ABILITIES_PHASE:
            return self.abilities.go_on_without(table, dice, seat)
        return self.betting.go_on_without(table, dice, seat)
