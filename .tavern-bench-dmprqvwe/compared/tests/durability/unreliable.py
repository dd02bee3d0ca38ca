"""A store that fails at random, in every way in which stores fail."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence

from events.store import (
    Answered,
    AppendRecords,
    Conflict,
    DirectoryEntry,
    RoundSpan,
    Said,
    Snapshot,
    Store,
    Stored,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
    Token,
)
from tests.server.serving import AroundStore


class UnreliableStore(AroundStore):
    """Fails now and then while `failing`; `faults` counts how."""

    def __init__(self, inner: Store, chance: random.Random) -> None:
        super().__init__(inner)
        self._chance = chance
        self.failing = False
        self.faults: Counter[str] = Counter()

    def _befalls(self, fault: str, per_mille: int) -> bool:
        befalls = self.failing and self._chance.random() * 1_000 < per_mille
        self.faults[fault] += befalls
        return befalls

    async def _before(self, what: str) -> None:
        if self._befalls(f"{what}: nothing kept, and said so", 8):
            raise self._chance.choice([StoreFull("full"), StoreReadOnly("read-only"), Conflict("a table", 1, 1)])
        if self._befalls(f"{what}: nothing kept, outcome unknown", 12):
            raise StoreUnavailable("the cable was pulled")
        if self._befalls(f"{what}: slow", 12):
            await asyncio.sleep(self._chance.uniform(0.01, 0.15))

    async def _after(self, what: str) -> None:
        if self._befalls(f"{what}: slow to answer", 8):
            await asyncio.sleep(self._chance.uniform(0.01, 0.15))
        if self._befalls(f"{what}: kept, outcome unknown", 12):
            raise StoreUnavailable("the cable was pulled")

    async def _reading(self, what: str) -> None:
        if self._befalls(f"{what}: slow", 3):
            await asyncio.sleep(self._chance.uniform(0.01, 0.1))
        if self._befalls(f"{what}: unreadable", 5):
            raise StoreUnavailable("the disk does not answer")

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        await self._before("append")
        position = await super().append(table, seq, line, records)
        await self._after("append")
        return position

    async def say(self, table: str, by: str, at: str, text: str, key: str | None = None) -> int:
        await self._before("chat")
        n = await super().say(table, by, at, text, key)
        await self._after("chat")
        return n

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        await self._reading("log")
        return await super().read(table, after, upto)

    async def secret(self, table: str) -> bytes:
        await self._reading("secret")
        return await super().secret(table)

    async def token(self, table: str, token_hash: str) -> Token | None:
        await self._reading("token")
        return await super().token(table, token_hash)

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        await self._reading("answered")
        return await super().answered(scope, caller, request_id)

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        await self._reading("rounds")
        return await super().rounds(table, after, limit)

    async def directory(self, after: str | None, limit: int) -> Sequence[DirectoryEntry]:
        await self._reading("directory")
        return await super().directory(after, limit)

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        await self._reading("messages")
        return await super().chat(table, after, limit)

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        if self._befalls("snapshot: not kept", 300):
            raise StoreFull("full")
        await super().save_snapshot(table, snapshot)

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        await self._reading("snapshot")
        found = await super().snapshot(table, upto)
        if found is not None and self._befalls("snapshot: broken", 100):
            return Snapshot(seq=found.seq, data=found.data[:-20] + b"\0" * 20)
        return found
