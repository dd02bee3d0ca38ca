"""Opens a SQLite file: for the only connection that writes, and for those of its process that read."""

import os
import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from events.storage.contract import (
    Notice,
    StoreDoubted,
    StoreError,
    StoreMissing,
    StoreReadOnly,
    StoreUnavailable,
)
from events.storage.sqlite import queries
from events.storage.sqlite.errors import explain, explain_os
from events.storage.sqlite.file import clean_shutdown
from events.storage.sqlite.file.wal import commits_in, log_of
from events.storage.sqlite.file.watching import linked
from events.storage.sqlite.schema import SCHEMA, is_empty, require_schema

_BUSY_SECONDS = 0.25
"""How long to wait for another program's write. Short, because the event loop waits too."""
_MANY: Final = 2
"""So many commits: all but the last are on the disk."""


class Writing(NamedTuple):
    """The only writing connection, and what opening it found. `emptied`: whether the write-ahead log is empty."""

    connection: sqlite3.Connection
    notices: list[Notice]
    emptied: bool


def open_for_writing(path: Path, *, create: bool = True) -> Writing:
    """The only writing connection. With `create`, a missing or empty file becomes a new store.

    Only its owner can read it. The caller holds the file's `ServerLock`. Raises a `StoreError`.
    """
    _require_file(path, create)
    try:
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            return _prepare(connection, path, create)
        except (StoreError, sqlite3.Error):
            connection.close()
            raise
    except sqlite3.Error as error:
        raise explain(error, path) from error


def missing(path: Path) -> StoreMissing:
    """The error for a missing store when the caller did not ask to create one."""
    return StoreMissing(
        f"there is no store at {path}. If it was there before, check that its disk is mounted; to create it, start the "
        f"server with --create."
    )


def _require_file(path: Path, create: bool) -> None:
    """Create an empty file if there is none, or check that the existing one can be written and has no other name."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600) if create else None
    except FileExistsError:
        descriptor = None
    except OSError as error:
        raise explain_os(error, path) from error
    if descriptor is not None:
        os.close(descriptor)
        return
    try:
        names = path.stat().st_nlink
    except FileNotFoundError:
        raise missing(path) from None
    except OSError as error:
        raise explain_os(error, path) from error
    # Do not open it to find out: closing it again would drop the locks that other connections of this process hold.
    # Check before SQLite opens it, which would leave files beside it that are just as read-only.
    if not os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise StoreReadOnly(f"{path} cannot be written by this user. Check who owns it, and its mode.")
    if names > 1 and path.is_file():
        raise StoreDoubted(linked(path, names))


def _prepare(connection: sqlite3.Connection, path: Path, create: bool) -> Writing:
    log = log_of(path)
    logged = log.exists() and log.stat().st_size > 0
    notices: list[Notice] = []
    # First, because another program's file must not be changed, not even its journal mode.
    empty = is_empty(connection)
    if empty and not create:
        raise missing(path)
    if not empty:
        require_schema(connection, path)
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreUnavailable(
            f"{path} is on a file system that does not support SQLite's write-ahead log; use a local one."
        )
    connection.execute("PRAGMA synchronous = FULL")
    # On macOS fsync alone does not reach the disk.
    connection.execute("PRAGMA fullfsync = ON")
    # Overwrites erased data and unused pages with zeros.
    connection.execute("PRAGMA secure_delete = ON")
    if empty:
        connection.executescript(SCHEMA)
        notices.append(Notice("store_created", f"{path} did not exist and was created."))
    elif clean_shutdown.was_left_open(connection) and not (logged and _is_usable(log, connection)):
        connection.execute(queries.FORGET_EPOCH)
        notices.append(clean_shutdown.log_lost(path.name))
    clean_shutdown.mark_open(connection)
    # The mark has to be in the file itself. And a server that was killed may have left erased data in the log.
    emptied = empty_log(connection)
    # Changes nothing, but fails now rather than for the first player if the file cannot be written.
    connection.execute("DELETE FROM meta WHERE name = ''")
    return Writing(connection, notices, emptied)


def _is_usable(log: Path, connection: sqlite3.Connection) -> bool:
    """Whether SQLite accepts the beginning of a write-ahead log, or may reject it although nothing is lost.

    Nothing is lost if the power failed while the first commit of a new log was written. So a log without a valid commit
    counts as lost only if it has a later commit, which is written once the first is on the disk. A log that cannot be
    checked counts as usable.
    """
    try:
        (_, frames, _) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        return bool(frames != 0) or commits_in(log) < _MANY
    except (sqlite3.Error, OSError):
        return True


def empty_log(connection: sqlite3.Connection) -> bool:
    """Move the write-ahead log into the file and truncate it; returns whether that succeeded.

    It fails while another program reads an older state, or if the disk is full. The data is safe in the log until then.
    Afterwards the log has only a new mark in it.
    """
    try:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            clean_shutdown.mark_open(connection)
    except sqlite3.Error:
        return False
    return not busy


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A reading connection for the process that writes. Raises a `StoreError`."""
    try:
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA query_only = ON")
            # The first query opens the files beside it by name: do that now, while the name still leads to the same
            # file.
            is_empty(connection)
        except sqlite3.Error:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise explain(error, path) from error
    return connection
