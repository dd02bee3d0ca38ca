"""A viewer's projection of a table: the redacted events, their sentences, and the table folded from them alone.

A projection never touches what its viewer may not know, so it cannot leak it. Its version counts the entries of which
the viewer saw something: one number for views, events, streams, replays and disputes.
"""

import msgspec

from events.audience import Viewer
from events.entry import Entry
from events.event import Event, visible
from projections.chronicle import describe
from projections.folding import Folding
from projections.game import AnyTable


class VisibleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as one viewer saw it. `chronicle` has one sentence for each event that is worth one."""

    version: int
    at: str
    actor: str
    seat: str | None
    events: list[Event]
    chronicle: list[str]


class ViewerProjection:
    """One viewer's table, kept up from the entries as they are committed."""

    def __init__(self, folding: Folding, table: AnyTable) -> None:
        self._folding = folding
        self.table = table
        self.viewer: Viewer = table.viewer

    def see(self, entry: Entry[Event]) -> VisibleEntry | None:
        """Take in an entry. Returns None if the viewer may see nothing of it."""
        seen = visible(entry.events, self.viewer)
        return self.show(entry, seen) if seen else None

    def show(self, entry: Entry[Event], seen: list[Event]) -> VisibleEntry:
        """Take in an entry of which the viewer sees `seen`, at least one event."""
        table, folding = self.table, self._folding
        sentences: list[str] = []
        for event in seen:
            folding.fold(table, event)
            if sentence := describe(table, event, folding.games, folding.labels):
                sentences.append(sentence)
        table.saw(seen)
        table.at = entry.at
        return VisibleEntry(
            version=table.version, at=entry.at, actor=entry.actor, seat=entry.seat, events=seen, chronicle=sentences
        )

    def skip(self, entry: Entry[Event]) -> list[Event]:
        """Take in an entry without sentences, to catch up. Returns the visible events."""
        seen = visible(entry.events, self.viewer)
        if seen:
            self.fold(entry.at, seen)
        return seen

    def fold(self, at: str, seen: list[Event]) -> None:
        """Take in what the viewer sees of an entry, at least one event, without sentences."""
        self._folding.fold_all(self.table, seen)
        self.table.saw(seen)
        self.table.at = at
