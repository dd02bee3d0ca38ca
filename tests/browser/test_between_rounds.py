"""Between rounds: the next one by itself, sitting out, asking for coins, and what a result offers."""

import re

import pytest
from playwright.async_api import expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import Person, come_back
from tests.server.serving import Caller, Opened

pytestmark = pytest.mark.asyncio(loop_scope="session")


LOOKS = "(part) => [getComputedStyle(part).color, parseFloat(getComputedStyle(part).fontSize)]"


async def _table(start: Starting, **options: object) -> Opened:
    server = await start(CATALOGUE, allow_seeds=True)
    return await server.open("twentyone", seed="07" * 32, options=options)


async def _fold(table: Opened, *seats: Caller) -> None:
    """End a round: who is asked folds, or answers as little as possible."""
    while (view := await table.public.view())["to_act"]:
        acting = next(seat for seat in seats if seat.seat in view["to_act"])
        offered = {action["type"] for action in (await acting.view())["you"]["actions"]}
        await acting.did("fold" if "fold" in offered else "let_it_be")


async def test_a_player_sits_out_says_so_to_all_and_plays_again_with_one_press(meet: Meeting, start: Starting) -> None:
    table = await _table(start)
    ada = await table.sit("Ada")
    for name in ("Bo", "Cy"):
        await table.sit(name)
    page = (await come_back(await meet(), ada)).page
    await page.get_by_role("button", name="Sit out").click()
    await page.locator("dialog").get_by_role("button", name="Sit out").click()
    own = page.get_by_role("region", name="Your place")
    await expect(own.get_by_text("You sit out.")).to_be_visible()
    await table.gm.did("start_round")
    await expect(page.locator(".tabletitle")).to_contain_text("Round 1")
    assert "ada" not in (await table.gm.view())["to_act"]
    await own.get_by_role("button", name="Play again").click()
    await expect(own.get_by_text("You sit out")).to_have_count(0)


async def test_a_player_asks_for_coins_and_the_gm_brings_them_with_one_press(meet: Meeting, start: Starting) -> None:
    table = await _table(start)
    ada = await table.sit("Ada", purse_cp=500)
    player = (await come_back(await meet(), ada)).page
    gm = (await come_back(await meet(), table.gm, secret="gm")).page
    await player.get_by_role("button", name="Ask for coins").click()
    form = player.locator("dialog .moveform")
    await expect(form.locator(".usual button")).to_have_text(["5 gp", "10 gp", "25 gp", "50 gp"])
    await form.get_by_role("textbox", name="gold").fill("20")
    await form.get_by_role("button", name="Ask for coins").click()
    request = gm.get_by_role("region", name="Asking for coins")
    await expect(request).to_contain_text("Ada 20 gp")
    await request.get_by_role("button", name="Give coins").click()
    await expect(request).to_have_count(0)
    await expect(player.locator(".ownseat .purse")).to_have_text("25 gp")


async def test_the_table_says_when_the_next_round_starts_by_itself(meet: Meeting, start: Starting) -> None:
    table = await _table(start, next_round_seconds=60)
    ada = await table.sit("Ada")
    await table.sit("Bo")
    await table.gm.did("start_round")
    page = (await come_back(await meet(), ada)).page
    await table.gm.did("void_round")
    status = page.locator(".statusline")
    await expect(status).to_contain_text("The next round starts by itself in")
    await expect(status.get_by_role("timer")).to_be_visible()


async def test_a_result_is_checked_where_it_stands_and_the_gm_can_show_its_seed(meet: Meeting, start: Starting) -> None:
    table = await _table(start)
    ada = await table.sit("Ada")
    await table.sit("Bo")
    await table.gm.did("start_round")
    await table.gm.did("void_round")
    player = (await come_back(await meet(), ada)).page
    await player.locator(".result").get_by_role("button", name="Check this round").click()
    await expect(player.get_by_role("dialog", name="Check round 1").locator(".verdict").first).to_be_visible()
    assert await player.get_by_role("button", name="Show the seed").count() == 0
    gm = (await come_back(await meet(), table.gm, secret="gm")).page
    seed = gm.locator(".result").get_by_role("button", name="Show the seed")
    await seed.click()
    await expect(seed).to_have_count(0)
    assert (await table.gm.get("/rounds"))["rounds"][0]["unsealed"] is True


async def test_who_asks_the_gm_for_something_is_seen_wherever_the_gm_has_scrolled_to(
    meet: Meeting, start: Starting
) -> None:
    server = await start(CATALOGUE)
    table = await server.open("twentyone")
    seats = [await table.sit(name) for name in ("Ada", "Bo", "Cy")]
    page = (await come_back(await meet(viewport={"width": 390, "height": 844}), table.gm, secret="gm")).page
    await expect(page.get_by_role("button", name="Options")).to_be_visible()
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    await seats[0].did("ask_for_coins", amount_cp=500)
    await expect(page.get_by_role("region", name="Asking for coins")).to_be_in_viewport(ratio=1)
    await expect(page).to_have_title(re.compile("^● Somebody asks"))


async def test_what_a_later_round_brought_or_cost_is_said_after_a_reload_too(meet: Meeting, start: Starting) -> None:
    table = await _table(start)
    ada, bo = [await table.sit(name, purse_cp=10_000) for name in ("Ada", "Bo")]
    page = (await come_back(await meet(), ada)).page
    for _ in range(2):
        await table.gm.did("start_round")
        await _fold(table, ada, bo)
    person = Person(page, ada)
    await person.shown()
    own = page.locator(".result-own")
    said = await own.inner_text()
    assert said.startswith("You ")
    await page.reload()
    await expect(own).to_have_text(said)


async def test_an_unsealed_round_is_told_more_quietly_than_its_result(meet: Meeting, start: Starting) -> None:
    table = await _table(start)
    ada, bo = [await table.sit(name, purse_cp=10_000) for name in ("Ada", "Bo")]
    await table.gm.did("start_round")
    await _fold(table, ada, bo)
    await table.gm.did("unseal", round=1)
    page = (await come_back(await meet(), ada)).page
    last = page.locator(".ticker p").last
    await expect(last).to_contain_text("Round 1 is unsealed")
    (quiet, small), (explained, _), (_, usual) = [
        await page.locator(part).last.evaluate(LOOKS) for part in (".ticker p", ".result .help", ".winnings li")
    ]
    assert quiet == explained
    assert small < usual
