"""A store in one SQLite file: durable when an append returns, readable by other programs while a server runs."""

import sqlite3
from contextlib import ExitStack, suppress
from pathlib import Path

from events.storage.sqlite.chat import SqliteChat
from events.storage.sqlite.copying import SqliteCopying
from events.storage.sqlite.credentials import SqliteCredentials
from events.storage.sqlite.file.clean_shutdown import log_missing, mark_closed
from events.storage.sqlite.file.lock import ServerLock
from events.storage.sqlite.file.opening import missing, open_for_reading, open_for_writing
from events.storage.sqlite.file.reader import ExternalReader, InProcessReader
from events.storage.sqlite.file.watching import FileWatch
from events.storage.sqlite.group_commit import GroupCommit
from events.storage.sqlite.log import SqliteLog
from events.storage.sqlite.maintenance import SqliteMaintenance
from events.storage.sqlite.snapshots import SqliteSnapshots


class SqliteParts(SqliteLog, SqliteCredentials, SqliteChat, SqliteSnapshots, SqliteMaintenance, SqliteCopying):
    """All parts of a `CopyableStore` over one SQLite database."""


class SqliteStore(SqliteParts):
    """The `Store` in a SQLite file, made by `open`: one server at a time, any number of readers.

    Erased and deleted data is gone from the file and its write-ahead log when the call returns: SQLite overwrites it
    with zeros (`secure_delete`), and the log is emptied into the file. There are three exceptions. While another
    program reads (a `tavern` command, a backup), the log cannot be emptied: the store retries at each commit, when it
    is closed, and when it is opened after a crash. SQLite may have moved lines within the file earlier, to fill gaps
    left by deletions, and left a trace where they were; `compact` removes it. And the store cannot erase backups, or
    older versions that the file system or the disk may keep.
    """

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, create: bool = True) -> "SqliteStore":
        """Open the store at `path` for a server, or with `read_only` for a program that only reads.

        For a server, a missing file is created if `create` is set, and the file's lock is held until `close`. With
        `read_only`, nothing is written or locked, and the store shows what a running server has committed. Raises
        `StoreInUse`, `StoreMissing`, `StoreDoubted`, `StoreReadOnly`, `StoreUnreadable`, `StoreFull`,
        `StoreUnavailable`.
        """
        path = path.resolve()
        if read_only:
            external = ExternalReader(path)
            return cls(path, external, None, None, [log_missing(path.name)] if external.lacks_log() else [])
        if not create and not path.exists():
            # Check before locking, which would leave a file there.
            raise missing(path)
        with ExitStack() as opened:
            lock = ServerLock(path)
            opened.callback(lock.release)
            writing = open_for_writing(path, create=create)
            opened.callback(_close_unused, writing.connection)
            reader = InProcessReader(path, open_for_reading(path))
            opened.callback(reader.close)
            group = GroupCommit(writing.connection, path, FileWatch(path), emptied=writing.emptied)
            store = cls(path, reader, group, lock, writing.notices)
            # From here on, the store closes what was opened.
            opened.pop_all()
        return store


def _close_unused(connection: sqlite3.Connection) -> None:
    """Close the writing connection of a store that could not be opened after all: it loses nothing."""
    with suppress(sqlite3.Error):
        mark_closed(connection)
    connection.close()
