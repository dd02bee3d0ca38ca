"""A report opens from disk, without a network: its scrubber works by mouse, finger and keys, and it prints."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.people import PHONE
from tests.browser.test_accessibility import FOUND, GRAVE, axe
from tests.recorded.replaying import ROOT
from tests.tools.running import tavern

pytestmark = pytest.mark.asyncio(loop_scope="session")

RECORDED = ROOT / "replays" / "recorded" / "bluffmaster" / "the-sample-betting.jsonl"
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


def report_in(folder: Path) -> Path:
    """A report of a recorded round, as its GM saw it."""
    assert tavern("report", RECORDED, "--as", "gm", "--to", folder / "round.html").exit_code == 0
    return folder / "round.html"


async def opened(browser: Browser, path: Path, complaints: list[str], **options: Any) -> Page:
    """The report, in a browser without a network. All that it complains of, or asks for, is noted."""
    context = await browser.new_context(offline=True, **options)
    page = await context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(path.as_uri()) else complaints.append(asked.url))
    await page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_the_scrubber_moves_the_table_by_slider_keys_buttons_and_sentences(
    browser: Browser, tmp_path: Path, options: dict[str, Any]
) -> None:
    complaints: list[str] = []
    page = await opened(browser, report_in(tmp_path), complaints, **options)
    where, now = page.locator("#where"), page.locator("#chronicle [aria-current=step]")
    await expect(where).to_have_text("Step 6 (1 of 28)")
    at_first = await page.locator(".seats").inner_text()

    await page.keyboard.press("ArrowRight")
    await expect(where).to_have_text("Step 7 (2 of 28)")
    await page.keyboard.press("End")
    await expect(where).to_have_text("Step 33 (28 of 28)")
    await expect(page.locator(".situation")).to_contain_text("round 1 is over")
    await page.get_by_role("button", name="Previous step").click()
    await expect(where).to_contain_text("(27 of 28)")
    await page.get_by_role("slider", name="Step").fill("13")
    await expect(where).to_have_text("Step 19 (14 of 28)")
    await expect(page.get_by_role("status")).to_contain_text("It is Columbia’s turn.")
    await expect(now).to_contain_text("Bri checks.")
    await expect(page.locator(".seats li", has_text="to act")).to_contain_text("Columbia")
    await page.keyboard.press("ArrowLeft")
    await expect(where).to_contain_text("(13 of 28)")
    await page.locator("#chronicle a").first.click()
    await expect(where).to_have_text("Step 6 (1 of 28)")
    assert await page.locator(".seats").inner_text() == at_first

    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    await page.goto(f"{page.url.partition('#')[0]}#s19")
    await expect(where).to_have_text("Step 19 (14 of 28)")
    assert complaints == []
    await page.context.close()


async def test_without_javascript_a_report_has_the_chronicle_and_the_table_at_the_end(
    browser: Browser, tmp_path: Path
) -> None:
    complaints: list[str] = []
    page = await opened(browser, report_in(tmp_path), complaints, java_script_enabled=False)

    await expect(page.get_by_role("slider")).to_have_count(0)
    await expect(page.locator(".situation")).to_contain_text("round 1 is over")
    await expect(page.locator("#chronicle li")).to_have_count(28)
    await expect(page.locator("#chronicle li").last).to_be_visible()
    assert complaints == []
    await page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_serious_in_a_report(browser: Browser, tmp_path: Path, scheme: Any) -> None:
    page = await opened(browser, report_in(tmp_path), [], color_scheme=scheme, bypass_csp=True)

    await page.evaluate(axe())

    assert [fault for fault in await page.evaluate(FOUND) if fault[0] in GRAVE] == []
    await page.context.close()


async def test_a_report_is_printed_with_its_whole_chronicle_and_without_the_scrubber(
    browser: Browser, tmp_path: Path
) -> None:
    page = await opened(browser, report_in(tmp_path), [])

    await page.emulate_media(media="print")

    for shown in ("h1", ".nets", "#chronicle li:last-child", ".plot", ".verdict"):
        await expect(page.locator(shown)).to_be_visible()
    await expect(page.locator(".scrubber")).to_be_hidden()
    assert await page.evaluate("getComputedStyle(document.getElementById('chronicle')).maxHeight") == "none"
    assert len(re.findall(rb"/Type\s*/Page\b", await page.pdf(format="A4"))) <= 4
    await page.context.close()
