"""How often the page asks a server that cannot answer now: not sooner than it wants, and not in haste."""

import pytest
from playwright.async_api import Route, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("path", "said"), [("games", "The server cannot be reached"), ("tables", "They cannot be shown now.")]
)
async def test_the_lobby_asks_again_when_the_server_wants_but_within_a_minute(
    meet: Meeting, start: Starting, path: str, said: str
) -> None:
    server = await start(CATALOGUE)
    page = await (await meet((f"status of 429.*api/{path}",))).new_page()
    refused = list[str]()

    async def refuse(route: Route) -> None:
        refused.append(route.request.url)
        await route.fulfill(status=429, headers={"Retry-After": "3600"}, json={"code": "too_many_requests"})

    await page.clock.install()
    await page.route(f"**/api/{path}", refuse)
    await page.goto(str(server.client.make_url("/")))
    await expect(page.get_by_text(said)).to_be_visible()
    await page.clock.run_for(55_000)
    # What was asked for before is with the server once this is.
    await page.evaluate("fetch('/healthz')")
    assert len(refused) == 1
    async with page.expect_request(f"**/api/{path}"):
        await page.clock.run_for(10_000)
