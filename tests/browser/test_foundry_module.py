"""The module for Foundry in worlds of versions 12 to 14: an evening with actors and coins."""

from random import Random
from typing import cast

import pytest
from playwright.async_api import Page, expect

from tests.browser.evenings import BRI, ODO, PURSE, Evenings, opened
from tests.browser.foundry_data import character
from tests.browser.people import Person

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("generation", [12, 13, 14])
async def test_a_gm_and_two_players_play_a_round_with_their_actors_coins(evenings: Evenings, generation: int) -> None:
    evening = await evenings.begin(generation)
    mara, ann, cas = await evening.come("mara"), await evening.come("ann", BRI), await evening.come("cas", ODO)

    # The GM opens a table with the buttons beside the token tools.
    await mara.page.locator("[data-tool=tavern-table]").click()
    await mara.dialog.get_by_label("Game").select_option(label="Tavern Twenty-One")
    await mara.press("Next")
    await mara.fill("Ante", "50")
    await mara.press("Open a table")
    await expect(mara.window.get_by_role("heading", name="The Bent Copper")).to_be_visible()

    # The players bring their sheets and some of their coins; the GM lets them in with one click.
    for user, name in ((ann, "Bri"), (cas, "Odo")):
        await user.page.locator("[data-tool=tavern-table]").click()
        await user.fill("Coins to bring, in copper", "500")
        await user.press("Sit down")
        await expect(mara.dialog).to_contain_text(f"asks to sit down as {name}, with 5 gp")
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
    await ann.leaves()
    await players[(await cas.place())["seat"]].caller.did("leave")
    await cas.client.notified("takes")
    assert evening.copper(BRI) == PURSE + gain[bri["seat"]]
    assert evening.copper(ODO) == PURSE + gain[odo["seat"]]
    assert (await ann.place(), await cas.place()) == (None, None)
    await expect(ann.page.locator("iframe")).to_have_count(0)


async def test_without_a_purse_or_a_sheet_there_is_a_form_and_no_coins_move(evenings: Evenings) -> None:
    unreadable = character("Bri", owner="ann", version="6.0.0")
    other = {**character("Odo", owner="cas"), "type": "explorer", "system": {"money": {"gold": 3}}, "prepared": {}}
    evening = await evenings.begin(14, world={"actors": {BRI: unreadable, ODO: other}})
    mara = await evening.come("mara")
    ann, cas, dot = (
        await evening.come("ann", BRI),
        await evening.come("cas", ODO),
        await evening.come("mara", like=mara),
    )
    await opened(mara, admit="auto")
    for user, name in ((ann, "Bri"), (cas, "Cas")):
        await user.call("sitDown")
        await user.call("open")
        await expect(user.dialog).to_have_count(1)
        await user.fill("Coins to bring, in copper", "500")
        await user.fill("Deception: modifier", "4")
        await user.press("Sit down")
        await user.done()
        await expect(user.window.get_by_label("Your place")).to_contain_text(name)
    table = await evening.caller(mara)
    assert [seat["character"]["skills"] for seat in (await table.view())["seats"]] == [{"deception": 4}] * 2
    # Her coins can be read, and his cannot.
    assert (evening.copper(BRI), evening.purse(ODO)) == (PURSE - 500, None)
    for user in (ann, cas):
        await user.leaves()
        assert await user.place() is None
    assert evening.copper(BRI) == PURSE
    await dot.client.kill()
