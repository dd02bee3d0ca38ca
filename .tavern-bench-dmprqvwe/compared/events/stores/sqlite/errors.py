"""SQLite's errors in terms of the store's, with a sentence for the operator."""

import errno
import sqlite3
from pathlib import Path
from typing import Final

from events.store import StoreDamaged, StoreError, StoreFull, StoreReadOnly, StoreUnavailable, StoreUnreadable

_NO_TEXT: Final = "Could not decode to UTF-8"
"""How a message of Python's own layer begins."""


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; SQLITE_ERROR if the error came from Python's own layer."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF


def explain(error: sqlite3.Error, path: Path) -> StoreError:
    """The store's error for one of SQLite's, with a sentence that says what to do.

    `StoreFull` and `StoreReadOnly` promise that nothing was kept. That is true of a commit that SQLite reports as full,
    because the frame that would make it valid is written last. It is not true of an I/O error, which may come from the
    flush after that frame.
    """
    said = f"{error} ({getattr(error, 'sqlite_errorname', type(error).__name__)})"
    match primary_code(error):
        case sqlite3.SQLITE_FULL:
            return StoreFull(f"{path}: the disk is full, nothing was kept. Writing resumes once there is space.")
        case sqlite3.SQLITE_READONLY:
            return StoreReadOnly(f"{path} cannot be written: {said}. Check who owns the file and its directory.")
        case sqlite3.SQLITE_NOTADB:
            return StoreUnreadable(
                f"{path} is not a database, or its beginning is damaged: restore it from a backup, or save what is "
                f"left with tavern repair."
            )
        case sqlite3.SQLITE_CORRUPT:
            return StoreDamaged(
                f"{path} is damaged: {said}. Other tables may be whole; restore it from a backup, or save what is "
                f"left with tavern repair."
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreUnavailable(f"{path} is being written by another program: {said}.")
        case sqlite3.SQLITE_IOERR:
            return StoreUnavailable(f"{path}: the disk failed, or a quota or limit was reached: {said}.")
        case _ if str(error).startswith(_NO_TEXT):
            # The message goes on with what was read, which may be secret.
            return StoreDamaged(
                f"{path} is damaged: a text in it is not UTF-8. Other tables may be whole; restore it from a backup, "
                f"or save what is left with tavern repair."
            )
        case _:
            return StoreUnavailable(f"{path}: {said}.")


def explain_os(error: OSError, path: Path) -> StoreError:
    """The store's error for one of the operating system's, raised while opening a file for writing."""
    sentence = f"{path} cannot be opened for writing: {error.strerror}."
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return StoreReadOnly(sentence)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFull(sentence)
    return StoreUnavailable(sentence)
