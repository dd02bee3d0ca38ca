"""A store in memory: for tests, demonstrations and tables that need not be kept."""

import sqlite3
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from events.store import Healed, StoreUnavailable
from events.stores.sqlite.reader import InProcessReader
from events.stores.sqlite.schema import SCHEMA
from events.stores.sqlite.store import SqliteParts

T = TypeVar("T")

_NOWHERE: Final = Path("memory:")


class _AtOnce:
    """Commits each write as soon as it has run, since there is no disk to wait for."""

    on_failed_commit: Callable[[], None] | None = None

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._closed = False

    def guard(self) -> None:
        """Raise `StoreUnavailable` once the store is closed."""
        if self._closed:
            raise StoreUnavailable("the store is closed")

    async def run(
        self, work: Callable[[sqlite3.Connection], T], *, kept: Callable[[T], None] | None = None, erases: bool = False
    ) -> T:
        """Run `work` in a transaction of its own."""
        self.guard()
        with self._connection:
            self._connection.execute("BEGIN")
            result = work(self._connection)
        if kept is not None:
            kept(result)
        return result

    async def exclusively(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` outside a transaction."""
        self.guard()
        return work(self._connection)

    async def compact(self) -> None:
        """Do nothing: deleted data is already gone."""
        self.guard()

    async def close(self) -> None:
        """Refuse further writes."""
        self._closed = True


class MemoryStore(SqliteParts):
    """A `Store` that lasts as long as the process: SQLite without a file."""

    def __init__(self) -> None:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.executescript(SCHEMA)
        weakref.finalize(self, connection.close)
        self._writes = _AtOnce(connection)
        super().__init__(_NOWHERE, InProcessReader(_NOWHERE, connection), self._writes, None)

    async def heal(self) -> Healed:
        """Find nothing: there is no disk that could be damaged."""
        return Healed()

    async def close(self) -> None:
        """Refuse further writes. What was written can still be read."""
        await self._writes.close()
