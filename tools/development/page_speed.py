"""Measures how fast the page is on this computer: `python -m tools.development.page_speed`.

It prints the time to the first view of a first visit, and the bytes loaded. Needs Debian's Chromium and an otherwise
idle machine.
"""

import asyncio
from typing import Any, Final

import click
from playwright.async_api import async_playwright, expect

from tools.development.chromium import launched, served

_FIRST_VIEW: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
_WHOLE_VIEW: Final = "() => performance.now()"


async def measure() -> None:
    """Measure, and print."""
    loaded: list[int] = []

    def count(event: dict[str, Any]) -> None:
        loaded.append(int(event["encodedDataLength"]))

    async with served() as root, async_playwright() as playwright:
        browser = await launched(playwright)
        page = await browser.new_page()
        devtools: Any = await page.context.new_cdp_session(page)
        devtools.on("Network.loadingFinished", count)
        await devtools.send("Network.enable")
        await page.goto(root)
        await expect(page.locator(".gamelist li").first).to_be_visible()
        drawn, whole = await page.evaluate(_FIRST_VIEW), await page.evaluate(_WHOLE_VIEW)
        click.echo(f"first view: {drawn:.0f} ms; the whole lobby: {whole:.0f} ms; {sum(loaded):,} bytes")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(measure())
