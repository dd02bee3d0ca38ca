"""Rounds, the GM's desk and overlays on the page."""

import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Meeting, Starting
from tests.server.serving import SEED, Caller, Opened, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

_KNOWN = "known => localStorage.setItem(`tavern ${new URL(document.baseURI).pathname} tables`, known)"


async def _played(start: Starting, **options: Any) -> tuple[Served, Opened, Caller]:
    """A table at which one round of a race was begun and called off."""
    server = await start(allow_seeds=True)
    table = await server.open("race", options=options, seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    await ada.did("roll")
    await table.gm.did("void_round", reason="Fire!")
    return server, table, ada


async def _visit(page: Page, server: Served, path: str, **known: str) -> None:
    """Go to a page of a table with a browser that knows its tokens."""
    table = path.split("/")[1]
    await page.goto(str(server.client.make_url("/")))
    await page.evaluate(_KNOWN, json.dumps({table: {"table": table, **known}}))
    await page.goto(str(server.client.make_url(f"/{path}")))


async def test_each_step_of_a_round_has_a_link_and_its_dice_are_checked(page: Page, start: Starting) -> None:
    server, table, ada = await _played(start, unseal="round")
    await _visit(page, server, f"t/{table.id}/rounds", token=str(ada.token), seat=ada.seat)

    await page.get_by_role("link", name="Called off").click()
    await expect(page.get_by_role("slider", name="Step")).to_have_value("0")
    await page.keyboard.press("End")
    last = page.url
    assert "#at=" in last
    await page.keyboard.press("Home")
    assert page.url != last
    await page.goto(last)
    await expect(page.get_by_role("button", name="Step forward")).to_be_disabled()

    await page.get_by_role("button", name="Check this round").click()
    await expect(page.get_by_text("Everything that can be checked is right.")).to_be_visible()


async def test_the_gm_unseals_a_round_to_check_it(page: Page, start: Starting) -> None:
    server, table, _ = await _played(start, unseal="dispute")
    await _visit(page, server, f"t/{table.id}/rounds/1", gm=str(table.gm.token))

    await page.get_by_role("button", name="Check this round").click()
    await expect(page.get_by_text("The dice cannot be checked yet.")).to_be_visible()
    await page.get_by_role("button", name="Unseal round 1").click()
    await expect(page.get_by_text("Everything that can be checked is right.")).to_be_visible()


async def test_a_disputed_step_reaches_the_desk_and_is_ruled_on(meet: Meeting, start: Starting) -> None:
    server, table, ada = await _played(start)
    player, gm = await (await meet()).new_page(), await (await meet()).new_page()
    await _visit(player, server, f"t/{table.id}/rounds/1", token=str(ada.token), seat=ada.seat)
    await player.get_by_role("button", name="Dispute step").click()
    await player.get_by_label("What is wrong?").fill("I saw a 6!")
    await player.get_by_role("button", name="Raise the dispute").click()
    await expect(player.get_by_text("The dispute is raised.")).to_be_visible()

    await _visit(gm, server, f"t/{table.id}", gm=str(table.gm.token))
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
    await _visit(gm, server, f"t/{table.id}", gm=str(table.gm.token))
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


async def test_an_overlay_shows_even_a_gm_only_what_everybody_sees(page: Page, start: Starting) -> None:
    server, table, _ = await _played(start)
    asked: list[str | None] = []
    page.on("request", lambda request: asked.append(request.headers.get("authorization")))
    await _visit(page, server, f"t/{table.id}/overlay", gm=str(table.gm.token))

    await expect(page.get_by_text("Ada", exact=True)).to_be_visible()
    assert all(str(table.gm.token) not in str(sent) for sent in asked)
