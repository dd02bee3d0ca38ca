"""The module for Foundry, as the server offers it, in worlds of versions 12 to 14: an evening with actors and coins."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any, Final, cast

import pytest
import pytest_asyncio
from playwright.async_api import FrameLocator, Page, expect
from yarl import URL

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.foundry import Client, World
from tests.browser.foundry_data import Module, character
from tests.browser.people import Person
from tests.server.serving import Caller, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

BRI, ODO, HARPY = "Actor.bri", "Actor.odo", "Actor.harpy"
PURSE: Final = 2_034
"""What each actor has: 20 gp, 3 sp and 4 cp."""
WORTH: Final = {"pp": 1000, "gp": 100, "ep": 50, "sp": 10, "cp": 1}


class User:
    """Somebody in Foundry with the module."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.page = client.page

    @property
    def window(self) -> FrameLocator:
        """The tavern's page in the module's window."""
        return self.page.frame_locator("iframe[name=tavern-table]")

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
        await self.page.locator("dialog").get_by_label(label, exact=True).fill(value)

    async def press(self, label: str) -> None:
        await self.page.locator("dialog").get_by_role("button", name=label, exact=True).click()

    async def place(self) -> Any:
        """Where the user sits, as this browser keeps it."""
        key = "`${game.world.id}/${game.user.id}`"
        return await self.client.run(f"() => game.settings.get('tavern-table', 'places')[{key}] ?? null")


class Evening:
    """A tavern, and a Foundry at another origin whose users have the module."""

    def __init__(self, world: World, served: Served, meet: Meeting) -> None:
        self.world = world
        self.served = served
        self._meet = meet
        self.address = str(served.client.make_url("/"))

    async def come(self, user: str, *selected: str, **options: Any) -> User:
        context = await self._meet(("ERR_UNSAFE_PORT", "ERR_CONNECTION"), elsewhere=True, **options)
        return User(await self.world.join(user, context, selected=selected))

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


Beginning = Callable[..., Any]


@pytest_asyncio.fixture(loop_scope="session")
async def begin(meet: Meeting, start: Starting) -> AsyncIterator[Beginning]:
    """Begins evenings, in a version of Foundry."""
    async with AsyncExitStack() as worlds:

        async def beginning(generation: int = 13, **settings: Any) -> Evening:
            actors = {
                BRI: character("Bri", owner="ann"),
                ODO: character("Odo", owner="cas", version="4.2.0"),
                HARPY: character("Harpy", kind="npc"),
            }
            world = await worlds.enter_async_context(World(generation, actors=actors))
            origin = str(URL(world.address).origin())
            served = await start(CATALOGUE, allow_frame=(origin,), **settings)
            installed = await served.client.get("/foundry/tavern-table.zip")
            world.modules.append(Module.unzipped(await installed.read()))
            return Evening(world, served, meet)

        yield beginning


async def opened(gm: User, game: str = "twentyone", **options: Any) -> None:
    await gm.call("openTable", {"game": game, "name": "The Bent Copper", "options": options})
    await gm.done()


async def seated(user: User, coins: int = 500) -> None:
    """Sit down by the dialog."""
    await user.call("sitDown")
    await user.fill("Coins to bring, in copper", str(coins))
    await user.press("Sit down")
    await user.done()


@pytest.mark.parametrize("generation", [12, 13, 14])
async def test_a_gm_and_two_players_play_a_round_with_their_actors_coins(begin: Beginning, generation: int) -> None:
    evening = await begin(generation)
    mara, ann, cas = await evening.come("mara"), await evening.come("ann", BRI), await evening.come("cas", ODO)

    # The GM opens a table with the buttons beside the token tools.
    await mara.page.locator("[data-tool=tavern-table]").click()
    await mara.page.locator("dialog").get_by_label("Game").select_option(label="Tavern Twenty-One")
    await mara.press("Next")
    await mara.fill("Ante", "50")
    await mara.press("Open a table")
    await expect(mara.window.get_by_role("heading", name="The Bent Copper")).to_be_visible()

    # The players bring their sheets and some of their coins; the GM lets them in with one click.
    for user, name in ((ann, "Bri"), (cas, "Odo")):
        await user.page.locator("[data-tool=tavern-table]").click()
        await user.fill("Coins to bring, in copper", "500")
        await user.press("Sit down")
        await expect(mara.page.locator("dialog")).to_contain_text(f"asks to sit down as {name}, with 5 gp")
        await mara.press("Let in")
        await expect(user.window.get_by_label("Your place")).to_contain_text(name)
    assert [evening.copper(BRI), evening.copper(ODO)] == [PURSE - 500] * 2
    table = await evening.caller(mara)
    bri, odo = (await table.view())["seats"]
    assert (bri["purse_cp"], bri["character"]["saves"], odo["character"]["saves"]) == (500, {"con": 5}, {"con": 5})

    # They play in the windows.
    await table.did("start_round")
    players = {
        (await user.place())["seat"]: Person(cast("Page", user.window), await evening.caller(user))
        for user in (ann, cas)
    }
    chance = Random(3)
    while (view := await table.view())["phase"] != "lobby":
        await players[view["to_act"][0]].act(chance)
    gain = {seat["seat"]: seat["purse_cp"] - 500 for seat in view["seats"]}

    # The chronicle is in the chat once, and says what everybody may know.
    await evening.world.quiet()
    told = [one["content"] for one in evening.world.messages if "version" in one["flags"].get("tavern-table", {})]
    assert len(set(told)) == len(told) > 3

    # One leaves in Foundry, the other on the page: what they have comes home, once.
    await ann.call("leave")
    await ann.press("Yes")
    await ann.done()
    await players[(await cas.place())["seat"]].caller.did("leave")
    await cas.client.notified("takes")
    assert evening.copper(BRI) == PURSE + gain[bri["seat"]]
    assert evening.copper(ODO) == PURSE + gain[odo["seat"]]
    assert (await ann.place(), await cas.place()) == (None, None)
    await expect(ann.page.locator("iframe")).to_have_count(0)
