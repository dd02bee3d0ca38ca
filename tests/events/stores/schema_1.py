"""A file as it was written with schema 1, before there were rounds, listings and chat in it."""

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

SCHEMA_1 = """
PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE log (
    position INTEGER PRIMARY KEY, table_no INTEGER NOT NULL, seq INTEGER NOT NULL, line BLOB NOT NULL,
    UNIQUE (table_no, seq)
);
CREATE TABLE heads (
    table_no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, deadline TEXT,
    closed INTEGER NOT NULL
);
CREATE TABLE secrets (table_no INTEGER PRIMARY KEY, secret BLOB NOT NULL);
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
PRAGMA application_id = 1952544357;
PRAGMA user_version = 1;
COMMIT;
"""


def write_schema_1(path: Path, tables: Mapping[str, Sequence[bytes]], secret: bytes) -> None:
    """A store of tables with these lines, each with the secret and a GM's token, as the first version left it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(SCHEMA_1)
    connection.execute("BEGIN")
    for table_no, (table, lines) in enumerate(tables.items(), 1):
        connection.execute("INSERT INTO heads VALUES (?, ?, ?, NULL, 0)", (table_no, table, len(lines)))
        connection.execute("INSERT INTO secrets VALUES (?, ?)", (table_no, secret))
        connection.execute("INSERT INTO tokens VALUES (?, 'gm', ?, ?)", (table_no, f"hash of {table}", "nonce"))
        connection.executemany(
            "INSERT INTO log (table_no, seq, line) VALUES (?, ?, ?)",
            ((table_no, seq, line) for seq, line in enumerate(lines, 1)),
        )
    connection.execute("INSERT INTO meta VALUES ('epoch', ?)", (b"the first",))
    connection.execute("COMMIT")
    connection.close()
