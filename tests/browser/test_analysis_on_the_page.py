"""The analysis of a round on its page: its progress, what it says, and the way to the step of a decision."""

import pytest
from playwright.async_api import Page, expect

from events.storage.contract import Store
from events.storage.memory import MemoryStore
from games.installed import CATALOGUE
from tests.browser.conftest import Starting
from tests.browser.people import visit
from tests.browser.test_accessibility import FOUND, GRAVE, axe
from tests.server.playing_through import PURSE_CP
from tests.server.serving import SEED, Opened, Served
from tests.server.test_analysis import AnalysesRefused

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG_MS = 120_000
"""Processes take seconds to begin on a busy machine."""


async def _played(start: Starting, samples: int, store: Store | None = None) -> tuple[Served, Opened, str]:
    """A round of Twenty-One in which everybody folded who could, and Ada's token."""
    server = await start(CATALOGUE, store, allow_seeds=True)
    server.app.analyses.samples = samples
    table = await server.open("twentyone", seed=SEED)
    seats = {name.lower(): await table.sit(name, purse_cp=PURSE_CP) for name in ("Ada", "Bo")}
    await table.gm.did("start_round")
    while (view := await table.gm.view())["phase"] != "lobby":
        server.clock.step(1)
        asked = seats[view["to_act"][0]]
        offered = {action["type"] for action in (await asked.view())["you"]["actions"]}
        await asked.did(next(move for move in ("let_it_be", "fold", "hold", "pass") if move in offered))
    return server, table, str(seats["ada"].token)


async def test_a_player_reads_what_each_own_decision_was_worth_and_goes_to_its_step(
    page: Page, start: Starting
) -> None:
    server, table, token = await _played(start, 12)
    await visit(page, server, f"t/{table.id}/rounds/1", token=token, seat="ada")
    await page.get_by_role("button", name="How well was it played?").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("heading", name="Ada")).to_be_visible(timeout=LONG_MS)
    await expect(dialog.get_by_role("heading", name="Ada")).to_contain_text("accuracy")
    await expect(dialog.get_by_role("heading", name="Bo")).to_have_count(0)
    await expect(dialog.get_by_role("img", name="Chances to win. Ada:")).to_be_visible()
    await page.evaluate(axe())
    assert [one for one in await page.evaluate(FOUND) if one[0] in GRAVE] == []
    step = dialog.get_by_role("button", name="Step").first
    number = (await step.inner_text()).removeprefix("Step ")
    await step.click()
    await expect(dialog).to_have_count(0)
    await expect(page.locator(".stepcount")).to_contain_text(number)


async def test_the_gm_can_cancel_an_analysis_by_the_keyboard_and_ask_again(page: Page, start: Starting) -> None:
    server, table, _ = await _played(start, 20_000)
    await visit(page, server, f"t/{table.id}/rounds/1", gm=str(table.gm.token))
    await page.get_by_role("button", name="How well was it played?").click()
    dialog = page.get_by_role("dialog")
    cancel = dialog.get_by_role("button", name="Cancel")
    await expect(cancel).to_be_enabled()
    await cancel.focus()
    for _ in range(2):
        async with page.expect_response(lambda response: response.request.method == "GET"):
            """The page asks how far it is."""
    await expect(cancel).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(dialog).to_contain_text("The analysis was stopped.")
    server.app.analyses.samples = 4
    await dialog.get_by_role("button", name="Analyse again").click()
    await expect(dialog.get_by_role("heading", name="Ada")).to_be_visible(timeout=LONG_MS)


async def test_an_analysis_that_failed_says_so_and_can_be_tried_again(page: Page, start: Starting) -> None:
    store = AnalysesRefused(MemoryStore())
    server, table, token = await _played(start, 4, store)
    await visit(page, server, f"t/{table.id}/rounds/1", token=token, seat="ada")
    await page.get_by_role("button", name="How well was it played?").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("this round could not be analysed", timeout=LONG_MS)
    store.refuses = False
    await dialog.get_by_role("button", name="Try again").click()
    await expect(dialog.get_by_role("heading", name="Ada")).to_be_visible(timeout=LONG_MS)


async def test_moves_for_which_there_was_no_time_are_counted_and_can_be_analysed_still(
    page: Page, start: Starting
) -> None:
    server, table, token = await _played(start, 20_000)
    await visit(page, server, f"t/{table.id}/rounds/1", token=token, seat="ada")
    await page.get_by_role("button", name="How well was it played?").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("moves analysed", timeout=LONG_MS)
    server.clock.turn(server.app.config.analysis_seconds)
    await expect(dialog).to_contain_text("Moves for which there was no time", timeout=LONG_MS)
    await expect(dialog.get_by_role("heading", name="Ada")).not_to_contain_text("accuracy")
    server.app.analyses.samples = 4
    await dialog.get_by_role("button", name="Go on").click()
    await expect(dialog.get_by_role("heading", name="Ada")).to_contain_text("accuracy", timeout=LONG_MS)
