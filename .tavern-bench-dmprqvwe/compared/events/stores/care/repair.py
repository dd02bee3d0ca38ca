"""Copies the good part of a damaged store to a new file. The old file is only read."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import msgspec

from events.entry import line_hash
from events.round_spans import spans_of
from events.store import SAID_BYTES, StoreDamaged
from events.stores.care.backup import new_file
from events.stores.sqlite.queries import Row
from events.stores.sqlite.reader import VisitingReader
from events.stores.sqlite.schema import SCHEMA, put_rounds

_KEYS: Final = ("server_key", "signing_key")


class Keep(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a table to keep: its entries up to `seq`, and the records of the last of them.

    Without its `secret`, a table that had one becomes an archive.
    """

    table: str
    seq: int
    archive: bool
    secret: bool
    deadline: str | None
    closed: bool
    listing: bytes | None


class Lost(msgspec.Struct, frozen=True, kw_only=True):
    """Side records of a table that could not be read: the names of what is missing, in whole or in part."""

    table: str
    lost: list[str]


_SIDE_RECORDS: Final[dict[str, tuple[str, str]]] = {
    "secret": ("SELECT secret, nodes FROM secrets WHERE table_no = ?", "INSERT INTO secrets VALUES (?, ?, ?)"),
    "tokens": ("SELECT viewer, hash, nonce FROM tokens WHERE table_no = ?", "INSERT INTO tokens VALUES (?, ?, ?, ?)"),
    "chat": (
        "SELECT id, n, at, who, erased, text, erases, key FROM chat WHERE table_no = ? ORDER BY n",
        "INSERT INTO chat (table_no, id, n, at, who, erased, text, erases, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    "command ids": (
        "SELECT scope, caller, id, fingerprint, seq FROM requests WHERE table_no = ?",
        "INSERT INTO requests (table_no, scope, caller, id, fingerprint, seq) VALUES (?, ?, ?, ?, ?, ?)",
    ),
}
"""Side records of a table: how to read it and write it again. Snapshots are left out: servers make new ones."""


_COPYING: Final = "SELECT name, value FROM meta WHERE name = 'copying'"
"""Whether the store is an incomplete copy."""


def repair_into(source: Path, target: Path, kept: Sequence[Keep]) -> list[Lost]:
    """Copy the good part of the store at `source` to `target` (see `new_file`). Returns what else could not be read.

    The copy has no epoch and no snapshots: a server started on it makes new ones. Positions stay the same. A table
    becomes an archive if its secret is missing or not to be kept. Raises `BackupExists`, and what opening a
    store or writing a file raises.
    """
    source = source.resolve()
    with new_file(target.absolute()) as temporary, closing(VisitingReader(source)) as reader:
        return _write(reader, temporary, kept)


def keys_in(path: Path) -> bool:
    """Whether the store has all the keys of its server. Raises SQLite's errors."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        (found,) = connection.execute("SELECT count(*) FROM meta WHERE name IN (?, ?)", _KEYS).fetchone()
    return bool(found == len(_KEYS))


def _write(reader: VisitingReader, path: Path, kept: Sequence[Keep]) -> list[Lost]:
    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        copy.executescript(SCHEMA)
        copy.execute("PRAGMA synchronous = FULL")
        copy.execute("BEGIN")
        for name in _KEYS:
            rows = reader.rows("SELECT name, value FROM meta WHERE name = ?", (name,))
            copy.executemany("INSERT INTO meta VALUES (?, ?)", rows)
        copy.executemany("INSERT INTO meta VALUES (?, ?)", reader.rows(_COPYING))
        lost = [Lost(table=keep.table, lost=_write_table(reader, copy, keep)) for keep in kept]
        copy.execute("COMMIT")
    return [one for one in lost if one.lost]


def _write_table(reader: VisitingReader, copy: sqlite3.Connection, keep: Keep) -> list[str]:
    ((table_no, signed),) = reader.rows("SELECT table_no, signed FROM heads WHERE id = ?", (keep.table,))
    lines: list[bytes] = []
    for seq in range(1, keep.seq + 1):
        query = "SELECT position, CAST(line AS BLOB) FROM log WHERE table_no = ? AND seq = ?"
        ((position, line),) = reader.rows(query, (table_no, seq))
        copy.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (position, table_no, seq, line))
        lines.append(line)
    put_rounds(copy, table_no, spans_of(lines))
    lost: list[str] = []
    counts: dict[str, int] = {}
    for name, (query, insert) in _SIDE_RECORDS.items():
        rows, whole = _readable(reader, query, table_no)
        if name == "secret" and not keep.secret:
            rows = []
        if name == "command ids":
            rows = [row for row in rows if row[-1] <= keep.seq]
        copy.executemany(insert, ((table_no, *row) for row in rows))
        counts[name] = len(rows)
        if not whole or (name == "secret" and not rows and not keep.archive):
            lost.append(name)
    said = copy.execute(
        "SELECT coalesce(sum(? + coalesce(length(text), length(erases))), 0) FROM chat WHERE table_no = ?",
        (SAID_BYTES, table_no),
    ).fetchone()[0]
    archive = keep.archive or not counts["secret"]
    copy.execute(
        "INSERT INTO heads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            table_no,
            keep.table,
            keep.seq,
            None if archive else keep.deadline,
            keep.closed or archive,
            sum(map(len, lines)) + said,
            archive,
            None if archive else keep.listing,
            bytes.fromhex(line_hash(lines[-1])),
            signed,
        ),
    )
    return lost


def _readable(reader: VisitingReader, query: str, table_no: int) -> tuple[list[Row], bool]:
    """The readable rows of a query, and whether those are all."""
    with suppress(StoreDamaged):
        return reader.rows(query, (table_no,)), True
    found: list[Row] = []
    with suppress(StoreDamaged):
        while rows := reader.rows(f"{query} LIMIT 1 OFFSET ?", (table_no, len(found))):
            found += rows
    return found, False
