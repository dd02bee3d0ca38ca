"""The log in a SQLite store, with the rounds and the directory that are derived from it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from typing import Final, cast

from events.entry import line_hash
from events.round_spans import RoundSpan, round_marks
from events.store import AlreadyAnswered, AppendRecords, Conflict, DirectoryEntry, Stored, StoreDamaged, TableInfo
from events.stores.care.going_back import NewestEntry
from events.stores.fitness import refuse_unfit
from events.stores.sqlite import queries
from events.stores.sqlite.connection import HIGHEST, Grown, SqliteConnection, bounded
from events.stores.sqlite.credentials import answer_to, keep_credentials
from events.stores.sqlite.queries import Row

_MARK_ROUND: Final = {
    "last": "UPDATE rounds SET last = ? WHERE table_no = ? AND round = ?",
    "unsealed": "UPDATE rounds SET unsealed = ? WHERE table_no = ? AND round = ?",
}


class SqliteLog(SqliteConnection):
    """The `LogStore` part."""

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        """Append a line as entry `seq` with `records`, in the next group."""
        refuse_unfit(table, seq, records)
        position = await self._grow(lambda connection: _append(connection, table, seq, line, records))
        return cast("int", position)

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        """The table's lines with `after` < seq <= `upto`."""
        last = bounded(upto)
        reached = bounded(after)
        lines: list[Stored] = []
        while True:
            page = self._page(table, reached, last, bool(lines))
            lines += [Stored(position, table, seq, line) for position, seq, line in page]
            if len(page) < self._at_once or (reached := lines[-1].seq) == last:
                return lines
            await asyncio.sleep(0)

    def _page(self, table: str, after: int, last: int, begun: bool) -> list[Row]:
        """The next lines of a table; if the file is damaged, only those before the damage."""
        try:
            return self._rows(queries.READ_TABLE, table, after, last, self._at_once)
        except StoreDamaged:
            found: list[Row] = []
            reached = after
            try:
                while len(found) < self._at_once and (rows := self._rows(queries.READ_TABLE, table, reached, last, 1)):
                    found += rows
                    ((_, reached, _),) = rows
            except StoreDamaged:
                if not found and not begun:
                    raise
            # If there is damage, this is less than a page and the caller stops; its next read starts at the damage and
            # raises. A whole page means that the damage was repaired meanwhile, and the caller continues.
            return found

    async def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        """The lines of all tables in order of position, including those appended meanwhile."""
        reached = bounded(after)
        while page := self._rows(queries.READ_ALL, reached, self._at_once):
            for row in page:
                yield Stored(*row)
            reached = page[-1][0]
            await asyncio.sleep(0)

    async def tables(self) -> Sequence[TableInfo]:
        """All tables, by the position of their first entries."""
        found: list[TableInfo] = []
        reached = 0
        while page := self._rows(queries.LIST_TABLES, reached, self._at_once):
            found += [_info(row) for row in page]
            reached = page[-1][0]
            await asyncio.sleep(0)
        return found

    async def table(self, table: str) -> TableInfo | None:
        """One table, None if it is unknown."""
        row = self._row(queries.FIND_TABLE, table)
        return None if row is None else _info(row)

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        """The rounds with numbers above `after`."""
        found = self._rows(queries.LIST_ROUNDS, table, bounded(after), HIGHEST, bounded(limit))
        return [_round_span(row) for row in found]

    async def round(self, table: str, number: int) -> RoundSpan | None:
        """The round with that number."""
        if not 0 < number <= HIGHEST:
            return None
        row = self._row(queries.LIST_ROUNDS, table, number - 1, number, 1)
        return None if row is None else _round_span(row)

    async def directory(self, after: str | None, limit: int) -> Sequence[DirectoryEntry]:
        """The open tables that are listed."""
        rows = self._rows(queries.LIST_DIRECTORY, after, bounded(limit))
        return [DirectoryEntry(table=table, data=bytes(data)) for table, data in rows]

    async def epoch(self, fresh: str) -> str:
        """The log's epoch: the stored one or `fresh`. Raises `StoreReadOnly` if none can be stored."""
        epoch = (await self._keep_once("epoch", fresh.encode())).decode()
        if self._newest_entry is None and self._lock is not None:
            self._newest_entry = NewestEntry(self._path, self._lock, epoch)
            if (notice := self._newest_entry.notice_if_missing(self._rows)) is not None:
                self._notices.append(notice)
        return epoch


def _append(connection: sqlite3.Connection, table: str, seq: int, line: bytes, records: AppendRecords) -> Grown:
    """Write an entry and its records, or raise a `StoreError` before anything is written."""
    head = connection.execute(queries.FIND_HEAD, (table,)).fetchone()
    current = 0 if head is None else head[1]
    if (request := records.request) is not None:
        used = answer_to(connection, request.scope, request.caller, request.id)
        if used is not None:
            raise AlreadyAnswered(used)
    if seq != current + 1:
        raise Conflict(table, seq, current)
    hashed = bytes.fromhex(line_hash(line))
    if head is None:
        opened = connection.execute(
            "INSERT INTO heads (id, seq, deadline, closed, bytes, archive, listing, head)"
            " VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
            (table, seq, records.deadline, records.closed, len(line), records.listing, hashed),
        )
        table_no = cast("int", opened.lastrowid)
    else:
        table_no = head[0]
        connection.execute(
            "UPDATE heads SET seq = ?, deadline = ?, closed = ?, bytes = bytes + ?, listing = ?,"
            " head = ? WHERE table_no = ? AND seq = ?",
            (seq, records.deadline, records.closed, len(line), records.listing, hashed, table_no, current),
        )
    appended = connection.execute("INSERT INTO log (table_no, seq, line) VALUES (?, ?, ?)", (table_no, seq, line))
    keep_credentials(connection, table_no, seq, records)
    mark_rounds(connection, table_no, seq, line)
    return Grown(appended.lastrowid, len(line))


_ROUND_BEGAN: Final = "INSERT OR IGNORE INTO rounds (table_no, round, first) VALUES (?, ?, ?)"


def mark_rounds(connection: sqlite3.Connection, table_no: int, seq: int, line: bytes) -> None:
    """Record the rounds that a line begins, ends or unseals."""
    for number, part in round_marks(line):
        if part == "first":
            connection.execute(_ROUND_BEGAN, (table_no, number, seq))
        else:
            connection.execute(_MARK_ROUND[part], (seq, table_no, number))


def _info(row: Row) -> TableInfo:
    _, table, seq, deadline, closed, size, archive, listed, head = row
    return TableInfo(
        table=table,
        seq=seq,
        deadline=deadline,
        closed=bool(closed),
        bytes=size,
        archive=bool(archive),
        listed=bool(listed),
        head=None if head is None else bytes(head).hex(),
    )


def _round_span(row: Row) -> RoundSpan:
    number, first, last, unsealed = row
    return RoundSpan(round=number, first=first, last=last, unsealed=unsealed)
