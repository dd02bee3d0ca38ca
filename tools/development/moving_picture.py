"""The moving picture of a throw in the README: `python -m tools.development.moving_picture [FILE]`.

The page's clock is stopped and moved on a frame at a time, so a computer without a graphics processor can take its time
with each frame. The frames are put into one animated WebP file (chunks `ANIM` and `ANMF` of the WebP container).
"""

import asyncio
import base64
import sys
from pathlib import Path
from typing import Any, Final

import aiohttp
from playwright.async_api import Page, async_playwright, expect

from tools.development.chromium import launched, served
from tools.development.contact_sheets import Played
from tools.development.screenshots import IN_WEBP, PICTURES

_SIZE: Final = (1080, 720)
_SHOWN: Final = (660, 440)
_FRAME_MS: Final = 100
_TICK_MS: Final = 20
_FRAMES: Final = 26
_LAST_MS: Final = 2_500
"""How long the last frame stays."""
_QUALITY: Final = 0.4
_AS_IF_WITH_GPU: Final = """
const given = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, options) {
  return given.call(this, kind, options && { ...options, failIfMajorPerformanceCaveat: false });
};
const said = WebGL2RenderingContext.prototype.getParameter;
WebGL2RenderingContext.prototype.getParameter = function (name) {
  const value = said.call(this, name);
  return typeof value === "string" && /swiftshader|llvmpipe/i.test(value) ? "GPU" : value;
};
"""
_NO_BANNER: Final = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".banner { display: none }");
  document.adoptedStyleSheets = [sheet];
}"""


def animated(frames: list[bytes], width: int, height: int, milliseconds: int, last: int) -> bytes:
    """One animated WebP file from WebP files of one size, each lossy or lossless, without a transparent part."""
    canvas = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    chunks = [_chunk(b"VP8X", b"\x02\0\0\0" + canvas), _chunk(b"ANIM", b"\xff\xff\xff\xff" + bytes(2))]
    for n, frame in enumerate(frames):
        shown = last if n == len(frames) - 1 else milliseconds
        head = bytes(6) + canvas + shown.to_bytes(3, "little") + b"\x02"
        chunks.append(_chunk(b"ANMF", head + _picture_of(frame)))
    return _chunk(b"RIFF", b"WEBP" + b"".join(chunks))


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + len(content).to_bytes(4, "little") + content + bytes(len(content) % 2)


def _picture_of(file: bytes) -> bytes:
    """The chunk of a WebP file that has its picture."""
    at = len(b"RIFF....WEBP")
    while at < len(file):
        size = int.from_bytes(file[at + 4 : at + 8], "little")
        end = at + 8 + size + size % 2
        if file[at : at + 4] in (b"VP8 ", b"VP8L"):
            return file[at:end]
        at = end
    raise ValueError("the file has no picture")


async def _frame(page: Page, painter: Page) -> bytes:
    taken = base64.b64encode(await page.screenshot(scale="css")).decode()
    small = await painter.evaluate(IN_WEBP, [f"data:image/png;base64,{taken}", _QUALITY, *_SHOWN])
    return base64.b64decode(small)


async def _throw(page: Page, played: Played) -> None:
    """Bri's turn: her dice fall."""
    await played.reaches(lambda view: view["to_act"] == ["bri"] and view["question"] == "turn")
    await page.goto(f"{played.root}t/{played.table}#token={played.tokens['bri']}")
    await expect(page.get_by_role("button", name="Throw")).to_be_visible()
    # A stopped clock looks like a connection that is lost.
    await page.evaluate(_NO_BANNER)


async def drawn() -> bytes:
    """The frames of one throw, as a file."""
    async with served() as root, aiohttp.ClientSession() as session, async_playwright() as playwright:
        browser = await launched(playwright)
        played = Played(session, root, "farkle", 4)
        await played.begin()
        given: Any = {"viewport": {"width": _SIZE[0], "height": _SIZE[1]}, "color_scheme": "dark"}
        context = await browser.new_context(**given)
        await context.add_init_script(_AS_IF_WITH_GPU)
        page, painter = await context.new_page(), await context.new_page()
        await page.clock.install()
        await _throw(page, played)
        frames = [await _frame(page, painter)]
        await page.get_by_role("button", name="Throw").click()
        await page.clock.pause_at(await page.evaluate("Date.now() + 1"))
        while not await page.locator(".stage[data-rolling]").count():
            await page.clock.run_for(_TICK_MS)
            await asyncio.sleep(_TICK_MS / 1_000)
        for _ in range(_FRAMES):
            await page.clock.run_for(_FRAME_MS)
            frames.append(await _frame(page, painter))
        await browser.close()
    return animated(frames, *_SHOWN, _FRAME_MS, _LAST_MS)


if __name__ == "__main__":
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES / "throw.webp"
    file.write_bytes(asyncio.run(drawn()))
