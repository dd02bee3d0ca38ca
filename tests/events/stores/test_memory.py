from collections.abc import AsyncIterator

import pytest

from events.store import Store
from events.stores.memory import MemoryStore
from tests.events.stores.contract import StoreContract
from tests.events.stores.contract_archives import ArchivesContract
from tests.events.stores.contract_chat import ChatContract
from tests.events.stores.contract_rounds import RoundsContract


class TestMemoryStore(StoreContract, RoundsContract, ChatContract, ArchivesContract):
    @pytest.fixture
    async def store(self) -> AsyncIterator[Store]:
        store = MemoryStore()
        yield store
        await store.close()
