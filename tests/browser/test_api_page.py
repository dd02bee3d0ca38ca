"""The page of the API in a browser: it is whole, comes from the server alone, and what it shows can be tried."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from events.stores.memory import MemoryStore
from server.config import Config
from server.http.app import create_app
from server.http.route_table import ROUTES
from tests.browser.chromium import Browser
from tests.server.serving import Client
from tests.toys.catalogue import TOYS

pytestmark = pytest.mark.asyncio(loop_scope="session")

PREFIXES = ["/", "/games/tavern/"]


@pytest_asyncio.fixture(params=PREFIXES, loop_scope="session")
async def root(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """Where a server is mounted, at the root or under a path prefix."""
    app = create_app(Config(requests_per_second=0), MemoryStore(), TOYS)
    if request.param != "/":
        outer = web.Application()
        outer.add_subapp(request.param, app)
        app = outer
    client: Client = TestClient(TestServer(app))
    await client.start_server()
    yield str(client.make_url(request.param))
    await client.close()


async def test_the_page_shows_every_operation_without_a_complaint_or_a_request_elsewhere(
    browser: Browser, root: str
) -> None:
    page = await browser.page(root)
    await page.until("document.querySelector('.opblock')")
    shown = await page.run(
        "() => [...document.querySelectorAll('.opblock-summary-operation-id')].map((node) => node.textContent)"
    )
    assert sorted(shown) == sorted(route.id for route in ROUTES)
    assert page.complaints() == []
    assert len(page.requested()) > 4
    assert [url for url in page.requested() if not url.startswith((root, "data:"))] == []


async def test_what_the_page_shows_can_be_tried(browser: Browser, root: str) -> None:
    page = await browser.page(root)
    block = "[id$='-list_games']"
    for button in (".opblock-summary-control", ".execute"):
        await page.until(f"document.querySelector(`{block} {button}`)")
        await page.run("(selector) => document.querySelector(selector).click()", f"{block} {button}")
    status = f"document.querySelector(`{block} .live-responses-table .response .response-col_status`)"
    await page.until(f"{status}?.textContent.includes('200')")
    assert page.requested()[-1] == f"{root}api/games"
    assert page.complaints() == []
