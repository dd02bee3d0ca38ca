"""Loads tables from the store: from the newest usable snapshot on, checking every line against the chain."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final, Protocol

import msgspec

from events.audience import HOUSE, Viewer
from events.codec import UnreadableEntry
from events.entry import GENESIS, Entry, line_hash
from events.event import Event
from events.round_spans import RoundSpan, mark_spans
from events.store import LogStore, Snapshot, SnapshotStore, Stored, StoreDamaged
from games.deciding.aggregate import WrittenEntry
from games.deciding.catalogue import Catalogue
from projections.game import AnyTable
from projections.snapshots import SavedTables, Snapshots, UnusableSnapshot
from projections.viewer_projection import SeenEntry, ViewerProjection, VisibleEntry
from replays.rerun import FORGERIES
from server.problems import LogDamaged
from server.tables.npc_action_counts import NpcActionCounts

WINDOW: Final = 256
"""Lines read at a time; requests are served in between."""


class LoadedTable(msgspec.Struct):
    """A viewer's table (the house's is the truth) folded up to entry `seq`, whose line hashes to `head`.

    `since` is the entry of the snapshot that it was folded from, 0 if there was none; `last_seen` the newest entry
    since then that the viewer saw at least in part, or `since`. `npc_action_counts` are counted from the snapshot on,
    only for the house's table: snapshots are made between rounds, when no question is open. `spans` are the rounds
    found in the lines, if this is the house's table and was folded from its first entry.
    """

    projection: ViewerProjection
    seq: int
    head: str
    since: int
    npc_action_counts: NpcActionCounts
    last_seen: int
    spans: dict[int, RoundSpan] = {}

    @property
    def table(self) -> AnyTable:
        """The table as folded so far."""
        return self.projection.table


class History(msgspec.Struct):
    """What a viewer saw after a version, and the digest (`seen`) of the receipts up to that version."""

    seen: str
    entries: list[SeenEntry] = []


class ReadableStore(LogStore, SnapshotStore, Protocol):
    """The parts of a store that a reader needs."""


class Filler(Protocol):
    """Makes missing snapshots."""

    async def fill(self, table: str, saved: SavedTables | None, upto: int) -> SavedTables | None:
        """The newest snapshot up to entry `upto`, made now; None if `saved` is near enough."""
        ...


class LogReader:
    """Loads tables. Raises `LogDamaged` for damage; store errors pass through.

    With a `filler`, a table is folded over a long distance only once.
    """

    def __init__(self, store: ReadableStore, catalogue: Catalogue) -> None:
        self._store = store
        self._catalogue = catalogue
        self.codec = catalogue.codec
        self.snapshots = Snapshots(catalogue.rulebooks)
        self.filler: Filler | None = None

    async def windows(self, table: str, after: int, upto: int) -> AsyncIterator[list[Stored]]:
        """The table's stored lines with `after` < seq <= `upto`, some at a time; raises if one is missing."""
        seq = after
        while seq < upto:
            try:
                lines = list(await self._store.read(table, seq, min(seq + WINDOW, upto)))
            except StoreDamaged:
                raise LogDamaged(table, seq + 1, "the store's file is damaged there") from None
            if not lines:
                raise LogDamaged(table, seq + 1, "it is missing")
            yield lines
            seq = lines[-1].seq
            await asyncio.sleep(0)

    async def entries(self, table: str, after: int, head: str, upto: int) -> AsyncIterator[WrittenEntry]:
        """The table's entries with `after` < seq <= `upto`; the first follows the line that hashes to `head`."""
        seq = after
        async for lines in self.windows(table, after, upto):
            for stored in lines:
                entry = self._entry(table, seq + 1, head, stored)
                checked = WrittenEntry(entry, stored.line, line_hash(stored.line))
                seq, head = seq + 1, checked.hash
                yield checked

    def _entry(self, table: str, seq: int, head: str, stored: Stored) -> Entry[Event]:
        try:
            entry = self.codec.decode(stored.line, stored.seq)
        except UnreadableEntry as error:
            raise LogDamaged(table, seq, error.reason) from None
        if (stored.seq, entry.seq, entry.table) != (seq, seq, table):
            raise LogDamaged(table, seq, "another entry stands in its place")
        if entry.prev != head:
            raise LogDamaged(table, seq, "its line does not follow the one before: one of the two was changed")
        return entry

    async def start(self, table: str, viewer: Viewer, upto: int) -> LoadedTable:
        """A viewer's table from the newest snapshot up to entry `upto` that has it; blank if there is none.

        Missing snapshots are made first, for all viewers. Raises `LogDamaged`.
        """
        saved = await self.saved(table, upto)
        if self.filler is not None and (filled := await self.filler.fill(table, saved, upto)) is not None:
            saved = filled
        while saved is not None:
            found = saved.truth() if viewer == HOUSE else saved.sight(viewer)
            if found is not None:
                return self._fold(found, saved.seq, saved.head)
            saved = await self.saved(table, saved.seq - 1)
        return self.blank(table, viewer)

    async def saved(self, table: str, upto: int) -> SavedTables | None:
        """The newest usable snapshot up to entry `upto`."""
        while upto > 0 and (kept := await self._store.snapshot(table, upto)) is not None:
            if (saved := await self._saved(table, kept)) is not None:
                return saved
            upto = kept.seq - 1
        return None

    def blank(self, table: str, viewer: Viewer) -> LoadedTable:
        """A viewer's table before its first entry."""
        return self._fold(self._catalogue.folding.blank(table, viewer), 0, GENESIS)

    def _fold(self, table: AnyTable, seq: int, head: str) -> LoadedTable:
        return LoadedTable(
            ViewerProjection(self._catalogue.folding, table), seq, head, seq, NpcActionCounts(table.asked), seq
        )

    async def _saved(self, table: str, kept: Snapshot) -> SavedTables | None:
        try:
            saved = self.snapshots.read(table, kept.seq, kept.data)
        except UnusableSnapshot:
            return None
        at = await self._store.read(table, saved.seq - 1, saved.seq)
        return saved if at and line_hash(at[0].line) == saved.head else None

    async def advance(self, loaded: LoadedTable, upto: int) -> None:
        """Continue folding up to entry `upto`."""
        async for checked in self.entries(loaded.table.table, loaded.seq, loaded.head, upto):
            if loaded.table.viewer == HOUSE:
                self.fold(loaded.table, checked)
            try:
                if loaded.table.viewer == HOUSE:
                    loaded.npc_action_counts.take(loaded.table, checked.entry)
                    if not loaded.since:
                        mark_spans(loaded.spans, checked.entry.seq, checked.line)
                elif loaded.projection.skip(checked.entry, checked.receipt):
                    loaded.last_seen = checked.entry.seq
            except FORGERIES as error:
                raise _unfit(checked, error) from error
            loaded.seq, loaded.head = checked.entry.seq, checked.hash

    def fold(self, table: AnyTable, checked: WrittenEntry) -> None:
        """Fold an entry into the house's table. Raises `LogDamaged`."""
        try:
            self._catalogue.folding.fold_entry(table, checked.entry)
        except FORGERIES as error:
            raise _unfit(checked, error) from error

    async def history(self, table: str, viewer: Viewer, after: int, limit: int, upto: int) -> History:
        """What a viewer saw at the versions above `after`, at most `limit` of them, up to entry `upto`. This is the
        last entry that the viewer saw, so that hidden entries after it do not prolong reading.

        A version never exceeds its entry's seq, so a snapshot up to entry `after` is early enough.
        """
        loaded = await self.start(table, viewer, min(after, upto))
        history = History(loaded.table.seen)
        async for checked in self.entries(table, loaded.seq, loaded.head, upto):
            if loaded.table.version < after:
                loaded.projection.skip(checked.entry, checked.receipt)
                history.seen = loaded.table.seen
            elif (one := loaded.projection.see(checked.entry, checked.receipt)) is not None:
                history.entries.append(SeenEntry(one, loaded.table.seen))
                if len(history.entries) == limit:
                    break
        return history

    async def at_entry(
        self, table: str, viewer: Viewer, seq: int
    ) -> tuple[LoadedTable, WrittenEntry, VisibleEntry | None]:
        """A viewer's table as it was after entry `seq`, that entry, and what the viewer saw of it."""
        loaded = await self.start(table, viewer, seq - 1)
        await self.advance(loaded, seq - 1)
        async for checked in self.entries(table, loaded.seq, loaded.head, seq):
            return loaded, checked, loaded.projection.see(checked.entry, checked.receipt)
        raise LogDamaged(table, seq, "it is missing")


def _unfit(checked: WrittenEntry, error: Exception) -> LogDamaged:
    reason = f"its events do not fit the table ({type(error).__name__})"
    return LogDamaged(checked.entry.table, checked.entry.seq, reason)
