"""Lookups that share their queries."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class _Batch(Generic[K, V]):
    """The keys of a query that has not begun, and its result, for all callers that ask before it begins."""

    def __init__(self) -> None:
        self.keys: dict[K, None] = {}
        self.found: asyncio.Future[Mapping[K, V]] = asyncio.get_running_loop().create_future()


class BatchedLookups(Generic[K, V]):
    """Looks up keys with `find`, one query at a time. Callers that ask while a query runs share the next one.

    So nobody gets an answer that is older than the question.
    """

    def __init__(self, find: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]]) -> None:
        self._find = find
        self._next: _Batch[K, V] | None = None
        self._running: asyncio.Task[None] | None = None

    async def get(self, key: K) -> V | None:
        """What is found under a key, if anything. Raises what `find` raises."""
        if self._next is None:
            self._next = _Batch()
        batch = self._next
        batch.keys[key] = None
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())
        return (await asyncio.shield(batch.found)).get(key)

    async def _run(self) -> None:
        try:
            # Callers that ask in the same turn of the event loop share a query.
            await asyncio.sleep(0)
            while (batch := self._next) is not None:
                self._next = None
                try:
                    batch.found.set_result(await self._find(list(batch.keys)))
                except BaseException as error:  # noqa: BLE001 - it goes to all callers
                    batch.found.set_exception(error)
                    # If no caller waits any more, asking for it keeps the loop from printing it.
                    batch.found.exception()
        finally:
            self._running = None
