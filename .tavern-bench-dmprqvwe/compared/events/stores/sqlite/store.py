"""A store in one SQLite file: durable when an append returns, readable by other programs while a server runs."""

from pathlib import Path

from events.stores.care.marks import log_missing
from events.stores.care.sqlite_bugs import notices_of_this
from events.stores.care.watching import FileWatch
from events.stores.sqlite.chat import SqliteChat
from events.stores.sqlite.copying import SqliteCopying
from events.stores.sqlite.credentials import SqliteCredentials
from events.stores.sqlite.file import ServerLock, missing, open_for_reading, open_for_writing
from events.stores.sqlite.group_commit import GroupCommit
from events.stores.sqlite.log import SqliteLog
from events.stores.sqlite.maintenance import SqliteMaintenance
from events.stores.sqlite.reader import InProcessReader, VisitingReader
from events.stores.sqlite.snapshots import SqliteSnapshots


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
            reader = VisitingReader(path)
            return cls(path, reader, None, None, [log_missing(path.name)] if reader.lacks_log() else [])
        if not create and not path.exists():
            # Check before locking, which would leave a file there.
            raise missing(path)
        lock = ServerLock(path)
        try:
            writing = open_for_writing(path, create=create)
        except BaseException:
            lock.release()
            raise
        group = GroupCommit(writing.connection, path, FileWatch(path), emptied=writing.emptied)
        notices = [*writing.notices, *notices_of_this()]
        return cls(path, InProcessReader(path, open_for_reading(path)), group, lock, notices)
