"""Contact sheets of the page, to look at: every game, at moments and on screens that differ.

    python -m tools.development.contact_sheets FOLDER [GAME]...

Each sheet has one moment of one game on all screens: a seat's turn, a question, a result, and a full table.
`--theme` and `--screen` choose among the themes and the screens.
"""

import asyncio
import base64
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import aiohttp
import click
import msgspec
from playwright.async_api import Browser, async_playwright, expect

from games.installed import CATALOGUE
from tools.choosing import choose_command
from tools.development.chromium import launched, served

_NAMES: Final = (
    "Bri", "Odo Brambleburr", "Mirela", "Old Pell", "Kestrel", "Wilhelmina van der Steenbergen-Rook", "Tam", "Ysolde",
    "Grub", "Sister Amity", "Fennick", "Doc Quill",
)  # fmt: skip
_PURSE: Final = 20_000
_USUAL: Final = 4
_DULL: Final = frozenset({"ask_for_coins", "leave", "set_luck", "dispute", "fold", "cheat", "accuse", "sit_out"})
_TURNS: Final = frozenset({"turn", "bet", "bet_more", "buy_in"})
"""The questions that ask for a seat's turn: where the House is played against, they ask for bets."""
_ENOUGH: Final = 300
_SHORT: Final = {"farkle": {"target": 1_000}}
"""Options with which a round that would be long has a result soon."""
_SCREENS: Final[dict[str, dict[str, Any]]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "small phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True},
    "phone on its side": {"viewport": {"width": 844, "height": 390}, "has_touch": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "dark": {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark"},
    "low": {"viewport": {"width": 1280, "height": 600}},
    "laptop": {"viewport": {"width": 1366, "height": 640}},
    "gm": {"viewport": {"width": 1440, "height": 900}},
    "low gm": {"viewport": {"width": 1280, "height": 600}},
    "tv": {"viewport": {"width": 1920, "height": 1080}},
    "low tv": {"viewport": {"width": 1280, "height": 600}},
}
"""Screens show a player's page, if their names do not say otherwise."""
_THEMES: Final = ("tavern", "parchment", "plain")
_SHOWN_HEIGHT: Final = 620


class Played:
    """A table whose seats make random moves until a moment is there."""

    def __init__(self, session: aiohttp.ClientSession, root: str, game: str, seats: int) -> None:
        self._session = session
        self.root = root
        self._game = game
        self._seats = seats
        self._chance = random.Random(f"{game} {seats}")
        self.table = ""
        self.tokens: dict[str, str] = {}

    async def _ask(self, method: str, path: str, who: str | None, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.tokens[who]}"} if who else {}
        async with self._session.request(method, f"{self.root}api/tables{path}", json=body, headers=headers) as answer:
            answer.raise_for_status()
            return await answer.json()

    async def begin(self, options: dict[str, Any] | None = None) -> None:
        """Open the table, sit everybody down, and start a round."""
        body = {"game": self._game, "name": "The Wobbly Flagon", "gm": {"name": "Mara"}, "options": options or {}}
        opened = await self._ask("POST", "", None, body)
        self.table, self.tokens["gm"] = opened["table"], opened["gm_token"]
        for name in _NAMES[: self._seats]:
            seat = {"invite": opened["invite"], "name": name, "purse_cp": _PURSE}
            taken = await self._ask("POST", f"/{self.table}/seats", None, seat)
            self.tokens[taken["seat"]] = taken["token"]
        await self._start()

    async def _start(self) -> None:
        await self._give("gm", {"type": "start_round"})

    async def _give(self, who: str, command: dict[str, Any]) -> None:
        await self._ask("POST", f"/{self.table}/commands", who, {"id": self._chance.randbytes(12).hex(), **command})

    async def reaches(self, moment: Callable[[dict[str, Any]], bool]) -> bool:
        """Play until the first seat's view is of a moment. Returns whether it came."""
        for _ in range(_ENOUGH):
            view = await self._ask("GET", f"/{self.table}", "bri")
            if moment(view):
                return True
            asked = (await self._ask("GET", f"/{self.table}", None))["to_act"]
            if not asked:
                await self._start()
                continue
            who = next((seat for seat in asked if seat != "bri"), "bri")
            actions = (await self._ask("GET", f"/{self.table}", who))["you"]["actions"]
            command = choose_command([one for one in actions if one["type"] not in _DULL] or actions, self._chance)
            if command is None:
                return False
            await self._give(who, command)
        return False


def _is_turn(view: dict[str, Any]) -> bool:
    lying = sum(len(seat["dice"]) for seat in view["seats"])
    late = lying > _USUAL or view["version"] > 24 or view["question"] != "turn"
    return view["to_act"] == ["bri"] and view["question"] in _TURNS and late


def _is_question(view: dict[str, Any]) -> bool:
    return "bri" in view["to_act"] and view["question"] not in (None, "turn")


def _is_asked(view: dict[str, Any]) -> bool:
    return "bri" in view["to_act"]


def _is_result(view: dict[str, Any]) -> bool:
    return view["phase"] == "lobby" and bool(view["result"])


def _path(played: Played, screen: str) -> str:
    if screen.endswith("tv"):
        return f"t/{played.table}/overlay?on=tv"
    return f"t/{played.table}#" + (
        f"gm={played.tokens['gm']}" if screen.endswith("gm") else f"token={played.tokens['bri']}"
    )


async def _picture(browser: Browser, url: str, screen: dict[str, Any], theme: str) -> bytes:
    given: dict[str, Any] = {"reduced_motion": "reduce", "color_scheme": "light", **screen}
    context = await browser.new_context(**given)
    settings = msgspec.json.encode({"scheme": "auto", "theme": theme, "name": "Bri"}).decode()
    await context.add_init_script(
        f"localStorage.setItem('tavern / settings', {msgspec.json.encode(settings).decode()})"
    )
    page = await context.new_page()
    await page.goto(url)
    await expect(page.locator("main").first).to_be_visible()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)
    await page.wait_for_timeout(120)
    taken = await page.screenshot(animations="disabled")
    await context.close()
    return taken


async def _sheet(
    browser: Browser, played: Played, title: str, folder: Path, screens: Sequence[str], theme: str
) -> None:
    """The moment that a table has reached, on some screens, in one picture."""
    shown: list[str] = []
    for name in screens:
        url = played.root + _path(played, name)
        taken = base64.b64encode(await _picture(browser, url, _SCREENS[name], theme)).decode()
        shown.append(f"<figure><img src='data:image/png;base64,{taken}'><figcaption>{name}</figcaption></figure>")
    page = await browser.new_page(viewport={"width": 2600, "height": 1400})
    style = (
        "body{font:16px sans-serif;background:#777;margin:8px}main{display:flex;flex-wrap:wrap;gap:8px}"
        f"img{{max-height:{_SHOWN_HEIGHT}px;max-width:900px;display:block}}figure{{margin:0}}"
    )
    await page.set_content(f"<style>{style}</style><b>{title}</b><main>{''.join(shown)}</main>")
    await page.screenshot(path=folder / f"{title}.png", full_page=True)
    await page.close()


async def make_sheets(
    folder: Path,
    games: Sequence[str],
    moments: Sequence[str],
    screens: Sequence[str],
    themes: Sequence[str],
) -> None:
    """Write the sheets of some games into a folder."""
    tests = {"turn": _is_turn, "question": _is_question, "result": _is_result, "full": _is_asked}
    async with served() as root, aiohttp.ClientSession() as session, async_playwright() as playwright:
        browser = await launched(playwright)
        for game in games:
            most = CATALOGUE.rulebook(game).max_seats
            for moment in moments:
                many = min(most, len(_NAMES) if moment == "full" else _USUAL)
                played = Played(session, root, game, many)
                await played.begin(_SHORT.get(game) if moment == "result" else None)
                if not await played.reaches(tests[moment]):
                    click.echo(f"{game}: no {moment} within {_ENOUGH} moves")
                    continue
                for theme in themes:
                    title = " ".join([game, moment, *([] if theme == _THEMES[0] else [theme])])
                    await _sheet(browser, played, title, folder, screens, theme)
        await browser.close()


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("games", nargs=-1)
@click.option("--moment", "moments", multiple=True, type=click.Choice(["turn", "question", "result", "full"]))
@click.option("--screen", "screens", multiple=True, type=click.Choice(list(_SCREENS)))
@click.option("--theme", "themes", multiple=True, type=click.Choice(_THEMES))
def main(
    folder: Path, games: Sequence[str], moments: Sequence[str], screens: Sequence[str], themes: Sequence[str]
) -> None:
    """Contact sheets."""
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(
        make_sheets(
            folder,
            games or list(CATALOGUE.rulebooks),
            moments or ("turn", "question", "result", "full"),
            screens or list(_SCREENS),
            themes or _THEMES[:1],
        )
    )


if __name__ == "__main__":
    main()
