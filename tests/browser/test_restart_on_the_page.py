"""A server is killed in the middle of a round and started again: the page goes on by itself, and nothing is lost."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from replays.export import parse_export
from tests.browser.conftest import Meeting, watch_of
from tests.browser.people import known_tables, open_table, sit_down
from tests.durability.test_kill import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

UNREACHABLE = r"net::ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|FAILED)"
ANSWER = ".question .answer:not([disabled]), .place .movebutton.leading:not([disabled])"


class Services:
    """A server in a process of its own, and somebody who asks it."""

    def __init__(self, server: Server, session: aiohttp.ClientSession) -> None:
        self.server = server
        self._session = session

    async def start(self) -> None:
        self.server.start()
        await self.server.ready(self._session)

    async def log(self, page: Page) -> list[bytes]:
        """The lines of a table's log, as its GM exports it."""
        table, known = next(iter((await known_tables(page)).items()))
        headers = {"Authorization": f"Bearer {known['gm']}"}
        async with self._session.get(f"{self.server.url}/api/tables/{table}/export", headers=headers) as answer:
            assert answer.status == 200
            return list(parse_export((await answer.read()).splitlines(keepends=True)).lines)

    async def version(self, page: Page) -> str:
        """The version of the table that the page's viewer would see now."""
        table, known = next(iter((await known_tables(page)).items()))
        headers = {"Authorization": f"Bearer {known.get('token') or known['gm']}"}
        async with self._session.get(f"{self.server.url}/api/tables/{table}", headers=headers) as answer:
            return str((await answer.json())["version"])


@pytest_asyncio.fixture(loop_scope="session")
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    """A server on a file, which is killed after the test."""
    async with aiohttp.ClientSession() as session:
        services = Services(Server(tmp_path), session)
        await services.start()
        yield services
        services.server.kill()


async def seated(meet: Meeting, services: Services) -> tuple[Page, list[Page]]:
    """A game master and two players in a round of Twenty-One."""
    root = f"{services.server.url}/"
    hosting = await (await meet()).new_page()
    invite = await open_table(hosting, root, "Tavern Twenty-One")
    players = []
    for name in ("Bri", "Odo"):
        players.append(await (await meet()).new_page())
        await sit_down(players[-1], invite, name)
    await hosting.locator(".startround button").click()
    for page in (hosting, *players):
        await expect(page.locator(".tabletitle")).to_contain_text("Round 1")
        # A page that is loaded again would have forgotten this.
        await page.evaluate("window.neverLoadedAgain = true")
        watch_of(page).tolerate(UNREACHABLE)
    return hosting, players


async def asked(players: list[Page]) -> Page:
    """The player who may do something now."""
    waiting = {asyncio.create_task(page.locator(ANSWER).first.wait_for()): page for page in players}
    done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    return waiting[done.pop()]


async def went_on(services: Services, pages: list[Page]) -> None:
    """Every page came back by itself, and shows what the server has."""
    for page in pages:
        await expect(page.locator(".banner.offline")).to_have_count(0)
        await expect(page.locator("main")).to_have_attribute("data-version", await services.version(page))
        assert await page.evaluate("window.neverLoadedAgain") is True


async def test_a_killed_server_is_waited_for_and_nothing_is_lost(meet: Meeting, services: Services) -> None:
    hosting, players = await seated(meet, services)
    pages = [hosting, *players]
    before = await services.log(hosting)
    services.server.kill()
    for page in pages:
        await expect(page.locator(".banner.offline")).to_contain_text("Offline")
        # What was confirmed stays in sight, but nothing can be pressed.
        await expect(page.locator(".seat").first).to_be_visible()
        assert await page.locator(ANSWER).count() == 0
    await services.start()
    await went_on(services, pages)
    assert await services.log(hosting) == before
    acting = await asked(players)
    version = await acting.locator("main").get_attribute("data-version")
    await acting.locator(ANSWER).first.click()
    await expect(acting.locator("main")).not_to_have_attribute("data-version", str(version))
    await went_on(services, pages)
    after = await services.log(hosting)
    assert after[: len(before)] == before
    assert len(after) > len(before)


@pytest.mark.parametrize("carried_out", [True, False])
async def test_an_action_whose_answer_is_lost_with_the_server_is_done_once(
    meet: Meeting, services: Services, carried_out: bool
) -> None:
    hosting, players = await seated(meet, services)
    acting = await asked(players)
    before = await services.log(hosting)
    sent: list[bytes] = []
    lost, answered = asyncio.Event(), asyncio.Event()

    async def lose(route: Route) -> None:
        """The server dies: before it has read a command, or after it has carried it out, but not answered yet."""
        sent.append(route.request.post_data_buffer or b"")
        if not lost.is_set():
            if carried_out:
                await route.fetch()
            services.server.kill()
            lost.set()
            await route.abort("connectionreset")
        else:
            await route.continue_()

    await acting.route("**/commands", lose)
    acting.on("response", lambda answer: answered.set() if answer.url.endswith("/commands") else None)
    await acting.locator(ANSWER).first.click()
    await asyncio.wait_for(lost.wait(), 60)
    await expect(acting.locator(".banner.offline")).to_contain_text("Offline")
    await services.start()
    await went_on(services, [hosting, *players])
    await expect(acting.locator("[aria-busy=true]")).to_have_count(0)
    # The page is back before its command is sent again.
    await asyncio.wait_for(answered.wait(), 60)
    assert len(sent) > 1
    (command,) = {msgspec.json.decode(body)["id"] for body in sent}
    await went_on(services, [hosting, *players])
    after = await services.log(hosting)
    assert after[: len(before)] == before
    assert [msgspec.json.decode(line)["id"] for line in after].count(command) == 1
    assert await acting.locator(".problem").count() == 0


async def test_a_phone_without_a_network_says_so_at_once_and_comes_back_with_it(
    meet: Meeting, services: Services
) -> None:
    hosting, [bri, _] = await seated(meet, services)
    watch_of(bri).tolerate(r"net::ERR_INTERNET_DISCONNECTED")
    await bri.context.set_offline(True)
    await expect(bri.get_by_text("Offline. What you see may be old")).to_be_visible()
    await hosting.get_by_text("Danger", exact=True).click()
    await hosting.get_by_role("button", name="Call the round off").click()
    await hosting.locator("dialog .moveform button[type=submit]").click()
    await bri.context.set_offline(False)
    await expect(bri.locator(".result")).to_be_visible()
    await expect(bri.get_by_text("Offline. What you see may be old")).to_have_count(0)
    assert await bri.evaluate("window.neverLoadedAgain")
