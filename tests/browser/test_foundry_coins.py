"""The coins of actors in Foundry: none is made or lost, wherever browsers end and whatever others do meanwhile."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import expect
from yarl import URL

from games.policies import LABELS
from tests.browser.conftest import watch_of
from tests.browser.evenings import BRI, ODO, PURSE, Evening, Evenings, at_table, opened, seated
from tests.browser.foundry_data import character

pytestmark = pytest.mark.asyncio(loop_scope="session")

GOBLIN, OTHER = "Scene.inn.Token.first.Actor.goblin", "Scene.inn.Token.second.Actor.goblin"
"""Two tokens of one NPC, each with coins of its own."""


def has_state(state: str) -> Callable[[Any], bool]:
    """An update that brings a purse into a state."""
    return lambda data: data["changes"].get("flags", {}).get("tavern-table", {}).get("purse", {}).get("state") == state


async def settled(evening: Evening, state: str) -> None:
    """Wait until Bri's coins are so."""
    await evening.until(lambda: (evening.purse(BRI) or {}).get("state") == state)
    await evening.quiet()


async def test_a_browser_that_is_killed_at_any_step_makes_and_loses_no_coin(evenings: Evenings) -> None:
    evening = await evenings.begin()
    world = evening.world
    mara, ann = await evening.come("mara"), await evening.come("ann", BRI)
    await opened(mara, admit="auto")

    # Before the coins left, as far as the world knows: nothing has happened, and nothing is said of it.
    world.hold()
    await ann.begins_to_sit()
    world.lose(await world.under_way("update", where=has_state("taken")))
    await ann.client.kill()
    await world.flow()
    ann = await evening.come("ann", BRI, like=ann)
    await ann.started()
    assert (evening.copper(BRI), evening.purse(BRI), await at_table(evening, mara)) == (PURSE, None, [])
    assert await ann.notices() == []

    # After the coins left, and before the browser knew it.
    world.hold()
    await ann.begins_to_sit()
    await world.release(await world.under_way("update", where=has_state("taken")))
    await ann.client.kill()
    await world.flow()
    assert (evening.copper(BRI), await at_table(evening, mara)) == (PURSE - 500, [])
    ann = await evening.come("ann", BRI, like=ann)
    await settled(evening, "seated")
    assert (evening.copper(BRI), await at_table(evening, mara)) == (PURSE - 500, [500])

    # While leaving: before the command, and again when the coins should have come home.
    world.hold()
    await ann.begins_to_leave()
    await world.release(await world.under_way("update", where=has_state("returning")))
    await ann.client.kill()
    await world.flow()
    world.hold()
    ann = await evening.come("ann", BRI, like=ann)
    world.lose(await world.under_way("update", where=has_state("returned")))
    await ann.client.kill()
    await world.flow()
    assert (evening.copper(BRI), await at_table(evening, mara)) == (PURSE - 500, [])
    ann = await evening.come("ann", BRI, like=ann)
    await settled(evening, "returned")
    await ann.client.notified("Bri takes 5 gp home")
    assert (evening.copper(BRI), await ann.place()) == (PURSE, None)

    # When the seat was taken, and before the actor says so. She comes back before her browser's last words arrive.
    world.hold()
    await ann.begins_to_sit()
    await world.release(await world.under_way("update", where=has_state("taken")))
    await world.release(await world.under_way("update", to=ann.client))
    late = await world.under_way("update", where=has_state("seated"))
    await ann.client.kill()
    ann = await evening.come("ann", BRI, like=ann)
    await world.release(await world.under_way("update", where=has_state("seated"), sender=ann.client), late)
    await world.flow()
    await settled(evening, "seated")
    assert (evening.copper(BRI), await at_table(evening, mara)) == (PURSE - 500, [500])


async def test_two_tabs_of_a_player_and_the_gm_bring_the_same_coins_home_once(evenings: Evenings) -> None:
    evening = await evenings.begin()
    world = evening.world
    # One of her tabs may ask once more with the token of the seat that is gone.
    mara, ann = await evening.come("mara"), await evening.come("ann", BRI, tolerated=("status of 401",))
    await opened(mara, admit="auto")
    await seated(ann)
    other = await evening.come("ann", BRI, like=ann)
    await other.started()

    # She is removed: both tabs see it at the same moment, and Mara settles, too, while their updates are under way.
    world.hold()
    table = await evening.caller(mara)
    await table.did("remove_seat", target=(await ann.place())["seat"])
    first = await world.under_way("update", where=has_state("returned"))
    await mara.begins_to_settle("Bri: brought 5 gp")
    await mara.press("Give back")
    second = await world.under_way("update", where=has_state("returned"), sender=mara.client)
    await world.release(second, first)
    await world.flow()
    await settled(evening, "returned")
    assert (evening.copper(BRI), await ann.place(), await other.place()) == (PURSE, None, None)
    for tab in (ann, other, mara):
        await expect(tab.dialog).to_have_count(0)
    assert len([text for text in await ann.notices() + await other.notices() if "takes" in text]) == 1


async def test_the_gm_settles_while_a_player_is_away(evenings: Evenings) -> None:
    evening = await evenings.begin()
    mara, ann = await evening.come("mara"), await evening.come("ann", BRI, tolerated=("status of 401",))
    await opened(mara, admit="auto")
    await seated(ann)

    # The GM settles while she is away: the seat is removed first.
    await ann.client.kill()
    await mara.begins_to_settle("Bri: brought 5 gp")
    await mara.press("Yes")
    await expect(mara.dialog).to_contain_text("The table's ledger says 5 gp.")
    await mara.gives_back()
    assert (evening.copper(BRI), await at_table(evening, mara)) == (PURSE, [])
    ann = await evening.come("ann", BRI, like=ann)
    await ann.client.notified("no longer at the table")
    assert (evening.copper(BRI), await ann.place(), len(await ann.notices())) == (PURSE, None, 1)


async def test_the_tavern_moves_is_away_comes_back_and_forgets_everything(evenings: Evenings) -> None:
    evening = await evenings.begin()
    mara, ann, cas = await evening.come("mara"), await evening.come("ann", BRI), await evening.come("cas")
    await opened(mara, admit="auto")
    await seated(ann)
    await expect(ann.window.get_by_label("Your place")).to_contain_text("Bri")
    seat = await ann.place()

    # Somebody mistypes the address: the GM is told, and who has coins there; nobody else.
    here = f"{URL(evening.world.address).origin()}/nowhere/"
    for user in (mara, ann, cas):
        watch_of(user.page).tolerate("nowhere")
    await evening.move(here)
    await mara.client.notified("Something other than a tavern answers")
    await ann.client.notified("Something other than a tavern answers")
    await expect(ann.page.locator("iframe")).to_have_count(0)
    assert await cas.notices() == []

    # It is corrected, and everything goes on without a reload.
    await evening.move(evening.address)
    await mara.client.notified("answers, and this browser can show it")
    await ann.page.locator("[data-tool=tavern-table]").dblclick()
    await expect(ann.window.get_by_label("Your place")).to_contain_text("Bri")
    await expect(ann.page.locator("iframe")).to_have_count(1)
    assert (await ann.place(), evening.copper(BRI)) == (seat, PURSE - 500)

    # The data is lost. She gives up, the GM gives back what was brought, and they begin again.
    empty = await evenings.tavern(evening.world)
    for user in (mara, ann, cas):
        watch_of(user.page).tolerate("status of (404|401)")
    await evening.move(str(empty.client.make_url("/")))
    await ann.begins_to_leave()
    await ann.client.notified("ask the GM to settle them")
    await ann.done()
    assert (evening.copper(BRI), await ann.place()) == (PURSE - 500, None)
    await mara.begins_to_settle("Bri: brought 5 gp")
    await expect(mara.dialog).to_contain_text("The table does not say what is left")
    await mara.gives_back()
    assert evening.copper(BRI) == PURSE
    await mara.leaves()
    await opened(mara, admit="auto")
    await seated(ann)
    assert evening.copper(BRI) == PURSE - 500
    assert await cas.notices() == []


async def test_a_player_who_is_turned_away_or_removed_has_the_coins_back(evenings: Evenings) -> None:
    """Also at a table that is closed to watchers, with the window open."""
    evening = await evenings.begin()
    tolerated = ("status of (401|403)",)
    mara, ann = await evening.come("mara", tolerated=tolerated), await evening.come("ann", BRI, tolerated=tolerated)
    await opened(mara, watch="closed")
    table = await evening.caller(mara)
    for answer in ("Turn away", "Let in"):
        await seated(ann)
        await expect(mara.dialog).to_contain_text("asks to sit down as Bri")
        if answer == "Turn away":
            # Who waits cannot leave, and waits as before.
            await ann.leaves()
            await settled(evening, "seated")
        await mara.press(answer)
        if answer == "Let in":
            await expect(ann.window.get_by_label("Your place")).to_contain_text("Bri")
            await table.did("remove_seat", target=(await ann.place())["seat"])
        await settled(evening, "returned")
        await expect(ann.page.locator("iframe")).to_have_count(0)
        assert (evening.copper(BRI), await ann.place()) == (PURSE, None)
    assert await mara.notices() == []


async def test_an_npc_of_a_token_brings_coins_of_its_own_and_takes_home_what_it_did_not_lose(
    evenings: Evenings,
) -> None:
    actors = {BRI: character("Bri", owner="ann"), **dict.fromkeys((GOBLIN, OTHER), character("Goblin", kind="npc"))}
    evening = await evenings.begin(world={"actors": actors})
    mara, ann = await evening.come("mara", GOBLIN), await evening.come("ann", BRI)
    await opened(mara, admit="auto", ante_cp=50)
    await seated(ann)
    await mara.call("seatNpc")
    await expect(mara.dialog.get_by_label("Plays")).to_contain_text(f"Card sharp: {LABELS['card_sharp'].help}")
    await mara.fill("Coins to bring, in copper", "300")
    await mara.press("Seat")
    await mara.done()
    assert (evening.copper(GOBLIN), await at_table(evening, mara)) == (PURSE - 300, [500, 300])

    # It is removed in the middle of a round, and has half of its ante back. Mara's browser starts again meanwhile.
    table = await evening.caller(mara)
    await table.did("start_round")
    await mara.client.reload()
    await table.did("remove_seat", target=evening.purse(GOBLIN)["seat"])
    await mara.client.notified("Goblin takes 2 gp 7 sp 5 cp home")
    await ann.begins_to_leave()
    await settled(evening, "returned")
    assert [evening.copper(uuid) for uuid in (GOBLIN, OTHER, BRI)] == [PURSE - 25, PURSE, PURSE + 75]


@pytest.mark.parametrize("tavern", ["there", "away"])
async def test_the_gm_settles_by_hand_what_the_table_does_not_let_go(evenings: Evenings, tavern: str) -> None:
    evening = await evenings.begin()
    mara, ann = await evening.come("mara"), await evening.come("ann", BRI)
    await opened(mara, admit="auto")
    await seated(ann)
    await ann.client.kill()

    # Mara's browser has forgotten everything, so she is the GM of that table no more.
    await mara.client.run("() => game.settings.set('tavern-table', 'places', {})")
    if tavern == "away":
        watch_of(mara.page).tolerate("nowhere")
        await evening.move(f"{URL(evening.world.address).origin()}/nowhere/")
    await mara.begins_to_settle("Bri: brought 5 gp")
    if tavern == "there":
        await expect(mara.dialog).to_contain_text("where Bri sits, who cannot be removed from here")
        await mara.press("Yes")
    await expect(mara.dialog).to_contain_text("The table does not say what is left")
    await mara.gives_back()
    assert evening.copper(BRI) == PURSE


async def test_a_seat_that_is_not_the_actors_is_not_removed_when_the_gm_settles(evenings: Evenings) -> None:
    evening = await evenings.begin()
    mara, ann, cas = await evening.come("mara"), await evening.come("ann", BRI), await evening.come("cas", ODO)
    await opened(mara, admit="auto")
    await seated(ann)
    await seated(cas)

    # Cas writes Ann's seat into the flag of Odo.
    await evening.world.write(ODO, {"flags.tavern-table.purse.seat": evening.purse(BRI)["seat"]}, user="cas")
    await mara.begins_to_settle("Odo: brought 5 gp")
    await expect(mara.dialog).to_contain_text("Bri sits, who cannot be removed from here")
    await mara.press("No")
    await mara.done()
    assert await at_table(evening, mara) == [500, 500]


@pytest.mark.parametrize("change", ["deleted", "not hers"])
async def test_whose_actor_is_gone_can_leave(evenings: Evenings, change: str) -> None:
    evening = await evenings.begin()
    mara, ann = await evening.come("mara"), await evening.come("ann", BRI)
    await opened(mara, admit="auto")
    await seated(ann)
    if change == "deleted":
        await evening.world.delete(BRI)
    else:
        await evening.world.write(BRI, {"ownership.ann": 0})
    await ann.begins_to_leave()
    await ann.client.notified("Bri's character does not exist any more, or is no longer yours")
    await ann.done()
    assert (await at_table(evening, mara), await ann.place()) == ([], None)


async def test_a_gm_who_plays_at_another_gms_table_stays_the_gm_of_their_own(evenings: Evenings) -> None:
    users = {"mara": ("Mara", 4), "zoe": ("Zoe", 4)}
    evening = await evenings.begin(world={"users": users})
    mara, zoe = await evening.come("mara", ODO), await evening.come("zoe")
    await mara.call("openTable", {"game": "twentyone"})
    await mara.done()
    own = await mara.place()
    assert evening.world.settings["world"]["tavern-table.table"]["name"] == "The Bent Copper"
    await mara.closes_window()
    await opened(zoe, admit="auto")
    theirs = await zoe.place()

    # She sits down there with coins, and leaves. Then she gives her own table up, which says nothing of Zoe's.
    await mara.call("open")
    await mara.fill("Coins to bring, in copper", "500")
    await mara.press("Sit down")
    await mara.done()
    assert ((await mara.place())["table"], await at_table(evening, zoe)) == (theirs["table"], [500])
    for place in (own, None):
        await mara.leaves()
        await evening.quiet()
        assert (await mara.place(), evening.copper(ODO)) == (place, PURSE)
    assert evening.world.settings["world"]["tavern-table.table"]["id"] == theirs["table"]


async def test_a_gm_who_plays_along_acts_as_the_gm_and_sees_as_the_seat(evenings: Evenings) -> None:
    evening = await evenings.begin()
    mara = await evening.come("mara")
    await opened(mara)
    own = await mara.place()
    await mara.window.get_by_role("button", name="Play along").click()
    await mara.window.get_by_label("Your name").fill("Mara")
    await mara.window.get_by_role("button", name="Sit down").click()
    await mara.page.wait_for_function("JSON.stringify(game.settings.get('tavern-table', 'places')).includes('seat')")
    await mara.client.run("() => game.modules.get('tavern-table').api.send({ type: 'pause' })")
    view = await mara.client.run("() => game.modules.get('tavern-table').api.view()")
    assert (view["paused"], view["viewer"]) == (True, f"seat:{(await mara.place())['seat']}")

    # She gives up the seat, and is the GM as before.
    await mara.leaves()
    assert (await mara.place(), await at_table(evening, mara)) == (own, [])


async def test_coins_that_the_gm_gives_back_while_their_player_leaves_come_home_once(evenings: Evenings) -> None:
    evening = await evenings.begin()
    world = evening.world
    mara, ann = await evening.come("mara"), await evening.come("ann", BRI)
    await opened(mara, admit="auto")
    await seated(ann)

    # Ann's browser says that she leaves, and Mara's that the coins are back, which arrives first.
    world.hold()
    await ann.begins_to_leave()
    late = await world.under_way("update", where=has_state("returning"))
    await mara.begins_to_settle("Bri: brought 5 gp")
    await mara.press("Yes")
    await mara.press("Give back")
    await world.release(await world.under_way("update", where=has_state("returned")), late)
    await world.flow()
    await ann.done()
    await evening.quiet()
    assert (evening.copper(BRI), await ann.place()) == (PURSE, None)
