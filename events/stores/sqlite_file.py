"""The SQLite file: its schema, who may write to it, and how it is opened for writing."""

import fcntl
import os
import sqlite3
from pathlib import Path

from events.store import StoreError, StoreInUse, StoreReadOnly, StoreUnavailable, StoreUnreadable
from events.stores.sqlite_errors import explain, explain_os

APPLICATION_ID = 0x74617665
"""What marks a SQLite file as a store of this project ("tave"), in its header."""

SCHEMA_VERSION = 1
"""The schema below, as kept in the header's user_version."""

# Table ids are long and random: everything refers to a table by a small number, given in the order of first entries,
# so that index entries are integers. A request's scope is such a number too, 0 for opening tables.
SCHEMA = f"""
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
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""

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
            holder = os.pread(self._descriptor, 20, 0).decode("ascii", "replace").strip() or "unknown"
            self.release()
            if not isinstance(error, BlockingIOError):
                raise explain_os(error, lock) from error
            raise StoreInUse(
                f"{path} is in use by another server, process {holder}: two would overwrite each other's entries. "
                f"Stop that one, or give this one a store of its own."
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
    if not empty:
        require_schema(connection, path)
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreUnavailable(f"{path} lies on a file system on which SQLite has no write-ahead log; use a local one.")
    connection.execute("PRAGMA synchronous = FULL")
    # What fsync promises elsewhere, macOS keeps only when asked in this way.
    connection.execute("PRAGMA fullfsync = ON")
    if empty:
        connection.executescript(SCHEMA)
    # Whatever else stands in the way of writing is found out now, not by the first player. This changes nothing.
    connection.execute("DELETE FROM meta WHERE name = ''")


def open_beside_writer(path: Path) -> sqlite3.Connection:
    """A connection that reads what the writer's has committed, in the same process."""
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA query_only = ON")
    # The first query opens what lies beside the file, by name: now, while the name is surely right.
    is_empty(connection)
    return connection


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing has been put into the file yet: also what a crash while it was being made leaves behind."""
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(objects == 0 and application == 0)


def require_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `StoreUnreadable` where the file is empty, another program's, or a newer version's."""
    if is_empty(connection):
        raise StoreUnreadable(f"{path} is empty: no server has used it yet.")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise StoreUnreadable(f"{path} is a database of another program.")
    if version != SCHEMA_VERSION:
        raise StoreUnreadable(
            f"{path} has schema {version}, this version of tavern knows schema {SCHEMA_VERSION}: use a newer tavern."
        )
