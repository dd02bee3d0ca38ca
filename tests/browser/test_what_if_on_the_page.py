"""What if, on the page of a round: other moves, the end that follows, and the odds, beside what happened."""

import pytest
from playwright.async_api import Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Starting
from tests.browser.people import visit
from tests.server.playing_through import PURSE_CP
from tests.server.serving import SEED, Opened, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _played(start: Starting, unseal: str) -> tuple[Served, Opened, str, str]:
    """A round of Twenty-One that is over, and Ada's token and seat."""
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", options={"unseal": unseal}, seed=SEED)
    seats = {name.lower(): await table.sit(name, purse_cp=PURSE_CP) for name in ("Ada", "Bo", "Cy")}
    await table.gm.did("start_round")
    while (view := await table.gm.view())["phase"] != "lobby":
        # Each step has a time of its own, by which others find it among theirs.
        server.clock.step(1)
        asked = seats[view["to_act"][0]]
        offered = {action["type"] for action in (await asked.view())["you"]["actions"]}
        await asked.did(next(move for move in ("let_it_be", "hold", "pass") if move in offered))
    return server, table, str(seats["ada"].token), "ada"


async def test_the_gm_tries_another_move_and_plays_on_to_the_end(page: Page, start: Starting) -> None:
    server, table, _, _ = await _played(start, "dispute")
    await visit(page, server, f"t/{table.id}/rounds/1", gm=str(table.gm.token))
    await page.get_by_role("button", name="What if…").click()
    dialog = page.get_by_role("dialog")
    happened, instead = dialog.locator(".whatif > section").nth(0), dialog.locator(".whatif > section").nth(1)
    await expect(happened.get_by_role("listitem").first).to_be_visible()
    await expect(instead.get_by_role("listitem")).to_have_count(0)

    await dialog.locator(".movebutton").first.click()
    await expect(instead.get_by_role("listitem")).to_have_count(1)
    await dialog.get_by_role("button", name="Play on to the end").click()
    await expect(dialog.locator(".whatif-end")).to_contain_text("Ada")
    await expect(dialog.locator(".movebutton")).to_have_count(0)

    await dialog.get_by_role("button", name="Start over").click()
    await expect(instead.get_by_role("listitem")).to_have_count(0)
    await dialog.get_by_role("button", name="Odds from here").click()
    await expect(dialog.locator(".whatif-odds tbody tr")).to_have_count(3)
    view = await table.gm.view()
    assert (view["round"], view["phase"]) == (1, "lobby")


async def test_once_a_round_is_unsealed_a_player_may_ask_and_sees_everything(page: Page, start: Starting) -> None:
    server, table, token, seat = await _played(start, "round")
    await visit(page, server, f"t/{table.id}/rounds/1", token=token, seat=seat)
    await page.get_by_role("button", name="What if…").click()
    await expect(page.get_by_label("Seen by")).to_have_value("house")
    await expect(page.get_by_role("dialog").locator(".movebutton").first).to_be_visible()


async def test_of_a_sealed_round_a_player_cannot_ask(page: Page, start: Starting) -> None:
    server, table, token, seat = await _played(start, "dispute")
    await visit(page, server, f"t/{table.id}/rounds/1", token=token, seat=seat)
    await expect(page.get_by_role("button", name="Check this round")).to_be_visible()
    await expect(page.get_by_role("button", name="What if…")).to_have_count(0)
