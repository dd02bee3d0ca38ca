"""Makes missing snapshots: of imported tables, and after the shape of the folds has changed.

One pass over the log folds the tables of all viewers, for all waiting requests, and saves snapshots on its way. It ends
when no request waits any more; the next pass begins at the last snapshot saved.
"""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec

from events.audience import GM, HOUSE, PUBLIC, seat_viewer
from events.entry import GENESIS
from events.store import Snapshot, StoreError
from games.deciding.aggregate import WrittenEntry
from projections.game import AnyTable
from projections.snapshots import SavedTables
from projections.viewer_projection import ViewerProjection
from replays.rerun import FORGERIES
from server.problems import LogDamaged
from server.services import Services
from server.tables.log_reader import LogReader

_FAR: Final = 4
"""A snapshot is missing if the nearest one is further away than this many times the usual distance."""
_AT_ONCE: Final = 16
"""Entries folded at a time; other requests are served in between."""


class _Pass(msgspec.Struct):
    """A running pass: how far it goes, and how many requests wait for it."""

    task: "asyncio.Task[SavedTables | None]"
    upto: int
    waiting: int = 0


class SnapshotFiller:
    """Makes missing snapshots of tables, one pass at a time for each."""

    def __init__(self, services: Services, reader: LogReader) -> None:
        self._services = services
        self._reader = reader
        self._every = services.config.snapshot_every
        self._passes: dict[str, _Pass] = {}
        self._in_vain: dict[str, tuple[int, int]] = {}
        """By table, the entries between which no snapshot can be made: a round without an end, or an unknown game."""

    async def fill(self, table: str, saved: SavedTables | None, upto: int) -> SavedTables | None:
        """The newest snapshot up to entry `upto`, made now; None if `saved` is near enough, or none can be made.

        Raises `LogDamaged`, `StoreError`.
        """
        found: SavedTables | None = None
        while self._is_far(table, 0 if saved is None else saved.seq, upto):
            current = self._passes.get(table)
            own = current is None
            if current is None:
                task = asyncio.get_running_loop().create_task(self._fold(table, saved, upto))
                current = self._passes[table] = _Pass(task, upto)
            try:
                made = await self._wait(table, current)
            except LogDamaged as damage:
                if damage.seq <= upto:
                    raise
                continue
            if own:
                return made or found
            # Another pass may have saved a near enough snapshot, or one at which this pass can begin.
            saved = found = await self._reader.saved(table, upto) or saved
        return found

    def _is_far(self, table: str, seq: int, upto: int) -> bool:
        begins, ends = self._in_vain.get(table, (-1, -1))
        return upto - seq > _FAR * self._every and not (begins == seq and upto <= ends)

    async def _wait(self, table: str, current: _Pass) -> SavedTables | None:
        current.waiting += 1
        try:
            return await asyncio.shield(current.task)
        finally:
            current.waiting -= 1
            if not current.waiting:
                current.task.cancel()
            if self._passes.get(table) is current and (current.task.done() or not current.waiting):
                del self._passes[table]

    async def _fold(self, table: str, saved: SavedTables | None, upto: int) -> SavedTables | None:
        """Fold from a snapshot to entry `upto`. Returns the last snapshot that was made, if any."""
        tables = _AllTables(self._reader, self._services, table, saved)
        first = last = 0 if saved is None else saved.seq
        newest: Snapshot | None = None
        async for checked in self._reader.entries(table, last, GENESIS if saved is None else saved.head, upto):
            seq = checked.entry.seq
            tables.take(checked)
            if seq - last >= self._every and tables.can_be_saved:
                last, newest = seq, tables.snapshot(checked.hash)
                # A snapshot that is not stored only costs time.
                with suppress(StoreError):
                    await self._services.store.save_snapshot(table, newest)
            if seq % _AT_ONCE == 0:
                await asyncio.sleep(0)
        if newest is None:
            self._in_vain[table] = first, upto
            return None
        return self._reader.snapshots.read(table, newest.seq, newest.data)


class _AllTables:
    """The tables of the house and of all seats, folded together."""

    def __init__(self, reader: LogReader, services: Services, table: str, saved: SavedTables | None) -> None:
        self._snapshots = reader.snapshots
        self._folding = folding = services.catalogue.folding
        self._truth: AnyTable = folding.blank(table, HOUSE) if saved is None else saved.truth()
        sights = [folding.blank(table, PUBLIC), folding.blank(table, GM)] if saved is None else _sights(saved)
        self._projections = {sight.viewer: ViewerProjection(folding, sight) for sight in sights}
        self._named = set(self._truth.names)

    @property
    def can_be_saved(self) -> bool:
        """Whether no round is running, and the game is installed."""
        return not self._truth.running and self._snapshots.can_write(self._truth.game)

    def take(self, checked: WrittenEntry) -> None:
        """Fold the next entry. Raises `LogDamaged`."""
        entry, truth, receipt = checked.entry, self._truth, checked.receipt
        try:
            self._folding.fold_entry(truth, entry)
            if len(truth.names) != len(self._named):
                self._add_newcomers()
            for projection in self._projections.values():
                projection.skip(entry, receipt)
        except FORGERIES as error:
            reason = f"its events do not fit the table ({type(error).__name__})"
            raise LogDamaged(truth.table, entry.seq, reason) from error

    def _add_newcomers(self) -> None:
        """Until a seat is asked for or taken, its viewer sees what the public sees."""
        public = self._projections[PUBLIC].table
        for viewer in [seat_viewer(seat) for seat in self._truth.names if seat not in self._named]:
            self._projections[viewer] = ViewerProjection(self._folding, self._snapshots.copied(public, viewer))
        self._named = set(self._truth.names)

    def snapshot(self, head: str) -> Snapshot:
        """The snapshot at the newest entry. Tables of seats that have left are no longer folded."""
        truth = self._truth
        here = {PUBLIC, GM, *map(seat_viewer, (seat.seat for seat in truth.present())), *map(seat_viewer, truth.asking)}
        self._projections = {viewer: kept for viewer, kept in self._projections.items() if viewer in here}
        sights = [projection.table for projection in self._projections.values()]
        return Snapshot(seq=truth.seq, data=self._snapshots.write(head, truth, sights))


def _sights(saved: SavedTables) -> list[AnyTable]:
    found: list[AnyTable] = []
    for viewer in saved.viewers():
        sight = saved.sight(viewer)
        if sight is not None:
            found.append(sight)
    return found
