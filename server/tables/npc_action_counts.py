"""How often those whom the server plays acted on the question that a table asks now, as its log tells."""

from events.entry import Entry
from events.event import Event
from games.authority import npc_actor
from projections.game import AnyTable


class NpcActionCounts:
    """What was done since the table turned to somebody last, counted for each seat by its entries, one after the other.

    A count is the same whoever counts, and since when: also after a restart, and at a table that left memory.
    """

    def __init__(self, asked: int) -> None:
        self._asked = asked
        self._of: dict[str, int] = {}

    def take(self, truth: AnyTable, entry: Entry[Event]) -> None:
        """The table's next entry, after which it is as `truth` has it."""
        if truth.asked != self._asked:
            self._asked, self._of = truth.asked, {}
        elif entry.seat is not None and entry.actor == npc_actor(entry.seat):
            self._of[entry.seat] = self.of(entry.seat) + 1

    def of(self, seat: str) -> int:
        """How often the server acted for a seat."""
        return self._of.get(seat, 0)
