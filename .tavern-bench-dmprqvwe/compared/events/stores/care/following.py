"""A second store that follows a first one while a server writes to it: entry by entry, resumable, and checked."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from events.codec import UnreadableEntry, read_head
from events.entry import GENESIS, line_hash
from events.store import StoreDamaged, StoreError, StoreUnavailable
from events.stores.sqlite.errors import explain, explain_os
from events.stores.sqlite.file import ServerLock
from events.stores.sqlite.log import mark_rounds
from events.stores.sqlite.maintenance import delete_table
from events.stores.sqlite.queries import Row
from events.stores.sqlite.reader import VisitingReader
from events.stores.sqlite.schema import SCHEMA, require_schema

MOST_LINES: Final = 2_000
"""Lines copied in one transaction while the copy catches up."""
_MOST_SAID: Final = 2_000
_KEYS: Final = ("server_key", "signing_key")
_TABLES: Final = "SELECT table_no, id FROM heads"
_SAID: Final = """
    SELECT id, table_no, n, at, who, erased, text, erases, key FROM chat WHERE id > ? ORDER BY id LIMIT ?
"""
_FOLLOWED: Final = "followed_epoch"


class CopyDiverged(StoreError):
    """The copy cannot follow this store any more; the sentence says why."""

    code = "copy_diverged"


class Progress(NamedTuple):
    """What a step copied, the position that it reached, and whether more was left."""

    entries: int
    messages: int
    position: int
    behind: bool


class _Line(NamedTuple):
    position: int
    table_no: int
    seq: int
    line: bytes


class Follower:
    """Keeps the store at `target` a copy of the one at `source`. Use one at a time, and `close` it.

    The copy has no epoch of its own, so a server that is started on it begins a new one. From then on, the copy is a
    separate log and can no longer follow. Raises `CopyDiverged`, and what opening a store raises.
    """

    def __init__(self, source: Path, target: Path) -> None:
        self._source = source.resolve()
        self._target = target.resolve()
        self._lock = ServerLock(self._target)
        try:
            self._copy = _open_copy(self._target)
            try:
                self._reader = VisitingReader(self._source)
            except BaseException:
                self._copy.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Release both files."""
        self._reader.close()
        self._copy.close()
        self._lock.release()

    def step(self) -> Progress:
        """Copy new data as of one moment, at most `MOST_LINES` entries. It is durable when this returns.

        Raises `CopyDiverged`, `StoreDamaged` if the next lines do not follow those in the copy, `StoreUnavailable` if
        the source was moved or replaced (another `Follower` opens what is there now), and a `StoreError`.
        """
        if not self._reader.in_place():
            raise StoreUnavailable(f"{self._source} was moved, or replaced by another file.")
        try:
            found = self._reader.at_one_moment(lambda connection: self._read(_Rows(connection)))
            self._copy.execute("BEGIN IMMEDIATE")
            try:
                self._write(found)
                self._copy.execute("COMMIT")
            except BaseException:
                if self._copy.in_transaction:
                    self._copy.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise explain(error, self._target) from error
        behind = len(found.lines) == MOST_LINES or len(found.said) == _MOST_SAID
        return Progress(len(found.lines), len(found.said), self._position(), behind)

    def _position(self) -> int:
        (position,) = self._copy.execute("SELECT coalesce(max(position), 0) FROM log").fetchone()
        return int(position)

    def _read(self, rows: "_Rows") -> "_New":
        epoch = _meta(rows.all("SELECT name, value FROM meta WHERE name IN ('epoch', ?, ?)", *_KEYS))
        lines = [
            _Line(*row)
            for row in rows.all(
                "SELECT position, table_no, seq, CAST(line AS BLOB) FROM log"
                " WHERE position > ? ORDER BY position LIMIT ?",
                self._position(),
                MOST_LINES,
            )
        ]
        opened = sum(one.seq == 1 for one in lines if one.table_no)
        ((count,),) = rows.all("SELECT count(*) FROM heads")
        (kept,) = self._copy.execute("SELECT count(*) FROM heads").fetchone()
        gone: list[Row] = []
        # A store without an epoch was not served since it was made, and says nothing about what was deleted.
        if count < kept + opened and "epoch" in epoch:
            there = set(rows.all(_TABLES))
            gone = [table for table in self._copy.execute(_TABLES) if table not in there]
        # Messages come with the last lines, when it is known which tables are gone: their numbers are assigned anew.
        said = [] if len(lines) == MOST_LINES else rows.all(_SAID, self._last_said(gone), _MOST_SAID)
        touched = sorted({line.table_no for line in lines if line.table_no} | {row[1] for row in said})
        new = _New(epoch, lines, said, {}, [table for _, table in gone])
        for table_no in touched:
            new.tables[table_no] = _read_table(rows, table_no, [one for one in lines if one.table_no == table_no])
        return new

    def _last_said(self, gone: Sequence[Row]) -> int:
        """The number of the copy's newest message at a table that is not gone."""
        if not gone:
            (last,) = self._copy.execute("SELECT coalesce(max(id), 0) FROM chat").fetchone()
            return int(last)
        numbers = {table_no for table_no, _ in gone}
        newest = self._copy.execute("SELECT table_no, max(id) FROM chat GROUP BY table_no")
        return max((last for table_no, last in newest if table_no not in numbers), default=0)

    def _write(self, new: "_New") -> None:
        self._require_same_log(new)
        for gone in new.gone:
            delete_table(self._copy, gone)
        for line in new.lines:
            if not line.table_no:
                self._copy.execute("INSERT OR REPLACE INTO log VALUES (?, ?, ?, ?)", line)
        for table_no, table in new.tables.items():
            self._write_table(table_no, table, [line for line in new.lines if line.table_no == table_no])
        for row in new.said:
            self._copy.execute(
                "INSERT INTO chat (id, table_no, n, at, who, erased, text, erases, key) VALUES (?,?,?,?,?,?,?,?,?)", row
            )
            if row[7] is not None:
                self._copy.executemany(
                    "UPDATE chat SET text = zeroblob(length(text)), erased = 1 WHERE table_no = ? AND n = ?",
                    ((row[1], n) for n in msgspec.json.decode(row[7], type=list[int])),
                )

    def _require_same_log(self, new: "_New") -> None:
        """Note which log is followed, or require that it is still the same."""
        kept = _meta(self._copy.execute("SELECT name, value FROM meta").fetchall())
        if "epoch" in kept:
            raise CopyDiverged(
                f"{self._target} was served meanwhile and is another log now: follow into another folder."
            )
        another = _FOLLOWED in kept and "epoch" not in new.meta
        for name, value in new.meta.items():
            name = _FOLLOWED if name == "epoch" else name
            another = another or kept.get(name, value) != value
        if another:
            # Before a server is started on a restored store, it has no epoch.
            raise CopyDiverged(
                f"{self._source} has another epoch than the log that {self._target} is a copy of: it was restored, "
                f"or a table was imported. Keep that copy, and follow into another folder."
            )
        for name, value in new.meta.items():
            name = _FOLLOWED if name == "epoch" else name
            self._copy.execute("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)", (name, value))

    def _write_table(self, table_no: int, table: "_Table", lines: Sequence[_Line]) -> None:
        query = "SELECT seq, head, bytes, id FROM heads WHERE table_no = ?"
        row = self._copy.execute(query, (table_no,)).fetchone()
        if row is not None and row[3] != table.head[1]:
            # The former table was deleted, and its number was reused.
            delete_table(self._copy, row[3])
            row = None
        seq, head, size = (0, GENESIS, 0) if row is None else (row[0], bytes(row[1]).hex(), row[2])
        for line in lines:
            _require_next(self._source, table.head[1], seq, head, line)
            self._copy.execute("INSERT INTO log VALUES (?, ?, ?, ?)", line)
            mark_rounds(self._copy, table_no, line.seq, line.line)
            seq, head, size = line.seq, line_hash(line.line), size + len(line.line)
        values = list(table.head)
        if seq != values[2]:
            # More lines follow. Until then, the records in the copy are those of its own newest entry.
            values[2:6] = [seq, None, values[4], size]
        values[8] = bytes.fromhex(head)
        marks = ", ".join("?" * len(values))
        self._copy.execute(f"INSERT OR REPLACE INTO heads VALUES ({marks})", values)  # noqa: S608 - only marks
        if table.secret is not None:
            self._copy.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?, ?)", (table_no, *table.secret))
        self._copy.execute("DELETE FROM tokens WHERE table_no = ?", (table_no,))
        self._copy.executemany("INSERT INTO tokens VALUES (?, ?, ?, ?)", ((table_no, *one) for one in table.tokens))
        self._copy.executemany("INSERT OR IGNORE INTO requests VALUES (?, ?, ?, ?, ?, ?)", table.requests)


class _Table(NamedTuple):
    """What the source has of a table beside its lines."""

    head: Row
    secret: Row | None
    tokens: list[Row]
    requests: list[Row]


class _New(NamedTuple):
    """What is new in the source. `gone`: the tables that the copy has and the source has no longer."""

    meta: dict[str, bytes]
    lines: list[_Line]
    said: list[Row]
    tables: dict[int, _Table]
    gone: list[str]


class _Rows(NamedTuple):
    """Runs queries as of one moment."""

    connection: sqlite3.Connection

    def all(self, query: str, *parameters: object) -> list[Row]:
        """All rows of a query."""
        return self.connection.execute(query, parameters).fetchall()


def _read_table(rows: "_Rows", table_no: int, lines: Sequence[_Line]) -> _Table:
    (head,) = rows.all(
        "SELECT table_no, id, seq, deadline, closed, bytes, archive, listing, head, signed FROM heads"
        " WHERE table_no = ?",
        table_no,
    )
    secret = next(iter(rows.all("SELECT secret, nodes FROM secrets WHERE table_no = ?", table_no)), None)
    tokens = rows.all("SELECT viewer, hash, nonce FROM tokens WHERE table_no = ?", table_no)
    requests: list[Row] = []
    if lines:
        seqs = (lines[0].seq, lines[-1].seq)
        query = "SELECT * FROM requests WHERE scope = ? AND table_no = ? AND seq BETWEEN ? AND ?"
        requests += rows.all(query, table_no, table_no, *seqs)
        if seqs[0] == 1:
            requests += rows.all(query, 0, table_no, *seqs)
    return _Table(head, secret, tokens, requests)


def _require_next(source: Path, table: str, seq: int, head: str, line: _Line) -> None:
    """Raise `StoreDamaged` unless a line follows the copy's newest one."""
    try:
        prev = read_head(line.line).prev
    except UnreadableEntry:
        prev = ""
    if line.seq != seq + 1 or prev != head:
        raise StoreDamaged(
            f"{source}: entry {line.seq} of table {table} does not follow entry {seq} in the copy. The copy keeps what "
            f"it has; check the store with tavern audit."
        )


def _meta(rows: Sequence[Row]) -> dict[str, bytes]:
    return {name: bytes(value) for name, value in rows}


def _open_copy(path: Path) -> sqlite3.Connection:
    """The copy, created if it is missing. It has no write-ahead log: a single file is easier to keep."""
    try:
        path.touch(0o600)
    except OSError as error:
        raise explain_os(error, path) from error
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as made:
            if path.stat().st_size == 0:
                made.executescript(SCHEMA)
            require_schema(made, path)
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error as error:
        raise explain(error, path) from error
    return connection
