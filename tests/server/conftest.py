"""Servers for tests: every one that a test starts is stopped after it."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from events.storage.contract import Store
from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from games.installed import CATALOGUE
from games.table import TABLE_RULES
from games.twentyone import TwentyOne
from tests.server.clusters import WHERE, clusters
from tests.server.one_server import why_one_server
from tests.server.serving import Served, start_server
from tests.toys.bank import Bank
from tests.toys.race import Race
from tests.toys.secret_choice import SecretChoice

Starting = Callable[..., Awaitable[Served]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what cannot run on several servers, where tests run on several."""
    folder = Path(__file__).parent
    for item in items:
        if WHERE != "one" and item.path.parent == folder and (reason := why_one_server(item)):
            item.add_marker(pytest.mark.skip(reason=f"runs on one server only: {reason}"))


@pytest.fixture(autouse=True)
async def servers_are_several(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """Where the tests are to run on several servers, each that a test starts becomes a cluster."""
    if WHERE == "one":
        yield
    else:
        async with clusters(request.getfixturevalue("postgres_server")):
            yield


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return Catalogue.of([TwentyOne(), Race(), Bank(), SecretChoice()], TABLE_RULES)


@pytest.fixture
async def start(catalogue: Catalogue) -> AsyncIterator[Starting]:
    """Starts servers, each on a store of its own unless one is given."""
    started: list[Served] = []

    async def starting(store: Store | None = None, **settings: Any) -> Served:
        served = await start_server(catalogue, store or MemoryStore(), **settings)
        started.append(served)
        return served

    yield starting
    for served in started:
        await served.close()


@pytest.fixture
async def server(start: Starting) -> Served:
    return await start(allow_seeds=True)


@pytest.fixture
async def services() -> AsyncIterator[Served]:
    """A server with the games that are installed, where players take no time."""
    served = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True, npc_seconds=0)
    yield served
    await served.close()


@pytest.fixture
def loggers_kept() -> Iterator[None]:
    """Whatever a test does to the loggers, they are as they were afterwards."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers, root.level = handlers, level
