"""The directory: the tables that are listed, for anyone to find."""

import asyncio

import msgspec

from events.store import Store
from games.table_commands import OpenTable


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A table that stands in the list."""

    table: str
    name: str
    game: str
    gm: str
    opened_at: str


class _First(msgspec.Struct, frozen=True):
    at: str
    command: OpenTable


_decoder = msgspec.json.Decoder(_First)


class Directory:
    """Which tables are listed, found in their first entries at the first ask and kept up from there."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Listed | None] = {}
        self._looking = asyncio.Lock()

    async def listed(self) -> list[Listed]:
        """The open tables that are listed, by the order in which they were opened."""
        async with self._looking:
            found: list[Listed] = []
            for info in await self._store.tables():
                if info.closed:
                    continue
                if info.table not in self._known:
                    self._known[info.table] = await self._first(info.table)
                entry = self._known[info.table]
                if entry is not None:
                    found.append(entry)
            return found

    async def _first(self, table: str) -> Listed | None:
        lines = await self._store.read(table, 0, 1)
        try:
            first = _decoder.decode(lines[0].line)
        except (IndexError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        command = first.command
        if not command.listed:
            return None
        return Listed(table=table, name=command.name, game=command.game, gm=command.gm, opened_at=first.at)
