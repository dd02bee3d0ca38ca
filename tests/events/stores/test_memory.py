from collections.abc import AsyncIterator

import pytest

from events.store import Store
from events.stores.memory import MemoryStore
from tests.events.stores.contract import StoreContract
from tests.events.stores.files import ByHand


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
