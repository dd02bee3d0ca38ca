"""The module for Foundry at a table with sealed luck: frames without storage, windows that move, two tabs."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FrameLocator, Request, expect

from tests.browser.conftest import executable, launched
from tests.browser.evenings import (
    BRI,
    HARPY,
    ODO,
    PURSE,
    Evenings,
    User,
    has_sealed,
    opened,
    revealed,
    sealed_in,
    seated,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A whole one, which gives no storage to pages of other sites."""
    async with launched(executable()) as running:
        yield running


@pytest.mark.parametrize("generation", [12, 14])
async def test_sealed_luck_needs_no_storage_of_the_frame_and_outlasts_reloads_and_moves(
    evenings: Evenings, generation: int
) -> None:
    evening = await evenings.begin(generation, host="localhost")
    mara, ann, cas = await evening.come("mara"), await evening.come("ann", BRI), await evening.come("cas", ODO)
    seals: list[str] = []
    ann.context.on("request", lambda request: seals.append(request.post_data or ""))
    await opened(mara, admit="auto", luck="sealed")
    await seated(ann)
    await seated(cas)
    seat = (await ann.place())["seat"]
    table = await evening.caller(mara)

    async def plays(number: int) -> None:
        """A round begins with what Ann's browser sealed, and is called off."""
        await has_sealed(evening, mara, seat)
        await has_sealed(evening, mara, (await cas.place())["seat"])
        await table.did("start_round")
        await revealed(table)
        assert await sealed_in(evening, mara, number, seat) in await ann.client.stored()
        await table.did("void_round")

    async def shown(window: FrameLocator) -> None:
        await expect(window.get_by_label("Your place")).to_contain_text("Bri")

    # The page in the frame seals; its storage is the module's.
    frame = next(frame for frame in ann.page.frames if frame.name == "tavern-table")
    assert await frame.evaluate("(() => { try { return !localStorage; } catch { return true; } })()")
    await plays(1)

    # The window moves within the page, out of it and back again: each time, the page loads again.
    await has_sealed(evening, mara, seat)
    window = "foundry.applications.instances.get('tavern-table')"
    await ann.page.evaluate(f"standIn.moveWindow({window})")
    await shown(ann.window)
    async with ann.page.expect_popup() as popup:
        detach = f"{window}.detachWindow()" if generation >= 14 else f"standIn.popOut({window})"
        await ann.page.evaluate(f"{{ {detach}; }}")
    await shown((await popup.value).frame_locator("iframe[name=tavern-table]"))
    await plays(2)
    attach = f"{window}.attachWindow()" if generation >= 14 else f"standIn.popIn({window})"
    await ann.page.evaluate(f"{{ {attach}; }}")
    await shown(ann.window)

    # Foundry is loaded again between sealing and revealing, and then the window stays closed.
    await has_sealed(evening, mara, seat)
    await ann.client.reload()
    await plays(3)
    await ann.call("open")
    await shown(ann.window)
    await ann.closes_window()
    await plays(4)

    # One seal for each round, whoever sent it.
    sent = [json.loads(text) for text in seals if "seal_luck" in text]
    assert len({one["seal"] for one in sent if one["type"] == "seal_luck"}) in (4, 5)
    assert {text for text in await ann.notices() if "your turn" not in text} == set()


def streams_of(user: User) -> set[Request]:
    """The streams that a browser has open."""
    streams: set[Request] = set()

    def begins(request: Request) -> None:
        if request.url.endswith("/live"):
            streams.add(request)

    def ends(request: Request) -> None:
        streams.discard(request)

    user.context.on("request", begins)
    user.context.on("requestfailed", ends)
    user.context.on("requestfinished", ends)
    return streams


async def test_two_tabs_of_a_player_share_the_luck_of_their_seat(evenings: Evenings) -> None:
    """Both have the window open; then one of them has it, and the other one is in the background.

    A browser has six connections to a server without TLS: streams must leave some for commands.
    """
    evening = await evenings.begin()
    mara, ann = await evening.come("mara", HARPY), await evening.come("ann", BRI)
    streams = streams_of(ann)
    await opened(mara, admit="auto", luck="sealed")
    await seated(ann)
    seat = (await ann.place())["seat"]
    first = await has_sealed(evening, mara, seat)
    table = await evening.caller(mara)
    await mara.call("seatNpc")
    await mara.press("Seat")
    await mara.done()
    assert evening.copper(HARPY) == PURSE - (await table.view())["seats"][1]["purse_cp"] < PURSE
    other = await evening.come("ann", BRI, like=ann)
    await other.call("open")
    for tab in (ann, other):
        await expect(tab.window.get_by_label("Your place")).to_contain_text("Bri")
    assert await has_sealed(evening, mara, seat) == first
    # In each tab, that of the page and that of the public table.
    await evening.until(lambda: len(streams) == 4)

    for number in (1, 2, 3):
        await has_sealed(evening, mara, seat)
        await table.did("start_round")
        await revealed(table)
        assert await sealed_in(evening, mara, number, seat) in await ann.client.stored()
        await table.did("void_round")
        if number < 3:
            await (other, ann)[number - 1].closes_window()
    for tab in (ann, other):
        assert [text for text in await tab.notices() if "your turn" not in text] == []
        await expect(tab.window.locator(".banner.bad")).to_have_count(0)
