"""One shard: a store that may be unreachable when its server starts, and is opened as soon as it can be."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from events.store import Store, StoreError, StoreInUse, StoreMissing, StoreReadOnly, StoreUnavailable, StoreUnreadable
from events.store.copying import Copyable
from events.store.moving import Movable
from events.stores.sharded.addresses import ShardAddress


class ShardStore(Store, Movable, Copyable, Protocol):
    """A store that can be a shard, or be copied."""


FIRST: Final = "*"
"""Marks the first shard, which has the servers' keys, in the name that its store records."""
_CHECK_SECONDS: Final = 2.0


class Shard:
    """A shard by its name; `label` is the name that its store records.

    `open_for_new`: it takes new tables. `epoch`: that of its log, once it is known. `trouble`: why it could not be
    opened, or failed its last check.
    """

    def __init__(self, address: ShardAddress, number: int, opens: Callable[[], Awaitable[ShardStore]]) -> None:
        self.name = address.name
        self.open_for_new = address.open
        self.number = number
        self.label = f"{FIRST if number == 0 else ''}{address.name}"
        self.epoch = ""
        self.trouble: StoreError | None = None
        self.on_open: list[Callable[[ShardStore], Awaitable[object]]] = []
        self._opens = opens
        self._store: ShardStore | None = None
        self._opening: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None

    @property
    def store(self) -> ShardStore:
        """The store. Raises `StoreUnavailable` if it could not be opened yet."""
        if self._store is None:
            error = StoreUnavailable(str(self.trouble or f"shard {self.name} is not open yet."))
            error.kept = False
            raise error
        return self._store

    @property
    def is_open(self) -> bool:
        """Whether the store could be opened."""
        return self._store is not None

    async def open(self) -> None:
        """Open the store, and call everything in `on_open`. Raises a `StoreError`."""
        store = await self._opens()
        try:
            known = await store.shard()
            if known not in (None, self.label):
                raise StoreUnreadable(
                    f"the store at the address of {_named(self.label)} is that of {_named(known or '')}."
                )
            for tell in self.on_open:
                await tell(store)
        except BaseException:
            await store.close()
            raise
        self._store = store
        self.trouble = None

    async def try_to_open(self, *, or_missing: bool = False) -> None:
        """Open the store, or note why it cannot be reached now: also that it is missing, if `or_missing`.

        Raises errors that are not temporary.
        """
        try:
            await self.open()
        except (StoreInUse, StoreUnreadable, StoreReadOnly) as error:
            if not (or_missing and isinstance(error, StoreMissing)):
                raise
            self.trouble = error
        except StoreError as error:
            self.trouble = error

    async def check(self) -> None:
        """Check the store and note what is wrong. If it could not be opened, try again in the background."""
        if self._store is None:
            if self._opening is None or self._opening.done():
                self._opening = asyncio.get_running_loop().create_task(self._open_later())
            await asyncio.sleep(0)
            return
        if self._checking is None or self._checking.done():
            self._checking = asyncio.get_running_loop().create_task(self._check(self._store))
        # A shard that does not answer must not delay the report on the others.
        await asyncio.wait({self._checking}, timeout=_CHECK_SECONDS)
        if not self._checking.done():
            self.trouble = StoreUnavailable(f"shard {self.name} did not answer within {_CHECK_SECONDS:g} seconds.")

    async def _check(self, store: ShardStore) -> None:
        try:
            await store.check()
        except StoreError as error:
            self.trouble = error
        else:
            self.trouble = None

    async def _open_later(self) -> None:
        try:
            await self.open()
        except StoreError as error:
            self.trouble = error

    async def close(self) -> None:
        """Close the store."""
        for task in (self._opening, self._checking):
            if task is not None and not task.done():
                task.cancel()
                await asyncio.wait({task})
        if self._store is not None:
            await self._store.close()


def _named(label: str) -> str:
    return f"the first shard, {label.removeprefix(FIRST)}" if label.startswith(FIRST) else f"shard {label}"
