"""Measures how fast the page is: `python -m tools.development.page_speed`.

It prints, for this computer and for a slow phone (a quarter of the processor, slow 4G): the time to the first view of a
first visit, the bytes loaded, and the longest tasks of a practice round; then the frames of a throw of dice. A browser
without a graphics processor draws by software: its frames are a lower bound. Needs Debian's Chromium and an otherwise
idle machine.
"""

import asyncio
from statistics import quantiles
from typing import Any, Final

import click
from playwright.async_api import Browser, Page, async_playwright, expect

from tools.development.chromium import launched, served

_SLOWER: Final = 4
_SLOW_4G: Final = {"latency": 150, "downloadThroughput": 180_000, "uploadThroughput": 84_000}
_PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_LONG_MS: Final = 50
_MOVES: Final = 12
_WATCH_TASKS: Final = """
window.tasks = [];
new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => one.duration)))
  .observe({ type: "longtask", buffered: true });
"""
_FIRST_VIEW: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
_MOVE: Final = """() => {
  const any = ".question .answer:not([disabled]), .place .movebutton.leading:not([disabled])";
  document.querySelector(any)?.click();
}"""
_THROW: Final = """async () => {
  document.body.innerHTML = "";
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { position: "fixed", inset: 0, width: "100vw", height: "60vh" });
  document.body.append(canvas);
  const { createRoller } = await import("/vendor/dice3d.mjs");
  const roller = createRoller(canvas);
  const dice = [6, 6, 6, 8, 20].map((sides) => ({ sides, face: 1 }));
  await roller.throwDice({ seed: "warm", dice });
  window.tasks.length = 0;
  const frames = [];
  let last = performance.now();
  let over = false;
  const tick = (now) => {
    frames.push(now - last);
    last = now;
    if (!over) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  await roller.throwDice({ seed: "measured", dice });
  over = true;
  return [frames.slice(1), window.tasks];
}"""


async def _opened(browser: Browser, slow: bool) -> tuple[Page, list[int]]:
    """A page of its own, and the bytes that it loads."""
    context = await browser.new_context(**(_PHONE if slow else {}))
    page = await context.new_page()
    await page.add_init_script(_WATCH_TASKS)
    loaded: list[int] = []
    devtools: Any = await context.new_cdp_session(page)

    def count(event: dict[str, Any]) -> None:
        loaded.append(int(event["encodedDataLength"]))

    devtools.on("Network.loadingFinished", count)
    await devtools.send("Network.enable")
    if slow:
        await devtools.send("Network.emulateNetworkConditions", {"offline": False, **_SLOW_4G})
        await devtools.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    return page, loaded


def _long(tasks: list[float]) -> str:
    return f"{len(tasks)} tasks over {_LONG_MS} ms" + (f", the longest {max(tasks):.0f} ms" if tasks else "")


async def _measure(browser: Browser, root: str, name: str, *, slow: bool) -> None:
    page, loaded = await _opened(browser, slow)
    await page.goto(root)
    await expect(page.locator(".gamelist li").first).to_be_visible(timeout=60_000)
    drawn, whole = await page.evaluate(_FIRST_VIEW), await page.evaluate("performance.now()")
    click.echo(f"{name}: first view {drawn:.0f} ms; the whole lobby {whole:.0f} ms; {sum(loaded):,} bytes")
    await page.get_by_role("button", name="Play now").click()
    await expect(page.locator(".tabletitle")).to_contain_text("Round 1", timeout=60_000)
    for _ in range(_MOVES):
        await page.evaluate(_MOVE)
        await page.wait_for_timeout(400)
    click.echo(f"{name}: with a round {sum(loaded):,} bytes; {_long(await page.evaluate('window.tasks'))}")
    frames, tasks = await page.evaluate(_THROW)
    cuts = quantiles(frames, n=20)
    click.echo(
        f"{name}: a throw of five dice at {1_000 / cuts[9]:.0f} frames a second (p95 {cuts[18]:.0f} ms); {_long(tasks)}"
    )
    await page.context.close()


async def measure() -> None:
    """Measure, and print."""
    async with served() as root, async_playwright() as playwright:
        browser = await launched(playwright)
        await _measure(browser, root, "this computer", slow=False)
        await _measure(browser, root, "slow phone", slow=True)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(measure())
