"""A store in memory that several servers share, as they share a database."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager

from events.store import StoreUnavailable
from events.store.sharing import Newest
from events.stores.memory import MemoryStore


class SharedMemoryStore(MemoryStore):
    """A `Sharing`. Tests set what it answers, and whether it can be reached."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Callable[[str], object]] = []
        self.compared: list[list[str]] = []
        """The tables of each question for the newest numbers."""
        self.claimed: list[str] = []
        self.elsewhere: set[str] = set()
        """The tables that another server has claimed."""
        self.abandoned: list[str] = []
        self.server: str | None = None
        self.fails = False

    def _require(self) -> None:
        if self.fails:
            raise StoreUnavailable("gone")

    async def newest(self, table: str) -> Newest | None:
        self.compared.append([table])
        self._require()
        return await self._newest(table)

    async def newest_of(self, tables: Sequence[str]) -> dict[str, Newest]:
        self.compared.append(list(tables))
        self._require()
        found = {table: await self._newest(table) for table in tables}
        return {table: newest for table, newest in found.items() if newest is not None}

    async def _newest(self, table: str) -> Newest | None:
        info = await self.table(table)
        return None if info is None else Newest(info.seq, await self.chat_last(table))

    def primary(self) -> str | None:
        return self.server

    def on_news(self, heard: Callable[[str], object]) -> None:
        self.heard.append(heard)

    @asynccontextmanager
    async def claim(self, table: str) -> AsyncGenerator[bool]:
        self._require()
        self.claimed.append(table)
        yield table not in self.elsewhere and await self.table(table) is not None

    async def overdue(self, before: str, limit: int) -> Sequence[str]:
        self._require()
        return self.abandoned[:limit]
