"""A round from a text: pasted or from a file, stepped through, and refused with the line that is wrong."""

import pytest
from playwright.async_api import FilePayload, Page, expect

from events.audience import seat_viewer
from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.test_accessibility import FOUND, GRAVE, axe
from tests.replays.test_notation import second_round_of_pig, text_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_pasted_round_is_stepped_through_with_buttons_and_keys(page: Page, start: Starting) -> None:
    server = await start(CATALOGUE)
    await page.goto(str(server.client.make_url("/replay")))
    await page.get_by_label("The text").fill(text_of(second_round_of_pig(), seat_viewer("bri")))
    await page.get_by_role("button", name="Show the round").click()
    await expect(page.locator(".replay-side")).to_contain_text("Pig, round 2, as seen by Bri")
    await expect(page.locator(".stepcount")).to_contain_text("1 / 3")
    await page.evaluate(axe())
    assert [fault for fault in await page.evaluate(FOUND) if fault[0] in GRAVE] == []
    await page.get_by_role("button", name="Step forward").click()
    await expect(page.locator(".nowsaid")).to_contain_text("4")
    await page.keyboard.press("End")
    await expect(page.locator(".stepcount")).to_contain_text("3 / 3")
    await page.get_by_role("button", name="Another text").click()
    await expect(page.get_by_label("The text")).to_be_visible()


async def test_a_file_is_opened_and_one_that_is_no_round_says_which_line_is_wrong(
    meet: Meeting, start: Starting
) -> None:
    server = await start(CATALOGUE)
    page = await (await meet(("status of 422",))).new_page()
    await page.goto(str(server.client.make_url("/replay")))

    def file(text: str) -> FilePayload:
        return FilePayload(name="round.tavern", mimeType="text/plain", buffer=text.encode())

    choose = page.get_by_label("Or a file")
    await choose.set_input_files(file("Once upon a time"))
    await expect(page.get_by_role("alert")).to_contain_text("Line 1")
    await choose.set_input_files(file(text_of(second_round_of_pig(), seat_viewer("bri"))))
    await expect(page.locator(".replay-side")).to_contain_text("It proves nothing.")
