"""A store in one SQLite file: durable when an append returns, readable by other programs while a server runs."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar, cast

from events.store import (
    AlreadyAnswered,
    Answered,
    Beside,
    Conflict,
    NoSuchTable,
    Snapshot,
    Stored,
    StoreReadOnly,
    StoreUnavailable,
    TableInfo,
    Token,
)
from events.stores.admission import refuse_unfit
from events.stores.group_commit import GroupCommit
from events.stores.sqlite_file import SameFile, ServerLock, open_for_writing
from events.stores.sqlite_reader import Reader, Row, VisitingReader

T = TypeVar("T")

PAGE: Final = 128
"""How many lines are read at once, before others in the event loop have their turn: half a millisecond's worth."""

_HIGHEST: Final = 2**63 - 1

# A line is bytes even where somebody has put text in its place by hand.
READ_TABLE: Final = """
    SELECT position, seq, CAST(line AS BLOB) FROM log
    WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND seq > ? AND seq <= ?
    ORDER BY seq LIMIT ?
"""
READ_ALL: Final = """
    SELECT log.position, heads.id, log.seq, CAST(log.line AS BLOB)
    FROM log JOIN heads ON heads.table_no = log.table_no
    WHERE log.position > ? ORDER BY log.position LIMIT ?
"""
LIST_TABLES: Final = """
    SELECT table_no, id, seq, deadline, closed FROM heads WHERE table_no > ? ORDER BY table_no LIMIT ?
"""
FIND_TABLE: Final = "SELECT table_no, id, seq, deadline, closed FROM heads WHERE id = ?"
SECRETS_BY_TABLE: Final = "SELECT secret FROM secrets WHERE table_no = (SELECT table_no FROM heads WHERE id = ?)"
TOKENS_BY_HASH: Final = """
    SELECT hash, viewer, nonce FROM tokens WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND hash = ?
"""
TOKENS_BY_VIEWER: Final = """
    SELECT hash, viewer, nonce FROM tokens WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND viewer = ?
"""
FIND_ANSWERED: Final = """
    SELECT heads.id, requests.seq, requests.fingerprint
    FROM requests JOIN heads ON heads.table_no = requests.table_no
    WHERE requests.scope = CASE ?1 WHEN '' THEN 0 ELSE (SELECT table_no FROM heads WHERE id = ?1) END
    AND requests.caller = ?2 AND requests.id = ?3
"""
FIND_SNAPSHOT: Final = """
    SELECT seq, data FROM snapshots WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND seq <= ?
    ORDER BY seq DESC LIMIT 1
"""
FIND_META: Final = "SELECT value FROM meta WHERE name = ?"


class SqliteStore:
    """The `Store` in a SQLite file. Made by `open`; one server at a time, any number of readers."""

    def __init__(
        self, path: Path, reader: Reader | VisitingReader, group: GroupCommit | None, lock: ServerLock | None
    ) -> None:
        self._path = path
        self._reader = reader
        self._group = group
        self._lock = lock
        self._closed = False

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> "SqliteStore":
        """Open the store at `path`, for a server, or with `read_only` for a program that only looks.

        For a server a missing file is made and the file's lock is held until `close`. With `read_only` nothing is
        written or locked, and the store shows what a server beside it has committed. Raises `StoreInUse`,
        `StoreReadOnly`, `StoreUnreadable`, `StoreFull`, `StoreUnavailable`.
        """
        path = path.resolve()
        if read_only:
            return cls(path, VisitingReader(path), None, None)
        lock = ServerLock(path)
        try:
            connection = open_for_writing(path)
        except BaseException:
            lock.release()
            raise
        group = GroupCommit(connection, path, SameFile(path).require)
        return cls(path, Reader(path), group, lock)

    async def append(self, table: str, seq: int, line: bytes, beside: Beside) -> int:
        """Append a line as entry `seq`, with `beside`, in the next group; see `Store.append`."""
        refuse_unfit(table, seq, beside)
        return await self._write(lambda connection: _append(connection, table, seq, line, beside))

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        """The table's lines with `after` < seq <= `upto`."""
        last = _bounded(upto)
        reached = _bounded(after)
        lines: list[Stored] = []
        while True:
            page = self._rows(READ_TABLE, table, reached, last, PAGE)
            lines += [Stored(position, table, seq, line) for position, seq, line in page]
            if len(page) < PAGE:
                return lines
            reached = lines[-1].seq
            await asyncio.sleep(0)

    async def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        """All tables' lines in order of position, those appended meanwhile too."""
        reached = _bounded(after)
        while page := self._rows(READ_ALL, reached, PAGE):
            for row in page:
                yield Stored(*row)
            reached = page[-1][0]
            await asyncio.sleep(0)

    async def tables(self) -> Sequence[TableInfo]:
        """All tables, by the position of their first entry."""
        found: list[TableInfo] = []
        reached = 0
        while page := self._rows(LIST_TABLES, reached, PAGE):
            found += [_info(row) for row in page]
            reached = page[-1][0]
            await asyncio.sleep(0)
        return found

    async def table(self, table: str) -> TableInfo | None:
        """One table's info, None where it is unknown."""
        row = self._row(FIND_TABLE, table)
        return None if row is None else _info(row)

    async def secret(self, table: str) -> bytes:
        """The table's secret. Raises `NoSuchTable`."""
        row = self._row(SECRETS_BY_TABLE, table)
        if row is None:
            raise NoSuchTable(f"the store has no secret of a table {table!r}")
        (secret,) = row
        return bytes(secret)

    async def token(self, table: str, token_hash: str) -> Token | None:
        """The token with this hash, if the table has it."""
        return _token(self._row(TOKENS_BY_HASH, table, token_hash))

    async def token_of(self, table: str, viewer: str) -> Token | None:
        """The token that a viewer has now."""
        return _token(self._row(TOKENS_BY_VIEWER, table, viewer))

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """Which entry answered this idempotency key."""
        return _answered(self._row(FIND_ANSWERED, scope, caller, request_id))

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot with the next group, unless it is ahead of the log."""
        await self._write(lambda connection: _save_snapshot(connection, table, snapshot))

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`."""
        row = self._row(FIND_SNAPSHOT, table, _bounded(upto))
        if row is None:
            return None
        seq, data = row
        return Snapshot(seq=seq, data=bytes(data))

    async def server_key(self, fresh: bytes) -> bytes:
        """The server's key: the one kept, or `fresh`. Raises `StoreReadOnly` where none can be kept."""
        return await self._keep_once("server_key", fresh)

    async def epoch(self, fresh: str) -> str:
        """The log's epoch: the one kept, or `fresh`. Raises `StoreReadOnly` where none can be kept."""
        return (await self._keep_once("epoch", fresh.encode())).decode()

    async def check(self) -> None:
        """See that the file is still where it was opened, and read from it."""
        if self._group is not None:
            self._group.guard()
        self._rows(FIND_META, "epoch")

    async def close(self) -> None:
        """Finish what is waiting and let go of the file."""
        if self._closed:
            return
        self._closed = True
        if self._group is not None:
            # The reader goes first, so that the writer can tidy up, on its thread.
            self._reader.close()
            await self._group.close()
        else:
            self._reader.close()
        if self._lock is not None:
            self._lock.release()

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._group is None:
            raise StoreReadOnly(f"{self._path} was opened for reading only.")
        return await self._group.run(work)

    async def _keep_once(self, name: str, fresh: bytes) -> bytes:
        row = self._row(FIND_META, name)
        if row is None:
            return await self._write(lambda connection: _keep_once(connection, name, fresh))
        (value,) = row
        return bytes(value)

    def _rows(self, query: str, *parameters: object) -> list[Row]:
        if self._closed:
            raise StoreUnavailable(f"{self._path} is closed.")
        return self._reader.rows(query, parameters)

    def _row(self, query: str, *parameters: object) -> Row | None:
        return next(iter(self._rows(query, *parameters)), None)


def _append(connection: sqlite3.Connection, table: str, seq: int, line: bytes, beside: Beside) -> int:
    """Write an entry and all beside it; where that is refused, nothing has been written."""
    head = connection.execute(FIND_TABLE, (table,)).fetchone()
    current = 0 if head is None else head[2]
    if (request := beside.request) is not None:
        used = _answered(connection.execute(FIND_ANSWERED, (request.scope, request.caller, request.id)).fetchone())
        if used is not None:
            raise AlreadyAnswered(used)
    if seq != current + 1:
        raise Conflict(table, seq, current)
    if head is None:
        opened = connection.execute(
            "INSERT INTO heads (id, seq, deadline, closed) VALUES (?, ?, ?, ?)",
            (table, seq, beside.deadline, beside.closed),
        )
        table_no = cast("int", opened.lastrowid)
    else:
        table_no = head[0]
        connection.execute(
            "UPDATE heads SET seq = ?, deadline = ?, closed = ? WHERE table_no = ? AND seq = ?",
            (seq, beside.deadline, beside.closed, table_no, current),
        )
    appended = connection.execute("INSERT INTO log (table_no, seq, line) VALUES (?, ?, ?)", (table_no, seq, line))
    _keep_beside(connection, table_no, seq, beside)
    return cast("int", appended.lastrowid)


def _keep_beside(connection: sqlite3.Connection, table_no: int, seq: int, beside: Beside) -> None:
    if beside.secret is not None:
        connection.execute("INSERT INTO secrets (table_no, secret) VALUES (?, ?)", (table_no, beside.secret))
    for viewer in beside.revoked:
        connection.execute("DELETE FROM tokens WHERE table_no = ? AND viewer = ?", (table_no, viewer))
    for token in beside.tokens:
        connection.execute(
            "INSERT OR REPLACE INTO tokens (table_no, viewer, hash, nonce) VALUES (?, ?, ?, ?)",
            (table_no, token.viewer, token.hash, token.nonce),
        )
    if (request := beside.request) is not None:
        scope = table_no if request.scope else 0
        connection.execute(
            "INSERT INTO requests (scope, caller, id, fingerprint, table_no, seq) VALUES (?, ?, ?, ?, ?, ?)",
            (scope, request.caller, request.id, request.fingerprint, table_no, seq),
        )


def _save_snapshot(connection: sqlite3.Connection, table: str, snapshot: Snapshot) -> None:
    head = connection.execute(FIND_TABLE, (table,)).fetchone()
    if head is not None and snapshot.seq <= head[2]:
        connection.execute(
            "INSERT OR REPLACE INTO snapshots (table_no, seq, data) VALUES (?, ?, ?)",
            (head[0], snapshot.seq, snapshot.data),
        )


def _keep_once(connection: sqlite3.Connection, name: str, fresh: bytes) -> bytes:
    connection.execute("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)", (name, fresh))
    (value,) = connection.execute(FIND_META, (name,)).fetchone()
    return bytes(value)


def _bounded(seq: int | None) -> int:
    """A seq or position that SQLite can hold; None is the highest."""
    return _HIGHEST if seq is None else min(max(seq, 0), _HIGHEST)


def _info(row: Row) -> TableInfo:
    _, table, seq, deadline, closed = row
    return TableInfo(table=table, seq=seq, deadline=deadline, closed=bool(closed))


def _token(row: Row | None) -> Token | None:
    if row is None:
        return None
    token_hash, viewer, nonce = row
    return Token(hash=token_hash, viewer=viewer, nonce=nonce)


def _answered(row: Row | None) -> Answered | None:
    if row is None:
        return None
    table, seq, fingerprint = row
    return Answered(table=table, seq=seq, fingerprint=fingerprint)
