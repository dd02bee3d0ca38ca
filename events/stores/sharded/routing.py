"""Finds a table's shard: the table's id names the shard where it was opened, and shards know where tables moved."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from events.store import NoSuchTable, StoreError, StoreUnavailable
from events.store.moving import Place
from events.stores.sharded.shard import Shard, ShardStore

T = TypeVar("T")

_BEFORE_NAME = "-"


class Routing:
    """The shards, and the tables that moved. Tables whose ids name no shard belong to the first."""

    def __init__(self, shards: Sequence[Shard]) -> None:
        self.shards = tuple(shards)
        self.first = self.shards[0]
        self._by_name = {shard.name: shard for shard in shards}
        self._moved: dict[str, Shard] = {}

    def named(self, name: str) -> Shard | None:
        """The shard with this name."""
        return self._by_name.get(name)

    def home(self, table: str) -> Shard:
        """The shard in which a table was opened."""
        _, dash, name = table.rpartition(_BEFORE_NAME)
        return self._by_name.get(name, self.first) if dash else self.first

    def begins(self, table: str) -> Sequence[Shard]:
        """The shards where lookups of a table begin: its home, and the first, which is its home if that is removed."""
        home = self.home(table)
        return (home,) if home is self.first else (home, self.first)

    def id_in(self, shard: Shard, fresh: str) -> str:
        """The id of a table that is opened in a shard."""
        return fresh if shard is self.first else f"{fresh}{_BEFORE_NAME}{shard.name}"

    def chosen(self, by: str, *, reachable: bool) -> Shard:
        """The shard for a new table, by rendezvous hashing: the same for the same text and the same open shards.

        `reachable`: leave out shards that cannot be reached. Raises `StoreUnavailable`.
        """
        among = [shard for shard in self.shards if shard.open_for_new and not (reachable and shard.trouble)]
        if not among:
            error = StoreUnavailable("no shard is open for new tables, or none of them can be reached.")
            error.kept = False
            raise error
        return max(among, key=lambda shard: _weight(shard.name, by))

    def now(self, table: str) -> Shard:
        """Where a table is, as far as this process knows."""
        return self._moved.get(table) or self.home(table)

    async def find(self, table: str) -> Shard:
        """Where a table is: follows its moves from its home. Raises `StoreError`."""
        return await self._follow(table, lambda shard: shard.store.place(table))

    async def learn(self) -> Mapping[Shard, Mapping[str, Place]]:
        """Note where all moved tables are. Returns what each shard knows, without shards that cannot be reached."""
        asked = [shard for shard in self.shards if shard.is_open]
        answers = await asyncio.gather(*(shard.store.places() for shard in asked), return_exceptions=True)
        known: dict[Shard, Mapping[str, Place]] = {}
        for shard, answer in zip(asked, answers, strict=True):
            if isinstance(answer, StoreError):
                continue
            if isinstance(answer, BaseException):
                raise answer
            known[shard] = answer
        for table in {table for places in known.values() for table in places}:

            async def look(shard: Shard, table: str = table) -> Place | None:
                return known.get(shard, {}).get(table)

            await self._follow(table, look)
        return known

    async def _follow(self, table: str, look: Callable[[Shard], Awaitable[Place | None]]) -> Shard:
        shard, since = self.home(table), 0
        while (place := await look(shard)) is not None and place.to and place.since > since:
            there = self._by_name.get(place.to)
            if there is None:
                # The table may have come back, and only that shard knows.
                error = StoreUnavailable(
                    f"table {table} was moved to shard {place.to}, which is not among the shards here: give them all."
                )
                error.kept = False
                raise error
            shard, since = there, place.since
        if shard is self.home(table):
            self._moved.pop(table, None)
        else:
            self._moved[table] = shard
        return shard

    async def ask(
        self, table: str, ask: Callable[[ShardStore], Awaitable[T]], missing: Callable[[T], bool] | None = None
    ) -> T:
        """The answer of a table's shard.

        If the shard has no such table, or its answer is `missing`, the table may have moved: its new shard is asked.
        """
        while True:
            shard = self.now(table)
            answer: T
            try:
                answer = await ask(shard.store)
            except NoSuchTable:
                if await self.find(table) is shard:
                    raise
                continue
            if missing is None or not missing(answer) or await self.find(table) is shard:
                return answer


def _weight(name: str, by: str) -> bytes:
    return hashlib.blake2b(f"{name} {by}".encode(errors="surrogatepass"), digest_size=16).digest()
