"""The chat in a PostgreSQL store, and how its texts are erased."""

from collections.abc import Sequence
from typing import Final

import msgspec

from events.store import SAID_BYTES, AlreadySaid, NoSuchTable, Said
from events.stores.fitness import refuse_unfit_chat
from events.stores.postgresql import queries
from events.stores.postgresql.connection import Grown, PostgresqlConnection
from events.stores.postgresql.connections.links import Link, Record
from events.stores.postgresql.queries import bounded, escaped, unescaped

_PUT: Final = """
    INSERT INTO chat (table_no, n, at, who, text, erases, key) VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_ERASE: Final = """
    UPDATE chat SET text = ''::bytea, erased = true
    WHERE table_no = $1 AND text IS NOT NULL AND NOT erased AND ($2::bigint[] IS NULL OR n = ANY($2)) RETURNING n
"""


class PostgresqlChat(PostgresqlConnection):
    """The `ChatStore` part. The head of a table counts its messages; saying something locks it."""

    async def say(self, table: str, by: str, at: str, text: str, key: str | None = None) -> int:
        """Store a message with the next group, and return its number."""
        refuse_unfit_chat(table, by, at, text, key or "")

        async def say(connection: Link) -> Grown:
            table_no, last = await _locked(connection, table)
            if key is not None:
                found = await connection.fetchval(queries.FIND_SAID, escaped(table), escaped(by), escaped(key))
                if found is not None:
                    raise AlreadySaid(found)
            return await _put(connection, (table, table_no, last + 1), by, at, text.encode(), None, key)

        return _numbered(await self._grow(say))

    async def said(self, table: str, by: str, key: str) -> int | None:
        """The number of the message with this key."""
        row = await self._confirmed_row_of(queries.FIND_CONFIRMED_SAID, table, by, key)
        return None if row is None else row["n"]

    async def erase_chat(self, table: str, by: str, at: str, numbers: Sequence[int] | None) -> int | None:
        """Erase texts, and return the number of the erasure. `PostgresqlStore` says what is gone when."""
        refuse_unfit_chat(table, by, at)
        chosen = None if numbers is None else [number for number in numbers if bounded(number) == number]

        async def erase(connection: Link) -> Grown:
            table_no, last = await _locked(connection, table)
            erased = sorted(row["n"] for row in await connection.fetch(_ERASE, table_no, chosen))
            if not erased:
                return Grown(None, 0)
            told = msgspec.json.encode(erased)
            return await _put(connection, (table, table_no, last + 1), by, at, None, told, None)

        return await self._grow(erase)

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        """Messages and erasures with numbers above `after`."""
        try:
            rows = await self._rows(queries.LIST_CHAT, escaped(table), bounded(after), bounded(limit))
        except UnicodeEncodeError:
            return []
        return [_said(row) for row in rows]

    async def chat_last(self, table: str) -> int:
        """The newest number in a table's chat."""
        row = await self._row_of(queries.LAST_SAID, table)
        return 0 if row is None else row["said"]


async def _locked(connection: Link, table: str) -> tuple[int, int]:
    """A table's number, and that of its newest message, which nobody else can add to now."""
    head = await connection.fetchrow(queries.LOCK_HEAD, escaped(table))
    if head is None:
        raise NoSuchTable(f"there is no table {table!r} to chat at")
    return head["table_no"], head["said"]


async def _put(
    connection: Link,
    place: tuple[str, int, int],
    by: str,
    at: str,
    text: bytes | None,
    erases: bytes | None,
    key: str | None,
) -> Grown:
    table, table_no, n = place
    kept = None if key is None else escaped(key)
    await connection.execute(_PUT, table_no, n, escaped(at), escaped(by), text, erases, kept)
    size = SAID_BYTES + len(text or erases or b"")
    await connection.execute("UPDATE heads SET said = $2, bytes = bytes + $3 WHERE table_no = $1", table_no, n, size)
    return Grown(n, size, table)


def _numbered(number: int | None) -> int:
    if number is None:
        raise AssertionError("a message has a number")
    return number


def _said(row: Record) -> Said:
    text, erases = row["text"], row["erases"]
    return Said(
        n=row["n"],
        at=unescaped(row["at"]),
        by=unescaped(row["who"]),
        text=None if text is None else text.decode(),
        erases=None if erases is None else msgspec.json.decode(erases, type=list[int]),
    )
