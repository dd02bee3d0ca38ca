from collections.abc import AsyncIterator

import pytest

from events.store import Store
from events.stores.memory import MemoryStore
from tests.events.stores.contract import StoreContract


class TestMemoryStore(StoreContract):
    @pytest.fixture
    async def store(self) -> AsyncIterator[Store]:
        store = MemoryStore()
        yield store
        await store.close()
