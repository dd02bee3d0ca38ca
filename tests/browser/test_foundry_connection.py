"""The module's connection test: in a browser, what is wrong between Foundry and a tavern."""

import pytest
from playwright.async_api import async_playwright
from yarl import URL

from games.installed import CATALOGUE
from tests.browser.conftest import OPTIONS, Starting, executable
from tests.browser.evenings import BRI, Evenings, User
from tests.browser.foundry import World
from tests.browser.foundry_data import Module

pytestmark = pytest.mark.asyncio(loop_scope="session")

SET_HOST_KEY = """(key) =>
  game.settings.set("tavern-table", "hostKeys", { [`${game.world.id}/${game.user.id}`]: key })"""


async def finds(user: User, code: str, text: str) -> None:
    """The button in the settings, and the API, say what is wrong."""
    before = len(await user.notices())
    await user.client.run("() => standIn.openMenu('tavern-table.test')")
    assert [one for one in (await user.notices())[before:] if text in one], (await user.notices())[before:]
    assert (await user.client.run("() => game.modules.get('tavern-table').api.test()"))["code"] == code


async def test_the_connection_test_says_what_is_wrong(evenings: Evenings, unused_tcp_port: int) -> None:
    evening = await evenings.begin()
    world = evening.world
    provoked = (
        "CORS policy",
        "ERR_FAILED",
        "frame-ancestors",
        "violates the following Content Security Policy",
        "Framing",
        "BLOCKED_BY_RESPONSE",
        "does not match the recipient",
        "status of 40[01]",
    )
    ann = await evening.come("ann", BRI, tolerated=provoked)
    await finds(ann, "ok", "answers, and this browser can show it")
    down = f"http://127.0.0.1:{unused_tcp_port}/"
    strict = await evenings.tavern(world, allow_origin=("https://elsewhere.example",))
    unframed = await evenings.tavern(world, allow_frame=())
    for address, code, text in (
        (down, "unreachable", "Is the tavern running"),
        (str(strict.client.make_url("/")), "cors", f"--allow-origin {URL(world.address).origin()}"),
        (str(unframed.client.make_url("/")), "noFrame", f"--allow-frame {URL(world.address).origin()}"),
        ("tavern.example", "badAddress", "is not a valid address"),
    ):
        await evening.move(address)
        await finds(ann, code, text)
        assert await ann.page.locator("iframe").count() == 0

    # Whoever has a host key hears whether it is the right one.
    keyed = await evenings.tavern(world, host_key="right")
    await evening.move(str(keyed.client.make_url("/")))
    for key, code, text in ((None, "ok", "answers"), ("wrong", "hostKeyWrong", "host key"), ("right", "ok", "answers")):
        if key:
            await ann.client.run(SET_HOST_KEY, key)
        await finds(ann, code, text)


async def test_a_public_page_may_use_a_tavern_on_this_device_if_the_browser_was_told_so(start: Starting) -> None:
    async with World(13) as world, async_playwright() as playwright:
        url = URL(world.address)
        served = await start(CATALOGUE, allow_frame=(str(url.origin()),))
        world.modules.append(Module.unzipped(await (await served.client.get("/foundry/tavern-table.zip")).read()))
        args = (*OPTIONS, f"--ip-address-space-overrides=127.0.0.1:{url.port}=public")
        browser = await playwright.chromium.launch(executable_path=executable(), args=args)
        found = []
        for permissions in (["local-network-access"], []):
            context = await browser.new_context()
            await context.grant_permissions(permissions, origin=str(url.origin()))
            user = User(await world.join("ann", context))
            found.append((await user.client.run("() => game.modules.get('tavern-table').api.test()"))["code"])
        await browser.close()
        assert found == ["ok", "refused"]
