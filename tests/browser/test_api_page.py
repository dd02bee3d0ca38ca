"""The page of the API in a browser: it is whole, comes from the server alone, and what it shows can be tried."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from events.storage.memory import MemoryStore
from server.config import Config
from server.http.app import create_app, serving
from server.http.route_table import ROUTES
from tests.browser.conftest import watch_of
from tests.toys.catalogue import TOYS

pytestmark = pytest.mark.asyncio(loop_scope="session")

PREFIXES = ["/", "/games/tavern/"]


@pytest_asyncio.fixture(params=PREFIXES, loop_scope="session")
async def root(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """Where a server is mounted, at the root or under a path prefix."""
    app = create_app(Config(port=0, requests_per_second=0), MemoryStore(), TOYS)
    async with serving(app, request.param.removesuffix("/")) as address:
        yield f"{address}/"


async def test_the_page_shows_every_operation_without_a_complaint_or_a_request_elsewhere(page: Page, root: str) -> None:
    await page.goto(f"{root}api/docs")
    shown = page.locator(".opblock-summary-operation-id")
    documented = sorted(route.id for route in ROUTES if route.documented)
    await expect(shown).to_have_count(len(documented))
    assert sorted(await shown.all_text_contents()) == documented
    watch = watch_of(page)
    assert len(watch.requested) > 4
    assert [url for url in watch.requested if not url.startswith((root, "data:"))] == []


@pytest.mark.parametrize("root", PREFIXES[1:], indirect=True)
async def test_what_the_page_shows_can_be_tried(page: Page, root: str) -> None:
    await page.goto(f"{root}api/docs")
    block = page.locator("[id$='-list_games']")
    for button in (".opblock-summary-control", ".execute"):
        # Where the button is does not matter, and the page is slow to draw.
        await block.locator(button).dispatch_event("click")
    await expect(block.locator(".live-responses-table .response .response-col_status")).to_contain_text("200")
    assert watch_of(page).requested[-1] == f"{root}api/games"
