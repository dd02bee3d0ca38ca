"""Importing, deleting and compacting in a SQLite store."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, cast

import msgspec

from events.entry import line_hash
from events.round_spans import RoundSpan, mark_spans, spans_of
from events.storage.contract import ExportSignature, Healed, NoSuchTable, StoreDamaged, StoreDoubted, TableExists, Token
from events.storage.contract.arguments import require_valid_import
from events.storage.sqlite import queries
from events.storage.sqlite.connection import Grown, SqliteConnection
from events.storage.sqlite.credentials import put_tokens
from events.storage.sqlite.errors import explain, primary_code
from events.storage.sqlite.file.healing import diagnose_file, heal
from events.storage.sqlite.schema import put_rounds

_DELETE: Final = (
    "DELETE FROM log WHERE table_no = ?",
    "DELETE FROM chat WHERE table_no = ?",
    "DELETE FROM rounds WHERE table_no = ?",
    "DELETE FROM snapshots WHERE table_no = ?",
    "DELETE FROM analyses WHERE table_no = ?",
    "DELETE FROM requests WHERE table_no = ?",
    "DELETE FROM tokens WHERE table_no = ?",
    "DELETE FROM secrets WHERE table_no = ?",
    "DELETE FROM heads WHERE table_no = ?",
)
_NO_TABLE: Final = 0
"""A number that no table has. Its only line, which is never read, holds the highest position ever assigned."""


class SqliteMaintenance(SqliteConnection):
    """The `Maintenance` part; `SqliteConnection` has `size` and `close`."""

    async def import_table(
        self, table: str, lines: Sequence[bytes], tokens: Sequence[Token], signed: ExportSignature | None = None
    ) -> None:
        """Store a whole log as an archive, in one transaction."""
        require_valid_import(table, lines, tokens)
        await self._grow(lambda connection: _import(connection, table, lines, tokens, signed))

    async def export_signature(self, table: str) -> ExportSignature | None:
        """The signature of the export that an archive was imported from, if any."""
        row = self._row(queries.FIND_SIGNED, table)
        return None if row is None else msgspec.json.decode(row[0], type=ExportSignature)

    async def delete(self, table: str) -> None:
        """Delete a table, in one transaction. `SqliteStore` says when its traces are gone."""
        try:
            table.encode()
        except UnicodeEncodeError:
            raise NoSuchTable(f"there is no table {table!r} to delete") from None
        await self._grow(lambda connection: delete_table(connection, table), erases=True)

    async def rebuild_rounds(self, table: str) -> None:
        """Derive the rounds of a table from its lines again, in one transaction."""
        await self._write(lambda connection: _rebuild_rounds(connection, table))

    async def rebuild_head(self, table: str, deadline: str | None, closed: bool, listing: bytes | None) -> None:
        """Replace a table's records."""
        await self._write(
            lambda connection: connection.execute(
                "UPDATE heads SET deadline = ?, closed = ?, listing = ? WHERE id = ? AND archive = 0",
                (deadline, closed, listing, table),
            )
        )

    def suspects_damage(self) -> bool:
        """Whether damage was found since the last `heal`."""
        return self._suspicious

    async def heal(self) -> Healed:
        """Search for damage on a thread with its own connection, and rebuild what can be rebuilt."""
        self._suspicious = False
        try:
            damage = await asyncio.to_thread(diagnose_file, self._path)
        except sqlite3.Error as error:
            raise explain(error, self._path) from error
        healed = await self._writer().exclusively(lambda connection: heal(connection, damage))
        if "rounds" in healed:
            for table in [table for (table,) in self._rows(queries.LIST_IDS)]:
                await self.rebuild_rounds(table)
        return Healed(rebuilt=healed, damaged=[one.part for one in damage if one.part not in healed])

    async def compact(self) -> None:
        """Rewrite the file without deleted data. Needs as much free space as the file takes."""
        await self._writer().compact()

    async def check(self) -> None:
        """Check that the file is readable, and that it and its log are as the store left them.

        Then note the newest entry, by which the next server notices an older file.
        """
        if self._group is not None and not self._closed:
            try:
                self._group.guard()
            except StoreDoubted as doubt:
                loss = None if self._newest_entry is None else self._newest_entry.lost_by_replacing(self._rows)
                raise StoreDoubted(f"{doubt}{'' if loss is None else f' This one is older: {loss}'}") from None
        self._rows(queries.FIND_META, "epoch")
        if self._newest_entry is not None:
            with suppress(StoreDamaged):
                await self._newest_entry.keep(self._newest_entry.find(self._rows))


def _import(
    connection: sqlite3.Connection,
    table: str,
    lines: Sequence[bytes],
    tokens: Sequence[Token],
    signed: ExportSignature | None,
) -> Grown:
    if connection.execute(queries.FIND_HEAD, (table,)).fetchone() is not None:
        raise TableExists(f"table {table} is in the store already")
    size = sum(map(len, lines))
    opened = connection.execute(
        "INSERT INTO heads (id, seq, deadline, closed, bytes, archive, listing, head, signed)"
        " VALUES (?, ?, NULL, 1, ?, 1, NULL, ?, ?)",
        (
            table,
            len(lines),
            size,
            bytes.fromhex(line_hash(lines[-1])),
            None if signed is None else msgspec.json.encode(signed),
        ),
    )
    table_no = cast("int", opened.lastrowid)
    connection.executemany(
        "INSERT INTO log (table_no, seq, line) VALUES (?, ?, ?)",
        ((table_no, seq, line) for seq, line in enumerate(lines, 1)),
    )
    put_rounds(connection, table_no, spans_of(lines))
    put_tokens(connection, table_no, tokens)
    connection.execute(queries.FORGET_EPOCH)
    return Grown(len(lines), size)


def _rebuild_rounds(connection: sqlite3.Connection, table: str) -> None:
    head = connection.execute(queries.FIND_HEAD, (table,)).fetchone()
    if head is None:
        return
    table_no = head[0]
    spans = _spans_in(connection, table_no)
    connection.execute("DELETE FROM rounds WHERE table_no = ?", (table_no,))
    put_rounds(connection, table_no, spans)


def _spans_in(connection: sqlite3.Connection, table_no: int) -> list[RoundSpan]:
    """The rounds in a table's lines, up to damage if there is any."""
    spans: dict[int, RoundSpan] = {}
    lines = connection.execute("SELECT seq, CAST(line AS BLOB) FROM log WHERE table_no = ? ORDER BY seq", (table_no,))
    try:
        for seq, line in lines:
            mark_spans(spans, seq, line)
    except sqlite3.DatabaseError as error:
        if primary_code(error) != sqlite3.SQLITE_CORRUPT:
            raise
    return list(spans.values())


def delete_table(connection: sqlite3.Connection, table: str) -> Grown:
    """Delete a table and everything stored beside its log. Raises `NoSuchTable`."""
    head = connection.execute("SELECT table_no, seq, bytes FROM heads WHERE id = ?", (table,)).fetchone()
    if head is None:
        raise NoSuchTable(f"there is no table {table!r} to delete")
    table_no, seq, size = head
    (highest,) = connection.execute("SELECT max(position) FROM log").fetchone()
    for statement in _DELETE:
        connection.execute(statement, (table_no,))
    (left,) = connection.execute("SELECT coalesce(max(position), 0) FROM log").fetchone()
    if left < highest:
        connection.execute("DELETE FROM log WHERE table_no = ?", (_NO_TABLE,))
        connection.execute("INSERT INTO log VALUES (?, ?, ?, x'')", (highest, _NO_TABLE, highest))
    return Grown(seq, -size)
