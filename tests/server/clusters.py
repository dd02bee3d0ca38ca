"""The tests of the server on PostgreSQL: each server that they start becomes two, behind a router that picks at random.

That is the worst case for several servers: nothing that a caller does goes where it did something before. The variable
`TAVERN_TEST_SERVERS` says where the tests run: `one` (the default: on a store in memory) or `two`. `one_server.py`
lists what cannot run so, and why.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any, Final, cast

import asyncpg

from events.storage.contract import Store
from events.storage.memory import MemoryStore
from events.storage.opening import open_store
from tests.postgres import Postgres
from tests.server.serving import CLUSTERING, Client, Served, TurnedClock

WHERE: Final = os.environ.get("TAVERN_TEST_SERVERS", "one")
"""Where the tests of the server run."""
SERVERS: Final = 2

_NUMBERS: Final = count(1)

assert WHERE in ("one", "two"), f"TAVERN_TEST_SERVERS={WHERE}"

StartOne = Callable[[Store], Awaitable[Served]]


class Router:
    """Asks one of several servers, at random."""

    def __init__(self, servers: Sequence[Served], chance: Random) -> None:
        self._servers = servers
        self._chance = chance

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chance.choice(self._servers).client, name)


class _All:
    """What several servers have in memory, together."""

    def __init__(self, parts: Sequence[Any]) -> None:
        self._parts = parts

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __getattr__(self, name: str) -> Any:
        values = [getattr(part, name) for part in self._parts]
        if all(isinstance(value, int) for value in values):
            return sum(values)
        raise AssertionError(f"{name} is in one server's memory: list the test in tests/server/one_server.py")


class ServedByTwo(Served):
    """Servers on one store that tests take for one. They share the clock and the randomness of the test."""

    def __init__(self, servers: Sequence[Served], clock: TurnedClock, *, alone: bool) -> None:
        super().__init__(cast("Client", Router(servers, Random(19))), servers[0].store, clock)
        self.servers = servers
        self._alone = alone
        """Whether they run in an event loop of their own, which ends with them."""

    @property
    def app(self) -> Any:
        return _All([server.app for server in self.servers])

    @property
    def tables(self) -> Any:
        return _All([server.tables for server in self.servers])

    @property
    def supervisor(self) -> Any:
        return _All([server.supervisor for server in self.servers])

    @property
    def streams(self) -> Any:
        return _All([server.streams for server in self.servers])

    @property
    def busy(self) -> bool:
        return any(server.busy for server in self.servers)

    async def stop(self) -> None:
        for server in self.servers:
            await server.stop()

    async def close(self) -> None:
        for server in self.servers:
            await server.close()
        if self._alone:
            for server in self.servers:
                await server.store.close()


class Clusters:
    """The clusters of one test, each on a database of its own."""

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres
        self._loop = asyncio.get_running_loop()
        self._names: list[str] = []
        self._stores: list[Store] = []
        self._addresses: dict[Store, str] = {}

    async def start(self, store: Store, start_one: StartOne, clock: TurnedClock) -> Served:
        """Start the servers, on the database of a store: every store in memory stands for one."""
        if store not in self._addresses:
            if type(store) is not MemoryStore:
                raise AssertionError(f"two servers cannot share {store!r}: list the test in tests/server/one_server.py")
            self._addresses[store] = await self._database()
        address = self._addresses[store]
        alone = asyncio.get_running_loop() is not self._loop
        servers: list[Served] = []
        for _ in range(SERVERS):
            opened = await open_store(address, shared=True)
            if not alone:
                self._stores.append(opened)
            self._addresses[opened] = address
            servers.append(await start_one(opened))
        return ServedByTwo(servers, clock, alone=alone)

    async def _database(self) -> str:
        """The address of a new database."""
        name = f"of_a_test_{next(_NUMBERS)}"
        await self._execute(f"CREATE DATABASE {name}")
        self._names.append(name)
        return self._postgres.address.replace("/postgres", f"/{name}")

    async def close(self) -> None:
        """Remove the databases."""
        for store in self._stores:
            await store.close()
        for name in self._names:
            await self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    async def _execute(self, statement: str) -> None:
        # In the event loop that there is.
        link = await asyncpg.connect(self._postgres.address)
        await link.execute(statement)
        await link.close()


@asynccontextmanager
async def clusters(postgres: Postgres) -> AsyncGenerator[Clusters]:
    """Have servers that are started in this context be clusters."""
    made = Clusters(postgres)
    CLUSTERING.append(made)
    try:
        yield made
    finally:
        CLUSTERING.remove(made)
        await made.close()
