"""Who comes to a table, who has to go, and how people find their way on the page."""

import re
from typing import Final

import pytest
from playwright.async_api import BrowserContext, Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import PHONE, come_back, look_beside
from tests.server.serving import SEED, Opened, Served, until

pytestmark = pytest.mark.asyncio(loop_scope="session")

REFUSED: Final = ("status of 401",)

NO_DIALOG: Final = "() => !history.state?.dialog"
"""Whether Back would leave the table: each dialog has an entry in the history."""

TABS_FIT: Final = """() => {
  const { scrollWidth, clientWidth } = document.querySelector(".tabs");
  return scrollWidth <= clientWidth;
}"""


async def _open(start: Starting, **options: object) -> tuple[Served, Opened]:
    server = await start(CATALOGUE, allow_seeds=True)
    return server, await server.open("twentyone", seed=SEED, options=options)


async def test_a_removed_player_reads_that_the_gm_removed_them(meet: Meeting, start: Starting) -> None:
    _, table = await _open(start)
    ada = await table.sit("Ada")
    page = (await come_back(await meet(REFUSED), ada)).page
    await table.gm.did("remove_seat", target=ada.seat)
    await expect(page.get_by_role("heading", name="You have been removed")).to_be_visible()


async def test_the_gm_alone_sees_at_a_seat_that_its_player_has_left_the_page(meet: Meeting, start: Starting) -> None:
    server, table = await _open(start)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    left, other = await meet(), (await come_back(await meet(), bo)).page
    await expect((await come_back(left, ada)).page.locator(".ownseat")).to_contain_text("Ada")
    hosting = await (await meet()).new_page()
    await hosting.goto(f"{server.client.make_url('/t/')}{table.id}#gm={table.gm.token}")
    seat = hosting.locator(".seats .seat", has_text="Ada")
    await expect(seat).to_be_visible()
    readers = len(server.streams)
    await left.close()
    await until(lambda: len(server.streams) < readers)
    for _ in range(2):
        server.clock.turn(15)
    await expect(seat.get_by_text("Offline")).to_be_visible()
    await expect(other.locator(".seats .seat", has_text="Ada")).to_be_visible()
    await expect(other.get_by_text("Offline")).to_have_count(0)
    await come_back(await meet(), ada)
    await expect(seat.get_by_text("Offline")).to_have_count(0)


async def test_a_player_removed_in_the_middle_of_a_round_reads_it_and_can_take_a_seat_again(
    meet: Meeting, start: Starting
) -> None:
    _, table = await _open(start)
    ada = await table.sit("Ada")
    for name in ("Bo", "Cy"):
        await table.sit(name)
    await table.gm.did("start_round")
    page = await (await meet(REFUSED)).new_page()
    await page.goto(f"{ada.client.make_url('/t/')}{table.id}#token={ada.token}&invite={table.invite}")
    await expect(page.locator(".ownseat")).to_contain_text("Ada")
    await table.gm.did("remove_seat", target=ada.seat)
    await expect(page.get_by_role("heading", name="You have been removed")).to_be_visible()
    await page.get_by_role("button", name="Take a seat again").click()
    await expect(page.get_by_role("form", name="Take a seat")).to_be_visible()


async def test_a_player_whose_link_was_replaced_reads_that(meet: Meeting, start: Starting) -> None:
    _, table = await _open(start)
    ada = await table.sit("Ada")
    page = (await come_back(await meet(REFUSED), ada)).page
    await table.gm.did("new_token", target=ada.seat)
    await page.reload()
    await expect(page.get_by_role("heading", name="Your link was replaced")).to_be_visible()


async def test_who_is_not_let_in_reads_that_and_not_that_they_were_removed(meet: Meeting, start: Starting) -> None:
    server, table = await _open(start, admit="gm")
    page = await (await meet(REFUSED)).new_page()
    await page.goto(f"{server.client.make_url('/t/')}{table.id}#invite={table.invite}")
    await page.get_by_label("Your name").fill("Ada")
    await page.get_by_role("button", name="Sit down").click()
    await expect(page.get_by_text("Tell the GM that your screen shows")).to_be_visible()
    (asking,) = (await table.gm.view())["asking"]
    await table.gm.did("refuse_seat", target=asking["seat"])
    await expect(page.get_by_role("heading", name="You were not let in")).to_be_visible()


async def test_a_wrong_invite_is_said_to_be_one_and_leaves_no_table_behind(meet: Meeting, start: Starting) -> None:
    server, table = await _open(start)
    page = await (await meet(REFUSED)).new_page()
    await page.goto(f"{server.client.make_url('/t/')}{table.id}#invite=no-invite-at-all")
    await expect(page.get_by_role("heading", name="This invite does not work")).to_be_visible()
    await page.get_by_role("link", name="To the lobby").click()
    await expect(page.get_by_text("You have not sat at any table yet.")).to_be_visible()


async def test_the_invite_stays_on_the_gms_screen_until_the_first_round(page: Page, start: Starting) -> None:
    server, table = await _open(start)
    await page.goto(f"{server.client.make_url('/t/')}{table.id}#gm={table.gm.token}&invite={table.invite}")
    code = page.get_by_role("img", name="QR code of the invite link")
    await expect(code).to_be_visible()
    await table.sit("Ada")
    await table.sit("Bo")
    await expect(page.locator(".seats")).to_contain_text("Bo")
    await expect(code).to_be_visible()
    await table.gm.did("start_round")
    await expect(page.locator(".who")).to_contain_text("turn")
    await expect(code).to_have_count(0)


async def test_phones_are_told_how_a_server_on_localhost_can_be_reached(page: Page, start: Starting) -> None:
    server, table = await _open(start)
    await page.goto(f"{server.client.make_url('/t/')}{table.id}#gm={table.gm.token}&invite={table.invite}")
    await expect(page.get_by_text("--host 0.0.0.0")).to_be_visible()


async def test_back_closes_a_dialog_and_stays_at_the_table(context: BrowserContext, start: Starting) -> None:
    server, table = await _open(start)
    ada = await table.sit("Ada")
    page = await context.new_page()
    await page.goto(str(server.client.make_url("/")))
    await page.goto(f"{server.client.make_url('/t/')}{table.id}#token={ada.token}")
    await page.get_by_role("button", name="Rules").click()
    await expect(page.locator("dialog[open]")).to_be_visible()
    await page.go_back()
    await expect(page.locator("dialog")).to_have_count(0)
    await expect(page.locator(".ownseat")).to_contain_text("Ada")
    # One that is closed in another way leaves nothing to go back to.
    await page.get_by_role("button", name="Rules").click()
    await expect(page.locator("dialog[open]")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    # The browser goes back a moment after the dialog is gone.
    await page.wait_for_function(NO_DIALOG)
    await page.get_by_role("button", name="Rules").click()
    await page.locator("dialog").get_by_role("button", name="Close").click()
    await expect(page.locator("dialog")).to_have_count(0)
    await page.wait_for_function(NO_DIALOG)
    await page.go_back()
    await expect(page.get_by_role("button", name="Play now")).to_be_visible()


async def test_a_link_in_a_dialog_leads_back_to_the_table_and_not_to_the_dialog(
    context: BrowserContext, start: Starting
) -> None:
    _, table = await _open(start)
    await table.sit("Ada")
    await table.sit("Bo")
    await table.gm.did("start_round")
    page = (await come_back(context, table.gm, secret="gm")).page
    await page.get_by_role("button", name="See as…").click()
    await page.get_by_role("link", name="Step through the round").click()
    await expect(page.get_by_role("slider", name="Step")).to_be_visible()
    await page.go_back()
    await expect(page.get_by_role("button", name="See as…")).to_be_visible()
    await expect(page.locator("dialog")).to_have_count(0)


async def test_a_replay_links_only_rounds_that_there_are_and_counts_steps_as_its_slider_does(
    context: BrowserContext, start: Starting
) -> None:
    _, table = await _open(start)
    ada = await table.sit("Ada")
    await table.sit("Bo")
    for _ in range(2):
        await table.gm.did("start_round")
        await table.gm.did("void_round")
    page = (await come_back(context, ada)).page
    await page.goto(re.sub("#.*", "", page.url) + "/rounds/2")
    others = page.get_by_role("navigation", name="Other rounds").get_by_role("link")
    await expect(others).to_have_text(["Round 1", "All rounds"])
    await page.keyboard.press("End")
    step = await page.locator(".stepcount").inner_text()
    await expect(page.locator(".sentences [aria-current=step] .stepno")).to_have_text(step.split(" ")[0].strip())
    await page.goto(page.url.replace("/rounds/2", "/rounds/1"))
    await expect(others).to_have_text(["All rounds", "Round 2"])


@pytest.mark.parametrize("screen", [{}, PHONE])
async def test_badges_leave_all_tabs_in_sight(meet: Meeting, start: Starting, screen: dict[str, object]) -> None:
    _, table = await _open(start)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    await table.gm.did("void_round")
    assert (await bo.post("/chat", {"text": "Before."})).status == 201
    page = (await come_back(await meet(**screen), ada)).page
    await look_beside(page, "Chat")
    await expect(page.get_by_text("Before.")).to_be_visible()
    await look_beside(page, "Chronicle")
    for _ in range(11):
        assert (await bo.post("/chat", {"text": "I say!"})).status == 201
    for _ in range(2):
        await bo.did("dispute", round=1, text="Not so.")
    await expect(page.get_by_role("tab", name=re.compile("Chat"))).to_contain_text("9+")
    assert await page.evaluate(TABS_FIT)


async def test_only_a_table_with_a_clock_offers_to_stop_it_and_play_is_said_to_go_on(
    meet: Meeting, start: Starting
) -> None:
    server, table = await _open(start)
    page = (await come_back(await meet(), table.gm, secret="gm")).page
    await page.get_by_text("Danger", exact=True).click()
    await expect(page.get_by_role("button", name="Close the table")).to_be_visible()
    await expect(page.get_by_role("button", name="Stop the clock")).to_have_count(0)
    timed = await server.open("twentyone", seed=SEED, options={"turn_seconds": 60})
    page = (await come_back(await meet(), timed.gm, secret="gm")).page
    await page.get_by_role("button", name="Stop the clock").click()
    await expect(page.get_by_text("nobody’s time runs out. Play goes on.")).to_be_visible()


async def test_the_gm_has_a_mark_in_the_chat_that_no_name_contains(context: BrowserContext, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED, gm={"name": "Mirela"})
    ada = await table.sit("Mira")
    await ada.post("/chat", {"text": "I rule that I win."})
    await table.gm.post("/chat", {"text": "You do not."})
    page = (await come_back(context, ada)).page
    await look_beside(page, "Chat")
    await expect(page.locator(".messages li")).to_have_count(2)
    await expect(page.locator(".messages li").first.locator(".gmmark")).to_have_count(0)
    await expect(page.locator(".messages li").last.locator(".gmmark")).to_have_text("GM")
