"""A round on the page as two viewers saw it, from one step that counts to the next, and its coins as a plot."""

import re
from typing import Any, Final

import pytest
from playwright.async_api import Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import PHONE, cp_of, visit
from tests.browser.test_accessibility import LOOKS, faults
from tests.server.playing_through import PURSE_CP
from tests.server.serving import SEED, Caller, Opened, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

_BET_CP: Final = 500
_PLANNED: Final = 2
"""The step of `_cheated` that only the cheat and the GM see, of eight."""
_COUNT: Final = (2, 5, 6, 8)
"""The steps in which something counts: the plans to cheat, the House that notices, and the end."""
_IN_SIGHT: Final = """list => {
  const [all, one] = [list, list.querySelector("[aria-current]")].map((some) => some.getBoundingClientRect());
  return all.top <= one.top && one.bottom <= all.bottom;
}"""
_WIDTHS: Final = "() => [document.documentElement.scrollWidth, innerWidth]"


async def _cheated(start: Starting, bets: int = 1) -> tuple[Served, Opened, dict[str, Caller]]:
    """A round of Twins of Chance that is over: Ada and Bo plan to cheat, unseen, and the House notices."""
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twins", options={"cheating": "on"}, seed=SEED)
    seats = {name.lower(): await table.sit(name, purse_cp=PURSE_CP) for name in ("Ada", "Bo")}
    await table.gm.did("start_round")
    moves: list[tuple[str, str, dict[str, Any]]] = [
        ("ada", "cheat", {"n": 1}),
        *(("ada", "bet", {"on": f"black:{number}", "amount_cp": _BET_CP}) for number in range(1, bets + 1)),
        ("ada", "pass", {}),
        ("bo", "cheat", {"n": 1}),
        ("bo", "pass", {}),
        ("ada", "say_nothing", {}),
        ("bo", "say_nothing", {}),
    ]
    for seat, move, params in moves:
        # Each step has a time of its own, by which others find it among theirs.
        server.clock.step(1)
        await seats[seat].did(move, **params)
    assert (await table.gm.view())["phase"] == "lobby"
    return server, table, seats


async def _covered(start: Starting) -> tuple[Served, Opened, list[int]]:
    """A round of Twenty-One in which everybody has a die under a cup; and the faces of the dice that Ada cannot see."""
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    for name in ("Ada", "Bo", "Cy"):
        await table.sit(name, purse_cp=PURSE_CP)
    await table.gm.did("start_round")
    seats = (await table.gm.view())["seats"]
    hidden = [die["face"] for seat in seats[1:] for die in seat["dice"] if die["place"] == "hole"]
    server.clock.step(1)
    await table.gm.did("void_round", reason="Fire!")
    return server, table, hidden


async def test_what_a_seat_did_not_see_is_marked_on_both_boards_and_said_in_words(
    meet: Meeting, start: Starting
) -> None:
    server, table, hidden = await _covered(start)
    page = await (await meet(viewport={"width": 1280, "height": 800})).new_page()
    await visit(page, server, f"t/{table.id}/rounds/1", gm=str(table.gm.token))
    await page.get_by_label("Compare with").select_option(label="Ada")
    for who in ("The GM: everything", "Ada"):
        pane = page.get_by_role("region", name=who, exact=True)
        await expect(pane).to_be_visible()
        await expect(pane.locator(".die.differs")).to_have_count(len(hidden))
        await expect(pane.locator(".seat", has_text="Ada").locator(".differs")).to_have_count(0)
    said = page.get_by_role("region", name="What differs")
    for name, face in zip(("Bo", "Cy"), hidden, strict=True):
        await expect(said).to_contain_text(
            re.compile(rf"Hidden from Ada.*{name}: die 2 \(d\d+, under the cup\) {face}\b")
        )
    await expect(said).to_contain_text(re.compile(r"Seen in two ways.*To Ada: “Bo rolls a d\d+ under the cup\."))
    assert await faults(page, "two viewers", LOOKS[:2]) == []

    # Whoever is looked at changes places with whoever is compared.
    await page.get_by_label("Seen by").select_option(label="Ada")
    await expect(page.get_by_label("Compare with")).to_have_value("")
    await page.get_by_label("Compare with").select_option(label="nobody")
    await expect(said).to_have_count(0)
    await expect(page.locator(".differs")).to_have_count(0)


async def test_steps_that_only_the_other_saw_are_among_the_steps(page: Page, start: Starting) -> None:
    server, table, _ = await _cheated(start)
    await visit(page, server, f"t/{table.id}/rounds/1?as=seat:bo", gm=str(table.gm.token))
    count = page.locator(".stepcount")
    await expect(count).to_have_text("1 / 7")
    await page.get_by_label("Compare with").select_option(label="The GM: everything")
    await expect(count).to_have_text("1 / 8")
    plan = page.locator(".sentences li").nth(_PLANNED - 1)
    await expect(plan).to_contain_text("Hidden from Bo")
    await expect(plan.get_by_role("img", name="Cheat: Ada")).to_be_visible()
    await page.keyboard.press("ArrowRight")
    await expect(count).to_have_text(f"{_PLANNED} / 8")
    await expect(page.locator(".nowsaid")).to_contain_text("Hidden from Bo: In secret, Ada")
    await expect(plan.get_by_role("link")).to_have_attribute("aria-current", "step")
    await page.keyboard.press("ArrowRight")
    await expect(count).to_have_text(f"{_PLANNED + 1} / 8")
    await expect(page.locator(".sentences li").nth(5)).to_contain_text("Seen in two ways")
    await page.get_by_label("Seen by").select_option(label="Ada")
    await expect(count).to_have_text(f"{_PLANNED + 1} / 8")


async def test_who_may_not_choose_eyes_compares_with_nobody(meet: Meeting, start: Starting) -> None:
    server, table, seats = await _cheated(start)
    others: list[str]
    asked: list[str] = []
    for others in ([], ["nobody", "Everything, unsealed"]):
        if others:
            await table.gm.did("unseal", round=1)
        asked.clear()
        page = await (await meet()).new_page()
        page.on("request", lambda request: asked.append(request.url))
        await visit(page, server, f"t/{table.id}/rounds/1", token=str(seats["bo"].token), seat="bo")
        await expect(page.get_by_role("button", name="Check this round")).to_be_visible()
        await expect(page.get_by_label("Compare with").get_by_role("option")).to_have_text(others)
        assert not [url for url in asked if "as=" in url]
        if others:
            await page.get_by_label("Compare with").select_option(label="Everything, unsealed")
            await expect(page.locator(".sentences .unlike").first).to_have_text("Hidden from you")
            assert [url.partition("?")[2] for url in asked if "as=" in url] == ["as=house"]


async def test_keys_and_buttons_lead_to_the_steps_that_count(page: Page, start: Starting) -> None:
    server, table, _ = await _cheated(start)
    await visit(page, server, f"t/{table.id}/rounds/1", gm=str(table.gm.token))
    count, slider = page.locator(".stepcount"), page.get_by_role("slider", name="Step")
    await expect(page.locator(".sentences .moment-sign")).to_have_count(len(_COUNT))
    for step in _COUNT:
        await page.keyboard.press("Shift+ArrowRight")
        await expect(count).to_have_text(f"{step} / 8")
    await page.keyboard.press("Shift+ArrowRight")
    await expect(count).to_have_text("8 / 8")
    await expect(page.get_by_role("button", name="Next moment")).to_be_disabled()
    # On the slider, arrows alone are the slider's own.
    await slider.focus()
    for step in reversed(_COUNT[:-1]):
        await page.keyboard.press("Shift+ArrowLeft")
        await expect(count).to_have_text(f"{step} / 8")
    await page.get_by_role("button", name="Next moment: Cheat: Bo").click()
    await expect(count).to_have_text("5 / 8")


async def test_the_coins_of_a_round_are_a_plot_that_moves_the_step(page: Page, start: Starting) -> None:
    server, table, seats = await _cheated(start)
    await visit(page, server, f"t/{table.id}/rounds/1", token=str(seats["ada"].token), seat="ada")
    await page.get_by_text("Coins won and lost").click()
    plot, keys = page.locator(".coinsplot svg"), page.locator(".plot-keys li")
    await expect(keys).to_have_text([re.compile("Ada.*0 gp"), re.compile("Bo.*0 gp"), re.compile("Pot.*0 gp")])
    await plot.scroll_into_view_if_needed()
    box = await plot.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    await page.mouse.down()
    await page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 40)
    await page.mouse.up()
    await expect(page.get_by_role("button", name="Step forward")).to_be_disabled()
    for key, seat in zip(await keys.all(), (await table.gm.view())["seats"], strict=False):
        assert (
            cp_of((await key.inner_text()).replace(seat["name"], "").replace("−", "-")) == seat["purse_cp"] - PURSE_CP
        )
    await page.get_by_text("The numbers").click()
    rows = page.locator(".plot-table tbody tr")
    assert await rows.count() >= 2
    assert await faults(page, "coins", LOOKS[:2]) == []


async def test_on_a_phone_two_viewers_change_places_and_the_chronicle_stays_at_the_step(
    meet: Meeting, start: Starting
) -> None:
    server, table, _ = await _cheated(start, bets=12)
    page = await (await meet(**PHONE)).new_page()
    await visit(page, server, f"t/{table.id}/rounds/1", gm=str(table.gm.token))
    await page.get_by_label("Compare with").select_option(label="Bo")
    mine, theirs = [page.get_by_role("region", name=who, exact=True) for who in ("The GM: everything", "Bo")]
    await expect(mine).to_be_visible()
    await expect(theirs).to_be_hidden()
    await page.get_by_role("radio", name="Bo").check(force=True)
    await expect(theirs).to_be_visible()
    await expect(mine).to_be_hidden()
    for button, step in (("Last step", 19), ("First step", 1), ("Next moment", _PLANNED), ("Last step", 19)):
        await page.get_by_role("button", name=button).tap()
        await expect(page.locator(".stepcount")).to_have_text(f"{step} / 19")
        assert await page.locator(".sentences").evaluate(_IN_SIGHT), button
    await page.get_by_text("Coins won and lost").tap()
    await expect(page.locator(".plot-keys")).to_be_visible()
    width, shown = await page.evaluate(_WIDTHS)
    assert width <= shown == PHONE["viewport"]["width"]
