"""Making snapshots where they are missing: of imported tables, and after the shape of the folds has changed.

One pass over the log folds the tables of all viewers, for all who wait for it, and leaves snapshots on its way. It ends
when nobody waits any more; the next begins at the last snapshot that it left.
"""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec

from events.audience import GM, HOUSE, PUBLIC, seat_viewer
from events.entry import GENESIS
from events.store import Snapshot, StoreError
from games.aggregate import WrittenEntry
from projections.game import AnyTable
from projections.snapshots import SavedTables
from projections.viewer_projection import ViewerProjection
from replays.rerun import FORGERIES
from server.problems import LogDamaged
from server.services import Services
from server.tables.log_reader import LogReader

_FAR: Final = 4
"""Snapshots are missing where the nearest is further away than so many times their usual distance."""
_AT_ONCE: Final = 16
"""Entries folded at once: in between, other requests are served."""


class _Pass(msgspec.Struct):
    """A pass under way: how far it goes, and how many wait for it."""

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
        """By table, between which entries no snapshot can be made: a round without an end, or a game not at hand."""

    async def fill(self, table: str, saved: SavedTables | None, upto: int) -> SavedTables | None:
        """The newest snapshot up to entry `upto`, made now; None where `saved` is near enough, or none can be made.

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
            # What another pass left may do, or be where this one begins.
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
        """Fold from a snapshot to entry `upto`. The last snapshot that was made, if any."""
        tables = _AllTables(self._reader, self._services, table, saved)
        first = last = 0 if saved is None else saved.seq
        newest: Snapshot | None = None
        async for checked in self._reader.entries(table, last, GENESIS if saved is None else saved.head, upto):
            seq = checked.entry.seq
            tables.take(checked)
            if seq - last >= self._every and tables.can_be_saved:
                last, newest = seq, tables.snapshot(checked.hash)
                # A store that cannot keep it costs time, and nothing else.
                with suppress(StoreError):
                    await self._services.store.save_snapshot(table, newest)
            if seq % _AT_ONCE == 0:
                await asyncio.sleep(0)
        if newest is None:
            self._in_vain[table] = first, upto
            return None
        return self._reader.snapshots.read(table, newest.seq, newest.data)


class _AllTables:
    """The tables of the house and of everybody who is at a table, folded together."""

    def __init__(self, reader: LogReader, services: Services, table: str, saved: SavedTables | None) -> None:
        self._snapshots = reader.snapshots
        self._folding = folding = services.catalogue.folding
        self._truth: AnyTable = folding.blank(table, HOUSE) if saved is None else saved.truth()
        sights = [folding.blank(table, PUBLIC), folding.blank(table, GM)] if saved is None else _sights(saved)
        self._projections = {sight.viewer: ViewerProjection(folding, sight) for sight in sights}
        self._named = set(self._truth.names)

    @property
    def can_be_saved(self) -> bool:
        """Whether no round runs, and the game is at hand."""
        return not self._truth.running and self._snapshots.can_write(self._truth.game)

    def take(self, checked: WrittenEntry) -> None:
        """Fold the next entry. Raises `LogDamaged`."""
        entry, truth = checked.entry, self._truth
        try:
            self._folding.fold_entry(truth, entry)
            if len(truth.names) != len(self._named):
                self._add_newcomers()
            for projection in self._projections.values():
                projection.skip(entry)
        except FORGERIES as error:
            reason = f"its events do not fit the table ({type(error).__name__})"
            raise LogDamaged(truth.table, entry.seq, reason) from error

    def _add_newcomers(self) -> None:
        """Until somebody asks for a seat or takes it, it sees what the public sees."""
        public = self._projections[PUBLIC].table
        for viewer in [seat_viewer(seat) for seat in self._truth.names if seat not in self._named]:
            self._projections[viewer] = ViewerProjection(self._folding, self._snapshots.copied(public, viewer))
        self._named = set(self._truth.names)

    def snapshot(self, head: str) -> Snapshot:
        """The snapshot at the newest entry. Seats that have left are not folded any further."""
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
