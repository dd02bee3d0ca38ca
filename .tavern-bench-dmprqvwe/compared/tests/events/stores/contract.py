"""What every store must do: a contract for each part of `events.store.Store`, and all of them together.

A new back end is tested by a subclass with a fixture that gives an empty store and closes it:

class TestMyStore(StoreContract):
    @pytest.fixture
    async def store(self) -> AsyncIterator[Store]:
        store = MyStore()
        yield store
        await store.close()

    @pytest.fixture
    def by_hand(self, store: Store) -> ByHand:
        return a function that changes the store's tables with a statement of SQL, behind its back

While it grows, it can pass one part after the other, the log first: the tests of the other parts append entries too.
"""

from tests.events.stores.contract_chat import ChatContract
from tests.events.stores.contract_credentials import CredentialContract
from tests.events.stores.contract_log import LogContract
from tests.events.stores.contract_maintenance import MaintenanceContract
from tests.events.stores.contract_rounds import RoundsContract
from tests.events.stores.contract_snapshots import SnapshotContract


class StoreContract(
    LogContract, RoundsContract, CredentialContract, ChatContract, SnapshotContract, MaintenanceContract
):
    """The contract of `events.store.Store`."""
