"""The recipes of docs/foundry-api.md, run as macros in an evening with the module."""

import re
from random import Random
from typing import Any, Final

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Meeting, Starting
from tests.browser.evenings import BRI, HARPY, Evening, Evenings, User, seated
from tests.docs.pages import ROOT, blocks
from tests.server.serving import Caller
from tools.choosing import choose_command

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAGE: Final = ROOT / "docs" / "foundry-api.md"
MOST_ROUNDS: Final = 20
_DULL: Final = ("leave", "sit_out", "ask_for_coins", "fold", "dispute", "cheat", "accuse")
_ANNOUNCED: Final = """(many) => {
  const told = game.messages.filter(({ content }) => /^<p>(Nobody wins|(Bri|Odo) wins [^<]*p)\\.</.test(content));
  return told.length >= many;
}"""


def recipes() -> dict[str, str]:
    """The recipes by the first line."""
    found = [block.text for block in blocks(PAGE) if block.language == "js"]
    return {text.partition("\n")[0].removeprefix("// "): text for text in found}


class Cook:
    """Runs recipes, each once at least."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.left = recipes()

    async def run(self, user: User, name: str) -> None:
        await user.client.macro(next(text for first, text in recipes().items() if first.startswith(name)))
        self.left = {first: text for first, text in self.left.items() if not first.startswith(name)}
        await self._evening.world.quiet()

    def said(self) -> tuple[str, list[str]]:
        """The last message that a recipe wrote to the chat, and who reads it."""
        last = [one for one in self._evening.world.messages if not one["flags"]][-1]
        return last["content"], last["whisper"]


async def play(players: dict[str, Caller], chance: Random) -> None:
    """Play a round in which everybody rolls as long as they may."""
    table = next(iter(players.values()))
    while asked := (await table.view())["to_act"]:
        player = players[asked[0]]
        actions = (await player.view())["you"]["actions"]
        some = [one for one in actions if one["type"] not in _DULL]
        rolls = [one for one in some if one["type"] == "roll"]
        command = choose_command(rolls or some, chance)
        assert command is not None
        assert (await player.post("/commands", command | {"id": chance.randbytes(9).hex()})).status == 200


async def play_until_somebody_is_bust_and_another_wins(
    evening: Evening, cook: Cook, mara: User, ann: User, players: dict[str, Caller]
) -> None:
    """Play rounds until Ann has heard the sound, and the chat names a winner."""
    chance = Random(5)
    for n in range(MOST_ROUNDS):
        await cook.run(mara, "Start a round")
        await cook.run(ann, "Whisper to myself what my moves cost")
        assert cook.said()[1] == ["ann"]
        await play(players, chance)
        await mara.page.wait_for_function(_ANNOUNCED, arg=n + 1)
        told = str([one["content"] for one in evening.world.messages])
        if re.search(r"<p>(Bri|Odo) wins [^<]*p\.</p>", told) and await ann.client.run("() => standIn.played[0]"):
            return
    pytest.fail("nobody was bust, or nobody won")


async def test_the_recipes_do_what_they_say(meet: Meeting, start: Starting) -> None:
    async with Evenings(meet, start) as evenings:
        await _cook(await evenings.begin(world={"characters": {"ann": "bri"}}))


async def _cook(evening: Evening) -> None:
    cook = Cook(evening)
    mara, ann = await evening.come("mara", HARPY), await evening.come("ann", BRI)

    await cook.run(mara, "Open a table")
    table = await evening.caller(mara)
    options = (await table.view())["options"]
    assert (options["ante_cp"], options["turn_seconds"], options["admit"]) == (50, 120, "gm")
    await cook.run(mara, "Say who is missing")
    assert cook.said() == ("<p>We wait for Ann.</p>", [])
    await cook.run(ann, "Report my connection")
    assert cook.said() == ("<p>Connection of Ann: ok</p>", ["mara"])

    await seated(ann, 1_000)
    await expect(mara.dialog).to_contain_text("asks to sit down")
    await cook.run(mara, "Let in everybody")
    await mara.page.keyboard.press("Escape")
    assert (await table.view())["asking"] == []
    await cook.run(mara, "Say who is missing")
    assert cook.said() == ("<p>Everybody is here.</p>", [])
    odo = await table.post("/seats", {"name": "Odo", "purse_cp": 5_000})
    players = {
        (await ann.place())["seat"]: await evening.caller(ann),
        odo["seat"]: Caller(table.client, table.table, odo["token"], odo["seat"]),
    }

    await cook.run(mara, "Pause")
    assert (await table.view())["paused"]
    await cook.run(mara, "Pause")
    assert not (await table.view())["paused"]
    await cook.run(mara, "Announce the winners")
    await cook.run(ann, "Play a sound")
    await play_until_somebody_is_bust_and_another_wins(evening, cook, mara, ann, players)

    await cook.run(ann, "Whisper to myself how I fare")
    standings: Any = (await table.view())["standings"]["bri"]
    assert cook.said()[0].startswith(f"<p>{standings['wins']} of {standings['rounds']} rounds won, ")
    before = [seat["purse_cp"] for seat in (await table.view())["seats"]]
    await cook.run(mara, "Seat the selected tokens")
    await (await evening.caller(ann)).did("ask_for_coins", amount_cp=100)
    await cook.run(mara, "Lend coins")
    after = (await table.view())["seats"]
    assert [seat["purse_cp"] for seat in after] == [before[0] + 100, *before[1:], 500]
    assert (after[-1]["name"], after[-1]["kind"]) == ("Harpy", "npc")
    has = evening.copper(BRI)
    await cook.run(mara, "Reward every player")
    assert evening.copper(BRI) == has + 100

    closing = next(text for first, text in recipes().items() if first.startswith("Close"))
    await mara.client.run("(code) => { globalThis.called = standIn.macro(code); }", closing)
    await mara.press("Yes")
    await mara.done()
    assert (await table.view())["closed"]
    await ann.client.notified("Bri takes")
    await evening.quiet()
    assert evening.copper(BRI) == has + before[0] + 100
    assert {name.partition(":")[0] for name in cook.left} == {"Close the table"}
