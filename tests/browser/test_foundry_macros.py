"""The macros of docs/foundry-macros.md, run in browsers against the strict stand-in for Foundry."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.foundry import Client, World
from tests.docs.pages import ROOT, blocks
from tests.server.serving import Opened, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAGE: Final = ROOT / "docs" / "foundry-macros.md"
BASE: Final = 'const base = "https://example.org/tavern/";\n'
GAMES: Final = len(list(CATALOGUE.rulebooks))
BRI: Final[dict[str, Any]] = {
    "name": "Bri <b>the Bold</b>",
    "type": "character",
    "ownership": {"ann": 3},
    "system": {"currency": {"pp": 1, "gp": 20, "ep": 1, "sp": 3, "cp": 4}},
    "prepared": {
        "abilities": {"str": {"mod": 1, "save": 1}, "con": {"mod": 2, "save": {"value": 5}}, "dex": {"mod": 3}},
        "skills": {"slt": {"total": 7, "passive": 17}, "dec": {"total": -1, "passive": 9}, "ath": {"total": 4}},
        "attributes": {"prof": 3},
        "tools": {"dice": {"total": 6, "effectValue": 1, "prof": {"multiplier": 1}}},
    },
}
STAKE: Final = 1_542
"""What Bri brings unless she says otherwise: half of her 3,084 copper, which is less than five antes."""
PARTY: Final = {"name": "The Party", "type": "group", "system": {"currency": {"gp": 900}}}
_TELLS: Final = {"notifications": "notified", "messages": "messages()", "dice": "thrown"}


def macros() -> dict[str, str]:
    """The macros by the name in their first line."""
    found = [block.text for block in blocks(PAGE) if block.language == "js"]
    return {text.partition("\n")[0].removeprefix("// Tavern: "): text for text in found}


class User:
    """Somebody in Foundry."""

    def __init__(self, client: Client, tavern: str) -> None:
        self.client = client
        self.page = client.page
        self._tavern = tavern

    async def start(self, macro: str) -> None:
        """Start a macro, as it is on the page but for the address."""
        code = macros()[macro]
        assert code.count(BASE) == 1
        code = code.replace(BASE, f'const base = "{self._tavern}";\n')
        await self.client.run("(code) => { globalThis.macro = standIn.macro(code); }", code)

    async def end(self) -> None:
        """Wait until the macro has ended."""
        await self.client.run("() => macro")

    async def run(self, macro: str) -> None:
        await self.start(macro)
        await self.end()

    async def noted(self, what: str) -> Any:
        return await self.client.run(f"() => standIn.{_TELLS[what]}")

    async def last(self) -> Any:
        """The last notification."""
        return (await self.noted("notifications"))[-1]

    async def press(self, label: str) -> None:
        """Press a dialog's button."""
        await self.page.locator("dialog").get_by_role("button", name=label, exact=True).click()


class Evening:
    """A tavern, and a Foundry at another origin, where the GM and Ann each have a browser of their own."""

    def __init__(self, served: Served, world: World, gm: User, ann: User) -> None:
        self.served = served
        self.world = world
        self.gm = gm
        self.ann = ann

    async def open(self, game: str = "Tavern Twenty-One") -> Opened:
        """Have the GM open a table by the macro, whose messages reach Ann."""
        await self.gm.start("open a table")
        await self.gm.page.get_by_label("Game").select_option(label=game)
        await self.gm.page.get_by_label("Name").fill("The <i>Bent</i> Copper")
        await self.gm.press("OK")
        await self.gm.end()
        await self.world.quiet()
        place = await kept(self.gm)
        opened = {"table": place["table"], "gm_token": place["token"], "invite": place["invite"]}
        return Opened(self.served.client, opened)

    async def sit(self) -> None:
        """Have Ann sit down by the macro."""
        await self.ann.start("sit down")
        await self.ann.press("Sit down")
        await self.ann.end()


async def kept(user: User) -> Any:
    """Where a user sits, as the setting has it."""
    return await user.client.run(
        "() => game.settings.get('world', 'tavern-table')[`${game.world.id}/${game.user.id}`] ?? null"
    )


@pytest_asyncio.fixture(loop_scope="session")
async def evening(start: Starting, meet: Meeting, request: pytest.FixtureRequest) -> AsyncIterator[Evening]:
    """In version 12, which cleans nothing, unless a parameter says otherwise."""
    users = {"gm0": ("Mara", 4), "ann": ("Ann", 1)}
    actors = {"Actor.bri": BRI, "Actor.party": PARTY}
    served = await start(CATALOGUE)
    async with World(getattr(request, "param", 12), users=users, actors=actors) as world:
        clients = []
        for user, selected in (("gm0", ()), ("ann", ("Actor.bri",))):
            context = await meet(("ERR_UNSAFE_PORT",), elsewhere=True)
            clients.append(await world.join(user, context, selected=selected))
        yield Evening(served, world, *[User(client, str(served.client.make_url("/"))) for client in clients])


async def test_the_page_has_a_macro_for_everything() -> None:
    assert list(macros()) == [
        "connect", "open a table", "sit down", "act", "chronicle in the chat", "dice", "leave",
    ]  # fmt: skip
    assert max(code.count("\n") for code in macros().values()) <= 24


async def test_connecting_says_what_is_there_or_that_nothing_is(evening: Evening) -> None:
    await evening.ann.run("connect")
    assert (await evening.ann.last())[0] == "info"
    assert f"{GAMES} games" in (await evening.ann.last())[1]
    nowhere = User(evening.ann.client, "http://127.0.0.1:1/")
    await nowhere.run("connect")
    assert await nowhere.last() == ["error", "Tavern: this browser cannot reach http://127.0.0.1:1/."]


async def test_a_browser_that_refuses_the_local_network_is_not_called_unreachable(evening: Evening) -> None:
    refuse = "() => { navigator.permissions.query = async () => ({ state: 'denied' }); }"
    await evening.ann.client.run(refuse)
    nowhere = User(evening.ann.client, "http://127.0.0.1:1/")
    await nowhere.run("connect")
    assert "may not reach the local network" in (await nowhere.last())[1]


async def test_the_gm_opens_a_table_and_everybody_else_is_whispered_an_invite(evening: Evening) -> None:
    table = await evening.open()
    (message,) = await evening.gm.noted("messages")
    assert message["whisper"] == ["ann"]
    assert "The &#60;i&#62;Bent&#60;/i&#62; Copper" in message["content"]
    assert f"/t/{table.id}#invite={table.invite}" in message["content"]
    assert message["flags"] == {"world": {"tavern-table": {"table": table.id, "invite": table.invite}}}
    assert str(table.gm.token) not in str(message)
    registered = "() => [...game.settings.settings.values()].map(({ scope }) => scope)"
    assert set(await evening.gm.client.run(registered)) == {"client"}
    assert (await table.gm.view())["gm"] == "Mara"


async def test_a_player_sits_down_with_the_sheet_and_the_coins_of_the_selected_token(evening: Evening) -> None:
    table = await evening.open()
    await evening.sit()
    place = await kept(evening.ann)
    (seat,) = (await table.gm.view())["seats"]
    assert (place["seat"], seat["name"], seat["purse_cp"]) == (seat["seat"], BRI["name"], STAKE)
    assert seat["character"] == {
        "abilities": {"str": 1, "con": 2, "dex": 3},
        "skills": {"sleight_of_hand": 7, "deception": -1},
        "saves": {"str": 1, "con": 5},
        "passive": {"sleight_of_hand": 17, "deception": 9},
        "proficiency": 3,
        "tools": {"dice": True},
    }
    assert await evening.ann.last() == ["info", f"Tavern: {BRI['name']} sits down."]
    assert [one for one in await evening.ann.noted("messages") if place["token"] in str(one)] == []


@pytest.mark.parametrize("evening", [12, 14], indirect=True)
async def test_a_player_brings_no_more_coins_than_the_character_has(evening: Evening) -> None:
    table = await evening.open()
    await evening.ann.start("sit down")
    coins = evening.ann.page.get_by_label("Coins to bring")
    for purse, said in (("3085", "at most 3084"), ("", "is required"), ("-1", "at least 0")):
        await coins.fill(purse)
        await evening.ann.press("Sit down")
        await evening.ann.client.notified(said)
        assert (await table.gm.view())["seats"] == []
        # The next dialog opens before this one has left the page.
        await expect(coins).to_have_count(1)
    await coins.fill("3084")
    await evening.ann.press("Sit down")
    await evening.ann.end()
    assert (await table.gm.view())["seats"][0]["purse_cp"] == 3_084


async def test_without_an_invite_or_a_table_the_macros_say_so(evening: Evening) -> None:
    await evening.ann.run("sit down")
    assert (await evening.ann.last())[0] == "warn"
    for macro in ("act", "dice"):
        await evening.ann.run(macro)
        assert await evening.ann.last() == ["error", "Tavern: You are at no table. Open one, or sit down at one."]
    await evening.ann.run("chronicle in the chat")
    assert await evening.ann.last() == ["warn", "Tavern: one writes for all, the GM."]


async def test_what_went_wrong_is_told_as_text(evening: Evening) -> None:
    await evening.ann.client.run(
        """async (tavern) => {
          const { Desk } = await import(`${tavern}client/foundry.mjs`);
          const { TavernError } = await import(`${tavern}client/tavern.mjs`);
          await new Desk().try(async () => { throw new TavernError("taken", "<i>Bri</i> sits there."); });
        }""",
        str(evening.served.client.make_url("/")),
    )
    assert await evening.ann.last() == ["error", "Tavern: <i>Bri</i> sits there."]


@pytest.mark.parametrize("is_deleted", [False, True], ids=["a_player", "nobody"])
async def test_only_a_gm_can_invite(evening: Evening, is_deleted: bool) -> None:
    table = await evening.open()
    flags = {"world": {"tavern-table": {"table": "elsewhere", "invite": "forged"}}}
    await evening.world.enter("cas", "Cas")
    await evening.world.say("cas", whisper=["ann"], flags=flags)
    if is_deleted:
        await evening.world.delete("User.cas")
    await evening.sit()
    assert (await kept(evening.ann))["table"] == table.id


async def test_a_party_does_not_sit_down_but_the_user_s_own_character(evening: Evening) -> None:
    table = await evening.open()
    await evening.ann.client.run("() => standIn.select(['Actor.party'])")
    await evening.ann.start("sit down")
    await evening.ann.client.notified("select your token first")
    await evening.world.write("User.ann", {"character": "bri"})
    await evening.sit()
    assert [seat["name"] for seat in (await table.gm.view())["seats"]] == [BRI["name"]]


async def test_people_act_from_dialogs_and_are_notified_of_their_turn(evening: Evening) -> None:
    table = await evening.open()
    await evening.sit()
    odo = await table.sit("Odo")
    await evening.gm.start("act")
    await evening.gm.press("Give coins")
    await evening.gm.page.get_by_label("To whom").select_option(label=BRI["name"])
    await evening.gm.page.get_by_label("How much").fill("16")
    await evening.gm.page.get_by_label("Reason").fill("a loan")
    await evening.gm.press("OK")
    await evening.gm.end()
    assert (await table.gm.view())["seats"][0]["purse_cp"] == STAKE + 16
    await evening.gm.start("act")
    await evening.gm.press("Start the round")
    await evening.gm.end()
    assert "Round 1 begins" in (await evening.gm.last())[1]
    if (await table.gm.view())["to_act"] == ["odo"]:
        await odo.did("let_it_be")
    await evening.ann.client.notified("it is your turn.")
    before = (await table.gm.view())["version"]
    await evening.ann.start("act")
    await evening.ann.press("Let it be")
    await evening.ann.end()
    assert (await table.gm.view())["version"] == before + 1
    # A dialog that is closed does nothing.
    before = (await table.gm.view())["version"]
    await evening.gm.start("act")
    await evening.gm.page.locator("dialog").wait_for()
    await evening.gm.page.keyboard.press("Escape")
    await evening.gm.end()
    assert (await table.gm.view())["version"] == before


@pytest.mark.parametrize("evening", [12, 14], indirect=True)
async def test_the_gm_acts_for_a_seat_and_for_an_npc_that_was_taken_over(evening: Evening) -> None:
    table = await evening.open()
    await evening.sit()
    npc = {"name": "Odo", "purse_cp": 5_000, "npc": {"temperament": "cautious"}}
    assert (await table.gm.post("/seats", npc)).status == 201
    # NPCs wait while the clock is stopped.
    await table.gm.did("pause")
    await table.gm.did("start_round")
    await evening.gm.start("act")
    await evening.gm.page.locator("dialog").get_by_role("button", name="The GM").wait_for()
    assert await evening.gm.page.locator("dialog").get_by_role("button", name="Odo").count() == 0
    await evening.gm.press("The GM")
    await evening.gm.press("Take over")
    await evening.gm.page.get_by_label("Who", exact=True).select_option(label="Odo")
    await evening.gm.press("OK")
    await evening.gm.end()
    acted = set[str]()
    while len(acted) < 2:
        view = await table.gm.view()
        (asked,) = view["to_act"]
        await evening.gm.start("act")
        await evening.gm.press(f"{'Odo' if asked == 'odo' else BRI['name']} (to act)")
        await evening.gm.press("Let it be" if view["phase"] == "cut" else "Hold")
        await evening.gm.end()
        (last,) = (await table.gm.get(f"/events?after={view['version']}"))["entries"]
        assert (last["actor"], last["seat"]) == ("gm", asked)
        acted.add(asked)


async def test_what_everybody_can_see_and_nothing_else_goes_to_the_chat(evening: Evening) -> None:
    table = await evening.open()
    await evening.sit()
    await table.sit("Odo")
    await evening.gm.run("chronicle in the chat")
    before = len(await evening.gm.noted("messages"))
    await evening.gm.client.notified("goes to the chat")
    await table.gm.did("start_round")
    await table.gm.did("give_coins", target="odo", amount_cp=5, reason="<i>[[20]]</i> @UUID[Actor.x]{you}")
    await evening.gm.page.wait_for_function("(many) => game.messages.size >= many", arg=before + 2)
    messages = (await evening.gm.noted("messages"))[before:]
    assert [message["whisper"] for message in messages] == [[], []]
    chronicle = (await table.public.get("/chronicle?after=3"))["entries"]
    assert [shown for message in messages for shown in message["shown"]] == [
        sentence for entry in chronicle for sentence in entry["chronicle"]
    ]
    await evening.gm.run("chronicle in the chat")
    assert "stays at the tavern" in (await evening.gm.last())[1]


async def test_of_two_gms_one_writes_the_chronicle(evening: Evening, meet: Meeting) -> None:
    table = await evening.open()
    await evening.world.enter("gm1", "Nell", 4)
    context = await meet(("ERR_UNSAFE_PORT",), elsewhere=True)
    nell = User(await evening.world.join("gm1", context), str(evening.served.client.make_url("/")))
    place = {"table": table.id, "token": str(table.gm.token)}
    keep = "async (base, place) => new (await import(`${base}client/foundry.mjs`)).Desk(base).keep(place)"
    await nell.client.run(keep, str(evening.served.client.make_url("/")), place)
    for gm in (nell, evening.gm):
        await gm.run("chronicle in the chat")
        await gm.client.notified("goes to the chat")
    before = len(evening.world.messages)
    await table.sit("Odo")
    await table.sit("Pell")
    await evening.gm.page.wait_for_function("(many) => game.messages.size >= many", arg=before + 2)
    await nell.page.wait_for_function("(many) => game.messages.size >= many", arg=before + 2)
    await evening.gm.client.kill()
    await evening.world.quiet()
    await table.sit("Tam")
    await nell.page.wait_for_function("(many) => game.messages.size >= many", arg=before + 3)
    written = [one["content"] for one in evening.world.messages[before:]]
    assert len(set(written)) == len(written) == 3


async def test_only_dice_that_everybody_sees_are_shown_and_on_this_screen_alone(evening: Evening) -> None:
    table = await evening.open()
    await evening.sit()
    await table.sit("Odo")
    await evening.ann.run("dice")
    await table.gm.did("start_round")
    await evening.ann.page.wait_for_function("standIn.thrown.length")
    shown = await evening.ann.noted("dice")
    public = [die["face"] for seat in (await table.public.view())["seats"] for die in seat["dice"]]
    assert len(public) == 4
    [[throws, user, synchronize]] = shown
    dice = throws["throws"][0]["dice"]
    assert [die["result"] for die in dice] == [face for face in public if face is not None]
    assert len(dice) == 2
    assert {(die["type"], die["resultLabel"]) for die in dice} == {("d10", str(die["result"])) for die in dice}
    assert (user, synchronize) == ("ann", False)


async def test_the_seat_of_a_player_who_leaves_is_forgotten(evening: Evening) -> None:
    table = await evening.open()
    await evening.sit()
    await evening.ann.start("leave")
    await evening.ann.press("No")
    await evening.ann.end()
    assert await kept(evening.ann) is not None
    await evening.ann.start("leave")
    await evening.ann.press("Yes")
    await evening.ann.end()
    assert await kept(evening.ann) is None
    assert (await table.gm.view())["seats"] == []
    assert "token" not in await evening.ann.client.stored()


async def test_a_seat_seals_and_reveals_while_its_user_is_connected(evening: Evening) -> None:
    table = await evening.open()
    await evening.sit()
    await table.gm.did("set_options", options={"luck": "sealed"})
    await table.sit("Odo")
    await until_shown(table, lambda view: "luck_seal" in view["seats"][0])
    await table.gm.did("start_round")
    await until_shown(table, lambda view: view["phase"] != "luck")


async def until_shown(table: Opened, is_so: Callable[[Any], bool]) -> None:
    """Wait until something is so in the GM's view."""
    async with asyncio.timeout(10):
        while True:
            if is_so(await table.gm.view()):
                return
            await asyncio.sleep(0.01)
