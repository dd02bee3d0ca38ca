"""The module's window for Foundry: whom it shows, how it looks, and what it does when the tavern does not answer."""

import pytest
from playwright.async_api import expect

from tests.browser.evenings import BRI, HARPY, PURSE, Evenings, User, opened, seated
from tests.server.serving import Caller

pytestmark = pytest.mark.asyncio(loop_scope="session")

BREAK = """() => {
  const { prototype } = foundry.applications.api.ApplicationV2;
  const { _preFirstRender: was } = prototype;
  prototype._preFirstRender = () => {
    prototype._preFirstRender = was;
    throw new Error("another module is in the way");
  };
}"""

SLOW_NEWS = """() => {
  const { fetch: was } = globalThis;
  globalThis.news = { heard: 0, late: Promise.resolve() };
  globalThis.fetch = async (url, options) => {
    const answer = await was(url, options);
    if (!String(url).includes("/live")) return answer;
    const transform = async (chunk, stream) => (await news.late, (news.heard += 1), stream.enqueue(chunk));
    return new Response(answer.body.pipeThrough(new TransformStream({ transform })), answer);
  };
}"""
"""What is told of a table arrives when the test says so."""


async def chooses(user: User, label: str) -> None:
    """By the list of what there is to do."""
    await user.call("menu")
    await user.press(label)


async def test_the_window_shows_who_one_is_now_and_keeps_no_token_of_a_place_that_was_left(evenings: Evenings) -> None:
    evening = await evenings.begin()
    tolerated = ("status of 401", "another module is in the way")
    mara, ann = await evening.come("mara", tolerated=tolerated), await evening.come("ann", BRI, tolerated=tolerated)
    await opened(mara, admit="auto")

    # Ann watches, then sits down in Foundry, and leaves.
    own = ann.window.get_by_label("Your place")
    await ann.client.run(BREAK)
    await chooses(ann, "Show the table")
    await ann.client.notified("another module is in the way")
    await ann.done()
    await chooses(ann, "Show the table")
    await expect(ann.window.locator(".tabletitle")).to_be_visible()
    await expect(own).not_to_contain_text("Bri")
    await seated(ann)
    await expect(own).to_contain_text("Bri")
    await expect(ann.page.locator("iframe")).to_have_count(1)
    token = (await ann.place())["token"]
    assert token in await ann.client.stored()
    await ann.leaves()
    assert token not in await ann.client.stored()
    await chooses(ann, "Show the table")
    await expect(ann.window.locator(".tabletitle")).to_be_visible()
    await expect(own).not_to_contain_text("Bri")
    assert await ann.place() is None
    assert evening.copper(BRI) == PURSE

    # Mara opens another table beside the one of last week.
    first = await mara.place()
    await chooses(mara, "Open another table")
    await mara.fill("Name of the table", "The Mermaid")
    await mara.press("Next")
    await mara.press("Open a table")
    await expect(mara.window.get_by_role("heading", name="The Mermaid")).to_be_visible()
    await mara.done()
    assert (await mara.place())["table"] != first["table"]


async def test_the_window_looks_like_foundry_s_and_is_where_it_was_left(evenings: Evenings) -> None:
    evening = await evenings.begin()
    mara = await evening.come("mara")
    await opened(mara)

    # It looks like Foundry's windows, whatever the interface around them looks like.
    root = mara.window.locator("html")
    for windows, around in (("dark", "light"), ("light", "dark")):
        await mara.client.run("(...schemes) => standIn.setScheme(...schemes)", windows, around)
        await expect(root).to_have_attribute("data-scheme", windows)
    await mara.page.locator("#tavern-table").evaluate("(window) => window.classList.add('theme-dark')")
    await mara.client.run("() => standIn.setScheme('light', 'light')")
    await expect(root).to_have_attribute("data-scheme", "dark")

    # It fits beside the sidebar, and is where it was left.
    window = "foundry.applications.instances.get('tavern-table')"
    width, height = await mara.page.evaluate("[innerWidth, innerHeight]")
    at = await mara.page.evaluate(f"{window}.position")
    assert at["left"] >= 70
    assert at["left"] + at["width"] <= width - 300
    assert at["top"] + at["height"] <= height
    for place, leave in (([9, 8, 500, 400], "close"), ([20, 30, 600, 420], "reload")):
        left, top, wide, high = place
        await mara.page.evaluate(f"{window}.setPosition({{ left: {left}, top: {top}, width: {wide}, height: {high} }})")
        if leave == "close":
            await mara.closes_window()
        else:
            await mara.page.wait_for_function(
                "(left) => Object.values(game.settings.get('tavern-table', 'window'))[0].left === left", arg=left
            )
            await mara.client.reload()
        await mara.call("open")
        await mara.done()
        at = await mara.page.evaluate(f"{window}.position")
        assert [at[side] for side in ("left", "top", "width", "height")] == place

    # Macros are made once.
    for _ in range(2):
        await chooses(mara, "Make macros for the hotbar")
        await mara.client.notified("in your macro directory")
        await mara.done()
    await evening.quiet()
    assert await mara.client.run("() => game.macros.size") == 4


async def test_a_tavern_that_comes_back_is_noticed_without_a_click(evenings: Evenings) -> None:
    evening = await evenings.begin()
    down = ("ERR_FAILED", "does not match the recipient")
    mara, ann = await evening.come("mara"), await evening.come("ann", BRI, tolerated=down)
    await opened(mara, admit="auto")
    await seated(ann)
    place = await ann.place()
    await ann.client.kill()

    # It is down when Foundry loads: as soon as it is back, Ann's coins come home from a seat that is gone.
    await ann.context.route("**/foundry/module.json", lambda route: route.abort())
    ann = await evening.come("ann", BRI, like=ann)
    await ann.client.notified("Nothing answers")
    await (await evening.caller(mara)).did("remove_seat", target=place["seat"])
    await ann.context.unroute("**/foundry/module.json")
    await ann.client.notified("takes 5 gp home")
    assert evening.copper(BRI) == PURSE
    assert len([text for text in await ann.notices() if "Nothing answers" in text]) == 1

    # The page does not load in the window: it does once it can.
    await ann.context.route("**/t/*", lambda route: route.abort())
    await ann.begins_to_sit()
    await ann.client.notified("its page did not load")
    await ann.context.unroute("**/t/*")
    await expect(ann.window.get_by_label("Your place")).to_contain_text("Bri")


async def test_one_tab_of_a_gm_asks_about_a_player_and_another_takes_over(evenings: Evenings) -> None:
    evening = await evenings.begin()
    mara, ann = await evening.come("mara"), await evening.come("ann", BRI)
    second = await evening.come("mara", like=mara)
    await opened(second)
    await seated(ann)
    await expect(mara.dialog).to_contain_text("asks to sit down as Bri")
    await expect(second.dialog).to_have_count(0)
    await mara.client.kill()
    await expect(second.dialog).to_contain_text("asks to sit down as Bri")
    await second.press("Let in")
    await expect(ann.window.get_by_label("Your place")).to_contain_text("Bri")


async def test_the_own_table_is_followed_while_its_window_is_open_and_nothing_without_an_address(
    evenings: Evenings,
) -> None:
    evening = await evenings.begin()
    tolerated = ("status of (401|404)",)
    mara, ann = await evening.come("mara", tolerated=tolerated), await evening.come("ann", BRI, tolerated=tolerated)
    await opened(mara, admit="auto")
    await seated(ann)
    gm, seat = await evening.caller(mara), (await ann.place())["seat"]

    # The world goes on with another table, and Ann's window shows her own.
    await evening.world.set_for_all("tavern-table.table", {"id": "a" * 26, "name": "", "game": "pig"})
    await gm.did("remove_seat", target=seat)
    await ann.client.notified("takes 5 gp home")
    assert evening.copper(BRI) == PURSE

    # Without an address, nothing more is followed: the chronicle ends.
    await evening.world.set_for_all("tavern-table.table", {"id": gm.table, "name": "", "game": "twentyone"})
    way = Caller(evening.served.client, gm.table, (await mara.place())["invite"])
    assert (await way.post("/seats", {"name": "Ada"})).status == 201
    await evening.until(lambda: any("Ada" in one["content"] for one in evening.world.messages))
    top = mara.page.main_frame
    async with mara.page.expect_event("requestfailed", lambda one: gm.table in one.url and one.frame == top):
        await evening.move("")
    assert (await way.post("/seats", {"name": "Bo"})).status == 201
    await evening.quiet()
    assert not any("Bo " in one["content"] for one in evening.world.messages)


async def test_news_from_before_somebody_sat_down_does_not_make_them_leave(evenings: Evenings) -> None:
    evening = await evenings.begin()
    mara, ann = await evening.come("mara"), await evening.come("ann")
    await opened(mara, admit="auto")
    await ann.page.add_init_script(f"({SLOW_NEWS})()")
    await ann.client.reload()
    await ann.page.wait_for_function("news.heard")

    # Bo sits down before Ann, and her browser hears of it after she did.
    await ann.client.run("() => { news.late = new Promise((done) => { news.arrive = done; }); }")
    way = Caller(evening.served.client, (await mara.place())["table"], (await mara.place())["invite"])
    assert (await way.post("/seats", {"name": "Bo"})).status == 201
    await seated(ann)
    heard = await ann.client.run("() => { news.arrive(); return news.heard; }")
    await ann.page.wait_for_function("(heard) => news.heard >= heard + 2", arg=heard)
    await ann.started()
    assert (await ann.place() or {}).get("who") == "Ann"
    assert [text for text in await ann.notices() if "no longer" in text] == []


async def test_of_two_gms_the_one_who_invites_last_says_which_table_it_is(evenings: Evenings) -> None:
    evening = await evenings.begin(world={"users": {"mara": ("Mara", 4), "zoe": ("Zoe", 4), "ann": ("Ann", 1)}})
    mara, zoe, ann = await evening.come("mara"), await evening.come("zoe"), await evening.come("ann", BRI)
    await mara.call("openTable", {"game": "pig", "name": "The Mermaid", "options": {"admit": "auto"}})
    await mara.done()
    await opened(zoe)
    await chooses(mara, "Invite everybody again")
    await mara.done()
    await evening.quiet()
    assert [("The Mermaid" in one["content"]) for one in evening.world.messages if "invited" in one["content"]] == [
        True,
        False,
        True,
    ]

    # Who clicks the dice sits down there.
    await ann.call("open")
    await expect(ann.dialog).to_contain_text("A round costs")
    await ann.press("Sit down")
    await ann.done()
    assert (await ann.place())["table"] == (await mara.place())["table"]


async def test_a_player_with_the_window_closed_is_notified_of_each_turn(evenings: Evenings) -> None:
    evening = await evenings.begin()
    mara, ann = await evening.come("mara", HARPY), await evening.come("ann", BRI)
    await opened(mara, game="pig", admit="auto")
    await seated(ann)
    await mara.call("seatNpc")
    await mara.press("Seat")
    await mara.done()
    await ann.closes_window()
    table = await evening.caller(mara)
    await table.did("start_round")
    await ann.client.notified("your turn")
