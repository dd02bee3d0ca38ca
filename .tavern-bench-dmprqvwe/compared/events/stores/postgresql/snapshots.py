"""Snapshots in a PostgreSQL store."""

from events.store import Snapshot
from events.stores.postgresql import queries
from events.stores.postgresql.connection import PostgresqlConnection
from events.stores.postgresql.connections.links import Link
from events.stores.postgresql.queries import bounded, escaped

_SAVE = """
    INSERT INTO snapshots (table_no, seq, data) SELECT table_no, $2, $3 FROM heads WHERE id = $1 AND seq >= $2
    ON CONFLICT (table_no, seq) DO UPDATE SET data = excluded.data
"""


class PostgresqlSnapshots(PostgresqlConnection):
    """The `SnapshotStore` part."""

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Store a snapshot with the next group, unless it is ahead of the log."""

        async def save(connection: Link) -> None:
            await connection.execute(_SAVE, escaped(table), snapshot.seq, snapshot.data)

        await self._write(save)

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`."""
        try:
            row = await self._row(queries.FIND_SNAPSHOT, escaped(table), bounded(upto))
        except UnicodeEncodeError:
            return None
        return None if row is None else Snapshot(seq=row["seq"], data=row["data"])
