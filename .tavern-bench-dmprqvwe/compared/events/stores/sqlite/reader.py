"""Reads a SQLite store: in the server's process, or from another one without touching the file."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from events.store import StoreError, StoreMissing, StoreUnavailable
from events.stores.care.marks import was_left_open
from events.stores.sqlite.errors import explain, primary_code
from events.stores.sqlite.queries import Row
from events.stores.sqlite.schema import require_schema

_MOMENT: Final = 0.1
"""How long a running server may be without a write-ahead log, in seconds."""

T = TypeVar("T")


class InProcessReader:
    """Runs queries in the process that writes; each sees everything committed before it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection

    def rows(self, query: str, parameters: tuple[object, ...] = ()) -> list[Row]:
        """All rows of a query. Raises a `StoreError`."""
        try:
            return self._connection.execute(query, parameters).fetchall()
        except UnicodeEncodeError:
            # Nothing can have a name that is not valid Unicode.
            return []
        except sqlite3.Error as error:
            raise explain(error, self._path) from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


class _Stamp(NamedTuple):
    """The properties of a file that change when another program writes to it."""

    device: int
    inode: int
    size: int
    modified: int
    log: bool


class VisitingReader(InProcessReader):
    """Runs queries in a process other than the server's: takes no lock and never writes to the database.

    If there is a write-ahead log beside the file, a server is running or was killed, and SQLite finds the newest
    entries through the log. Otherwise the file is complete and is opened as immutable, so that SQLite creates nothing
    beside it; after each query the reader checks whether the file changed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._immutable: _Stamp | None = None
        self._opened: _Stamp | None = None
        super().__init__(path, self._open())

    def rows(self, query: str, parameters: tuple[object, ...] = ()) -> list[Row]:
        """All rows of a query. Raises a `StoreError`."""
        while True:
            failure: StoreError | None = None
            found: list[Row] = []
            try:
                found = super().rows(query, parameters)
            except StoreError as error:
                failure = error
            if self._reopened():
                continue
            if failure is not None:
                raise failure
            return found

    def copy_into(self, copy: sqlite3.Connection, query: str) -> Row:
        """Copy the file as of one moment into another, and return one row of a query as of the same moment.

        Later writes are not in the copy and do not wait for it. Raises a `StoreError`; an error while pages are copied
        is a `sqlite3.Error` and may come from either file.
        """
        while True:
            self._connection.execute("BEGIN")
            try:
                (answer,) = super().rows(query)
                self._connection.backup(copy)
            finally:
                self._connection.execute("ROLLBACK")
            if not self._reopened():
                return answer

    def at_one_moment(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """What `read` returns from queries that all see the file as of one moment. Raises a `StoreError`."""
        while True:
            try:
                self._connection.execute("BEGIN")
                try:
                    found = read(self._connection)
                finally:
                    self._connection.execute("ROLLBACK")
            except sqlite3.Error as error:
                if self._reopened():
                    continue
                raise explain(error, self._path) from error
            if not self._reopened():
                return found

    def lacks_log(self) -> bool:
        """Whether the file is marked as open, but its write-ahead log is missing: it may be a copy without the log.

        A server that runs has such a file for a moment, so this looks twice.
        """
        if not self._looks_cut_off():
            return False
        time.sleep(_MOMENT)
        return self._looks_cut_off()

    def _looks_cut_off(self) -> bool:
        log = _log(self._path)
        try:
            return self.at_one_moment(was_left_open) and not (log.exists() and log.stat().st_size)
        except (StoreError, OSError):
            return False

    def in_place(self) -> bool:
        """Whether the path still leads to the file that was opened: one that was moved away can be read on."""
        try:
            status = self._path.stat()
        except OSError:
            return False
        return self._opened is not None and (status.st_dev, status.st_ino) == (self._opened.device, self._opened.inode)

    def _reopened(self) -> bool:
        """Reopen the file if it changed although it was considered complete. Returns whether it did."""
        if self._immutable is None or self._immutable == _stamp(self._path):
            return False
        self.close()
        self._connection = self._open()
        return True

    def _open(self) -> sqlite3.Connection:
        stamp = self._opened = _stamp(self._path)
        self._immutable = None if stamp.log else stamp
        try:
            return self._connect("immutable=1" if self._immutable else "mode=ro")
        except sqlite3.Error as error:
            log = _log(self._path)
            if self._immutable or primary_code(error) != sqlite3.SQLITE_CANTOPEN:
                raise explain(error, self._path) from error
            if log.stat().st_size:
                raise StoreUnavailable(
                    f"the newest entries of {self._path} are in {log.name}, which SQLite cannot read in a read-only "
                    f"directory: copy both files to another one."
                ) from error
            # An empty log hides no entries.
            self._immutable = stamp
            return self._connect("immutable=1")

    def _connect(self, how: str) -> sqlite3.Connection:
        uri = f"{self._path.as_uri()}?{how}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        try:
            require_schema(connection, self._path)
        except (StoreError, sqlite3.Error):
            connection.close()
            raise
        return connection


def _log(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except FileNotFoundError:
        raise StoreMissing(f"there is no store at {path}.") from None
    except OSError as error:
        raise StoreUnavailable(f"{path} cannot be read: {error.strerror}.") from error
    return _Stamp(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, _log(path).exists())
