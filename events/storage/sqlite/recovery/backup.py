"""A copy of a whole store, made while a server keeps writing to it."""

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from events.storage.contract import StoreError, StoreUnavailable
from events.storage.sqlite.errors import explain, explain_os
from events.storage.sqlite.file.healing import is_abandoned
from events.storage.sqlite.file.portable import flush_folder
from events.storage.sqlite.file.reader import ExternalReader

_OWNER_ALONE: Final = 0o600
_COUNTS: Final = """
    SELECT (SELECT count(*) FROM heads), (SELECT count(*) FROM log JOIN heads ON heads.table_no = log.table_no)
"""
_SHORT: Final = """
    SELECT id, heads.seq, (SELECT count(*) FROM log WHERE log.table_no = heads.table_no) AS entries
    FROM heads WHERE entries != heads.seq LIMIT 1
"""


class Counts(NamedTuple):
    """The number of tables in a store, and of their entries."""

    tables: int
    entries: int


class BackupExists(StoreError):
    """The target already exists."""

    code = "backup_exists"


class BackupDamaged(StoreError):
    """The store is damaged, and so would be the copy."""

    code = "backup_damaged"


def back_up(source: Path, target: Path) -> Counts:
    """Copy the store at `source`, as of one moment, to `target` (see `new_file`). Returns its counts.

    A server may keep writing meanwhile. The copy is checked: every page with SQLite's own check, and every table for
    missing entries. It has no epoch, so a server started on it assigns a new one, and clients that have seen later
    versions start over. Everything else is copied: keys, secrets, tokens.

    Raises `BackupExists`, `BackupDamaged`, and what opening a store or writing a file raises.
    """
    source = source.resolve()
    with (
        new_file(target.absolute()) as temporary,
        closing(ExternalReader(source)) as reader,
        closing(sqlite3.connect(temporary, isolation_level=None)) as copy,
    ):
        counts = Counts(*reader.copy_into(copy, _COUNTS))
        # A single file without a write-ahead log; a server that opens it adds one again.
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute("PRAGMA synchronous = FULL")
        copy.execute("PRAGMA secure_delete = ON")
        copy.execute("DELETE FROM meta WHERE name IN ('epoch', 'state')")
        _check(copy, source, counts)
    return counts


@contextmanager
def new_file(target: Path) -> Generator[Path]:
    """A new file that only the owner can read; it becomes `target`, which must not exist, at the end of the block.

    By then it is completely on disk. Raises `BackupExists`, and a `StoreError` for an error in the block.
    """
    if os.path.lexists(target):
        raise BackupExists(f"{target} exists already and is not overwritten.")
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ALONE))
    except OSError as error:
        raise explain_os(error, target) from error
    try:
        yield temporary
        _flush(temporary)
        _give_name(temporary, target)
    except sqlite3.Error as error:
        raise explain(error, target) from error
    except OSError as error:
        raise explain_os(error, target) from error
    finally:
        for left in (temporary, *(temporary.with_name(temporary.name + end) for end in ("-journal", "-wal", "-shm"))):
            left.unlink(missing_ok=True)


def _check(copy: sqlite3.Connection, source: Path, counts: Counts) -> None:
    try:
        found = [said for (said,) in copy.execute("PRAGMA integrity_check(1)")]
        if is_abandoned(found[0].splitlines()[-1]):
            # A server abandoned these pages when it rebuilt something: the copy leaves them out.
            copy.execute("VACUUM")
            found = [said for (said,) in copy.execute("PRAGMA integrity_check(1)")]
        if found != ["ok"]:
            raise BackupDamaged(f"{source} is damaged, so it was not copied: {' '.join(found[0].split())}")
        if (short := copy.execute(_SHORT).fetchone()) is not None:
            table, seq, entries = short
            raise BackupDamaged(f"{source} is damaged: table {table} has {entries} of its {seq} entries.")
        if copy.execute(_COUNTS).fetchone() != counts:
            raise StoreUnavailable(f"the copy of {source} does not have the {counts.entries} entries of the original.")
    except sqlite3.DatabaseError as error:
        raise BackupDamaged(f"{source} is damaged, so it was not copied: {error}") from error


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _give_name(temporary: Path, target: Path) -> None:
    """Give the copy its name, unless another file has taken it meanwhile."""
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise _taken(target) from None
    except OSError:
        # Some file systems have no hard links: there, a file created between these two steps is overwritten.
        if os.path.lexists(target):
            raise _taken(target) from None
        temporary.replace(target)
    with suppress(OSError):
        flush_folder(target.parent)


def _taken(target: Path) -> BackupExists:
    return BackupExists(f"{target} was created meanwhile and is not overwritten.")
