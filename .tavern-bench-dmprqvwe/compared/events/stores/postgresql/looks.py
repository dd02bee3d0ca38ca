"""Lookups that share their queries."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class _Look(Generic[K, V]):
    """A query that has not begun, for all who ask before it does."""

    def __init__(self) -> None:
        self.keys: dict[K, None] = {}
        self.found: asyncio.Future[Mapping[K, V]] = asyncio.get_running_loop().create_future()


class Looks(Generic[K, V]):
    """Looks up keys with `find`, one query at a time. Those who ask while one is under way share the next.

    So nobody gets an answer that is older than the question.
    """

    def __init__(self, find: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]]) -> None:
        self._find = find
        self._next: _Look[K, V] | None = None
        self._looking: asyncio.Task[None] | None = None

    async def at(self, key: K) -> V | None:
        """What is found under a key, if anything. Raises what `find` raises."""
        if self._next is None:
            self._next = _Look()
        look = self._next
        look.keys[key] = None
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look())
        return (await asyncio.shield(look.found)).get(key)

    async def _look(self) -> None:
        try:
            # Those who ask in the same turn of the event loop share a look.
            await asyncio.sleep(0)
            while (look := self._next) is not None:
                self._next = None
                try:
                    look.found.set_result(await self._find(list(look.keys)))
                except BaseException as error:  # noqa: BLE001 - it goes to all who asked
                    look.found.set_exception(error)
                    # Where nobody waits any more, asking for it keeps the loop from printing it.
                    look.found.exception()
        finally:
            self._looking = None
