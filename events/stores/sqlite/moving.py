"""A SQLite store as a shard, or as one side of a copy: moving whole tables."""

import sqlite3
from collections.abc import Mapping
from typing import Final, cast

import msgspec

from events.round_spans import RoundSpan
from events.store import NoSuchTable, TableExists, Token
from events.store.copying import StoreWide, refuse_target
from events.store.moving import KeptMessage, KeptRequest, Overtaken, Place, WholeTable
from events.stores.sqlite import queries
from events.stores.sqlite.connection import Grown, SqliteConnection
from events.stores.sqlite.credentials import put_tokens
from events.stores.sqlite.maintenance import delete_table
from events.stores.sqlite.schema import put_rounds

_SHARD: Final = "shard"
_PLACE: Final = "place "
"""The prefix of the names of `Place`s in `meta`; a table's id follows."""
_PLACES: Final = "SELECT name, value FROM meta WHERE name >= 'place ' AND name < 'place!'"
_COPYING: Final = "copying"
"""The name in `meta` of the source of a copy that is not complete."""
_KEYS: Final = ("server_key", "signing_key")
_PUT_META: Final = "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)"
_HEAD: Final = "SELECT table_no, deadline, closed, bytes, archive, listing, head, signed FROM heads WHERE id = ?"
_COUNTS: Final = """
    SELECT seq, bytes, (SELECT count(*) FROM chat WHERE chat.table_no = heads.table_no) FROM heads WHERE id = ?
"""


class SqliteMoving(SqliteConnection):
    """The `Movable` and `Copyable` parts."""

    async def shard(self) -> str | None:
        """The name of the shard that the store is."""
        row = self._row(queries.FIND_META, _SHARD)
        return None if row is None else bytes(row[0]).decode()

    async def become_shard(self, name: str) -> str:
        """Store the name of the shard."""
        return (await self._keep_once(_SHARD, name.encode())).decode()

    async def place(self, table: str) -> Place | None:
        """What this shard knows about where a table is."""
        row = self._row(queries.FIND_META, _PLACE + table)
        return None if row is None else _read(row[0])

    async def places(self) -> Mapping[str, Place]:
        """The known place of every table that moved."""
        return {name.removeprefix(_PLACE): _read(value) for name, value in self._rows(_PLACES)}

    async def begin_move(self, table: str, move: int) -> None:
        """Note the number of a move away."""
        await self._write(lambda connection: _begin(connection, table, move))

    async def take_out(self, table: str) -> WholeTable:
        """The whole table as of one moment."""
        return await self._write(lambda connection: _take(connection, table))

    async def put_in(self, whole: WholeTable, move: int) -> None:
        """Store a whole table, in one transaction."""
        await self._grow(lambda connection: _put_in(connection, whole, move))

    async def discard(self, table: str, move: int) -> None:
        """Delete the copy that a move put in, in one transaction."""
        await self._grow(lambda connection: _discard(connection, table, move), erases=True)

    async def hand_over(self, whole: WholeTable, move: int, to: str) -> None:
        """Delete a table that was copied, and note where it is, in one transaction."""
        await self._grow(lambda connection: _hand_over(connection, whole, move, to), erases=True)

    async def settle(self, table: str, move: int, to: str) -> None:
        """Note where a table is since a move."""
        await self._write(lambda connection: _settle(connection, table, move, to))

    async def store_wide(self) -> StoreWide:
        """What the store keeps for all its tables."""
        keys = {name: row[0] for name in _KEYS if (row := self._row(queries.FIND_META, name)) is not None}
        return StoreWide(**dict.fromkeys(_KEYS) | keys, shard=await self.shard(), places=await self.places())

    async def copied_from(self) -> str | None:
        """The source of a copy that is not complete."""
        row = self._row(queries.FIND_META, _COPYING)
        return None if row is None else bytes(row[0]).decode()

    async def begin_copy(self, source: str, wide: StoreWide) -> None:
        """Note the source of a copy, and take over its keys, name and places, in one transaction."""
        begun, shard, places = await self.copied_from(), await self.shard(), await self.places()

        def begin(connection: sqlite3.Connection) -> None:
            (tables,) = connection.execute("SELECT count(*) FROM heads").fetchone()
            refuse_target(source, wide, begun=begun, tables=tables, shard=shard, places=len(places))
            connection.execute("DELETE FROM meta WHERE name != 'state'")
            connection.executemany(_PUT_META, _meta_of(source, wide).items())

        await self._write(begin)

    async def copy_in(self, whole: WholeTable) -> None:
        """Store a whole table, in one transaction."""
        await self._grow(lambda connection: _copy_in(connection, whole))

    async def end_copy(self) -> None:
        """Note that the copy is complete."""
        await self._write(
            lambda connection: connection.execute("DELETE FROM meta WHERE name IN (?, 'epoch')", (_COPYING,))
        )


def _read(value: bytes) -> Place:
    return msgspec.json.decode(value, type=Place)


def _place(connection: sqlite3.Connection, table: str) -> Place:
    row = connection.execute(queries.FIND_META, (_PLACE + table,)).fetchone()
    return Place() if row is None else _read(row[0])


def _note(connection: sqlite3.Connection, table: str, place: Place) -> None:
    connection.execute(_PUT_META, (_PLACE + table, msgspec.json.encode(place)))


def _meta_of(source: str, wide: StoreWide) -> dict[str, bytes]:
    """The rows of `meta` with which a copy begins."""
    given = {
        "server_key": wide.server_key,
        "signing_key": wide.signing_key,
        _SHARD: None if wide.shard is None else wide.shard.encode(),
        _COPYING: source.encode(),
    }
    places = {_PLACE + table: msgspec.json.encode(place) for table, place in wide.places.items()}
    return {name: value for name, value in given.items() if value is not None} | places


def _begin(connection: sqlite3.Connection, table: str, move: int) -> None:
    if connection.execute(queries.FIND_HEAD, (table,)).fetchone() is None:
        raise NoSuchTable(f"there is no table {table!r} to move")
    place = _place(connection, table)
    if place.move >= move:
        raise Overtaken(f"a later move of table {table} has begun")
    _note(connection, table, Place(move=move, to=place.to, since=place.since))


def _take(connection: sqlite3.Connection, table: str) -> WholeTable:
    found = connection.execute(_HEAD, (table,)).fetchone()
    if found is None:
        raise NoSuchTable(f"there is no table {table!r} to move")
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


def _put_in(connection: sqlite3.Connection, whole: WholeTable, move: int) -> Grown:
    former = connection.execute(_COUNTS, (whole.table,)).fetchone()
    place = _place(connection, whole.table)
    if former is not None and not place.move:
        raise TableExists(f"table {whole.table} is in that shard already")
    if place.move >= move:
        raise Overtaken(f"a later move of table {whole.table} has begun")
    if former is not None:
        delete_table(connection, whole.table)
    _note(connection, whole.table, Place(move=move, to=place.to, since=place.since))
    _put(connection, whole)
    return Grown(None, whole.size - (0 if former is None else former[1]))


def _copy_in(connection: sqlite3.Connection, whole: WholeTable) -> Grown:
    former = connection.execute(_COUNTS, (whole.table,)).fetchone()
    if former is not None:
        delete_table(connection, whole.table)
    _put(connection, whole)
    return Grown(None, whole.size - (0 if former is None else former[1]))


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


def _discard(connection: sqlite3.Connection, table: str, move: int) -> Grown:
    there = connection.execute(queries.FIND_HEAD, (table,)).fetchone() is not None
    return delete_table(connection, table) if there and _place(connection, table).move == move else Grown(None, 0)


def _hand_over(connection: sqlite3.Connection, whole: WholeTable, move: int, to: str) -> Grown:
    counts = connection.execute(_COUNTS, (whole.table,)).fetchone()
    if counts is None:
        raise NoSuchTable(f"there is no table {whole.table!r} to move")
    if _place(connection, whole.table).move != move or (counts[0], counts[2]) != (
        len(whole.lines),
        len(whole.messages),
    ):
        raise Overtaken(f"table {whole.table} was used, or moved by another command, since it was copied")
    grown = delete_table(connection, whole.table)
    _note(connection, whole.table, Place(move=move, to=to, since=move))
    return grown


def _settle(connection: sqlite3.Connection, table: str, move: int, to: str) -> None:
    if _place(connection, table).move <= move:
        _note(connection, table, Place(move=move, to=to, since=move if to else 0))
