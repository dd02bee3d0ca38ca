"""Finds out that a store's file went back to an older state, as when somebody put an older copy in its place.

While a server runs, it notes the newest entry of its log beside the file, in FILE.lock. A file of the same epoch that
lacks this entry is older. A file of another epoch holds another log and is not compared.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from events.entry import line_hash
from events.store import Notice, StoreError
from events.stores.sqlite import queries
from events.stores.sqlite.file import ServerLock
from events.stores.sqlite.queries import Row

Rows = Callable[..., list[Row]]
"""Returns all rows of a query with its parameters."""

_NEWEST: Final = "SELECT position, CAST(line AS BLOB) FROM log ORDER BY position DESC LIMIT 1"
# Table 0 has no entries: its row only keeps the highest position when tables are deleted.
_NEWEST_ENTRY: Final = "SELECT CAST(line AS BLOB) FROM log WHERE table_no != 0 ORDER BY position DESC LIMIT 1"
_ENTRY_AT: Final = "SELECT CAST(line AS BLOB) FROM log WHERE position = ? AND table_no != 0"


class Reached(msgspec.Struct, frozen=True):
    """The newest entry of a log, of all tables: its `position` in an `epoch`, and the SHA-256 of its line, in hex."""

    epoch: str
    position: int
    line: str


class Loss(NamedTuple):
    """An older file lacks at least so many `entries`. `since`: the time of the newest entry that it has, if known."""

    entries: int
    since: str | None

    def __str__(self) -> str:
        newer = "" if self.since is None else f", newer than {self.since}"
        return f"it lacks at least {self.entries:,} of its entries{newer}."


class _Dated(msgspec.Struct, frozen=True):
    """The part of a line with the time of its entry."""

    at: str


class NewestEntry:
    """The newest entry of an open store's log in its `epoch`, noted in the store's lock."""

    def __init__(self, path: Path, lock: ServerLock, epoch: str) -> None:
        self._path = path
        self._file = _identity(path)
        self._lock = lock
        self._epoch = epoch
        self._noted: Reached | None = None

    def find(self, rows: Rows) -> Reached | None:
        """The newest entry; None if the log is empty."""
        for position, line in rows(_NEWEST):
            return Reached(self._epoch, position, line_hash(line))
        return None

    async def keep(self, newest: Reached | None) -> None:
        """Note this entry, which is durable, on a thread. The note may be lost without harm, as on a full disk."""
        if newest is None or newest == self._noted:
            return
        with suppress(OSError):
            await asyncio.to_thread(self._lock.keep, msgspec.json.encode(newest))
            self._noted = newest

    def notice_if_missing(self, rows: Rows) -> Notice | None:
        """The notice for the operator if the log lacks the entry that an earlier server noted."""
        try:
            noted = msgspec.json.decode(self._lock.note, type=Reached)
            loss = None if noted.epoch != self._epoch else _lost(rows, noted)
        except (ValueError, StoreError):
            return None
        return None if loss is None else _went_back(self._path, loss)

    def lost_by_replacing(self, rows: Rows) -> Loss | None:
        """What a file lacks that took the place of the open one; `rows` are those of the open one."""
        with suppress(OSError, sqlite3.Error, StoreError):
            newest = self.find(rows)
            # Closing a second connection to the open file itself would drop the locks of the first.
            if newest is None or _identity(self._path) == self._file:
                return None
            with closing(sqlite3.connect(f"{self._path.as_uri()}?immutable=1", uri=True)) as connection:
                theirs = rows_of(connection)
                if theirs(queries.FIND_META, "epoch") == [(newest.epoch.encode(),)]:
                    return _lost(theirs, newest)
        return None


def rows_of(connection: sqlite3.Connection) -> Rows:
    """Queries on this connection."""

    def rows(query: str, *parameters: object) -> list[Row]:
        return connection.execute(query, parameters).fetchall()

    return rows


def _lost(rows: Rows, noted: Reached) -> Loss | None:
    """What a file of the noted epoch has lost, None if nothing."""
    newest = next((position for position, _ in rows(_NEWEST)), 0)
    if newest < noted.position:
        return Loss(noted.position - newest, _time_of_newest(rows))
    # An entry may be gone because its table was deleted. But a file with another one there was written to elsewhere.
    others = [line for (line,) in rows(_ENTRY_AT, noted.position) if line_hash(line) != noted.line]
    return Loss(1, None) if others else None


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _time_of_newest(rows: Rows) -> str | None:
    for (line,) in rows(_NEWEST_ENTRY):
        with suppress(ValueError):
            return msgspec.json.decode(line, type=_Dated).at
    return None


def _went_back(path: Path, loss: Loss) -> Notice:
    return Notice(
        "store_went_back",
        f"{path} went back to an older state: {loss} Its epoch is the same, so clients that saw more report this too. "
        f"If you did not mean it, stop the server and put the newer file back.",
        {"missing": loss.entries} | ({} if loss.since is None else {"since": loss.since}),
    )
