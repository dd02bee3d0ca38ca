"""The mark in a store that says whether it was closed cleanly.

While a server has the store open, the mark in the database file itself says so, and the write-ahead log is never empty
for longer than a moment. So a file that is marked as open but has no log has lost it, and with it the newest
acknowledged writes.
"""

import sqlite3
from typing import Final

from events.store import Notice

_FIND: Final = "SELECT CAST(value AS BLOB) FROM meta WHERE name = ?"
_MARK: Final = "state"
_CLOSED: Final = b"closed"
_OPEN: Final = b"open "
LOG_MISSING: Final = "log_missing"


def was_left_open(connection: sqlite3.Connection) -> bool:
    """Whether the store was not closed cleanly. A store left by an older version has no mark and counts as closed."""
    row = connection.execute(_FIND, (_MARK,)).fetchone()
    return row is not None and bytes(row[0]) != _CLOSED


def mark_open(connection: sqlite3.Connection) -> None:
    """Mark the store as open, with a different value each time, so that something is written."""
    row = connection.execute(_FIND, (_MARK,)).fetchone()
    value = _CLOSED if row is None else bytes(row[0])
    count = int(value.removeprefix(_OPEN)) if value.startswith(_OPEN) else 0
    _write(connection, _OPEN + str(count + 1).encode())


def mark_closed(connection: sqlite3.Connection) -> None:
    """Mark the store as closed cleanly."""
    _write(connection, _CLOSED)


def begin_another_epoch(connection: sqlite3.Connection) -> None:
    """Delete the log's epoch, so that the next server begins a new one, and clients start over."""
    connection.execute("DELETE FROM meta WHERE name = 'epoch'")


def log_missing(file: str) -> Notice:
    """The notice, for a program that only reads, for a store that was left open and has no write-ahead log."""
    return Notice(
        LOG_MISSING,
        f"{file} was not closed by its server, and its write-ahead log, {file}-wal, is missing: the newest entries may "
        f"be lost. If it is a copy, make another with tavern backup, or copy both files once the server has stopped.",
    )


def _write(connection: sqlite3.Connection, value: bytes) -> None:
    connection.execute("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (_MARK, value))


def log_lost(path: str) -> Notice:
    """The notice for a store that was left open and has no write-ahead log."""
    return Notice(
        "log_lost",
        f"{path} was not closed in order, and the write-ahead log with its newest entries is missing: what was "
        f"acknowledged last may be lost. The log has another epoch, so clients that have seen more start over.",
    )
