"""What the module for Foundry lets other browsers know: nothing that is secret."""

import json
from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from playwright.async_api import expect

from tests.browser.evenings import BRI, ODO, Evenings, has_sealed, revealed, sealed_in, seated
from tests.server.serving import Caller
from tools.choosing import choose_command

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
    await expect(mara.dialog).to_contain_text("That was not the host key")
    await mara.fill("Host key", key)
    await mara.press("OK")
    await mara.done()
    await seated(ann)
    await seated(cas)
    places = {user: await user.place() for user in (mara, ann, cas)}
    await mara.closes_window()

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
