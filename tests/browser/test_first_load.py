"""What a first visit loads: little, compressed, from the server alone, under a strict policy."""

from typing import Any, Final

import pytest
from playwright.async_api import Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting, watch_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST: Final = 150_000
MOST_WITH_A_ROUND: Final = 200_000
VIOLATED: Final = """
window.violated = [];
addEventListener("securitypolicyviolation", (event) => {
  window.violated.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""


class Load:
    """The bytes that came over the network, as the browser counts them: compressed, with heads."""

    def __init__(self) -> None:
        self.bytes = 0
        self.ended = 0

    def _ended(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])
        self.ended += 1

    @classmethod
    async def of(cls, page: Page) -> "Load":
        """Count from now on."""
        load, session = cls(), await page.context.new_cdp_session(page)
        session.on("Network.loadingFinished", load._ended)
        await session.send("Network.enable")
        return load


async def test_a_first_visit_to_the_lobby_and_into_a_round_loads_little(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    context = await meet()
    await context.add_init_script(VIOLATED)
    page = await context.new_page()
    load = await Load.of(page)
    await page.goto(str(server.client.make_url("/")))
    await expect(page.locator(".gamelist li")).to_have_count(len(CATALOGUE.rulebooks))
    assert 10_000 < load.bytes < MOST
    await page.get_by_role("button", name="Play now").click()
    await expect(page.locator(".tabletitle")).to_contain_text("Round 1")
    await expect(page.locator(".to21")).to_be_visible()
    assert load.bytes < MOST_WITH_A_ROUND
    assert load.ended > 10
    assert await page.evaluate("window.violated") == []
    assert await context.cookies() == []
    assert watch_of(page).elsewhere == []


async def test_a_first_visit_with_an_invite_loads_less_than_150_kb(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    table = await server.open("twentyone")
    page = await (await meet()).new_page()
    load = await Load.of(page)
    await page.goto(f"{server.client.make_url('/t/')}{table.id}#invite={table.invite}")
    await expect(page.get_by_role("form", name="Take a seat")).to_be_visible()
    await expect(page.locator(".ticker")).to_be_visible()
    assert 10_000 < load.bytes < MOST


async def test_a_second_visit_loads_what_has_changed_alone(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    page = await (await meet()).new_page()
    root = str(server.client.make_url("/"))
    await page.goto(root)
    await expect(page.locator(".gamelist li")).to_have_count(len(CATALOGUE.rulebooks))
    load = await Load.of(page)
    await page.goto(root)
    await expect(page.locator(".gamelist li")).to_have_count(len(CATALOGUE.rulebooks))
    assert load.bytes < MOST / 3
