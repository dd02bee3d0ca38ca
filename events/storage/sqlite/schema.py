"""The schema of the SQLite file, and how it is recognised."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from events.round_spans import RoundSpan
from events.storage.contract import StoreUnreadable

APPLICATION_ID = 0x7461766E
"""Marks a SQLite file as a store of this project, in its header: "tavn"."""
_BEFORE_1 = 0x74617665
"""Marked the files of versions before 1.0."""

SCHEMA_VERSION = 1
"""The version of the schema below, kept in the header's user_version."""

KEYS = ("server_key", "signing_key")
"""The names in `meta` of the servers' keys."""
COPYING = "copying"
"""The name in `meta` of the source of a copy that is not complete. No server opens such a file."""

# Table ids are long and random, so everything refers to a table by a small number, assigned in the order of first
# entries, which keeps index entries short. A request's scope is such a number too, 0 for opening tables. `head` is the
# SHA-256 of a table's newest line, `signed` the signature of the export that an archive came from; with the `nodes` a
# secret is quickly checked. Chat texts are bytes in rows that never move: rows are numbered in the order in which they
# are written, for all tables together, and erasing a text keeps its length. `key` is the sender's id for a message,
# under which it is kept once.
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
CREATE INDEX listed ON heads (table_no) WHERE listing IS NOT NULL AND closed = 0;
CREATE TABLE rounds (
    table_no INTEGER NOT NULL, round INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER, unsealed INTEGER,
    PRIMARY KEY (table_no, round)
) WITHOUT ROWID;
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
CREATE TABLE analyses (
    table_no INTEGER NOT NULL, round INTEGER NOT NULL, seat TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (table_no, round, seat)
);
CREATE TABLE chat (
    id INTEGER PRIMARY KEY, table_no INTEGER NOT NULL, n INTEGER NOT NULL, at TEXT NOT NULL, who TEXT NOT NULL,
    erased INTEGER NOT NULL, text BLOB, erases BLOB, key TEXT,
    UNIQUE (table_no, n)
);
CREATE UNIQUE INDEX said_once ON chat (table_no, who, key) WHERE key IS NOT NULL;
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether the file has no content yet, also after a crash while it was being created."""
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(objects == 0 and application == 0)


def require_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `StoreUnreadable` if the file is empty, another program's, or has another schema."""
    if is_empty(connection):
        raise StoreUnreadable(f"{path} is empty: no server has used it yet.")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == _BEFORE_1:
        raise StoreUnreadable(f"{path} was written by a version before 1.0, whose stores are no longer read.")
    if application != APPLICATION_ID:
        raise StoreUnreadable(f"{path} belongs to another program.")
    if version != SCHEMA_VERSION:
        raise StoreUnreadable(
            f"{path} has schema {version}, but this tavern supports only {SCHEMA_VERSION}: use a newer version."
        )


def put_rounds(connection: sqlite3.Connection, table_no: int, spans: Iterable[RoundSpan]) -> None:
    """Write where a table's rounds are."""
    connection.executemany(
        "INSERT OR REPLACE INTO rounds (table_no, round, first, last, unsealed) VALUES (?, ?, ?, ?, ?)",
        ((table_no, span.round, span.first, span.last, span.unsealed) for span in spans),
    )
