"""Reading a SQLite store: beside the server's writer, or from another process without touching the file."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from events.store import StoreError, StoreUnavailable, StoreUnreadable
from events.stores.sqlite_errors import explain, primary_code
from events.stores.sqlite_file import open_beside_writer
from events.stores.sqlite_queries import Row
from events.stores.sqlite_schema import SCHEMA_VERSION, require_schema


class Reader:
    """Runs queries in the writer's own process; each sees all that was committed before it.

    `version` is the schema's.
    """

    version = SCHEMA_VERSION

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = open_beside_writer(path)

    def rows(self, query: str, parameters: tuple[object, ...] = ()) -> list[Row]:
        """All rows of a query. Raises a `StoreError`."""
        try:
            return self._connection.execute(query, parameters).fetchall()
        except UnicodeEncodeError:
            # What is no text can be nobody's name.
            return []
        except sqlite3.Error as error:
            raise explain(error, self._path) from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


class _Stamp(NamedTuple):
    """What of a file changes when somebody writes to it, or has begun to."""

    inode: int
    size: int
    modified: int
    log: bool


class VisitingReader:
    """Runs queries in a process that is not the server's: takes no lock and never writes to the database.

    Where there is a write-ahead log beside the file, a server is running or was killed, and SQLite finds the newest
    entries through it. Where there is none, the file is complete in itself and is read as one that does not change,
    so that nothing need be made beside it; whether it did change is looked at after each query.

    `version` is the schema's, as the file has it: nobody may have written to it yet since there is a newer one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unchanging: _Stamp | None = None
        self.version = SCHEMA_VERSION
        self._connection: sqlite3.Connection = self._open()

    def rows(self, query: str, parameters: tuple[object, ...] = ()) -> list[Row]:
        """All rows of a query. Raises a `StoreError`."""
        while True:
            failure: sqlite3.Error | None = None
            found: list[Row] = []
            try:
                found = self._connection.execute(query, parameters).fetchall()
            except UnicodeEncodeError:
                return []
            except sqlite3.Error as error:
                failure = error
            if self._unchanging is not None and self._unchanging != _stamp(self._path):
                self.close()
                self._connection = self._open()
                continue
            if failure is not None:
                raise explain(failure, self._path) from failure
            return found

    def copy_into(self, copy: sqlite3.Connection, question: str) -> Row:
        """Copy the whole file as it is at one moment into another, and answer a question as of that moment.

        What is written meanwhile is not in the copy, and does not wait for it. Raises a `StoreError`; what fails while
        pages are copied is a `sqlite3.Error`, and may be the fault of either file.
        """
        while True:
            self._connection.execute("BEGIN")
            try:
                answer = self._asked(question)
                self._connection.backup(copy)
            finally:
                self._connection.execute("ROLLBACK")
            if self._unchanging is None or self._unchanging == _stamp(self._path):
                return answer
            self.close()
            self._connection = self._open()

    def _asked(self, question: str) -> Row:
        try:
            return tuple(self._connection.execute(question).fetchone())
        except sqlite3.Error as error:
            raise explain(error, self._path) from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _open(self) -> sqlite3.Connection:
        stamp = _stamp(self._path)
        self._unchanging = None if stamp.log else stamp
        try:
            return self._connect("immutable=1" if self._unchanging else "mode=ro")
        except sqlite3.Error as error:
            log = _log(self._path)
            if self._unchanging or primary_code(error) != sqlite3.SQLITE_CANTOPEN:
                raise explain(error, self._path) from error
            if log.stat().st_size:
                raise StoreUnavailable(
                    f"the newest entries of {self._path} are in {log.name}, which cannot be read in a directory that "
                    f"cannot be written: copy both to another one."
                ) from error
            # An empty log holds nothing back.
            self._unchanging = stamp
            return self._connect("immutable=1")

    def _connect(self, how: str) -> sqlite3.Connection:
        uri = f"{self._path.as_uri()}?{how}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        try:
            self.version = require_schema(connection, self._path)
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
        raise StoreUnreadable(f"there is no store at {path}.") from None
    except OSError as error:
        raise StoreUnavailable(f"{path} cannot be read: {error.strerror}.") from error
    return _Stamp(status.st_ino, status.st_size, status.st_mtime_ns, _log(path).exists())
