"""Ada with the page in a browser: the notices that she sees, and the verdict when she checks the round."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

from playwright.async_api import Browser, Page, expect

from tests.verifier.lying.finding import Codes, Sitting, Victim
from tests.verifier.lying.operator import ADA, Operator

_LOOK_MS: Final = 1_000
_CHECK_MS: Final = 60_000
_KNOWN: Final = "known => localStorage.setItem(`tavern ${new URL(document.baseURI).pathname} tables`, known)"
_GIVE: Final = """async ([table, token, command]) => {
  const { Tavern } = await import("/client/tavern.mjs");
  await new Tavern(location.origin).table(table, { token, seals: false }).send(command).catch(() => {});
}"""
_KEPT: Final = """async ([table, token]) => {
  const { Tavern } = await import("/client/tavern.mjs");
  const handle = new Tavern(location.origin).table(table, { token, seals: false });
  return [await handle.proof(1), handle.recordFile()];
}"""


class PageAda:
    """Ada with the page. `found`: the kinds of notices that she sees at the table, and what only the page compares."""

    def __init__(self, page: Page) -> None:
        self.found: Codes = []
        self._page = page
        self._at: list[Any] = []

    async def sit(self, operator: Operator, token: str) -> None:
        self._at = [operator.table, token]
        known = {operator.table: {"table": operator.table, "token": token, "seat": ADA}}
        await self._page.goto(f"{operator.url}/")
        await self._page.evaluate(_KNOWN, json.dumps(known))
        await self._page.goto(f"{operator.url}/t/{operator.table}")

    async def look(self, operator: Operator) -> None:
        await operator.settled()
        shown = self._page.locator(f'main[data-version="{await operator.version()}"]')
        # A lie may keep the page from what it is to show.
        await asyncio.wait([asyncio.create_task(shown.wait_for(timeout=_LOOK_MS))])

    async def dispute(self) -> None:
        command = {"type": "dispute", "round": 1, "text": "Show me your dice."}
        await self._page.evaluate(_GIVE, [*self._at, command])

    async def proof(self) -> tuple[bytes, bytes, Codes]:
        for banner in await self._page.locator(".banner.bad").all_inner_texts():
            self.found.append(next(code for code, words in _NOTICES.items() if words in banner))
        proof, record = await self._page.evaluate(_KEPT, self._at)
        await self._page.goto(f"{self._page.url}/rounds/1")
        await self._page.get_by_role("button", name="Check this round").click()
        verdict = self._page.locator(".verdict")
        await expect(verdict).to_be_visible(timeout=_CHECK_MS)
        details = await self._page.locator(".findings .bad .hash").all_inner_texts()
        assert bool(details) == ("bad" in (await verdict.get_attribute("class") or ""))
        codes = [detail.partition(":")[0] for detail in details]
        # The page alone knows what root it shows now.
        self.found += [code for code in codes if code == _OF_PAGE]
        return proof.encode(), record.encode(), [code for code in codes if code != _OF_PAGE]


_OF_PAGE: Final = "root_differs"
_NOTICES: Final = {
    "log_went_back": "went back to an earlier state",
    "log_replaced": "was moved, or restored from a backup",
    "root_changed": "changed the root",
    "broken_luck": "did not keep to the rules of sealed luck",
}


def on_a_page(browser: Browser) -> Sitting:
    """Opens a page for Ada."""

    @asynccontextmanager
    async def sitting(_: Operator) -> AsyncGenerator[Victim]:
        page = await browser.new_page()
        try:
            yield PageAda(page)
        finally:
            await page.close()

    return sitting
