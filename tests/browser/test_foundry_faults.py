"""The module for Foundry where things go wrong: browsers that end, windows that move, users who cheat, servers away."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import FrameLocator, async_playwright, expect
from yarl import URL

from games.installed import CATALOGUE
from tests.browser.conftest import OPTIONS, Meeting, Starting, executable, watch_of
from tests.browser.evenings import BRI, HARPY, ODO, PURSE, Evening, Evenings, User, at_table, opened, seated
from tests.browser.foundry import World
from tests.browser.foundry_data import Module, character
from tests.server.serving import Caller
from tools.choosing import choose_command

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def evenings(meet: Meeting, start: Starting) -> AsyncIterator[Evenings]:
    async with Evenings(meet, start) as beginning:
        yield beginning


async def sealed_in(evening: Evening, gm: User, number: int, seat: str) -> str:
    """The luck with which a seat plays a round."""
    events = (await (await evening.caller(gm)).get("/events"))["entries"]
    started = [one for entry in events for one in entry["events"] if one["type"] == "round_started"]
    luck: str = next(one["luck"] for one in started[number - 1]["luck"] if one["seat"] == seat)
    return luck


async def revealed(table: Caller) -> None:
    """Wait until a round that was called has begun."""
    while True:
        if (await table.view())["phase"] not in ("lobby", "luck"):
            return
        await asyncio.sleep(0.05)


async def has_sealed(evening: Evening, gm: User, seat: str) -> str:
    """Wait until the seat's luck for the next round is sealed; the seal."""
    table = await evening.caller(gm)
    while True:
        seal = next(one.get("luck_seal") for one in (await table.view())["seats"] if one["seat"] == seat)
        if seal:
            return str(seal)
        await asyncio.sleep(0.05)


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
    await ann.page.locator("#tavern-table [data-action=close]").first.click()
    await plays(4)

    # One seal for each round, whoever sent it.
    sent = [json.loads(text) for text in seals if "seal_luck" in text]
    assert len({one["seal"] for one in sent if one["type"] == "seal_luck"}) in (4, 5)
    assert {text for text in await ann.notices() if "your turn" not in text} == set()


async def test_two_tabs_of_a_player_share_the_luck_of_their_seat(evenings: Evenings) -> None:
    """Both have the window open; then one of them has it, and the other one is in the background."""
    evening = await evenings.begin()
    mara, ann = await evening.come("mara", HARPY), await evening.come("ann", BRI)
    await opened(mara, admit="auto", luck="sealed")
    await seated(ann)
    seat = (await ann.place())["seat"]
    first = await has_sealed(evening, mara, seat)
    table = await evening.caller(mara)
    await mara.call("seatNpc")
    await mara.press("Seat")
    await mara.done()
    assert evening.copper(HARPY) == PURSE - (await at_table(evening, mara))[1] < PURSE
    other = await evening.come("ann", BRI, like=ann)
    await other.call("open")
    for tab in (ann, other):
        await expect(tab.window.get_by_label("Your place")).to_contain_text("Bri")
    assert await has_sealed(evening, mara, seat) == first

    for number in (1, 2, 3):
        await has_sealed(evening, mara, seat)
        await table.did("start_round")
        await revealed(table)
        assert await sealed_in(evening, mara, number, seat) in await ann.client.stored()
        await table.did("void_round")
        if number < 3:
            await (other, ann)[number - 1].page.locator("#tavern-table [data-action=close]").first.click()
    for tab in (ann, other):
        assert [text for text in await tab.notices() if "your turn" not in text] == []
        await expect(tab.window.locator(".banner.bad")).to_have_count(0)


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


EVIL = "<img src=x onerror=evil()>[[1]]@UUID[A.b]"


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
    await expect(ann.page.locator("dialog")).to_contain_text(EVIL)
    await ann.fill("Name", f"Bri {EVIL}")
    await ann.fill("Coins to bring, in copper", "500")
    await ann.press("Sit down")
    await ann.done()
    await expect(mara.page.locator("dialog")).to_contain_text("asks to sit down as Bri")
    claim = next(one["flags"]["tavern-table"] for one in world.messages if "words" in one["flags"]["tavern-table"])
    await world.say("cas", whisper=["mara"], flags={"tavern-table": claim})
    await mara.client.notified("did so before")
    await world.say("cas", whisper=["mara"], flags={"tavern-table": {**claim, "words": EVIL}})
    await world.say("ann", whisper=["mara"], flags={"tavern-table": claim})
    await world.say("zoe", whisper=["mara"], flags={"tavern-table": {**claim, "words": EVIL}})
    await mara.client.notified("sent different words")
    # Of each user, the GM is warned once.
    assert len([text for text in await mara.notices() if "Ask them" in text]) == 2
    await expect(mara.page.locator("dialog")).to_have_count(1)
    await mara.page.keyboard.press("Escape")

    # Mara's browser starts again: it asks once more, and only about Ann.
    await mara.client.reload()
    await expect(mara.page.locator("dialog")).to_have_count(1)
    await mara.call("who")
    await expect(mara.page.locator("dialog").last).to_contain_text("waits to be let in")
    await mara.page.locator("dialog").last.get_by_role("button", name="Close").click()
    # She lets Ann in on the page: the dialog is closed.
    await (await evening.caller(mara)).did("admit_seat", target=claim["seat"])
    await expect(mara.page.locator("dialog")).to_have_count(0)
    await expect(ann.window.get_by_label("Your place")).to_contain_text("Bri")
    await ann.call("leave")
    await ann.press("Yes")
    await ann.client.notified("takes 5 gp home")
    await mara.call("settle")
    await mara.client.notified("No coins are at a table")

    assert evening.copper(BRI) == PURSE
    assert not any("has no seat" in text or "409" in text for text in await mara.notices())
    for user in (mara, ann, cas):
        shown = json.dumps(await user.client.run("() => standIn.messages().map(({ shown }) => shown)"))
        assert "(enriched)" not in shown
        assert await user.page.locator("img[src=x]").count() == 0


async def play(public: Caller, gm: Caller, players: Mapping[str, Caller]) -> list[tuple[str, int]]:
    """Play a round at random; the dice that lay in the open meanwhile, for everybody to see."""
    chance = Random(3)
    open_dice: list[tuple[str, int]] = []
    seen: dict[str, tuple[str, int]] = {}
    while True:
        view = await public.view()
        for holder in (*view["seats"], {"seat": "house", "dice": view["house_dice"]}):
            for die in holder["dice"]:
                face, at = (die["die"], die["face"]), f"{holder['seat']}/{die['n']}"
                if die["face"] is not None and not die.get("hole") and seen.get(at) != face:
                    open_dice.append(face)
                    seen[at] = face
        if view["phase"] == "lobby":
            return open_dice
        player = players[(await gm.view())["to_act"][0]]
        command = choose_command((await player.view())["you"]["actions"], chance)
        assert command
        await player.did(command.pop("type"), **command)


async def test_secrets_stay_in_the_browser_whose_they_are(evenings: Evenings) -> None:
    key = "the host key of this tavern"
    evening = await evenings.begin(host_key=key)
    world = evening.world
    refused = ("status of 401",)
    mara = await evening.come("mara", tolerated=refused)
    ann, cas = await evening.come("ann", BRI), await evening.come("cas", ODO)
    spectator = await evening.come("cas", like=cas)

    # The server asks for its host key, until it is the right one.
    await mara.call("openTable", {"game": "twentyone", "name": "T", "options": {"admit": "auto", "luck": "sealed"}})
    await mara.fill("Host key", "another key")
    await mara.press("OK")
    await expect(mara.page.locator("dialog")).to_contain_text("That was not the host key")
    await mara.fill("Host key", key)
    await mara.press("OK")
    await mara.done()
    await seated(ann)
    await seated(cas)
    places = {user: await user.place() for user in (mara, ann, cas)}
    await mara.page.locator("#tavern-table [data-action=close]").first.click()

    # A round with hidden dice, while Dice So Nice shows what everybody may see.
    table = await evening.caller(mara)
    for user in (ann, cas):
        await has_sealed(evening, mara, places[user]["seat"])
    await table.did("start_round")
    await revealed(table)
    public = Caller(evening.served.client, table.table, None)
    players = {places[user]["seat"]: await evening.caller(user) for user in (ann, cas)}
    open_dice = await play(public, table, players)
    nonces = [await sealed_in(evening, mara, 1, places[user]["seat"]) for user in (ann, cas)]
    assert len(set(nonces)) == 2
    await world.quiet()
    for user in (ann, spectator):
        calls = await user.client.run("() => standIn.thrown")
        assert all(synchronize is False for _, _, synchronize in calls)
        shown = [(die["type"], die["result"]) for data, *_ in calls for die in data["throws"][0]["dice"]]
        assert shown
        assert Counter(shown) - Counter(open_dice) == Counter()

    # Who is no player, and has no window open, was told no more than anybody: nor does the world know more.
    for secret in (key, *(place["token"] for place in places.values() if "token" in place), places[mara]["gm"]):
        assert secret not in world.secrets
        for user in (mara, ann, cas, spectator):
            assert secret not in await user.client.readable()
    for user, other in ((ann, cas), (cas, ann)):
        own = json.dumps(await user.client.stored())
        assert places[other]["token"] not in own
        assert places[mara]["gm"] not in own
    for nonce in nonces:
        assert nonce not in world.secrets


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
        await expect(user.page.locator("dialog")).to_have_count(1)
        await user.fill("Coins to bring, in copper", "500")
        await user.fill("deception: modifier", "4")
        await user.press("Sit down")
        await user.done()
        await expect(user.window.get_by_label("Your place")).to_contain_text(name)
    table = await evening.caller(mara)
    assert [seat["character"]["skills"] for seat in (await table.view())["seats"]] == [{"deception": 4}] * 2
    # Her coins can be read, and his cannot.
    assert (evening.copper(BRI), evening.purse(ODO)) == (PURSE - 500, None)
    for user in (ann, cas):
        await user.call("leave")
        await user.press("Yes")
        await user.done()
        assert await user.place() is None
    assert evening.copper(BRI) == PURSE
    await dot.client.kill()


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


@pytest.mark.parametrize("granted", [True, False])
async def test_a_public_page_may_use_a_tavern_on_this_device_if_the_browser_was_told_so(
    start: Starting, granted: bool
) -> None:
    async with World(13) as world, async_playwright() as playwright:
        url = URL(world.address)
        served = await start(CATALOGUE, allow_frame=(str(url.origin()),))
        world.modules.append(Module.unzipped(await (await served.client.get("/foundry/tavern-table.zip")).read()))
        args = (*OPTIONS, f"--ip-address-space-overrides=127.0.0.1:{url.port}=public")
        browser = await playwright.chromium.launch(executable_path=executable(), args=args)
        context = await browser.new_context()
        if granted:
            await context.grant_permissions(["local-network-access"], origin=str(url.origin()))
        user = User(await world.join("ann", context))
        found = await user.client.run("() => game.modules.get('tavern-table').api.test()")
        await browser.close()
        assert found["code"] == ("ok" if granted else "refused")
