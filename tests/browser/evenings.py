"""Evenings with the module for Foundry, as the server offers it: a world, a tavern at another origin, and users."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any, Final, Self

from playwright.async_api import FrameLocator, Locator
from yarl import URL

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.foundry import Client, World
from tests.browser.foundry_data import Module, character
from tests.server.serving import Caller, Served

BRI, ODO, HARPY = "Actor.bri", "Actor.odo", "Actor.harpy"
PURSE: Final = 2_034
"""What each actor has: 20 gp, 3 sp and 4 cp."""
SECONDS: Final = 60
"""How long is waited for something. Nothing takes nearly as long unless the machine is busy."""
WORTH: Final = {"pp": 1000, "gp": 100, "ep": 50, "sp": 10, "cp": 1}


_USUAL: Final = ("ERR_UNSAFE_PORT", "ERR_CONNECTION")
"""Complaints of browsers whose server is not there yet, or not any more."""


class User:
    """Somebody in Foundry with the module."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.page = client.page
        self.context = client.page.context

    @property
    def window(self) -> FrameLocator:
        """The tavern's page in the module's window."""
        return self.page.frame_locator("iframe[name=tavern-table]")

    @property
    def dialog(self) -> Locator:
        """The dialog that is open; one that closes is still there for a moment."""
        return self.page.locator("dialog[open]")

    async def call(self, name: str, *given: Any) -> None:
        """Begin something of the API. Dialogs that it opens are answered meanwhile."""
        await self.client.run(
            "(name, given) => { globalThis.called = game.modules.get('tavern-table').api[name](...given); }",
            name,
            list(given),
        )

    async def done(self) -> Any:
        """What came of it."""
        return await self.client.run("() => globalThis.called")

    async def fill(self, label: str, value: str) -> None:
        await self.dialog.get_by_label(label, exact=True).fill(value)

    async def press(self, label: str) -> None:
        await self.dialog.get_by_role("button", name=label, exact=True).click()

    async def begins_to_sit(self, coins: int = 500) -> None:
        await self.call("sitDown")
        await self.fill("Coins to bring, in copper", str(coins))
        await self.press("Sit down")

    async def begins_to_leave(self) -> None:
        await self.call("leave")
        await self.press("Yes")

    async def leaves(self) -> None:
        await self.begins_to_leave()
        await self.done()

    async def begins_to_settle(self, brought: str) -> None:
        """As the GM: `brought` says whose coins, such as "Bri: brought 5 gp"."""
        await self.call("settle")
        await self.press(brought)

    async def gives_back(self) -> None:
        """As the GM who settles."""
        await self.press("Give back")
        await self.done()
        await self.client.world.quiet()

    async def closes_window(self) -> None:
        await self.page.locator("#tavern-table [data-action=close]").first.click()

    async def started(self) -> None:
        """Wait until the module has done what it does when Foundry starts."""
        await self.client.run("() => game.modules.get('tavern-table').api.view().catch(() => null)")

    async def notices(self) -> list[str]:
        """What the notifications have said."""
        said: list[str] = await self.client.run("() => standIn.notified.map(([, text]) => text)")
        return said

    async def place(self) -> Any:
        """Where the user sits, as this browser keeps it."""
        key = "`${game.world.id}/${game.user.id}`"
        return await self.client.run(f"() => game.settings.get('tavern-table', 'places')[{key}]?.[0] ?? null")


class Evening:
    """A tavern, and a Foundry at another origin whose users have the module."""

    def __init__(self, world: World, served: Served, meet: Meeting) -> None:
        self.world = world
        self.served = served
        self._meet = meet
        self.address = str(served.client.make_url("/"))

    async def come(self, user: str, *selected: str, like: User | None = None, tolerated: tuple[str, ...] = ()) -> User:
        """A user comes with a browser of their own, or in another tab of `like`'s, even if that was killed."""
        context = like.context if like else None
        context = context or await self._meet((*_USUAL, *tolerated), elsewhere=True)
        return User(await self.world.join(user, context, selected=selected))

    async def move(self, address: str) -> None:
        """The GM gives the tavern's address."""
        await self.world.set_for_all("tavern-table.address", address)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so in the world."""
        async with asyncio.timeout(SECONDS):
            while True:
                if condition():
                    return
                await asyncio.sleep(0.02)

    async def quiet(self) -> None:
        """Wait until the world has heard everything that is under way."""
        await self.world.quiet()

    def copper(self, uuid: str) -> int:
        """What an actor has, as the world knows it."""
        currency = self.world.source(uuid)["system"]["currency"]
        return sum(WORTH[coin] * n for coin, n in currency.items())

    def purse(self, uuid: str) -> Any:
        return self.world.source(uuid)["flags"].get("tavern-table", {}).get("purse")

    async def caller(self, user: User) -> Caller:
        """The same user, at the server."""
        place = await user.place()
        return Caller(self.served.client, place["table"], place.get("token") or place["gm"], place.get("seat", ""))


class Evenings:
    """Begins evenings, which are over when this is."""

    def __init__(self, meet: Meeting, start: Starting) -> None:
        self._meet = meet
        self._start = start
        self._worlds = AsyncExitStack()

    async def begin(
        self,
        generation: int = 13,
        *,
        host: str = "127.0.0.1",
        world: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> Evening:
        """In a version of Foundry, with a tavern at another origin: at `localhost`, at another site."""
        actors = {
            BRI: character("Bri", owner="ann"),
            ODO: character("Odo", owner="cas", version="4.2.0"),
            HARPY: character("Harpy", kind="npc"),
        }
        there = await self._worlds.enter_async_context(World(generation, **{"actors": actors, **(world or {})}))
        served = await self.tavern(there, **settings)
        port = str(served.client.make_url("/").port)
        installed = await served.client.get("/foundry/tavern-table.zip", headers={"Host": f"{host}:{port}"})
        there.modules.append(Module.unzipped(await installed.read()))
        return Evening(there, served, self._meet)

    async def tavern(self, world: World, **settings: Any) -> Served:
        """A tavern that a world's pages may show."""
        origin = str(URL(world.address).origin())
        return await self._start(CATALOGUE, **{"allow_frame": (origin,), **settings})

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failed: Any) -> None:
        await self._worlds.__aexit__(*failed)


async def opened(gm: User, game: str = "twentyone", **options: Any) -> None:
    await gm.call("openTable", {"game": game, "name": "The Bent Copper", "options": options})
    await gm.done()


async def seated(user: User, coins: int = 500) -> None:
    """Sit down by the dialog."""
    await user.begins_to_sit(coins)
    await user.done()


async def sealed_in(evening: Evening, gm: User, number: int, seat: str) -> str:
    """The luck with which a seat plays a round."""
    events = (await (await evening.caller(gm)).get("/events"))["entries"]
    started = [one for entry in events for one in entry["events"] if one["type"] == "round_started"]
    luck: str = next(one["luck"] for one in started[number - 1]["luck"] if one["seat"] == seat)
    return luck


async def revealed(table: Caller) -> None:
    """Wait until a round that was called has begun."""
    async with asyncio.timeout(SECONDS):
        while True:
            if (await table.view())["phase"] not in ("lobby", "luck"):
                return
            await asyncio.sleep(0.05)


async def has_sealed(evening: Evening, gm: User, seat: str) -> str:
    """Wait until the seat's luck for the next round is sealed; the seal."""
    table = await evening.caller(gm)
    async with asyncio.timeout(SECONDS):
        while True:
            seal = next(one.get("luck_seal") for one in (await table.view())["seats"] if one["seat"] == seat)
            if seal:
                return str(seal)
            await asyncio.sleep(0.05)


async def at_table(evening: Evening, gm: User) -> list[int]:
    """The purses of those who are there."""
    seats = (await (await evening.caller(gm)).view())["seats"]
    return [seat["purse_cp"] for seat in seats if seat["played_by"] != "nobody"]
