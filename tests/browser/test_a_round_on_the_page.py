"""Twenty-One on the page alone: a game master and three players, each with a browser of their own."""

from random import Random

import pytest
from playwright.async_api import expect
from yarl import URL

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import Person, cp_of, look_beside, open_table, play_round, sit_down

pytestmark = pytest.mark.asyncio(loop_scope="session")

TWENTY_ONE = CATALOGUE.rulebook("twentyone").name
NAMES = ("Bri", "Odo", "مريم")


async def test_a_gm_and_three_players_play_from_the_lobby_to_the_next_round(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    root = str(server.client.make_url("/"))
    # The dice move in this test, as they do for most people.
    moving = {"reduced_motion": "no-preference"}
    hosting = await (await meet(**moving)).new_page()
    invite = await open_table(hosting, root, TWENTY_ONE)
    assert URL(invite).path == URL(hosting.url).path
    players: list[Person] = []
    for name in NAMES:
        page = await (await meet(**moving)).new_page()
        await sit_down(page, invite, name)
        # The invite has left the address, so that it is in no history and no screenshot.
        assert page.url == invite.partition("#")[0]
        players.append(await Person.at(page, server))
    gm = await Person.at(hosting, server)
    await expect(hosting.locator(".seats .seat-name bdi")).to_have_text(list(NAMES))

    await hosting.locator(".startround button").click()
    view = await play_round(gm.caller, players, Random(21))
    outcome = view["result"]
    assert (outcome["round"], view["round"]) == (1, 1)
    everybody = [gm, *players]
    for person in everybody:
        await person.shown()
        result = person.page.locator(".result")
        await expect(result.locator(".result-round")).to_have_text("Round 1")
        await expect(result.locator(".winnings li")).to_have_count(len(outcome["won_cp"]))
        await look_beside(person.page, "Chronicle")
        assert len(await person.page.locator(".chronicle li").all()) > 10
        for seat in (await person.caller.view())["seats"]:
            purse = person.page.locator(".seat", has_text=seat["name"]).locator(".purse")
            assert cp_of(await purse.inner_text()) == seat["purse_cp"]

    await look_beside(players[0].page, "Chat")
    await players[0].page.get_by_label("Message", exact=True).fill("Well held!")
    await players[0].page.get_by_role("button", name="Say", exact=True).click()
    await look_beside(players[1].page, "Chat")
    await expect(players[1].page.locator(".messages")).to_contain_text("Well held!")

    await hosting.locator(".startround button", has_text="Next round").click()
    for person in everybody:
        await expect(person.page.locator(".tabletitle")).to_contain_text("Round 2")
        assert (await person.shown())["round"] == 2
