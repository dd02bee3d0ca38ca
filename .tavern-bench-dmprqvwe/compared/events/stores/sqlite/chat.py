"""The chat in a SQLite store, and how its texts are erased."""

import sqlite3
from collections.abc import Sequence
from typing import Final, cast

import msgspec

from events.store import SAID_BYTES, AlreadySaid, NoSuchTable, Said
from events.stores.fitness import refuse_unfit_chat
from events.stores.sqlite import queries
from events.stores.sqlite.connection import HIGHEST, Grown, SqliteConnection, bounded
from events.stores.sqlite.queries import Row

_LAST_SAID: Final = "SELECT coalesce(max(n), 0) FROM chat WHERE table_no = ?"
_GROW: Final = "UPDATE heads SET bytes = bytes + ? WHERE table_no = ?"


class SqliteChat(SqliteConnection):
    """The `ChatStore` part."""

    async def say(self, table: str, by: str, at: str, text: str, key: str | None = None) -> int:
        """Store a message with the next group, and return its number."""
        refuse_unfit_chat(table, by, at, text, key or "")
        said = text.encode()
        return cast("int", await self._grow(lambda connection: _say(connection, table, by, at, said, key)))

    async def said(self, table: str, by: str, key: str) -> int | None:
        """The number of the message with this key."""
        row = self._row(queries.FIND_SAID, table, by, key)
        return None if row is None else int(row[0])

    async def erase_chat(self, table: str, by: str, at: str, numbers: Sequence[int] | None) -> int | None:
        """Erase texts, and return the number of the erasure. `SqliteStore` says when their traces are gone."""
        refuse_unfit_chat(table, by, at)
        chosen = None if numbers is None else list(numbers)
        return await self._grow(lambda connection: _erase(connection, table, by, at, chosen), erases=True)

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        """Messages and erasures with numbers above `after`."""
        return [_said(row) for row in self._rows(queries.LIST_CHAT, table, bounded(after), bounded(limit))]

    async def chat_last(self, table: str) -> int:
        """The newest number in a table's chat."""
        ((last,),) = self._rows(queries.LAST_SAID, table) or [(0,)]
        return int(last)


def _say(connection: sqlite3.Connection, table: str, by: str, at: str, text: bytes, key: str | None) -> Grown:
    table_no = _table_no(connection, table)
    if key is not None and (found := connection.execute(queries.FIND_SAID, (table, by, key)).fetchone()) is not None:
        raise AlreadySaid(found[0])
    return _put(connection, table_no, by, at, text, None, key)


def _erase(connection: sqlite3.Connection, table: str, by: str, at: str, numbers: Sequence[int] | None) -> Grown:
    """Overwrite texts with zeros and store the erasure; its number, None if there was nothing to erase.

    The zeros take as many bytes as the text did, so SQLite writes them in the same place. If the row shrank, SQLite
    might move its neighbours to another page and leave their texts behind.
    """
    table_no = _table_no(connection, table)
    there = "SELECT n FROM chat WHERE table_no = ? AND text IS NOT NULL AND erased = 0"
    if numbers is None:
        found = connection.execute(f"{there} ORDER BY n", (table_no,)).fetchall()
    else:
        chosen = sorted({number for number in numbers if 0 < number <= HIGHEST})
        found = [row for n in chosen for row in connection.execute(f"{there} AND n = ?", (table_no, n))]
    erased = [n for (n,) in found]
    if not erased:
        return Grown(None, 0)
    connection.executemany(
        "UPDATE chat SET text = zeroblob(length(text)), erased = 1 WHERE table_no = ? AND n = ?",
        ((table_no, n) for n in erased),
    )
    return _put(connection, table_no, by, at, None, msgspec.json.encode(erased))


def _put(
    connection: sqlite3.Connection,
    table_no: int,
    by: str,
    at: str,
    text: bytes | None,
    erases: bytes | None,
    key: str | None = None,
) -> Grown:
    (last,) = connection.execute(_LAST_SAID, (table_no,)).fetchone()
    connection.execute(
        "INSERT INTO chat (table_no, n, at, who, erased, text, erases, key) VALUES (?, ?, ?, ?, 0, ?, ?, ?)",
        (table_no, last + 1, at, by, text, erases, key),
    )
    size = SAID_BYTES + len(text or erases or b"")
    connection.execute(_GROW, (size, table_no))
    return Grown(last + 1, size)


def _table_no(connection: sqlite3.Connection, table: str) -> int:
    head = connection.execute(queries.FIND_HEAD, (table,)).fetchone()
    if head is None:
        raise NoSuchTable(f"there is no table {table!r} to chat at")
    return cast("int", head[0])


def _said(row: Row) -> Said:
    n, at, by, text, erases = row
    return Said(
        n=n,
        at=at,
        by=by,
        text=None if text is None else bytes(text).decode(),
        erases=None if erases is None else msgspec.json.decode(erases, type=list[int]),
    )
