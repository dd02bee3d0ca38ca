"""Snapshots and analyses in a PostgreSQL store."""

from events.storage.contract import Snapshot
from events.storage.postgresql import queries
from events.storage.postgresql.connection import PostgresqlConnection
from events.storage.postgresql.connections.asyncpg_types import Connection
from events.storage.postgresql.queries import bounded, escaped

_SAVE = """
    INSERT INTO snapshots (table_no, seq, data) SELECT table_no, $2, $3 FROM heads WHERE id = $1 AND seq >= $2
    ON CONFLICT (table_no, seq) DO UPDATE SET data = excluded.data
"""
_SAVE_ANALYSIS = """
    INSERT INTO analyses (table_no, round, seat, data) SELECT table_no, $2, $3, $4 FROM heads WHERE id = $1
    ON CONFLICT (table_no, round, seat) DO UPDATE SET data = excluded.data
"""


class PostgresqlSnapshots(PostgresqlConnection):
    """The `SnapshotStore` part."""

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Store a snapshot with the next group, unless it is ahead of the log."""

        async def save(connection: Connection) -> None:
            await connection.execute(_SAVE, escaped(table), snapshot.seq, snapshot.data)

        await self._write(save)

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`."""
        try:
            row = await self._row(queries.FIND_SNAPSHOT, escaped(table), bounded(upto))
        except UnicodeEncodeError:
            return None
        return None if row is None else Snapshot(seq=row["seq"], data=row["data"])

    async def save_analysis(self, table: str, number: int, seat: str, data: bytes) -> None:
        """Store an analysis with the next group."""

        async def save(connection: Connection) -> None:
            await connection.execute(_SAVE_ANALYSIS, escaped(table), number, seat, data)

        await self._write(save)

    async def analysis(self, table: str, number: int, seat: str) -> bytes | None:
        """The analysis of a seat's decisions in a round."""
        try:
            row = await self._row(queries.FIND_ANALYSIS, escaped(table), bounded(number), seat)
        except UnicodeEncodeError:
            return None
        return None if row is None else row["data"]
