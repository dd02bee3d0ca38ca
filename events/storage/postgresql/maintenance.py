"""Importing, deleting and compacting in a PostgreSQL store."""

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Final

import msgspec

from events.entry import line_hash
from events.round_spans import RoundSpan, spans_of
from events.storage.contract import ExportSignature, Healed, NoSuchTable, TableExists, Token
from events.storage.contract.arguments import require_valid_import
from events.storage.postgresql import queries
from events.storage.postgresql.appending import give_tokens
from events.storage.postgresql.connection import Grown, PostgresqlConnection
from events.storage.postgresql.connections.asyncpg_types import Connection
from events.storage.postgresql.connections.connecting import BORROW_SECONDS
from events.storage.postgresql.connections.errors import FAILURES, explain
from events.storage.postgresql.queries import escaped

_TABLES: Final = ("log", "chat", "rounds", "snapshots", "analyses", "requests", "tokens", "secrets", "claims", "heads")
_COMPACT_SECONDS: Final = 3600.0
_ADD_UP_EVERY: Final = 10.0
"""Seconds between two looks at what other servers wrote, for the size of all tables."""
_IMPORT_HEAD: Final = """
    INSERT INTO heads (table_no, id, seq, closed, bytes, archive, head, signed)
    VALUES (nextval('table_numbers'), $1, $2, true, $3, true, $4, $5) RETURNING table_no
"""
_REBUILD_HEAD: Final = "UPDATE heads SET deadline = $2, closed = $3, listing = $4 WHERE id = $1 AND NOT archive"
_IMPORT_LINE: Final = "INSERT INTO log (position, table_no, seq, line) VALUES (nextval('positions'), $1, $2, $3)"


class PostgresqlMaintenance(PostgresqlConnection):
    """The `Maintenance` part; `PostgresqlConnection` has `size`."""

    _added_up = 0.0

    async def import_table(
        self, table: str, lines: Sequence[bytes], tokens: Sequence[Token], signed: ExportSignature | None = None
    ) -> None:
        """Store a whole log as an archive, in one transaction."""
        require_valid_import(table, lines, tokens)

        async def keep(connection: Connection) -> Grown:
            if await connection.fetchrow(queries.LOCK_HEAD, escaped(table)) is not None:
                raise TableExists(f"table {table} is in the store already")
            size = sum(map(len, lines))
            head = bytes.fromhex(line_hash(lines[-1]))
            told = None if signed is None else msgspec.json.encode(signed)
            table_no: int = await connection.fetchval(_IMPORT_HEAD, escaped(table), len(lines), size, head, told)
            await connection.execute("INSERT INTO claims VALUES ($1)", table_no)
            await connection.executemany(_IMPORT_LINE, [(table_no, seq, line) for seq, line in enumerate(lines, 1)])
            await put_rounds(connection, table_no, spans_of(lines))
            await give_tokens(connection, {(table_no, escaped(token.viewer)): token for token in tokens})
            await connection.execute("DELETE FROM meta WHERE name = 'epoch'")
            return Grown(len(lines), size, table)

        await self._grow(keep)

    async def export_signature(self, table: str) -> ExportSignature | None:
        """The signature of the export that an archive was imported from, if any."""
        row = await self._row_of(queries.FIND_SIGNED, table)
        return None if row is None else msgspec.json.decode(row["signed"], type=ExportSignature)

    async def delete(self, table: str) -> None:
        """Delete a table, in one transaction. `PostgresqlStore` says what is gone when."""

        async def delete(connection: Connection) -> Grown:
            try:
                head = await connection.fetchrow(queries.LOCK_HEAD, escaped(table))
            except UnicodeEncodeError:
                head = None
            if head is None:
                raise NoSuchTable(f"there is no table {table!r} to delete")
            await delete_rows(connection, head["table_no"])
            return Grown(None, -head["bytes"], table)

        await self._grow(delete)

    async def rebuild_rounds(self, table: str) -> None:
        """Derive the rounds of a table from its lines again, in one transaction."""

        async def rebuild(connection: Connection) -> None:
            head = await connection.fetchrow(queries.LOCK_HEAD, escaped(table))
            if head is None:
                return
            table_no = head["table_no"]
            rows = await connection.fetch("SELECT line FROM log WHERE table_no = $1 ORDER BY seq", table_no)
            await connection.execute("DELETE FROM rounds WHERE table_no = $1", table_no)
            await put_rounds(connection, table_no, spans_of(row["line"] for row in rows))

        await self._write(rebuild)

    async def rebuild_head(self, table: str, deadline: str | None, closed: bool, listing: bytes | None) -> None:
        """Store again what a table's newest entry says of it."""
        at = None if deadline is None else escaped(deadline)

        async def rebuild(connection: Connection) -> None:
            await connection.execute(_REBUILD_HEAD, escaped(table), at, closed, listing)

        await self._write(rebuild)

    def suspects_damage(self) -> bool:
        """Never: PostgreSQL rebuilds nothing by itself, and its operator has its tools."""
        return False

    async def heal(self) -> Healed:
        """Find nothing: damaged files are restored by PostgreSQL's own means."""
        return Healed()

    async def compact(self) -> None:
        """Rewrite the tables without deleted data. Needs as much free space as they take."""
        self._writer().guard()
        try:
            async with self._pool.acquire(timeout=BORROW_SECONDS) as connection:
                # The servers' own rows are few; a lock on them must not be waited for.
                for name in _TABLES:
                    await connection.execute(f"VACUUM (FULL) {name}", timeout=_COMPACT_SECONDS)
        except FAILURES as error:
            raise explain(error, self._where) from error

    async def check(self) -> None:
        """Check that the database answers, and that this server may write there."""
        if self._group is not None:
            self._group.guard()
            await self._group.ready()
        await self._rows(queries.FIND_META, "epoch")
        if self._group is not None and (self._size_uncertain or monotonic() - self._added_up > _ADD_UP_EVERY):
            self._added_up = monotonic()
            await self._sum()


async def delete_rows(connection: Connection, table_no: int) -> None:
    """Delete all rows of a table."""
    for name in _TABLES:
        await connection.execute(f"DELETE FROM {name} WHERE table_no = $1", table_no)


async def put_rounds(connection: Connection, table_no: int, spans: Iterable[RoundSpan]) -> None:
    """Write where a table's rounds are."""
    await connection.executemany(
        "INSERT INTO rounds (table_no, round, first, last, unsealed) VALUES ($1, $2, $3, $4, $5)",
        [(table_no, span.round, span.first, span.last, span.unsealed) for span in spans],
    )
