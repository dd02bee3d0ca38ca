"""The SQLite file: who may write to it, and how it is opened for writing."""

import fcntl
import os
import sqlite3
from pathlib import Path

from events.store import StoreError, StoreInUse, StoreReadOnly, StoreUnavailable
from events.stores.sqlite_errors import explain, explain_os
from events.stores.sqlite_schema import SCHEMA, SCHEMA_VERSION, is_empty, migrate, require_schema

_BUSY_SECONDS = 0.25
"""How long another program's write is waited for: shortly, since the event loop waits too."""


class ServerLock:
    """Holds FILE.lock for one server, until released or until the process ends, however it ends.

    The file stays when the lock is released: were it deleted, two servers could hold two files of one name.
    """

    def __init__(self, path: Path) -> None:
        lock = path.with_name(path.name + ".lock")
        try:
            self._descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise explain_os(error, lock) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._descriptor, 20, 0).decode("ascii", "replace").strip()
            self.release()
            if not isinstance(error, BlockingIOError):
                raise explain_os(error, lock) from error
            raise StoreInUse(
                f"{path} is in use by another server, process {holder or 'unknown'}: two would overwrite each other's "
                f"entries. Stop that one, or give this one a store of its own.",
                holder,
            ) from None
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.release()
            raise explain_os(error, lock) from error

    def release(self) -> None:
        """Let another server have the file."""
        os.close(self._descriptor)


class SameFile:
    """Knows the file that was opened: SQLite writes on to one that was moved or deleted, where nobody will look."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened = path.stat().st_ino

    def require(self) -> None:
        """Raise `StoreReadOnly` where another file, or none, now has the name."""
        try:
            found = self._path.stat().st_ino
        except OSError as error:
            raise StoreReadOnly(
                f"{self._path} is gone: {error.strerror}. Put it back, or restart the server."
            ) from error
        if found != self._opened:
            raise StoreReadOnly(f"{self._path} was replaced while the server ran: restart the server.")


def open_for_writing(path: Path) -> sqlite3.Connection:
    """The one connection that writes; a missing or empty file becomes a new store, readable by its owner alone.

    The caller holds the file's `ServerLock`. Raises a `StoreError`.
    """
    _make_if_missing(path)
    try:
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, path)
        except (StoreError, sqlite3.Error):
            connection.close()
            raise
    except sqlite3.Error as error:
        raise explain(error, path) from error
    return connection


def _make_if_missing(path: Path) -> None:
    """Make an empty file, or see that the one that is there may be written."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        # Asked rather than tried: closing it would drop the locks that other connections of this process have on it.
        # And before SQLite is: it would leave files beside this one that are as read-only as this one is now.
        if not os.access(path, os.W_OK, effective_ids=True):
            raise StoreReadOnly(f"{path} cannot be written by this user. Check who owns it, and its mode.") from None
    except OSError as error:
        raise explain_os(error, path) from error
    else:
        os.close(descriptor)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    # Whose file it is comes first: another program's must not be changed, not even its journal mode.
    empty = is_empty(connection)
    version = SCHEMA_VERSION if empty else require_schema(connection, path)
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreUnavailable(f"{path} lies on a file system on which SQLite has no write-ahead log; use a local one.")
    connection.execute("PRAGMA synchronous = FULL")
    # What fsync promises elsewhere, macOS keeps only when asked in this way.
    connection.execute("PRAGMA fullfsync = ON")
    # What is erased is written over with zeros, and pages that are no longer used are too.
    connection.execute("PRAGMA secure_delete = ON")
    if empty:
        connection.executescript(SCHEMA)
    elif version != SCHEMA_VERSION:
        migrate(connection, version)
    # A server that was killed may have left what it had erased.
    empty_log(connection)
    # Whatever else stands in the way of writing is found out now, not by the first player. This changes nothing.
    connection.execute("DELETE FROM meta WHERE name = ''")


def empty_log(connection: sqlite3.Connection) -> bool:
    """Move what is in the write-ahead log into the file, and cut the log to nothing; whether that could be done.

    It cannot while another program reads what the file had before, nor while the disk has no room for it: the log is
    as good a place for it until then.
    """
    try:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error:
        return False
    return not busy


def open_beside_writer(path: Path) -> sqlite3.Connection:
    """A connection that reads what the writer's has committed, in the same process."""
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA query_only = ON")
    # The first query opens what lies beside the file, by name: now, while the name is surely right.
    is_empty(connection)
    return connection
