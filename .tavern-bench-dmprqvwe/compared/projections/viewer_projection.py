"""A viewer's projection of a table: the redacted events, their sentences, and the table folded from them alone.

A projection never touches what its viewer may not know, so it cannot leak it. Its version counts the entries of which
the viewer saw something: one number for views, events, streams, replays and disputes.
"""

from typing import NamedTuple

import msgspec

from events.audience import Viewer
from events.entry import Entry, seen_after
from events.event import Event, visible
from projections.chronicle import describe
from projections.folding import Folding
from projections.game import AnyTable


class VisibleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as one viewer saw it. `chronicle` has one sentence for each event that is worth one.

    `receipt` commits to the whole entry; replays have none.
    """

    version: int
    at: str
    actor: str
    seat: str | None
    events: list[Event]
    chronicle: list[str]
    receipt: str | msgspec.UnsetType = msgspec.UNSET


class SeenEntry(NamedTuple):
    """An entry as a viewer saw it, and the digest of all receipts that the viewer got up to it."""

    entry: VisibleEntry
    seen: str


class ViewerProjection:
    """One viewer's table, kept up from the entries as they are committed."""

    def __init__(self, folding: Folding, table: AnyTable) -> None:
        self._folding = folding
        self.table = table
        self.viewer: Viewer = table.viewer

    def see(self, entry: Entry[Event], receipt: str | None = None) -> VisibleEntry | None:
        """Take in an entry, with the receipt that the viewer gets. Returns None if the viewer may see nothing of it."""
        seen = visible(entry.events, self.viewer)
        return self.show(entry, seen, receipt) if seen else None

    def show(self, entry: Entry[Event], seen: list[Event], receipt: str | None = None) -> VisibleEntry:
        """Take in an entry of which the viewer sees `seen`, at least one event."""
        table, folding = self.table, self._folding
        sentences: list[str] = []
        for event in seen:
            folding.fold(table, event)
            if sentence := describe(table, event, folding.games, folding.labels):
                sentences.append(sentence)
        self._saw(entry.at, seen, receipt)
        return VisibleEntry(
            version=table.version,
            at=entry.at,
            actor=entry.actor,
            seat=entry.seat,
            events=seen,
            chronicle=sentences,
            receipt=receipt or msgspec.UNSET,
        )

    def skip(self, entry: Entry[Event], receipt: str | None = None) -> list[Event]:
        """Take in an entry without sentences, to catch up. Returns the visible events."""
        seen = visible(entry.events, self.viewer)
        if seen:
            self.fold(entry.at, seen, receipt)
        return seen

    def fold(self, at: str, seen: list[Event], receipt: str | None = None) -> None:
        """Take in what the viewer sees of an entry, at least one event, without sentences."""
        self._folding.fold_all(self.table, seen)
        self._saw(at, seen, receipt)

    def _saw(self, at: str, seen: list[Event], receipt: str | None) -> None:
        self.table.saw(seen)
        self.table.at = at
        if receipt is not None:
            self.table.seen = seen_after(self.table.seen, receipt)
