"""Counts how often each NPC acted on the open question at a table, from its log."""

from events.entry import Entry
from events.event import Event
from games.deciding.authority import npc_actor
from projections.game import AnyTable


class NpcActionCounts:
    """The number of the NPCs' entries since the table last turned to a seat, by seat.

    The counts follow from the log alone, so they are the same after a restart or an eviction.
    """

    def __init__(self, asked: int) -> None:
        self._asked = asked
        self._of: dict[str, int] = {}

    def take(self, truth: AnyTable, entry: Entry[Event]) -> None:
        """Take the table's next entry; `truth` is the table after it."""
        if truth.asked != self._asked:
            self._asked, self._of = truth.asked, {}
        elif entry.seat is not None and entry.actor == npc_actor(entry.seat):
            self._of[entry.seat] = self.of(entry.seat) + 1

    @property
    def total(self) -> int:
        """How often the server acted for any seat."""
        return sum(self._of.values())

    def of(self, seat: str) -> int:
        """How often the server acted for a seat."""
        return self._of.get(seat, 0)
