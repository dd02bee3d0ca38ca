"""axe-core finds nothing serious on any screen, in any theme, light or dark; nor does a phone's width break one."""

import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.async_api import BrowserContext, Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import PHONE, come_back, known_tables, look_beside
from tests.server.playing_through import PURSE_CP
from tests.server.serving import SEED, Caller, Opened, Served
from tools.choosing import choose_command

pytestmark = pytest.mark.asyncio(loop_scope="session")

AXE: Final = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
GRAVE: Final = ("serious", "critical")
LOOKS: Final = [(theme, scheme) for theme in ("tavern", "parchment", "plain") for scheme in ("light", "dark")]
FOUND: Final = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  (one) => [one.impact, one.id, one.nodes.map((node) => node.target.join(" ") + ": " + node.failureSummary).join("; ")],
)"""
_GMS_DIALOGS: Final = (
    "Invite", "Add NPC", "Manage", "See as…", "TV and stream", "Save the log", "My GM link",
)  # fmt: skip
DRESSED: Final = """([theme, scheme]) => {
  localStorage.setItem("tavern / settings", JSON.stringify({theme, scheme, name: "Ada"}));
  dispatchEvent(new Event("tavern-session"));
}"""


def axe() -> str:
    """The source of axe-core."""
    if not AXE.exists() or shutil.which("node") is None:
        pytest.skip("axe-core is not installed: npm ci")
    return AXE.read_text(encoding="utf-8")


class Screens:
    """Every screen of the page, at a table in the middle of its second round."""

    def __init__(self, server: Served, context: BrowserContext, table: Opened, seats: list[Caller]) -> None:
        self._server = server
        self._context = context
        self._table = table
        self._seats = seats
        self._root = str(server.client.make_url("/"))

    @classmethod
    async def prepare(cls, server: Served, context: BrowserContext) -> "Screens":
        """Play until there is something on every screen."""
        table = await server.open("twentyone", seed=SEED, name="The Wobbly Flagon", gm={"name": "Mara"}, listed=True)
        seats = [await table.sit(name, purse_cp=PURSE_CP) for name in ("Ada", "مريم", "Cy")]
        await play(table, seats)
        await table.gm.did("start_round")
        await seats[0].post("/chat", {"text": "Well held!"})
        await seats[1].did("dispute", round=1, text="That die rolled off the table.")
        return cls(server, context, table, seats)

    async def each(self) -> list[tuple[str, Page]]:
        """Every screen by its name, each in a page of its own."""
        asked = (await self._table.public.view())["to_act"]
        acting = next(seat for seat in self._seats if seat.seat in asked)
        gm = (await come_back(self._context, self._table.gm, secret="gm")).page
        return [
            ("player's table", (await come_back(self._context, acting)).page),
            ("lobby", await self._at("", "#games")),
            ("open-table form", await self._opening()),
            ("replay", await self._at(f"t/{self._table.id}/rounds/1", "main .seat")),
            ("rounds", await self._at(f"t/{self._table.id}/rounds", "main a")),
            ("overlay", await self._at(f"t/{self._table.id}/overlay", ".seat, [class*=overlay]")),
            ("GM's table", gm),
        ]

    async def each_dialog(self) -> AsyncIterator[tuple[str, Page]]:
        """Everything that opens over a screen or beside it, and the rules, by name; one after the other."""
        player = (await come_back(self._context, self._seats[0])).page
        for tab in ("Chat", "Standings", "Disputes"):
            await look_beside(player, tab)
            yield tab, player
        for name in ("Rules", "Appearance"):
            yield name, await self._opened(player, name)
        gm = (await come_back(self._context, self._table.gm, secret="gm")).page
        # The same browser has a seat, too.
        await gm.get_by_role("button", name="GM’s view").click()
        for name in _GMS_DIALOGS:
            yield name, await self._opened(gm, name)
        await self._close(gm)
        await gm.get_by_role("button", name=re.compile("^Act for")).first.click()
        await expect(gm.locator(".acting .moves")).to_be_visible()
        yield "acting for a seat", gm
        replay = await self._at(f"t/{self._table.id}/rounds/1", "main .seat")
        await replay.get_by_role("button", name="Check this round").click()
        await expect(replay.locator("dialog [aria-busy=true]")).to_have_count(0)
        yield "check of a round", replay
        guest = await self._context.new_page()
        await guest.goto(f"{self._root}t/{(await self._server.open('farkle')).id}")
        await expect(guest.locator("main")).to_be_visible()
        yield "empty table", guest
        rules = await self._context.new_page()
        for game in CATALOGUE.rulebooks:
            await rules.goto(f"{self._root}page/rules/{game}.html")
            yield f"rules of {game}", rules

    async def _close(self, page: Page) -> None:
        closing = page.locator("dialog[open]").get_by_role("button", name="Close", exact=True)
        if await closing.count():
            await closing.click()

    async def _opened(self, page: Page, name: str) -> Page:
        await self._close(page)
        await page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
        await expect(page.locator("dialog[open]")).to_be_visible()
        return page

    async def _at(self, path: str, shown: str) -> Page:
        page = await self._context.new_page()
        await page.goto(self._root + path)
        await expect(page.locator(shown).first).to_be_visible()
        await expect(page.locator("main[aria-busy=true]")).to_have_count(0)
        return page

    async def _opening(self) -> Page:
        page = await self._at("", "#games")
        await page.get_by_role("button", name="Open a table", exact=True).first.click()
        for fold in await page.locator("dialog summary").all():
            await fold.click()
        return page


async def play(table: Opened, seats: list[Caller]) -> None:
    """A round, at random."""
    await table.gm.did("start_round")
    by_seat, chance = {seat.seat: seat for seat in seats}, Random(1)
    while asked := (await table.public.view())["to_act"]:
        caller = by_seat[chance.choice(asked)]
        command = choose_command((await caller.view())["you"]["actions"], chance)
        assert command is not None
        await caller.did(command.pop("type"), **command)


async def faults(page: Page, name: str, looks: list[tuple[str, str]]) -> list[Any]:
    """What axe finds that is grave, in each look."""
    grave: list[Any] = []
    await page.evaluate(axe())
    for look in looks:
        await page.evaluate(DRESSED, list(look))
        await expect(page.locator(f"html[data-theme={look[0]}][data-scheme={look[1]}]")).to_have_count(1)
        grave += [[name, *look, *fault] for fault in await page.evaluate(FOUND) if fault[0] in GRAVE]
    return grave


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param([("tavern", "light"), ("plain", "dark")], id="two looks"),
        pytest.param(LOOKS, id="all looks", marks=pytest.mark.campaign),
    ],
)
@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.campaign)])
async def test_axe_finds_nothing_serious_on_any_screen(
    meet: Meeting, start: Starting, looks: list[tuple[str, str]], phone: bool
) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    context = await meet(reduced_motion="reduce", **(PHONE if phone else {}))
    screens = await Screens.prepare(server, context)
    grave: list[Any] = []
    for name, page in await screens.each():
        await page.bring_to_front()
        grave += await faults(page, name, looks)
    assert grave == []


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param([("parchment", "light")], id="one look"),
        pytest.param(LOOKS, id="all looks", marks=pytest.mark.campaign),
    ],
)
async def test_axe_finds_nothing_serious_in_any_dialog_nor_in_the_rules(
    meet: Meeting, start: Starting, looks: list[tuple[str, str]]
) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    screens = await Screens.prepare(server, await meet(reduced_motion="reduce"))
    grave: list[Any] = []
    async for name, page in screens.each_dialog():
        await page.bring_to_front()
        grave += await faults(page, name, looks)
    assert grave == []


async def test_no_screen_is_wider_than_a_phone_or_a_page_at_twice_its_size(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    context = await meet(**PHONE)
    screens = await Screens.prepare(server, context)
    wide = [
        (name, width)
        for name, page in await screens.each()
        if (width := await page.evaluate("document.documentElement.scrollWidth")) > PHONE["viewport"]["width"]
    ]
    assert wide == []


async def test_tokens_leave_the_address_and_the_history_at_once(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    table = await server.open("twentyone")
    ada = await table.sit("Ada")
    person = await come_back(await meet(), ada)
    assert "#" not in person.page.url
    assert (await known_tables(person.page))[table.id]["token"] == ada.token
    kept = await person.page.evaluate("() => JSON.stringify([history.length, history.state, document.referrer])")
    assert kept == '[2,null,""]'
    assert (ada.token or "") not in await person.page.content()
