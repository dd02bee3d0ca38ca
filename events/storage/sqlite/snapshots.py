"""Snapshots and analyses in a SQLite store."""

import sqlite3
from contextlib import suppress

from events.storage.contract import Snapshot, StoreDamaged
from events.storage.sqlite import queries
from events.storage.sqlite.connection import SqliteConnection, bounded

_SAVE_ANALYSIS = """
    INSERT OR REPLACE INTO analyses (table_no, round, seat, data) SELECT table_no, ?, ?, ? FROM heads WHERE id = ?
"""


class SqliteSnapshots(SqliteConnection):
    """The `SnapshotStore` part."""

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Store a snapshot with the next group, unless it is ahead of the log."""
        # The damaged table of snapshots will soon be rebuilt, without its contents.
        with suppress(StoreDamaged):
            await self._write(lambda connection: _save(connection, table, snapshot))

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`."""
        row = None
        with suppress(StoreDamaged):
            row = self._row(queries.FIND_SNAPSHOT, table, bounded(upto))
        if row is None:
            return None
        seq, data = row
        return Snapshot(seq=seq, data=bytes(data))

    async def save_analysis(self, table: str, number: int, seat: str, data: bytes) -> None:
        """Store an analysis with the next group."""
        with suppress(StoreDamaged):
            await self._write(lambda connection: connection.execute(_SAVE_ANALYSIS, (number, seat, data, table)))

    async def analysis(self, table: str, number: int, seat: str) -> bytes | None:
        """The analysis of a seat's decisions in a round."""
        row = None
        with suppress(StoreDamaged):
            row = self._row(queries.FIND_ANALYSIS, table, number, seat)
        return None if row is None else bytes(row[0])


def _save(connection: sqlite3.Connection, table: str, snapshot: Snapshot) -> None:
    head = connection.execute(queries.FIND_HEAD, (table,)).fetchone()
    if head is not None and snapshot.seq <= head[1]:
        connection.execute(
            "INSERT OR REPLACE INTO snapshots (table_no, seq, data) VALUES (?, ?, ?)",
            (head[0], snapshot.seq, snapshot.data),
        )
