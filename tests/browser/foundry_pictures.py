"""The pictures of docs/foundry.md: `python -m tests.browser.foundry_pictures [FOLDER]`.

The module in the stand-in of the tests, at a server in this process. The stand-in does not look like Foundry, so a
picture has what is ours alone: the page in the module's window.
"""

import asyncio
import base64
import sys
from pathlib import Path
from typing import Final

import aiohttp
from playwright.async_api import Browser, async_playwright, expect
from yarl import URL

from tests.browser.foundry import World
from tests.browser.foundry_data import Module
from tools.development.chromium import launched, served
from tools.development.screenshots import IN_WEBP, PICTURES, Evening

_QUALITY: Final = 0.86
_WINDOW: Final = {"position": "fixed", "inset": "0", "zIndex": "9999", "width": "960px", "height": "690px"}
"""What the window has inside unless it is made larger."""
_KEPT: Final = """async ([table, place]) => {
  const key = `${game.world.id}/${game.user.id}`;
  await game.settings.set("tavern-table", "places", { [key]: [{ table, ...place }] });
  game.modules.get("tavern-table").api.open();
}"""


async def take(shown: str, user: str, world: World, browser: Browser, given: tuple[str, dict[str, str]]) -> bytes:
    """Take a picture of the module's window as somebody at a table has it."""
    context = await browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    client = await world.join(user, context, dice=False)
    await client.page.evaluate(_KEPT, given)
    frame = client.page.locator("iframe[name=tavern-table]")
    await frame.evaluate("(frame, style) => Object.assign(frame.style, style)", _WINDOW)
    page = client.page.frame_locator("iframe[name=tavern-table]")
    await expect(page.locator(shown).first).to_be_visible()
    understood = page.get_by_role("button", name="Got it")
    if await understood.count():
        await understood.click()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)
    taken = await frame.screenshot(animations="disabled")
    await client.kill()
    await context.close()
    return taken


async def take_all() -> dict[str, bytes]:
    """Take every picture, as WebP."""
    async with (
        World(13) as world,
        served(allow_frame=(str(URL(world.address).origin()),)) as root,
        aiohttp.ClientSession() as session,
        async_playwright() as playwright,
    ):
        async with session.get(f"{root}foundry/tavern-table.zip") as answer:
            world.modules.append(Module.unzipped(await answer.read()))
        browser = await launched(playwright)
        darkroom = await browser.new_page()
        evening = Evening(session, root)
        await evening.begin()
        await evening.start()
        await evening.play_until("bri", 3)
        player = {"token": evening.tokens["bri"], "seat": "bri", "who": "Bri"}
        gm = {"gm": evening.tokens["gm"], "invite": evening.invite}
        taken = {
            "foundry-player": await take(".movebutton.leading", "ann", world, browser, (evening.table, player)),
            "foundry-gm": await take(".hostbar", "mara", world, browser, (evening.table, gm)),
        }
        small: dict[str, bytes] = {}
        for name, png in taken.items():
            picture = f"data:image/png;base64,{base64.b64encode(png).decode()}"
            small[name] = base64.b64decode(await darkroom.evaluate(IN_WEBP, [picture, _QUALITY]))
        await browser.close()
        return small


if __name__ == "__main__":
    for name, taken in asyncio.run(take_all()).items():
        (Path(sys.argv[1]) if sys.argv[1:] else PICTURES).joinpath(f"{name}.webp").write_bytes(taken)
