"""Watches the files of an open store: SQLite would go on writing into files that others removed, moved or cut short."""

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from events.store import StoreDoubted


class _Seen(NamedTuple):
    """What identifies a file, and the size that the store itself left it with."""

    device: int
    inode: int
    size: int


class FileWatch:
    """The database file and its write-ahead log, as this process knows them.

    `require` compares them with the files on disk and notes how they grew. In the context `rewriting`, the store itself
    shortens them. While a file is in doubt, nothing may be acknowledged. A file that was moved and put back is trusted
    again; one that was cut short stays in doubt until the server is restarted.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        self._file_seen = _seen(path.stat())
        self._log_seen = _seen(self._log.stat())
        self._cut = ""
        self._log_saved = False
        self._rewriting = threading.Lock()

    @property
    def log_is_lost(self) -> bool:
        """Whether only the name of the write-ahead log is lost: this process still has it open and can save it."""
        try:
            whole = not self._cut and self._doubt_of_file(self._path.stat()) is None
        except OSError:
            return False
        return whole and not self._log_saved and self._doubt_of_log() is not None

    def log_saved(self) -> None:
        """The lost log's contents were moved into the database file."""
        self._log_saved = True

    def require(self, *, wait: bool = False) -> None:
        """Raise `StoreDoubted`, with a sentence that says what to do, unless both files are as the store left them.

        While another thread is `rewriting` them, the check is skipped, unless the caller may `wait`.
        """
        if not self._rewriting.acquire(blocking=wait):
            return
        try:
            doubt = self._cut or self._doubt()
        finally:
            self._rewriting.release()
        if doubt:
            raise StoreDoubted(doubt)

    @contextmanager
    def rewriting(self) -> Generator[None]:
        """A context in which the store itself empties the log, or rewrites the whole file."""
        with self._rewriting:
            yield
            with suppress(OSError):
                self._file_seen = self._file_seen._replace(size=self._path.stat().st_size)
                self._log_seen = self._log_seen._replace(size=self._log.stat().st_size)

    def _doubt(self) -> str | None:
        try:
            status = self._path.stat()
        except OSError as error:
            return (
                f"{self._path} is gone: {error.strerror}. Nothing is acknowledged until it is back. Put it back, or "
                f"stop the server and restore a backup."
            )
        return self._doubt_of_file(status) or self._doubt_of_log()

    def _doubt_of_file(self, status: os.stat_result) -> str | None:
        if not _same(self._file_seen, status):
            return (
                f"{self._path} was replaced while the server ran. Put the former file back, or restart the server to "
                f"use this one."
            )
        if status.st_nlink > 1:
            return linked(self._path, status.st_nlink)
        if status.st_size < self._file_seen.size:
            self._cut = (
                f"{self._path} was cut short while the server ran, from {self._file_seen.size:,} to {status.st_size:,} "
                f"bytes. Stop the server, keep its files, and restore a backup, or save the rest with tavern repair."
            )
            return self._cut
        self._file_seen = self._file_seen._replace(size=status.st_size)
        return None

    def _doubt_of_log(self) -> str | None:
        try:
            status = self._log.stat()
        except OSError:
            return self._lost_log("removed")
        if not _same(self._log_seen, status):
            return self._lost_log("replaced")
        if status.st_size < self._log_seen.size:
            self._cut = (
                f"{self._log} was cut short while the server ran: the newest entries may be lost. Restart the server, "
                f"and compare its tables with a backup."
            )
            return self._cut
        self._log_seen = self._log_seen._replace(size=status.st_size)
        return None

    def _lost_log(self, how: str) -> str:
        what = (
            f"What it held was moved into {self._path}: restart the server."
            if self._log_saved
            else f"Stop the server with SIGTERM, never with SIGKILL, so that what it held reaches {self._path}."
        )
        return f"{self._log} was {how} while the server ran. {what}"


def linked(path: Path, names: int) -> str:
    """The warning to the operator about a file that has several names."""
    return (
        f"{path} has {names} names (hard links), by which other servers could open it at the same time. Remove the "
        f"other names: find their folder with find -samefile. To have a copy, use tavern backup."
    )


def _seen(status: os.stat_result) -> _Seen:
    return _Seen(status.st_dev, status.st_ino, status.st_size)


def _same(seen: _Seen, status: os.stat_result) -> bool:
    return (seen.device, seen.inode) == (status.st_dev, status.st_ino)
