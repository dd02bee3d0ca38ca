"""Rounds, the GM's desk and overlays on the page."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect
from yarl import URL

from games.installed import CATALOGUE
from tests.browser.conftest import MS, Meeting, Publishing, Starting, run
from tests.browser.people import come_back, visit
from tests.server.playing_through import PURSE_CP
from tests.server.serving import SEED, Caller, Opened, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

_FRAMED = """(address) => {
  const frame = document.createElement("iframe");
  frame.src = address;
  document.body.append(frame);
}"""


async def _played(start: Starting, **options: Any) -> tuple[Served, Opened, Caller]:
    """A table at which one round of a race was begun and called off."""
    server = await start(allow_seeds=True)
    table = await server.open("race", options=options, seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    await ada.did("roll")
    await table.gm.did("void_round", reason="Fire!")
    return server, table, ada


async def test_each_step_of_a_round_has_a_link_and_its_dice_are_checked(page: Page, start: Starting) -> None:
    server, table, ada = await _played(start, unseal="round")
    await visit(page, server, f"t/{table.id}/rounds", token=str(ada.token), seat=ada.seat)

    await page.get_by_role("link", name="Called off").click()
    await expect(page.get_by_role("slider", name="Step")).to_have_value("0")
    await page.keyboard.press("End")
    await expect(page).to_have_url(re.compile("#at="))
    last = page.url
    await page.keyboard.press("Home")
    await expect(page).not_to_have_url(last)
    await page.goto(last)
    await expect(page.get_by_role("button", name="Step forward")).to_be_disabled()

    await page.get_by_role("button", name="Check this round").click()
    await expect(page.get_by_text("Everything that can be checked is right.")).to_be_visible()


async def test_the_gm_unseals_a_round_to_check_it(page: Page, start: Starting) -> None:
    server, table, _ = await _played(start, unseal="dispute")
    await visit(page, server, f"t/{table.id}/rounds/1", gm=str(table.gm.token))

    await page.get_by_role("button", name="Check this round").click()
    await expect(page.get_by_text("The dice cannot be checked yet.")).to_be_visible()
    await page.get_by_role("button", name="Show the seed of round 1").click()
    await expect(page.get_by_text("Everything that can be checked is right.")).to_be_visible()


async def test_a_check_has_a_tick_only_where_something_was_compared_and_is_right(page: Page, start: Starting) -> None:
    server = await start(allow_seeds=True)
    table = await server.open("race", options={"unseal": "dispute"}, seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    person = await come_back(page.context, ada)
    await table.gm.did("start_round")
    await ada.did("roll")
    await table.gm.did("void_round", reason="Fire!")
    await person.shown()

    checked = person.page.locator(".findings > li")
    await person.page.goto(str(server.client.make_url(f"/t/{table.id}/rounds/1")))
    await person.page.get_by_role("button", name="Check this round").click()
    kept = checked.filter(has_text="They are compared once it is unsealed.")
    await expect(kept).to_have_class("hint")
    await expect(kept).to_contain_text(re.compile(r"This browser kept [1-9]\d* entr(y|ies) of this round"))
    await expect(checked.filter(has_text="The dice")).to_have_count(0)
    await expect(checked.and_(person.page.locator(".good")).filter(has_text=re.compile("entr|kept"))).to_have_count(0)

    await table.gm.did("unseal", round=1)
    await person.page.reload()
    await person.page.get_by_role("button", name="Check this round").click()
    await expect(checked.filter(has_text="No player influenced what was rolled.")).to_have_class("caution")
    await expect(checked.filter(has_text=re.compile(r"The same as in the proof: \d+ entr"))).to_have_class("good")
    await expect(checked.filter(has_text="The dice")).to_have_class("good")


async def test_a_round_is_copied_as_a_text_as_it_is_looked_at(page: Page, start: Starting) -> None:
    server, table, ada = await _played(start)
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await visit(page, server, f"t/{table.id}/rounds/1", gm=str(table.gm.token))

    for who, viewer in (("Ada", f"seat:{ada.seat}"), ("The GM: everything", "gm")):
        await page.get_by_label("Seen by").select_option(label=who)
        await page.get_by_role("button", name="Copy as text").click()
        await expect(page.get_by_role("button", name="Copied")).to_be_visible()
        expected = (await table.gm.get(f"/rounds/1/notation?as={viewer}")).body.decode()
        assert await page.evaluate("navigator.clipboard.readText()") == expected
        await expect(page.get_by_role("button", name="Copied")).to_have_count(0)


async def test_a_report_of_a_round_is_saved_as_it_is_looked_at(page: Page, start: Starting) -> None:
    server, table, ada = await _played(start)
    await visit(page, server, f"t/{table.id}/rounds/1", gm=str(table.gm.token))
    await page.get_by_label("Seen by").select_option(label="Ada")

    async with page.expect_download() as started:
        await page.get_by_role("button", name="Save report").click()

    saved = await started.value
    assert saved.suggested_filename == f"{table.id}-round-1.html"
    expected = (await table.gm.get(f"/rounds/1/report?as=seat:{ada.seat}")).body
    assert (await saved.path()).read_bytes() == expected


async def test_a_disputed_step_reaches_the_desk_and_is_ruled_on(meet: Meeting, start: Starting) -> None:
    server, table, ada = await _played(start)
    player, gm = await (await meet()).new_page(), await (await meet()).new_page()
    await visit(player, server, f"t/{table.id}/rounds/1", token=str(ada.token), seat=ada.seat)
    await player.get_by_role("button", name="Dispute step").click()
    await player.get_by_label("What is wrong?").fill("I saw a 6!")
    await player.get_by_role("button", name="Raise the dispute").click()
    await expect(player.get_by_text("The dispute is raised.")).to_be_visible()

    await visit(gm, server, f"t/{table.id}", gm=str(table.gm.token))
    await gm.get_by_role("button", name="Rule…").click()
    dialog = gm.get_by_role("dialog")
    await dialog.get_by_role("radio", name="Denied").check(force=True)
    await dialog.get_by_label("Reason").fill("It was a 2.")
    await dialog.get_by_role("button", name="Rule", exact=True).click()
    await expect(gm.get_by_role("button", name="Rule…")).to_have_count(0)
    [dispute] = (await table.gm.view())["disputes"]
    assert dispute["ruling"]["verdict"] == "denied"


async def test_the_gm_lends_coins_and_hands_over_a_new_link(meet: Meeting, start: Starting) -> None:
    server, table, ada = await _played(start)
    gm, player = await (await meet()).new_page(), await (await meet()).new_page()
    await visit(gm, server, f"t/{table.id}", gm=str(table.gm.token))
    await gm.get_by_role("button", name="Manage Ada").click()
    dialog = gm.get_by_role("dialog")
    await dialog.get_by_label("How much, gold").fill("7")
    await dialog.get_by_label("Reason").fill("A loan")
    await dialog.get_by_role("button", name="Give coins").click()
    await expect(dialog.get_by_text("Given: 7 gp.")).to_be_visible()

    await dialog.get_by_role("button", name="New link").click()
    await player.goto(await dialog.get_by_label("Link", exact=True).input_value())
    await expect(player.get_by_text("107 gp")).to_be_visible()
    assert "#" not in player.url
    assert (await ada.get()).status == 401


async def test_the_gm_changes_one_thing_of_a_sheet_and_the_rest_of_it_stays(page: Page, start: Starting) -> None:
    server, table, _ = await _played(start)
    sheet = {
        "abilities": {"dex": 3},
        "skills": {"insight": 5},
        "saves": {},
        "passive": {},
        "proficiency": 2,
        "tools": {"dice": True, "card": True},
    }
    await table.gm.did("set_character", target="ada", character=sheet)
    await visit(page, server, f"t/{table.id}", gm=str(table.gm.token))
    await page.get_by_role("button", name="Manage Ada").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_text("Character sheet", exact=True).click()
    await expect(dialog.get_by_label("Proficiency bonus")).to_have_value("2")
    await dialog.get_by_label("Proficiency bonus").fill("")
    await dialog.get_by_role("checkbox", name="Proficient with dice").uncheck()
    await dialog.get_by_role("button", name="Change a sheet").click()
    await expect(dialog.get_by_text("Saved.")).to_be_visible()
    [ada] = [seat for seat in (await table.gm.view())["seats"] if seat["seat"] == "ada"]
    assert ada["character"] == {**sheet, "proficiency": 0, "tools": {"card": True}}


async def test_the_gm_takes_from_each_purse_what_is_in_it(page: Page, start: Starting) -> None:
    server, table, _ = await _played(start)
    await table.gm.did("give_coins", target="ada", amount_cp=50_000, reason="a prize")
    await visit(page, server, f"t/{table.id}", gm=str(table.gm.token))
    await page.get_by_role("button", name="Manage Bo").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("radio", name="Take coins").check(force=True)
    await dialog.get_by_label("Reason").fill("Enough")
    await dialog.get_by_label("How much, gold").fill("101")
    await expect(dialog.get_by_text("At most 100 gp.")).to_be_visible()
    await dialog.get_by_label("How much, gold").fill("100")
    await dialog.get_by_role("button", name="Take coins").click()
    await expect(dialog.get_by_text("The purse of Bo is empty.")).to_be_visible()


async def test_an_overlay_shows_even_a_gm_only_what_everybody_sees(page: Page, start: Starting) -> None:
    server, table, _ = await _played(start)
    asked: list[str | None] = []
    page.on("request", lambda request: asked.append(request.headers.get("authorization")))
    await visit(page, server, f"t/{table.id}/overlay", gm=str(table.gm.token))

    await expect(page.get_by_text("Ada", exact=True)).to_be_visible()
    assert all(str(table.gm.token) not in str(sent) for sent in asked)


async def test_only_sites_that_the_operator_allows_have_an_overlay_in_a_frame(
    meet: Meeting, start: Starting, publish: Publishing
) -> None:
    allowed, other = await publish(), await publish()
    server = await start(allow_seeds=True, allow_frame=(str(URL(allowed).origin()),))
    table = await server.open("race", seed=SEED)
    await table.sit("Ada")
    page = await (await meet(("frame-ancestors", "ERR_BLOCKED_BY_RESPONSE"), elsewhere=True)).new_page()
    overlay = str(server.client.make_url(f"/t/{table.id}/overlay"))
    await page.goto(allowed)
    await run(page, _FRAMED, overlay)
    framed = page.frame_locator("iframe")
    await expect(framed.get_by_text("Ada", exact=True)).to_be_visible()
    # It follows the table there, too.
    await table.sit("Bo")
    await expect(framed.get_by_text("Bo", exact=True)).to_be_visible()

    await page.goto(other)
    async with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        await run(page, _FRAMED, overlay)
    await expect(framed.get_by_text("Ada", exact=True)).to_have_count(0)


async def test_what_could_not_be_loaded_can_be_tried_again(meet: Meeting, start: Starting) -> None:
    server, table, ada = await _played(start)
    page = await (await meet(("answered: 500", "status of 500", "status of 404"))).new_page()

    async def fail(route: Route) -> None:
        problem = {"code": "internal_error", "title": "Internal error", "detail": "The server made a mistake."}
        await route.fulfill(status=500, json=problem, content_type="application/problem+json")

    for path, shown in (
        ("rounds/1", page.get_by_role("slider", name="Step")),
        ("rounds", page.get_by_text("Called off")),
    ):
        await page.route("**/api/tables/*/rounds**", fail)
        await page.route("**/api/tables/*/rounds/1", fail)
        await visit(page, server, f"t/{table.id}/{path}", token=str(ada.token), seat=ada.seat)
        await expect(page.get_by_text("The server made a mistake.")).to_be_visible()
        await page.unroute_all()
        await page.get_by_role("button", name="Try again").click()
        await expect(shown).to_be_visible()
    # What the server refuses is refused again.
    await visit(page, server, f"t/{table.id}/rounds/7", token=str(ada.token), seat=ada.seat)
    await expect(page.get_by_role("heading", name="This round cannot be shown")).to_be_visible()
    await expect(page.get_by_role("button", name="Try again")).to_have_count(0)


async def test_before_the_first_round_a_gm_reads_that_there_is_nothing_to_see_as_others(
    page: Page, start: Starting
) -> None:
    server = await start(allow_seeds=True)
    table = await server.open("race", seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await visit(page, server, f"t/{table.id}", gm=str(table.gm.token))
    await page.get_by_role("button", name="See as…").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_text("There is no round yet.")).to_be_visible()
    # The first round begins while it is open.
    await table.gm.did("start_round")
    await ada.did("roll")
    await expect(dialog.get_by_label("Seen by")).to_be_visible()
    await expect(dialog.locator(".board")).to_be_visible()


async def test_a_player_reads_whether_their_luck_is_in_the_round(meet: Meeting, start: Starting) -> None:
    server = await start(allow_seeds=True)
    table = await server.open("race", options={"luck": "sealed"}, seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    player = await (await meet()).new_page()
    await visit(player, server, f"t/{table.id}", token=str(ada.token), seat=ada.seat)
    # The page seals by itself.
    async with asyncio.timeout(MS / 1_000):
        while "luck_seal" not in (seen := await table.gm.view())["seats"][0]:
            await table.gm.get(f"/events?after={seen['version']}&wait=5")
    await table.gm.did("start_round")
    await expect(player.get_by_text("Your luck is in this round: nobody can have chosen its rolls.")).to_be_visible()
    await table.gm.did("void_round", reason="Fire!")
    await expect(player.get_by_text("Your luck was in round 1")).to_be_visible()


async def test_dice_of_the_house_are_called_by_their_names(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    table = await server.open("twins", options={"cheating": "on"})
    seats = [await table.sit(name, purse_cp=PURSE_CP) for name in ("Ada", "Bo")]
    await table.gm.did("start_round")
    page = (await come_back(await meet(), seats[0])).page
    await page.get_by_role("button", name="Plan a cheat").click()
    dice = page.get_by_role("group", name="Die of the House")
    await expect(dice).to_contain_text("The black one")
    await expect(dice).to_contain_text("The white one")


async def test_seats_keep_their_places_around_the_table_whatever_the_order_of_turns(
    meet: Meeting, start: Starting
) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    seats = [await table.sit(name, purse_cp=10_000) for name in ("Ada", "Bo", "Cy", "Di")]
    page = (await come_back(await meet(), seats[1])).page
    around = page.locator(".seats .seat-name bdi")
    await expect(around).to_have_text(["Cy", "Di", "Ada"])
    await table.gm.did("start_round")
    order = (await table.public.view())["order"]
    assert order != [seat.seat for seat in seats]
    await expect(page.locator(".tabletitle")).to_contain_text("Round 1")
    await expect(around).to_have_text(["Cy", "Di", "Ada"])


async def test_a_gm_is_told_that_players_see_less_than_they(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    table = await server.open("twentyone")
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    gm = (await come_back(await meet(), table.gm, secret="gm")).page
    player = (await come_back(await meet(), ada)).page
    await expect(gm.get_by_text("Only you see everything here")).to_be_visible()
    await expect(player.locator(".tabletitle")).to_contain_text("Round 1")
    await expect(player.get_by_text("Only you see everything here")).to_have_count(0)
