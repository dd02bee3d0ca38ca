"""People at a table, each with the page in a browser of their own. What they do there, they do by what it offers.

Tests ask the server for nothing but what to wait for: the version that a page must show before it is looked at.
"""

import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from playwright.async_api import BrowserContext, Locator, Page, expect
from yarl import URL

from tests.server.serving import Caller, Served
from tools.choosing import choose_command

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "user_agent": "Mozilla/5.0 (Linux; Android 8.0.0; SM-G950U) AppleWebKit/537.36 Chrome/139.0 Mobile Safari/537.36",
}
"""A context of Playwright's that is a phone of the smallest usual size."""
LONGEST_ROUND: Final = 400
_LOOK_AGAIN: Final = 3_000
_KNOWN: Final = "known => localStorage.setItem(`tavern ${new URL(document.baseURI).pathname} tables`, known)"
_WRITTEN: Final = "Well met, says the fox."
_OPENED: Final = "form.moveform:has(.formend > .quiet)"
_PLACED: Final = ":is(.question, .place .moves:not(:has(.question))) form.moveform:not(:has(.formend > .quiet))"
"""Forms that a button has opened can be cancelled; others are open as long as their move is offered."""
_ANSWERS: Final = ".question .answer:not([disabled])"
_MOVES: Final = ".place .moves:not(:has(.question)) .movebutton:not([disabled], [aria-disabled])"
"""While a question is open, it covers the moves."""


class Person:
    """Somebody who looks at a table, and the same as a caller, to know what is to come."""

    def __init__(self, page: Page, caller: Caller) -> None:
        self.page = page
        self.caller = caller
        self.taps = False

    @classmethod
    async def at(cls, page: Page, server: Served) -> "Person":
        """Who has come to a table, by what their browser keeps of it."""
        table = URL(page.url).parts[-1]
        known = (await known_tables(page))[table]
        token = known.get("token") or known.get("gm")
        return cls(page, Caller(server.client, table, token, known.get("seat", "")))

    async def press(self, button: Locator) -> None:
        """Click it, or tap on it."""
        await (button.tap() if self.taps else button.click())

    async def shown(self) -> Any:
        """Wait until the page shows what the server last said; the view."""
        while True:
            view = await self.caller.view()
            version = str(view["version"])
            try:
                await expect(self.page.locator("main")).to_have_attribute("data-version", version, timeout=_LOOK_AGAIN)
            except AssertionError:
                # More may have happened meanwhile: pages seal luck by themselves.
                if str((await self.caller.view())["version"]) == version:
                    await expect(self.page.locator("main")).to_have_attribute("data-version", version)
            else:
                return view

    async def act(self, chance: Random) -> None:
        """Do something that the page offers, at random, unless the table moves on before anything is offered."""
        version = str((await self.shown())["version"])
        moved = self.page.locator(f'main:not([data-version="{version}"])')
        form = await self._begin(moved, chance)
        await expect(form.or_(moved).first).to_be_visible()
        # There is none when the click was the whole move.
        if await form.count():
            await self._fill(form, chance)
            await self.press(form.locator("button[type=submit]"))
        await expect(self.page.locator("main")).not_to_have_attribute("data-version", version)
        # A question that is asked again has an empty form once the answer to the last one is there.
        await expect(self.page.locator(".moves [aria-busy=true]")).to_have_count(0)

    async def _begin(self, moved: Locator, chance: Random) -> Locator:
        """Press one of the buttons, once they are there, or turn to a form that is open already; the form."""
        placed = self.page.locator(_PLACED)
        offered = self.page.locator(f"{_ANSWERS}, {_MOVES}")
        await expect(placed.or_(offered).or_(moved).first, "something is offered").to_be_visible()
        if not await moved.count():
            forms = await placed.count()
            at = chance.randrange(forms + await offered.count())
            if at < forms:
                return placed.nth(at)
            await self.press(offered.nth(at - forms))
        return self.page.locator(_OPENED)

    async def _fill(self, form: Locator, chance: Random) -> None:
        for _ in range(2):
            await self._choose(form, chance)
            if await form.locator("button[type=submit]:not([disabled])").count():
                return

    async def _choose(self, form: Locator, chance: Random) -> None:
        best = form.locator(".farkle-best")
        if await best.count():
            await self.press(best)
        rows = form.locator("fieldset.chips")
        for row in range(await rows.count()):
            chips = rows.nth(row).locator("label.chip:has(input:not([disabled]))")
            # A choice may leave no other open.
            if count := await chips.count():
                await self.press(chips.nth(chance.randrange(count)))
        lists = form.locator("select")
        for n in range(await lists.count()):
            choices = await lists.nth(n).locator("option:not([disabled])").count()
            await lists.nth(n).select_option(index=chance.randint(1, choices))
        numbers = form.locator("input[type=number]")
        for n in range(await numbers.count()):
            least, step = [int(await numbers.nth(n).get_attribute(name) or 1) for name in ("min", "step")]
            await numbers.nth(n).fill(str(least + step * chance.randint(1, 2)))
        texts = form.locator("textarea, input:not([type]), input[type=text]")
        for n in range(await texts.count()):
            if not await texts.nth(n).get_attribute("inputmode"):
                await texts.nth(n).fill(_WRITTEN)


async def known_tables(page: Page) -> dict[str, Any]:
    """The tables that the page keeps in this browser, with their tokens."""
    known: dict[str, Any] = await page.evaluate("() => JSON.parse(localStorage.getItem('tavern / tables') ?? '{}')")
    return known


async def visit(page: Page, server: Served, path: str, **known: str) -> None:
    """Go to a page of a table with a browser that knows its tokens."""
    table = path.split("/")[1]
    await page.goto(str(server.client.make_url("/")))
    await page.evaluate(_KNOWN, json.dumps({table: {"table": table, **known}}))
    await page.goto(str(server.client.make_url(f"/{path}")))


async def open_table(page: Page, root: str, game: str, *, name: str = "The Wobbly Flagon") -> str:
    """Open a table in the lobby, as a game master; the invite's link."""
    await page.goto(root)
    await page.get_by_role("button", name="Open a table", exact=True).first.click()
    dialog = page.get_by_role("dialog", name="Open a table")
    await dialog.locator(".gamecard", has=page.get_by_text(game, exact=True)).click()
    await dialog.get_by_label("Name of the table").fill(name)
    await dialog.get_by_label("Your name, as the GM").fill("Mara")
    await dialog.get_by_role("button", name="Open the table").click()
    return await page.locator(".invite").get_by_label("Invite link", exact=True).input_value()


async def sit_down(page: Page, invite: str, name: str, *, purse_gp: int = 50) -> None:
    """Open an invite, and take a seat."""
    await page.goto(invite)
    form = page.get_by_role("form", name="Take a seat")
    await form.get_by_label("Your name").fill(name)
    await form.get_by_role("textbox", name="gold").fill(str(purse_gp))
    await form.get_by_role("button", name="Sit down").click()
    await expect(page.locator(".ownseat")).to_contain_text(name)


async def come_back(
    context: BrowserContext, caller: Caller, *, secret: str = "token", root: URL | None = None
) -> Person:
    """Open the table with a link that carries a token, as the GM hands them out for those that are lost."""
    page = await context.new_page()
    address = str((root or caller.client.make_url("/")).join(URL(f"t/{caller.table}")))
    await page.goto(f"{address}#{secret}={caller.token}" if caller.token else address)
    person = Person(page, caller)
    await person.shown()
    return person


class Elsewhere:
    """Somebody who plays at the same table without the page, at random as well."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    async def act(self, chance: Random) -> None:
        """Do something that is offered."""
        command = choose_command((await self.caller.view())["you"]["actions"], chance)
        assert command is not None
        await self.caller.did(command.pop("type"), **command)


async def play_round(gm: Caller, players: Sequence[Person | Elsewhere], chance: Random) -> Any:
    """A round that has begun, to its end, at random: on the page by clicks on what it offers. What the GM then sees."""
    by_seat = {person.caller.seat: person for person in players}
    for _ in range(LONGEST_ROUND):
        view = await gm.view()
        if view["phase"] == "lobby":
            return view
        asked = [by_seat[seat] for seat in view["to_act"]]
        await chance.choice(asked).act(chance)
    raise AssertionError(f"the round was not over after {LONGEST_ROUND} moves")


async def look_beside(page: Page, tab: str) -> None:
    """Open what lies beside the table, at one of its tabs."""
    beside = page.get_by_role("button", name="Chronicle")
    if await beside.get_attribute("aria-expanded") == "false":
        await beside.click()
    await page.get_by_role("tab", name=tab).click()


def cp_of(text: str) -> int:
    """An amount as the page writes it, such as "2 gp 5 cp", in copper pieces."""
    words = text.replace(",", "").split()
    worth = {"gp": 100, "sp": 10, "cp": 1}
    return sum(int(count) * worth[coin] for count, coin in zip(words[::2], words[1::2], strict=True))
