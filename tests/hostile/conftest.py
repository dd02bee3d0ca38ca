"""One server process for all that is done to it."""

from collections.abc import AsyncIterator, Iterator

import aiohttp
import pytest

from server.config import NO_LIMITS
from tests.hostile.tavern import STREAMS, Tavern
from tests.hostile.wire import Process, process


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    settings = {
        **NO_LIMITS,
        "streams_total": STREAMS,
        "body_seconds": 1,
        "header_seconds": 2,
        "keepalive_seconds": 0.5,
    }
    with process(tmp_path_factory.mktemp("tavern"), **settings) as running:
        yield running


@pytest.fixture
async def tavern(server: Process) -> AsyncIterator[Tavern]:
    """A server at which nothing goes wrong inside, whatever a test does to it from outside."""
    connector = aiohttp.TCPConnector(force_close=True)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{server.port}", connector=connector) as session:
        async with session.post("/api/tables", json={"game": "twentyone"}) as answer:
            tavern = Tavern(server, session, await answer.json())
        await tavern.ask("POST", f"{tavern.path}/seats", {"name": "Ada"})
        yield tavern
        await tavern.serves_others()
        assert 'status="5xx"' not in await tavern.metrics()
    assert server.logged == []
