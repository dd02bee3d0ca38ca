import asyncio
from collections.abc import AsyncIterator

import pytest

from events.store import Store
from events.stores.memory import MemoryStore
from tests.events.stores.contract import StoreContract
from tests.events.stores.files import ByHand
from tests.events.stores.filling import fill, seqs


class TestMemoryStore(StoreContract):
    @pytest.fixture
    async def store(self) -> AsyncIterator[Store]:
        store = MemoryStore()
        yield store
        await store.close()

    @pytest.fixture
    def by_hand(self, store: MemoryStore) -> ByHand:
        def change(statement: str) -> None:
            # There is no file that another connection could change.
            store._reader._connection.execute(statement)  # pyright: ignore[reportPrivateUsage]

        return change


async def test_a_store_in_memory_may_be_used_by_another_thread() -> None:
    store = MemoryStore()
    await fill(store, "t", 1)
    assert await asyncio.to_thread(asyncio.run, seqs(store, "t")) == [1]
