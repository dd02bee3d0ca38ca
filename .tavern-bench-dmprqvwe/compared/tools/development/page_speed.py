"""Measures how fast the page is: `python -m tools.development.page_speed`.

First, the time to the first view on this computer. Then the bytes loaded, and how long scripts block the page from
reacting to taps, on the first visit and while a round is played: on this computer, and as on a slow phone, with a
quarter of the processor and a slow mobile network. Needs Debian's Chromium and an otherwise idle machine.
"""

import asyncio
import random
from collections.abc import Awaitable
from typing import Any, Final

import click
import msgspec
from playwright.async_api import Browser, Page, async_playwright, expect

from tools.development.chromium import PHONE, launched, served

SLOWER: Final = 4
LONG: Final = 50
_SLOW_4G: Final = {"latency": 150, "downloadThroughput": 1_600_000 / 8 * 0.9, "uploadThroughput": 750_000 / 8 * 0.9}
_TRACED: Final = ["toplevel", "devtools.timeline", "v8"]
_SCRIPTS: Final = ("FunctionCall", "v8.evaluateModule", "v8.callFunction", "RunMicrotasks", "V8.RunMicrotasks")
_FIRST_VIEW: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
_WHOLE_VIEW: Final = "() => performance.now()"
_CLICKED: Final = """(chance) => {
  const any = (all) => all[Math.floor(chance * all.length)];
  if (document.querySelector(".result")) return "ended";
  const form = document.querySelector("form.moveform");
  if (!form) {
    const answers = document.querySelectorAll(".question .answer:not([disabled])");
    const moves = document.querySelectorAll(".place .move-buttons .movebutton:not([disabled])");
    const button = any(answers.length ? answers : moves);
    button?.click();
    return button ? "clicked" : "waiting";
  }
  const open = form.querySelectorAll("fieldset.chips:not(:has(:checked))");
  for (const row of open) any(row.querySelectorAll("input")).click();
  const send = form.querySelector("button[type=submit]");
  const back = form.querySelector("button.quiet");
  if (send.ariaBusy === "true") return "waiting";
  setTimeout(() => (send.disabled ? back : send)?.click());
  return "clicked";
}"""
_PAUSE: Final = 0.2
"""Seconds between two clicks: people are not faster."""
_SECONDS: Final = 240
_SEED: Final = 7


async def first_view(browser: Browser, root: str) -> tuple[float, float]:
    """Milliseconds until something is drawn, and until the whole lobby is drawn, on a first visit."""
    page = await browser.new_page()
    await page.goto(root)
    await expect(page.locator(".gamelist li").first).to_be_visible()
    drawn, whole = await page.evaluate(_FIRST_VIEW), await page.evaluate(_WHOLE_VIEW)
    await page.context.close()
    return drawn, whole


class Phone:
    """A page as on a phone."""

    def __init__(self, browser: Browser, page: Page) -> None:
        self.page = page
        self.bytes = 0
        self._browser = browser

    @classmethod
    async def opened(cls, browser: Browser, *, slow: bool) -> "Phone":
        """A page in its own context, on a slow phone if `slow`."""
        context = await browser.new_context(**PHONE)
        phone = cls(browser, await context.new_page())
        devtools: Any = await context.new_cdp_session(phone.page)
        devtools.on("Network.loadingFinished", phone._loaded)
        await devtools.send("Network.enable")
        if slow:
            await devtools.send("Network.emulateNetworkConditions", {"offline": False, **_SLOW_4G})
            await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        return phone

    def _loaded(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])

    async def traced(self, doing: Awaitable[object]) -> list[float]:
        """The milliseconds that scripts took in each task while something was done, the longest first.

        Only the thread's processor time counts, so that other programs on this machine matter less.
        """
        await self._browser.start_tracing(page=self.page, categories=_TRACED)
        await doing
        events = msgspec.json.decode(await self._browser.stop_tracing())["traceEvents"]
        named = [one for one in events if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"]
        threads = {(one["pid"], one["tid"]) for one in named}
        ours = [one for one in events if (one["pid"], one["tid"]) in threads and one["ph"] == "X"]
        scripts = sorted((one for one in ours if one["name"] in _SCRIPTS and "tdur" in one), key=lambda one: one["ts"])
        tasks = sorted((one for one in ours if one["name"].endswith("RunTask")), key=lambda one: one["ts"])
        took: dict[float, float] = {}
        task_at, script_end = 0, 0.0
        for script in scripts:
            if script["ts"] < script_end:
                # The previous task called it.
                continue
            script_end = script["ts"] + script["dur"]
            while task_at + 1 < len(tasks) and tasks[task_at + 1]["ts"] <= script["ts"]:
                task_at += 1
            within = tasks[task_at]["ts"] + tasks[task_at]["dur"] > script["ts"]
            task = task_at if within else -script["ts"]
            took[task] = took.get(task, 0.0) + script["tdur"] / 1_000
        return sorted(took.values(), reverse=True)


async def play(page: Page) -> int:
    """Play a practice round by random clicks. Returns the number of clicks."""
    chance, clicks = random.Random(_SEED), 0
    await page.get_by_role("button", name="Play now").click()
    await expect(page.locator(".tabletitle")).to_contain_text("Round 1", timeout=60_000)
    async with asyncio.timeout(_SECONDS):
        while (came := await page.evaluate(_CLICKED, chance.random())) != "ended":
            clicks += came == "clicked"
            await asyncio.sleep(_PAUSE)
    return clicks


async def _visit(page: Page, root: str) -> None:
    await page.goto(root)
    await expect(page.locator(".gamelist li").first).to_be_visible(timeout=60_000)


def _said(took: list[float]) -> str:
    longest = ", ".join(f"{one:.0f}" for one in took[:5])
    return f"{sum(one > LONG for one in took)} over {LONG} ms of {len(took)}; the longest: {longest} ms"


async def measure() -> None:
    """Measure, and print."""
    async with served(npc_seconds=0.2) as root, async_playwright() as playwright:
        browser = await launched(playwright)
        drawn, whole = await first_view(browser, root)
        click.echo(f"first view on this computer: {drawn:.0f} ms; the whole lobby: {whole:.0f} ms")
        for name, slow in (("this computer", False), ("slow phone", True)):
            phone = await Phone.opened(browser, slow=slow)
            took = await phone.traced(_visit(phone.page, root))
            click.echo(f"{name}, first visit: {phone.bytes:,} bytes; script tasks: {_said(took)}")
            took = await phone.traced(play(phone.page))
            click.echo(f"{name}, with a round: {phone.bytes:,} bytes; script tasks: {_said(took)}")
            await phone.page.context.close()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(measure())
