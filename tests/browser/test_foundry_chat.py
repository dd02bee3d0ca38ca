"""What the module for Foundry writes to the chat and reads there: the chronicle, and messages that are forged."""

import json

import pytest
from playwright.async_api import expect

from tests.browser.conftest import watch_of
from tests.browser.evenings import BRI, ODO, PURSE, Evenings, opened, seated
from tests.browser.foundry_data import character
from tests.server.serving import Caller

pytestmark = pytest.mark.asyncio(loop_scope="session")
EVIL = "<img src=x onerror=evil()>[[1]]@UUID[A.b]"


async def test_the_chronicle_is_in_the_chat_once_whichever_gms_are_there(evenings: Evenings) -> None:
    users = {"mara": ("Mara", 4), "zoe": ("Zoe", 4), "ann": ("Ann", 1)}
    evening = await evenings.begin(world={"users": users})
    world = evening.world
    mara, zoe = await evening.come("mara"), await evening.come("zoe")
    second = await evening.come("mara", like=mara)
    await opened(mara, admit="auto")
    way = await mara.place()
    table = await evening.caller(mara)

    async def sits(name: str) -> None:
        answer = await Caller(evening.served.client, way["table"], way["invite"]).post("/seats", {"name": name})
        assert answer.status == 201

    def told() -> list[str]:
        return [one["content"] for one in world.messages if "version" in one["flags"].get("tavern-table", {})]

    async def is_told(*names: str) -> None:
        """Wait until the chat tells of all of these, and of each once."""
        await evening.until(lambda: all(any(name in text for text in told()) for name in names))
        await evening.quiet()
        assert [sum(name in text for text in told()) for name in names] == [1] * len(names)

    await sits("Ada")
    await sits("Bo")
    await is_told("Ada", "Bo")
    # What both tabs have written is under way, when another GM takes over.
    world.hold()
    await sits("Cleo")
    await world.under_way("create", sender=mara.client)
    await mara.client.kill()
    await second.client.kill()
    await sits("Dan")
    await world.flow()
    await is_told("Ada", "Bo", "Cleo", "Dan")
    mara = await evening.come("mara", like=mara)
    await sits("Eve")
    await is_told("Ada", "Bo", "Cleo", "Dan", "Eve")

    # Nothing, if the GMs say so; and nothing of a table that is closed to watchers, which is no fault.
    await world.set_for_all("tavern-table.chronicle", "off")
    await sits("Finn")
    await world.set_for_all("tavern-table.chronicle", "results")
    await sits("Gil")
    watch_of(mara.page).tolerate("status of 401")
    watch_of(zoe.page).tolerate("status of 401")
    await table.did("set_options", options={"watch": "closed"})
    await world.set_for_all("tavern-table.chronicle", "all")
    await sits("Hal")
    await mara.call("view")
    await mara.done()
    await evening.quiet()
    assert [name for name in ("Finn", "Gil", "Hal") if any(name in text for text in told())] == []
    assert await mara.notices() + await zoe.notices() == []


@pytest.mark.parametrize("generation", [12, 13])
async def test_names_run_nothing_and_forged_messages_let_nobody_in(evenings: Evenings, generation: int) -> None:
    users = {
        "mara": (f"Mara {EVIL}{EVIL}", 4),
        "ann": (f"Ann {EVIL}", 1),
        **{user: (f"{user.title()} {EVIL}", 1) for user in ("cas", "zoe")},
    }
    actors = {BRI: character(f"Bri {EVIL}", owner="ann"), ODO: character("Odo", owner="cas")}
    evening = await evenings.begin(generation, world={"users": users, "actors": actors})
    world = evening.world
    cas = await evening.come("cas", ODO)
    # A player invites everybody to a table of theirs.
    forged = {"tavern-table": {"table": "a" * 26, "invite": "forged"}}
    await world.say("cas", whisper=["mara", "ann", "cas"], flags=forged)
    ann = await evening.come("ann", BRI)
    await ann.call("sitDown")
    await ann.client.notified("You are not invited yet")
    mara = await evening.come("mara")
    await mara.call("openTable", {"game": "twentyone", "name": EVIL})
    await mara.done()
    await world.say("cas", whisper=["ann"], flags=forged)

    # Ann asks to sit down as herself. Others say that it was they.
    await ann.call("sitDown")
    await expect(ann.dialog).to_contain_text(EVIL)
    await ann.fill("Name", f"Bri {EVIL}")
    await ann.fill("Coins to bring, in copper", "500")
    await ann.press("Sit down")
    await ann.done()
    await expect(mara.dialog).to_contain_text("asks to sit down as Bri")
    claim = next(one["flags"]["tavern-table"] for one in world.messages if "words" in one["flags"]["tavern-table"])
    await world.say("cas", whisper=["mara"], flags={"tavern-table": claim})
    await mara.client.notified("did so before")
    await world.say("cas", whisper=["mara"], flags={"tavern-table": {**claim, "words": EVIL}})
    await world.say("ann", whisper=["mara"], flags={"tavern-table": claim})
    await world.say("zoe", whisper=["mara"], flags={"tavern-table": {**claim, "words": EVIL}})
    await mara.client.notified("sent different words")
    # Of each user, the GM is warned once.
    assert len([text for text in await mara.notices() if "Ask them" in text]) == 2
    await expect(mara.dialog).to_have_count(1)
    await mara.page.keyboard.press("Escape")

    # Mara's browser starts again: it asks once more, and only about Ann.
    await mara.client.reload()
    await expect(mara.dialog).to_have_count(1)
    await mara.call("who")
    await expect(mara.dialog.last).to_contain_text("waits to be let in")
    await expect(mara.dialog.last.locator("br")).to_have_count(len(users) - 1)
    await mara.dialog.last.get_by_role("button", name="Close").click()
    # She lets Ann in on the page: the dialog is closed.
    await (await evening.caller(mara)).did("admit_seat", target=claim["seat"])
    await expect(mara.dialog).to_have_count(0)
    await expect(ann.window.get_by_label("Your place")).to_contain_text("Bri")
    await ann.begins_to_leave()
    await ann.client.notified("takes 5 gp home")
    await mara.call("settle")
    await mara.client.notified("No coins are at a table")

    assert evening.copper(BRI) == PURSE
    assert not any("has no seat" in text or "409" in text for text in await mara.notices())
    for user in (mara, ann, cas):
        shown = json.dumps(await user.client.run("() => standIn.messages().map(({ shown }) => shown)"))
        assert "(enriched)" not in shown
        assert await user.page.locator("img[src=x]").count() == 0


async def test_a_gm_who_clears_the_chat_still_knows_who_is_at_the_table(evenings: Evenings) -> None:
    evening = await evenings.begin()
    mara, ann, cas = await evening.come("mara"), await evening.come("ann", BRI), await evening.come("cas", ODO)
    await opened(mara, admit="auto")
    await seated(ann)
    for uuid in [uuid for uuid in evening.world.documents if uuid.startswith("ChatMessage.")]:
        await evening.world.delete(uuid)
    for _ in range(2):
        await ann.client.reload()
        await ann.started()
    await evening.until(lambda: bool(evening.world.messages))
    await evening.quiet()
    said = [one for one in evening.world.messages if "words" in one["flags"]["tavern-table"]]
    assert [(one["author"], one["whisper"]) for one in said] == [("ann", ["mara"])]
    await mara.call("rollCall")
    states = {one["user"]: (one["name"], one["state"]) for one in await mara.done()}
    assert (states["ann"], states["cas"]) == (("Bri", "seated"), (None, "notYet"))

    # Who has no invite any more is told what to do, and so is who comes to a closed table.
    await cas.call("sitDown")
    await cas.client.notified("or invites everybody again")
    await mara.call("menu")
    await mara.press("Invite everybody again")
    await mara.done()
    await (await evening.caller(mara)).did("close_table")
    await cas.call("sitDown")
    await cas.client.notified("The table is closed")
    assert evening.copper(ODO) == PURSE
