"""One browser for all tests, the servers that they talk to, and pages of other origins."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer

from events.stores.memory import MemoryStore
from tests.browser.chromium import Browser, browsing, installed
from tests.server.serving import Served, start_server
from tests.toys.catalogue import TOYS

Starting = Callable[..., Awaitable[Served]]
Publishing = Callable[[], Awaitable[str]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    executable = installed()
    if executable is None:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    async with browsing(executable, tmp_path_factory.mktemp("chromium")) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def start() -> AsyncIterator[Starting]:
    """Starts servers, which are stopped after the test."""
    started: list[Served] = []

    async def starting(**settings: Any) -> Served:
        started.append(await start_server(TOYS, MemoryStore(), **settings))
        return started[-1]

    yield starting
    for served in started:
        await served.close()


@pytest_asyncio.fixture(loop_scope="session")
async def publish() -> AsyncIterator[Publishing]:
    """Serves the page of somebody else, each time at another port and thus of another origin; its address."""
    published: list[TestServer] = []

    async def publishing() -> str:
        folder, app = Path(__file__).parent, web.Application()
        app.router.add_static("/", folder / "page")
        published.append(TestServer(app))
        await published[-1].start_server()
        return str(published[-1].make_url("/page.html"))

    yield publishing
    for server in published:
        await server.close()
