"""The SQLite file: its lock, and how it is opened for writing."""

import fcntl
import os
import sqlite3
import threading
from pathlib import Path
from typing import Final, NamedTuple

from events.store import Notice, StoreDoubted, StoreError, StoreInUse, StoreMissing, StoreReadOnly, StoreUnavailable
from events.stores.care import marks
from events.stores.care.watching import linked
from events.stores.sqlite.errors import explain, explain_os
from events.stores.sqlite.schema import SCHEMA, is_empty, require_schema

_BUSY_SECONDS = 0.25
"""How long to wait for another program's write. Short, because the event loop waits too."""


class ServerLock:
    """Holds FILE.lock for one server, until it is released or the process ends.

    The file stays when the lock is released: if it were deleted, two servers could hold two files with the same name.
    Its first line is the number of the process. The second is `note`, what a holder has to tell the next one.
    """

    def __init__(self, path: Path) -> None:
        self.note = b""
        self._using = threading.Lock()
        self._released = False
        lock = path.with_name(path.name + ".lock")
        try:
            self._descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise explain_os(error, lock) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = self._read()[0].decode("ascii", "replace").strip()
            self.release()
            if not isinstance(error, BlockingIOError):
                raise explain_os(error, lock) from error
            raise StoreInUse(
                f"{path} is in use by another server, process {holder or 'unknown'}: two servers would overwrite each "
                f"other's entries. Stop that one, or use another store.",
                holder,
            ) from None
        try:
            self._write(self._read()[1])
        except OSError as error:
            self.release()
            raise explain_os(error, lock) from error

    def keep(self, note: bytes) -> None:
        """Write another note, of one line, unless the lock was released. Raises `OSError`. For any thread."""
        with self._using:
            if not self._released:
                self._write(note)

    def release(self) -> None:
        """Release the lock."""
        with self._using:
            self._released = True
            os.close(self._descriptor)

    def _read(self) -> tuple[bytes, bytes]:
        number, _, rest = os.pread(self._descriptor, _MOST_LOCK, 0).partition(b"\n")
        return number, rest.partition(b"\n")[0]

    def _write(self, note: bytes) -> None:
        # The former note is only ever overwritten, so that it is not lost if the process is killed in between.
        lines = f"{os.getpid()}\n".encode() + note + b"\n" * bool(note)
        os.pwrite(self._descriptor, lines, 0)
        os.ftruncate(self._descriptor, len(lines))
        self.note = note


_MOST_LOCK: Final = 4096
"""The most bytes that are read of a lock file."""
_LOG_HEADER: Final = 32
_FRAME_HEADER: Final = 24
"""Bytes of the headers of a write-ahead log and of its frames."""
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


def log_of(path: Path) -> Path:
    """The write-ahead log beside a database file."""
    return path.with_name(path.name + "-wal")


def missing(path: Path) -> StoreMissing:
    """The error for a missing store when the caller did not ask to create one."""
    return StoreMissing(
        f"there is no store at {path}. If it was there before, check that its disk is mounted; to create it, start the "
        f"server with --create."
    )


def _require_file(path: Path, create: bool) -> None:
    """Create an empty file if there is none, or check that the existing one can be written and has no other name."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600) if create else None
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
    if not os.access(path, os.W_OK, effective_ids=True):
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
    elif marks.was_left_open(connection) and not (logged and _is_usable(log, connection)):
        marks.begin_another_epoch(connection)
        notices.append(marks.log_lost(path.name))
    marks.mark_open(connection)
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
        return bool(frames != 0) or _commits_in(log) < _MANY
    except (sqlite3.Error, OSError):
        return True


def _commits_in(log: Path) -> int:
    """How many commits a write-ahead log has, counted by its frames' headers, whether they are valid or not.

    Source: "WAL File Format" in SQLite's documentation of its file format.
    """
    commits = 0
    with log.open("rb") as file:
        header = file.read(_LOG_HEADER)
        page_size, salts = int.from_bytes(header[8:12], "big"), header[16:24]
        while len(frame := file.read(_FRAME_HEADER)) == _FRAME_HEADER and page_size:
            is_commit = frame[4:8] != bytes(4)
            commits += is_commit and frame[8:16] == salts
            file.seek(page_size, os.SEEK_CUR)
    return commits


def empty_log(connection: sqlite3.Connection) -> bool:
    """Move the write-ahead log into the file and truncate it; returns whether that succeeded.

    It fails while another program reads an older state, or if the disk is full. The data is safe in the log until then.
    Afterwards the log has only a new mark in it.
    """
    try:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            marks.mark_open(connection)
    except sqlite3.Error:
        return False
    return not busy


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A reading connection for the process that writes."""
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA query_only = ON")
    # The first query opens the files beside it by name: do that now, while the name still leads to the same file.
    is_empty(connection)
    return connection
