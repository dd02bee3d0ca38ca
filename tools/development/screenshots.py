"""The pictures of the page in the README and the docs: `python -m tools.development.screenshots [FOLDER]`.

A server in this process, a table with a fixed evening, and Debian's Chromium. Make the pictures again when the page has
visibly changed, and those of tests/browser/foundry_pictures.py.
"""

import asyncio
import base64
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec
from playwright.async_api import Browser, Page, async_playwright, expect

from tools.choosing import choose_command
from tools.development.chromium import launched, served

PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"
_QUALITY: Final = 0.86
_SEATS: Final = (("Bri", 6_400), ("Odo Brambleburr", 12_750), ("Mirela", 9_085), ("Old Pell", 4_310))
_EVENING: Final = 11
_DULL: Final = ("ask_for_coins", "sit_out", "leave", "set_luck", "dispute", "fold", "cheat", "accuse")
_ENOUGH: Final = 400
_DEAD_END: Final = "this evening has no such moment"
_FRAME: Final = 14
"""The step of the replay that is shown."""
_PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 780},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
IN_WEBP: Final = """async ([picture, quality, width, height]) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width ?? image.width, height ?? image.height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""
"""A picture as WebP, in base64: its address, the quality and, if it is to change, the size."""


class Evening:
    """A table and everybody at it."""

    def __init__(self, session: aiohttp.ClientSession, root: str) -> None:
        self._session = session
        self._chance = random.Random(_EVENING)
        self.root = root
        self.table = ""
        self.invite = ""
        self.tokens: dict[str, str] = {}

    async def _ask(self, method: str, path: str, who: str | None, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.tokens[who]}"} if who else {}
        async with self._session.request(method, f"{self.root}api/tables{path}", json=body, headers=headers) as answer:
            answer.raise_for_status()
            return await answer.json()

    async def begin(self) -> None:
        """Open the table, sit everybody down, and let somebody talk."""
        body = {"game": "twentyone", "name": "The Wobbly Flagon", "gm": {"name": "Mara"}, "listed": True}
        opened = await self._ask("POST", "", None, body)
        self.table, self.invite, self.tokens["gm"] = opened["table"], opened["invite"], opened["gm_token"]
        for name, purse in _SEATS:
            seat = {"invite": self.invite, "name": name, "purse_cp": purse, "character": {"abilities": {"dex": 2}}}
            taken = await self._ask("POST", f"/{self.table}/seats", None, seat)
            self.tokens[taken["seat"]] = taken["token"]
        for game, name in (("goblin", "Down in the Cellar"), ("farkle", "Six Bones")):
            await self._ask("POST", "", None, {"game": game, "name": name, "gm": {"name": "Tamsin"}, "listed": True})
        for who, said in (("bri", "My round, if I win this one."), ("mirela", "You said that last week.")):
            await self._ask("POST", f"/{self.table}/chat", who, {"text": said})

    async def start(self) -> None:
        """Start a round."""
        await self._ask("POST", f"/{self.table}/commands", "gm", {"type": "start_round", "id": self._id()})

    def _id(self) -> str:
        return self._chance.randbytes(12).hex()

    async def look(self, who: str | None) -> Any:
        """A participant's view."""
        return await self._ask("GET", f"/{self.table}", who)

    async def go_on(self) -> bool:
        """Make one more move. Returns whether the round continues."""
        asked = (await self.look(None))["to_act"]
        if not asked:
            return False
        actions = (await self.look(asked[0]))["you"]["actions"]
        some = [action for action in actions if action["type"] not in _DULL] or actions
        command = choose_command(some, self._chance)
        if command is None:
            raise RuntimeError(_DEAD_END)
        await self._ask("POST", f"/{self.table}/commands", asked[0], {"id": self._id(), **command})
        return True

    async def play_until(self, who: str, dice: int) -> None:
        """Play until it is `who`'s turn, with this number of dice, and there is something in the pot."""
        for _ in range(_ENOUGH):
            view = await self.look(who)
            own = next(seat for seat in view["seats"] if seat["seat"] == who)
            if view["to_act"] == [who] and view["question"] == "turn" and len(own["dice"]) >= dice:
                return
            if not await self.go_on():
                await self.start()
        raise RuntimeError(_DEAD_END)

    async def end(self) -> None:
        """Play the round to its end."""
        while await self.go_on():
            pass


class Camera:
    """Takes pictures of pages, and keeps them as WebP."""

    def __init__(self, browser: Browser, darkroom: Page, folder: Path, evening: Evening) -> None:
        self._browser = browser
        self._darkroom = darkroom
        self._folder = folder
        self._evening = evening

    async def take(
        self,
        name: str,
        path: str,
        shown: str,
        secret: str = "",
        look: dict[str, str] | None = None,
        keys: Sequence[str] = (),
        **options: Any,
    ) -> None:
        """Take a picture of the page at a path, once something is shown and some keys were pressed.

        `look` has its theme and scheme.
        """
        given: dict[str, Any] = {
            "viewport": {"width": 1280, "height": 800},
            "reduced_motion": "reduce",
            "color_scheme": "light",
            **options,
        }
        context = await self._browser.new_context(**given)
        settings = msgspec.json.encode({"scheme": "auto", "theme": "tavern", **(look or {}), "name": "Bri"}).decode()
        await context.add_init_script(
            f"localStorage.setItem('tavern / settings', {msgspec.json.encode(settings).decode()})"
        )
        page = await context.new_page()
        await page.goto(f"{self._evening.root}{path}{secret}")
        await expect(page.locator(shown).first).to_be_visible()
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)
        for key in keys:
            await page.keyboard.press(key)
        await page.evaluate("document.activeElement?.blur?.()")
        taken = base64.b64encode(await page.screenshot(animations="disabled")).decode()
        await context.close()
        small = await self._darkroom.evaluate(IN_WEBP, [f"data:image/png;base64,{taken}", _QUALITY])
        (self._folder / f"{name}.webp").write_bytes(base64.b64decode(small))


async def take_all(folder: Path) -> None:
    """Take every picture."""
    async with served() as root, aiohttp.ClientSession() as session, async_playwright() as playwright:
        browser = await launched(playwright)
        evening = Evening(session, root)
        camera = Camera(browser, await browser.new_page(), folder, evening)
        await evening.begin()
        await evening.start()
        await evening.end()
        await evening.start()
        await evening.play_until("bri", 3)
        table = f"t/{evening.table}"
        own, gm = f"#token={evening.tokens['bri']}", f"#gm={evening.tokens['gm']}"
        await camera.take("lobby", "", ".gamelist li")
        await camera.take("player", table, ".movebutton.leading", own)
        await camera.take("dark", table, ".movebutton.leading", own, {"scheme": "dark"})
        await camera.take("phone", table, ".movebutton.leading", own, **_PHONE)
        await camera.take("gm", table, ".hostbar", gm, {"theme": "parchment"})
        await camera.take("overlay", f"{table}/overlay?on=tv", ".overlay .die")
        await camera.take("replay", f"{table}/rounds/1", "main .die", own, keys=["ArrowRight"] * _FRAME)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(take_all(Path(sys.argv[1]) if sys.argv[1:] else PICTURES))
