"""Several servers on several databases."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import cast

from events.store import StoreError
from events.store.sharing import Newest, Sharing
from events.stores.sharded.shard import Shard, ShardStore
from events.stores.sharded.store import ShardedStore


class SharedShardedStore(ShardedStore):
    """A `ShardedStore` whose shards are shared by several servers: a `Sharing` as well."""

    async def newest(self, table: str) -> Newest | None:
        """The newest numbers of a table, wherever it is."""
        return await self.routing.ask(table, lambda store: _sharing(store).newest(table), lambda found: found is None)

    async def newest_of(self, tables: Sequence[str]) -> dict[str, Newest]:
        """The newest numbers of each of these tables; zeros where its shard cannot be reached."""
        by_shard: dict[Shard, list[str]] = {}
        for table in tables:
            by_shard.setdefault(self.routing.now(table), []).append(table)
        found: dict[str, Newest] = {}
        for newest in await asyncio.gather(*(self._newest_in(shard, names) for shard, names in by_shard.items())):
            found |= newest
        for table in tables:
            if table not in found and (newest_there := await self._newest_elsewhere(table)) is not None:
                found[table] = newest_there
        return found

    async def _newest_in(self, shard: Shard, tables: Sequence[str]) -> dict[str, Newest]:
        try:
            return await _sharing(shard.store).newest_of(tables)
        except StoreError:
            return dict.fromkeys(tables, Newest(0, 0))

    async def _newest_elsewhere(self, table: str) -> Newest | None:
        try:
            return await self.newest(table)
        except StoreError:
            return Newest(0, 0)

    def primaries(self) -> Sequence[str]:
        """The database server of each shard's latest connection, as `shard=server`."""
        return [
            f"{shard.name}={primary}"
            for shard in self.routing.shards
            if shard.is_open
            for primary in _sharing(shard.store).primaries()
        ]

    def on_news(self, heard: Callable[[str], object]) -> None:
        """Call `heard` for writes by other servers to any shard."""

        async def listen(store: ShardStore) -> None:
            _sharing(store).on_news(heard)

        for shard in self.routing.shards:
            shard.on_open.append(listen)
            if shard.is_open:
                _sharing(shard.store).on_news(heard)

    @asynccontextmanager
    async def claim(self, table: str) -> AsyncGenerator[bool]:
        """Claim the work at a table, in its shard."""
        shard = self.routing.now(table)
        async with _sharing(shard.store).claim(table) as mine:
            # If the table has left this shard, claiming fails just as if another server had the claim.
            if mine or (there := await self.routing.find(table)) is shard:
                yield mine
                return
        async with _sharing(there.store).claim(table) as mine_there:
            yield mine_there

    async def overdue(self, before: str, limit: int) -> Sequence[str]:
        """Overdue tables of the shards that can be reached. Raises a `StoreError` if none can."""
        looks = (
            self._asked(shard, lambda store: _sharing(store).overdue(before, limit)) for shard in self.routing.shards
        )
        found: list[str] = []
        failures: list[StoreError] = []
        for answer in await asyncio.gather(*looks, return_exceptions=True):
            if isinstance(answer, StoreError):
                failures.append(answer)
            elif isinstance(answer, BaseException):
                raise answer
            else:
                found += answer
        if len(failures) == len(self.routing.shards):
            raise failures[0]
        return found[:limit]


def _sharing(store: ShardStore) -> Sharing:
    return cast("Sharing", store)
