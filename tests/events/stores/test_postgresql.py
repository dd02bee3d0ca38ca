from collections.abc import AsyncIterator, Iterator

import pytest

from events.store import Store
from events.stores.postgresql import PostgresqlStore
from tests.events.stores.contract import StoreContract
from tests.events.stores.files import ByHand
from tests.postgres import Postgres, running


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture
def postgres(cluster: Postgres) -> Postgres:
    cluster.empty()
    return cluster


class TestPostgresqlStore(StoreContract):
    @pytest.fixture
    async def store(self, postgres: Postgres) -> AsyncIterator[Store]:
        store = await PostgresqlStore.open(postgres.address)
        yield store
        await store.close()

    @pytest.fixture
    def by_hand(self, postgres: Postgres) -> ByHand:
        def change(statement: str) -> None:
            postgres.sql(statement)

        return change
