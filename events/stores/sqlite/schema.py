"""The schema of the SQLite file, how it is recognised, and how a file with an older one is migrated."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from events.entry import line_hash
from events.round_spans import RoundSpan, mark_spans
from events.store import StoreUnreadable
from events.stores.sqlite.errors import primary_code

APPLICATION_ID = 0x74617665
"""Marks a SQLite file as a store of this project, in its header: "tave"."""

SCHEMA_VERSION = 5
"""The version of the schema below, kept in the header's user_version."""

# Added by schema 2, with three columns of heads. Chat texts are bytes in rows that never move: rows are numbered in the
# order in which they are written, for all tables together, and erasing a text keeps its length.
SINCE_2 = """
CREATE INDEX listed ON heads (table_no) WHERE listing IS NOT NULL AND closed = 0;
CREATE TABLE rounds (
    table_no INTEGER NOT NULL, round INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER, unsealed INTEGER,
    PRIMARY KEY (table_no, round)
) WITHOUT ROWID;
CREATE TABLE chat (
    id INTEGER PRIMARY KEY, table_no INTEGER NOT NULL, n INTEGER NOT NULL, at TEXT NOT NULL, who TEXT NOT NULL,
    erased INTEGER NOT NULL, text BLOB, erases BLOB,
    UNIQUE (table_no, n)
);
"""

# Added by schema 5: the sender's id for a message, under which it is kept once.
SINCE_5 = """
ALTER TABLE chat ADD COLUMN key TEXT;
CREATE UNIQUE INDEX said_once ON chat (table_no, who, key) WHERE key IS NOT NULL;
"""

# Table ids are long and random, so everything refers to a table by a small number, assigned in the order of first
# entries, which keeps index entries short. A request's scope is such a number too, 0 for opening tables. Schema 3 added
# `head`, the SHA-256 of a table's newest line, and `signed`, the signature of the export that an archive came from.
# Schema 4 added `nodes` to the secrets, with which a secret is quickly checked.
SCHEMA = f"""
BEGIN;
CREATE TABLE log (
    position INTEGER PRIMARY KEY, table_no INTEGER NOT NULL, seq INTEGER NOT NULL, line BLOB NOT NULL,
    UNIQUE (table_no, seq)
);
CREATE TABLE heads (
    table_no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, deadline TEXT,
    closed INTEGER NOT NULL, bytes INTEGER NOT NULL, archive INTEGER NOT NULL, listing BLOB, head BLOB, signed BLOB
);
CREATE TABLE secrets (table_no INTEGER PRIMARY KEY, secret BLOB NOT NULL, nodes BLOB);
CREATE TABLE tokens (
    table_no INTEGER NOT NULL, viewer TEXT NOT NULL, hash TEXT NOT NULL, nonce TEXT NOT NULL,
    PRIMARY KEY (table_no, viewer)
) WITHOUT ROWID;
CREATE INDEX tokens_by_hash ON tokens (table_no, hash);
CREATE TABLE requests (
    scope INTEGER NOT NULL, caller TEXT NOT NULL, id TEXT NOT NULL, fingerprint TEXT NOT NULL,
    table_no INTEGER NOT NULL, seq INTEGER NOT NULL,
    PRIMARY KEY (scope, caller, id)
) WITHOUT ROWID;
CREATE TABLE snapshots (
    table_no INTEGER NOT NULL, seq INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (table_no, seq)
);
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
{SINCE_2}{SINCE_5}
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether the file has no content yet, also after a crash while it was being created."""
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(objects == 0 and application == 0)


def require_schema(connection: sqlite3.Connection, path: Path) -> int:
    """The schema version. Raises `StoreUnreadable` if the file is empty, another program's, or has a newer schema."""
    if is_empty(connection):
        raise StoreUnreadable(f"{path} is empty: no server has used it yet.")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise StoreUnreadable(f"{path} belongs to another program.")
    if not 1 <= version <= SCHEMA_VERSION:
        raise StoreUnreadable(
            f"{path} has schema {version}, this version of tavern supports schema {SCHEMA_VERSION}: use a newer one."
        )
    return int(version)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Migrate from schema `version` to the newest, in one transaction. New columns are filled from the lines.

    If the file is damaged within a table, its lines count up to the damage, so that the other tables can be served.
    The caller makes sure that nothing else writes.
    """
    numbers = [table_no for (table_no,) in connection.execute("SELECT table_no FROM heads ORDER BY table_no")]
    # Read before the transaction begins: SQLite stops writing in a transaction that has met damage.
    found = [(table_no, *scan_lines(connection, table_no)) for table_no in numbers] if version < 2 else []
    heads = [(_head(connection, table_no), table_no) for table_no in numbers] if version < 3 else []
    connection.execute("BEGIN IMMEDIATE")
    try:
        if version < 2:
            _to_2(connection, found)
        if version < 3:
            connection.execute("ALTER TABLE heads ADD COLUMN head BLOB")
            connection.execute("ALTER TABLE heads ADD COLUMN signed BLOB")
            connection.executemany("UPDATE heads SET head = ? WHERE table_no = ?", heads)
        if version < 4:
            connection.execute("ALTER TABLE secrets ADD COLUMN nodes BLOB")
        for statement in SINCE_5.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _to_2(connection: sqlite3.Connection, found: Sequence[tuple[int, int, list[RoundSpan]]]) -> None:
    connection.execute("ALTER TABLE heads ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE heads ADD COLUMN archive INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE heads ADD COLUMN listing BLOB")
    for statement in SINCE_2.split(";"):
        connection.execute(statement)
    for table_no, size, spans in found:
        connection.execute("UPDATE heads SET bytes = ? WHERE table_no = ?", (size, table_no))
        put_rounds(connection, table_no, spans)
    connection.execute("UPDATE heads SET archive = 1 WHERE table_no NOT IN (SELECT table_no FROM secrets)")


def _head(connection: sqlite3.Connection, table_no: int) -> bytes | None:
    """The hash of a table's newest line, None if it is missing or cannot be read."""
    newest = """
        SELECT CAST(line AS BLOB) FROM log JOIN heads ON heads.table_no = log.table_no AND heads.seq = log.seq
        WHERE log.table_no = ?
    """
    try:
        row = connection.execute(newest, (table_no,)).fetchone()
    except sqlite3.DatabaseError as error:
        if primary_code(error) != sqlite3.SQLITE_CORRUPT:
            raise
        return None
    return None if row is None else bytes.fromhex(line_hash(row[0]))


def scan_lines(connection: sqlite3.Connection, table_no: int) -> tuple[int, list[RoundSpan]]:
    """The size of a table's lines, in bytes, and its rounds."""
    size = 0
    spans: dict[int, RoundSpan] = {}
    lines = connection.execute("SELECT seq, CAST(line AS BLOB) FROM log WHERE table_no = ? ORDER BY seq", (table_no,))
    try:
        for seq, line in lines:
            size += len(line)
            mark_spans(spans, seq, line)
    except sqlite3.DatabaseError as error:
        if primary_code(error) != sqlite3.SQLITE_CORRUPT:
            raise
    return size, list(spans.values())


def put_rounds(connection: sqlite3.Connection, table_no: int, spans: Iterable[RoundSpan]) -> None:
    """Write where a table's rounds are."""
    connection.executemany(
        "INSERT OR REPLACE INTO rounds (table_no, round, first, last, unsealed) VALUES (?, ?, ?, ?, ?)",
        ((table_no, span.round, span.first, span.last, span.unsealed) for span in spans),
    )
