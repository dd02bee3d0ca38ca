"""The page in the window of Foundry's module, whose part the parent plays: of another site, and slow if need be."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Frame, FrameLocator, Page, Request, expect
from yarl import URL

from tests.browser.conftest import Meeting, Publishing, Starting, executable, launched, run
from tests.server.serving import SEED, Opened, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A whole one, which gives no storage to pages of other sites."""
    async with launched(executable()) as running:
        yield running


class Window:
    """A window of the module at somebody's: the page of another site, and in it the frame."""

    def __init__(self, page: Page, served: Served, table: Opened) -> None:
        self.page = page
        self.served = served
        self.table = table

    @property
    def shown(self) -> FrameLocator:
        return self.page.frame_locator("iframe[name=tavern-table]")

    @property
    def frame(self) -> Frame:
        (frame,) = (one for one in self.page.frames if one.name == "tavern-table")
        return frame

    async def open(self, **place: Any) -> None:
        address = str(self.served.client.make_url(f"/t/{self.table.id}"))
        await run(self.page, "show", address, {"table": self.table.id, "place": place})

    async def heard(self, kind: str, at: int = 0) -> Any:
        """Wait for something that the page says."""
        found = f"heard.filter(({{ type }}) => type === {json.dumps(kind)})[{at}]"
        await self.page.wait_for_function(found)
        return await self.page.evaluate(found)


Opening = Callable[..., Awaitable[Window]]


@pytest_asyncio.fixture(loop_scope="session")
async def window(meet: Meeting, start: Starting, publish: Publishing) -> Opening:
    """Opens a table, and a page for a frame of it, at a host of its own: thus of another site."""

    async def opening(host: str = "localhost", **options: Any) -> Window:
        site = URL(await publish()).with_host(host).with_path("/framing.html")
        served = await start(allow_seeds=True, allow_frame=(str(site.origin()),))
        page = await (await meet(elsewhere=True)).new_page()
        await page.goto(str(site))
        return Window(page, served, await served.open("race", options=options, seed=SEED))

    return opening


async def test_the_page_waits_for_the_module_and_is_dressed_like_foundry(window: Opening) -> None:
    at = await window()
    await at.page.evaluate("how.silent = true")
    ada = await at.table.sit("Ada")
    await at.open(token=ada.token)
    await expect(at.shown.get_by_text("Waiting for Foundry…")).to_be_visible()
    await expect(at.shown.locator(".topbar")).to_have_count(0)
    # Only who has the page in a frame can tell it what to show.
    await at.page.evaluate("greetAsAStranger()")
    await at.page.evaluate("greet()")
    await expect(at.shown.get_by_label("Your place")).to_contain_text("Ada")
    assert (await at.page.evaluate("heard"))[0] == {"type": "ready"}
    assert await at.page.evaluate("heard.filter(({ type }) => type === 'ready').length") == 1
    # The module had only the token.
    assert (await at.heard("place"))["place"]["seat"] == ada.seat

    root = at.shown.locator("html")
    await expect(root).to_have_attribute("data-scheme", "dark")
    await at.page.evaluate("say({ type: 'scheme', scheme: 'light' })")
    await expect(root).to_have_attribute("data-scheme", "light")
    await at.shown.get_by_role("button", name="Appearance").click()
    await expect(at.shown.get_by_text("As Foundry")).to_be_visible()
    await at.shown.get_by_role("radio", name="Dark").check(force=True)
    await at.page.evaluate("say({ type: 'scheme', scheme: 'light' })")
    await expect(root).to_have_attribute("data-scheme", "dark")


async def test_every_way_out_of_the_frame_has_a_way_back(window: Opening) -> None:
    at = await window()
    await at.open(gm=at.table.gm.token)
    await expect(at.shown.get_by_role("button", name="Invite").first).to_be_visible()
    await at.shown.get_by_role("button", name="Save the log").click()
    async with at.page.expect_download() as export:
        await at.shown.get_by_role("button", name="Save it").click()
    assert (await export.value).suggested_filename == f"{at.table.id}.jsonl"

    await at.frame.goto(str(at.served.client.make_url("/")))
    await expect(at.shown.get_by_role("heading", name="Pull up a chair.")).to_be_visible()
    async with at.page.expect_popup() as opened:
        await at.shown.get_by_role("link", name="API").click()
    await expect((await opened.value).locator("body")).to_contain_text("Tavern Table")
    await at.shown.get_by_role("link", name="Tavern Table, to the table").click()
    await expect(at.shown.locator(".tabletitle")).to_be_visible()


@pytest.mark.parametrize(
    ("host", "stored"),
    [("localhost", "Access is denied"), ("127.0.0.1", "0 stored")],
    ids=["another-site", "same-site"],
)
async def test_a_seat_outlasts_a_reload_without_the_browser_s_storage(window: Opening, host: str, stored: str) -> None:
    at = await window(host)
    await at.open(invite=at.table.invite)
    await at.shown.get_by_label("Name").fill("Ada")
    await at.shown.get_by_role("button", name="Sit down").click()
    await expect(at.shown.get_by_label("Your place")).to_contain_text("Ada")
    place = (await at.heard("place"))["place"]
    assert (place["table"], bool(place["token"])) == (at.table.id, True)
    assert stored in await at.frame.evaluate(
        "(() => { try { return `${localStorage.length} stored`; } catch (error) { return error.message; } })()"
    )

    await at.page.evaluate("() => { heard.length = 0; frame.src = frame.src; }")
    await at.heard("ready")
    await expect(at.shown.get_by_label("Your place")).to_contain_text("Ada")

    # A seat that the module has forgotten is not taken again, although the page's own record still has its token.
    assert place["token"] in await at.page.evaluate("JSON.stringify(stored)")
    await at.page.evaluate("() => { heard.length = 0; hello.place = {}; frame.src = frame.src; }")
    await at.heard("ready")
    await expect(at.shown.locator(".tabletitle")).to_be_visible()
    await expect(at.shown.get_by_role("button", name="Sit down")).to_be_visible()
    assert await at.page.evaluate("heard.filter(({ type, place }) => type === 'place' && place.token)") == []
    assert place["token"] not in await at.page.evaluate("JSON.stringify(stored)")


@pytest.mark.parametrize("said", ["failed", "nothing"])
async def test_a_seal_is_sent_once_the_module_has_kept_the_luck_and_not_before(window: Opening, said: str) -> None:
    at = await window(luck="sealed")
    await at.page.clock.install()
    ada = await at.table.sit("Ada")
    sealed: list[str] = []

    def note(request: Request) -> None:
        if "seal_luck" in (given := request.post_data or ""):
            sealed.append(json.loads(given)["seal"])

    at.page.on("request", note)
    await at.page.evaluate("how.answer = ''")
    await at.open(token=ada.token, seat=ada.seat)
    luck = "heard.findLast(({ type, key }) => type === 'set' && key.startsWith('tavern-luck:'))"
    await at.page.wait_for_function(luck)
    first = await at.page.evaluate(luck)
    # The page goes on, but for the seal.
    await at.table.gm.post("/chat", {"text": "Well?"})
    await at.shown.get_by_role("button", name="Chronicle").click()
    await at.shown.get_by_role("tab", name="Chat").click()
    await expect(at.shown.get_by_text("Well?")).to_be_visible()
    assert sealed == []

    # It could not be stored: new luck is drawn, and only that is sealed.
    if said == "failed":
        await at.page.evaluate("(n) => say({ type: 'failed', n })", first["n"])
    else:
        await at.page.clock.fast_forward(10_000)
    await at.table.gm.did("pause")
    await at.page.wait_for_function(f"(n) => {luck}.n > n", arg=first["n"])
    assert sealed == []
    second = await at.page.evaluate(luck)
    async with at.page.expect_request(lambda request: "seal_luck" in (request.post_data or "")):
        await at.page.evaluate("(n) => { how.answer = 'kept'; say({ type: 'kept', n }); }", second["n"])
    assert sealed == [json.loads(second["value"])["seal"]]
    assert sealed[0] not in first["value"]


async def test_a_page_with_the_frame_s_name_but_in_no_frame_is_as_usual(meet: Meeting, start: Starting) -> None:
    server = await start()
    table = await server.open("race")
    ada = await table.sit("Ada")
    page = await (await meet()).new_page()
    await page.goto(str(server.client.make_url("/")))
    await page.evaluate("window.name = 'tavern-table'")
    await page.goto(f"{server.client.make_url('/t/')}{table.id}#token={ada.token}")
    await expect(page.get_by_label("Your place")).to_contain_text("Ada")
    assert await page.evaluate("window.name") == "tavern-table"
    await page.reload()
    await expect(page.get_by_label("Your place")).to_contain_text("Ada")
    assert str(ada.token) in await page.evaluate("JSON.stringify(localStorage)")
