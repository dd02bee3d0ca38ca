"""A SQLite store as the source or the target of a copy."""

import sqlite3
from typing import Final, cast

from events.round_spans import RoundSpan
from events.store import NoSuchTable, Token
from events.store.copying import KeptMessage, KeptRequest, StoreKeys, WholeTable, refuse_target
from events.stores.sqlite import queries
from events.stores.sqlite.connection import Grown, SqliteConnection
from events.stores.sqlite.credentials import put_tokens
from events.stores.sqlite.maintenance import delete_table
from events.stores.sqlite.schema import put_rounds

_COPYING: Final = "copying"
"""The name in `meta` of the source of a copy that is not complete."""
_KEYS: Final = ("server_key", "signing_key")
_PUT_META: Final = "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)"
_HEAD: Final = "SELECT table_no, deadline, closed, bytes, archive, listing, head, signed FROM heads WHERE id = ?"
_SIZE: Final = "SELECT bytes FROM heads WHERE id = ?"


class SqliteCopying(SqliteConnection):
    """What makes a store a `CopyableStore`."""

    async def store_keys(self) -> StoreKeys:
        """The servers' keys."""
        keys = {name: row[0] for name in _KEYS if (row := self._row(queries.FIND_META, name)) is not None}
        return StoreKeys(**dict.fromkeys(_KEYS) | keys)

    async def copied_from(self) -> str | None:
        """The source of a copy that is not complete."""
        row = self._row(queries.FIND_META, _COPYING)
        return None if row is None else bytes(row[0]).decode()

    async def begin_copy(self, source: str, keys: StoreKeys) -> None:
        """Note the source of a copy, and take over its keys, in one transaction."""
        begun = await self.copied_from()

        def begin(connection: sqlite3.Connection) -> None:
            (tables,) = connection.execute("SELECT count(*) FROM heads").fetchone()
            refuse_target(source, begun=begun, tables=tables)
            connection.execute("DELETE FROM meta WHERE name != 'state'")
            connection.executemany(_PUT_META, _meta_of(source, keys).items())

        await self._write(begin)

    async def copy_out(self, table: str) -> WholeTable:
        """The whole table as of one moment."""
        return await self._write(lambda connection: _take(connection, table))

    async def copy_in(self, whole: WholeTable) -> None:
        """Store a whole table, in one transaction."""
        await self._grow(lambda connection: _copy_in(connection, whole))

    async def end_copy(self) -> None:
        """Note that the copy is complete."""
        await self._write(
            lambda connection: connection.execute("DELETE FROM meta WHERE name IN (?, 'epoch')", (_COPYING,))
        )


def _meta_of(source: str, keys: StoreKeys) -> dict[str, bytes]:
    """The rows of `meta` with which a copy begins."""
    given = {"server_key": keys.server_key, "signing_key": keys.signing_key, _COPYING: source.encode()}
    return {name: value for name, value in given.items() if value is not None}


def _take(connection: sqlite3.Connection, table: str) -> WholeTable:
    found = connection.execute(_HEAD, (table,)).fetchone()
    if found is None:
        raise NoSuchTable(f"there is no table {table!r} to copy")
    no, deadline, closed, size, archive, listing, head, signed = found

    def rows(query: str) -> list[tuple[object, ...]]:
        return connection.execute(query, (no,)).fetchall()

    secret = connection.execute("SELECT secret, nodes FROM secrets WHERE table_no = ?", (no,)).fetchone()
    return WholeTable(
        table=table,
        lines=[
            cast("bytes", line)
            for (line,) in rows("SELECT CAST(line AS BLOB) FROM log WHERE table_no = ? ORDER BY seq")
        ],
        deadline=deadline,
        closed=bool(closed),
        size=size,
        archive=bool(archive),
        listing=listing,
        head=head,
        signed=signed,
        rounds=[
            RoundSpan(
                round=cast("int", number),
                first=cast("int", first),
                last=cast("int | None", last),
                unsealed=cast("int | None", unsealed),
            )
            for number, first, last, unsealed in rows(
                "SELECT round, first, last, unsealed FROM rounds WHERE table_no = ? ORDER BY round"
            )
        ],
        secret=None if secret is None else secret[0],
        nodes=None if secret is None else secret[1],
        tokens=[
            Token(hash=str(token), viewer=str(viewer), nonce=str(nonce))
            for viewer, token, nonce in rows(
                "SELECT viewer, hash, nonce FROM tokens WHERE table_no = ? ORDER BY viewer"
            )
        ],
        requests=[
            KeptRequest(
                opening=scope == 0,
                caller=str(caller),
                id=str(request_id),
                fingerprint=str(fingerprint),
                seq=cast("int", seq),
            )
            for scope, caller, request_id, fingerprint, seq in rows(
                "SELECT scope, caller, id, fingerprint, seq FROM requests WHERE table_no = ? ORDER BY seq, caller, id"
            )
        ],
        messages=[_message(row) for row in rows(_MESSAGES)],
    )


_MESSAGES: Final = """
    SELECT n, at, who, erased, CASE WHEN erased THEN x'' ELSE text END, erases, key FROM chat
    WHERE table_no = ? ORDER BY n
"""


def _message(row: tuple[object, ...]) -> KeptMessage:
    n, at, by, erased, text, erases, key = row
    return KeptMessage(
        n=cast("int", n),
        at=str(at),
        by=str(by),
        erased=bool(erased),
        text=cast("bytes | None", text),
        erases=cast("bytes | None", erases),
        key=cast("str | None", key),
    )


def _copy_in(connection: sqlite3.Connection, whole: WholeTable) -> Grown:
    former = connection.execute(_SIZE, (whole.table,)).fetchone()
    if former is not None:
        delete_table(connection, whole.table)
    _put(connection, whole)
    return Grown(None, whole.size - (0 if former is None else former[0]))


def _put(connection: sqlite3.Connection, whole: WholeTable) -> None:
    opened = connection.execute(
        "INSERT INTO heads (id, seq, deadline, closed, bytes, archive, listing, head, signed)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            whole.table,
            len(whole.lines),
            whole.deadline,
            whole.closed,
            whole.size,
            whole.archive,
            whole.listing,
            whole.head,
            whole.signed,
        ),
    )
    no = cast("int", opened.lastrowid)
    connection.executemany(
        "INSERT INTO log (table_no, seq, line) VALUES (?, ?, ?)",
        ((no, seq, line) for seq, line in enumerate(whole.lines, 1)),
    )
    put_rounds(connection, no, whole.rounds)
    if whole.secret is not None:
        connection.execute(
            "INSERT INTO secrets (table_no, secret, nodes) VALUES (?, ?, ?)", (no, whole.secret, whole.nodes)
        )
    put_tokens(connection, no, whole.tokens)
    connection.executemany(
        "INSERT OR IGNORE INTO requests (scope, caller, id, fingerprint, table_no, seq) VALUES (?, ?, ?, ?, ?, ?)",
        ((0 if one.opening else no, one.caller, one.id, one.fingerprint, no, one.seq) for one in whole.requests),
    )
    connection.executemany(
        "INSERT INTO chat (table_no, n, at, who, erased, text, erases, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((no, one.n, one.at, one.by, one.erased, one.text, one.erases, one.key) for one in whole.messages),
    )
