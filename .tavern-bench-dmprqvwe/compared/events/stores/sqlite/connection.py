"""What the parts of a SQLite store share: reading rows, writing in groups, and counting bytes."""

import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeVar

from events.store import Notice, StoreDamaged, StoreError, StoreReadOnly, StoreUnavailable
from events.stores.care.going_back import NewestEntry, rows_of
from events.stores.sqlite import queries
from events.stores.sqlite.file import ServerLock
from events.stores.sqlite.queries import Row
from events.stores.sqlite.reader import InProcessReader, VisitingReader

T = TypeVar("T")

PAGE: Final = 128
"""Lines read at once before other tasks in the event loop get a turn: about half a millisecond."""
_READ_ONLY_PAGE: Final = 1024
"""The same in a read-only store: no requests wait for their turn there, and fewer queries take less time."""

HIGHEST: Final = 2**63 - 1
"""The highest integer that SQLite can hold."""


class Grown(NamedTuple):
    """The number that a write assigned, if any, its table's growth in bytes, and the size of all tables, if summed."""

    number: int | None
    bytes: int
    total: int | None = None


class Writer(Protocol):
    """Runs writes on the writing connection. `GroupCommit` explains the arguments."""

    on_failed_commit: Callable[[], None] | None

    def guard(self) -> None:
        """Raise a `StoreError` if nothing can be written."""
        ...

    async def run(
        self, work: Callable[[sqlite3.Connection], T], *, kept: Callable[[T], None] | None = None, erases: bool = False
    ) -> T:
        """Run `work` and return its result once it is kept."""
        ...

    async def exclusively(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` outside a transaction while nothing else is written."""
        ...

    async def compact(self) -> None:
        """Rewrite the database without deleted data."""
        ...

    async def close(self) -> None:
        """Finish pending writes."""
        ...


class SqliteConnection:
    """An open SQLite file. Without a `group` it is read-only.

    The size of all tables is kept in memory. A commit whose outcome is unknown makes it uncertain; the next one that
    succeeds adds it up again.
    """

    def __init__(
        self,
        path: Path,
        reader: InProcessReader | VisitingReader,
        group: Writer | None,
        lock: ServerLock | None,
        notices: Sequence[Notice] = (),
    ) -> None:
        self._path = path
        self._reader = reader
        self._group = group
        self._lock = lock
        self._newest_entry: NewestEntry | None = None
        self._notices = list(notices)
        self._closed = False
        self._at_once = _READ_ONLY_PAGE if group is None else PAGE
        self._suspicious = False
        self._size = 0
        self._size_uncertain = False
        if group is not None:
            self._size = self._sum()
            group.on_failed_commit = self._doubt_size

    def notices(self) -> Sequence[Notice]:
        """What was found when the store was opened and its epoch was asked for, for the operator."""
        return tuple(self._notices)

    def size(self) -> int:
        """The size of all tables together, in bytes: kept in memory by a server, added up for other readers."""
        return self._sum() if self._group is None else self._size

    async def close(self) -> None:
        """Finish pending writes and release the file."""
        if self._closed:
            return
        self._closed = True
        # The reader goes first, so that the last connection, which empties the write-ahead log, is the writer's.
        self._reader.close()
        if self._group is not None:
            if (newest := self._newest_entry) is not None:
                with suppress(StoreError):
                    # Read like a write that comes last: then all entries before it are durable.
                    await newest.keep(await self._group.run(lambda connection: newest.find(rows_of(connection))))
            await self._group.close()
        if self._lock is not None:
            self._lock.release()

    def _writer(self) -> Writer:
        if self._group is None:
            raise StoreReadOnly(f"{self._path} was opened for reading only.")
        return self._group

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._noting_damage():
            return await self._writer().run(work)

    @contextmanager
    def _noting_damage(self) -> Generator[None]:
        try:
            yield
        except StoreDamaged:
            self._suspicious = True
            raise

    async def _grow(self, work: Callable[[sqlite3.Connection], Grown], *, erases: bool = False) -> int | None:
        """Run a write that changes the size of a table; count it once it is durable, even if the caller is gone."""
        counted = _adding_up(work) if self._size_uncertain else work
        with self._noting_damage():
            return (await self._writer().run(counted, kept=self._count, erases=erases)).number

    def _count(self, grown: Grown) -> None:
        if grown.total is None:
            self._size += grown.bytes
        else:
            self._size, self._size_uncertain = grown.total, False

    def _doubt_size(self) -> None:
        self._size_uncertain = True

    def _sum(self) -> int:
        ((total,),) = self._rows(queries.SIZE)
        return int(total)

    def _rows(self, query: str, *parameters: object) -> list[Row]:
        if self._closed:
            raise StoreUnavailable(f"{self._path} is closed.")
        with self._noting_damage():
            return self._reader.rows(query, parameters)

    def _row(self, query: str, *parameters: object) -> Row | None:
        return next(iter(self._rows(query, *parameters)), None)

    async def _keep_once(self, name: str, fresh: bytes) -> bytes:
        """A value of the whole store: the stored one, or else `fresh`, which is then stored."""
        row = self._row(queries.FIND_META, name)
        if row is None:
            return await self._write(lambda connection: _keep_once(connection, name, fresh))
        (value,) = row
        return bytes(value)


def _keep_once(connection: sqlite3.Connection, name: str, fresh: bytes) -> bytes:
    connection.execute("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)", (name, fresh))
    (value,) = connection.execute(queries.FIND_META, (name,)).fetchone()
    return bytes(value)


def _adding_up(work: Callable[[sqlite3.Connection], Grown]) -> Callable[[sqlite3.Connection], Grown]:
    """The same work, followed by adding up the size of all tables."""

    def added_up(connection: sqlite3.Connection) -> Grown:
        grown = work(connection)
        (total,) = connection.execute(queries.SIZE).fetchone()
        return grown._replace(total=total)

    return added_up


def bounded(number: int | None) -> int:
    """A seq, position or number that SQLite can hold; None is the highest."""
    return HIGHEST if number is None else min(max(number, 0), HIGHEST)
