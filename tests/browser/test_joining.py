"""Coming to a table: with a code, to a game that explains itself, with a character from a file."""

from typing import Any, Final

import msgspec
import pytest
from playwright.async_api import Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import known_tables, open_table, sit_down
from tests.javascript.test_characters import beyond
from tests.server.serving import Opened, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

NO_SUCH_CODE: Final = ("status of 404",)


async def _open(start: Starting, game: str = "twentyone", **options: Any) -> tuple[Served, Opened, str]:
    """A table of a game, and the server's root."""
    server = await start(CATALOGUE)
    return server, await server.open(game, options=options), str(server.client.make_url("/"))


async def _code_of(table: Opened) -> str:
    return str((await table.gm.post("/join-code", {}))["code"])


async def test_the_code_on_the_gms_screen_leads_a_guest_from_the_lobby_to_a_seat(
    meet: Meeting, start: Starting
) -> None:
    root = str((await start(CATALOGUE)).client.make_url("/"))
    gm, guest = [await (await meet()).new_page() for _ in range(2)]
    await open_table(gm, root, "Pig")
    code = await gm.locator(".joincode-code").inner_text()
    await guest.goto(root)
    await guest.get_by_label("Join with a code").fill(code.lower().replace("-", " "))
    await guest.get_by_role("button", name="Join", exact=True).click()
    form = guest.get_by_role("form", name="Take a seat")
    game = form.get_by_role("region", name="The game")
    await expect(game.get_by_role("heading", name="Pig")).to_be_visible()
    await expect(game).to_contain_text("Played without stakes")
    await expect(game.get_by_role("listitem")).to_have_text(list(CATALOGUE.rulebook("pig").how_to_play))
    await form.get_by_label("Your name").fill("Bri")
    await form.get_by_role("button", name="Sit down").click()
    await expect(guest.locator(".ownseat")).to_contain_text("Bri")
    assert code not in guest.url
    assert code not in msgspec.json.encode(await known_tables(guest)).decode()


async def test_the_address_of_a_code_leads_to_the_table_and_back_leads_on(page: Page, start: Starting) -> None:
    _, table, root = await _open(start)
    code = await _code_of(table)
    await page.goto(f"{root}page/rules/twentyone.html")
    await page.goto(f"{root}j/{code.lower()}")
    await expect(page.get_by_role("form", name="Take a seat")).to_contain_text("Ante 5 gp a round")
    assert page.url == f"{root}t/{table.id}"
    await page.go_back()
    await expect(page).to_have_url(f"{root}page/rules/twentyone.html")


async def test_a_wrong_code_can_be_mended(meet: Meeting, start: Starting) -> None:
    _, table, root = await _open(start)
    page = await (await meet(NO_SUCH_CODE)).new_page()
    await page.goto(f"{root}j/KELP-42")
    await expect(page.get_by_role("alert")).to_contain_text("No join code is like this")
    field = page.get_by_label("Join with a code")
    await expect(field).to_have_value("KELP-42")
    await field.fill("kelp")
    await expect(page.get_by_role("alert")).to_have_count(0)
    await field.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("four letters and two digits")
    await field.fill(await _code_of(table))
    await field.press("Enter")
    await expect(page.get_by_role("form", name="Take a seat")).to_be_visible()


async def test_a_link_works_in_the_field_for_codes(page: Page, start: Starting) -> None:
    _, table, root = await _open(start)
    code = await _code_of(table)
    for link in (f"{root}t/{table.id}#invite={table.invite}", f"{root}j/{code}"):
        await page.goto(root)
        await page.get_by_label("Join with a code").fill(link)
        await page.get_by_role("button", name="Join", exact=True).click()
        await expect(page.get_by_role("form", name="Take a seat")).to_be_visible()
        await page.evaluate("localStorage.clear()")


async def test_a_tv_shows_the_code_between_rounds_if_its_link_has_the_invite(meet: Meeting, start: Starting) -> None:
    _, table, root = await _open(start)
    for name in ("Ada", "Bo"):
        await table.sit(name)
    code = await _code_of(table)
    with_invite, without = [await (await meet()).new_page() for _ in range(2)]
    await with_invite.goto(f"{root}t/{table.id}/overlay?on=tv#invite={table.invite}")
    await without.goto(f"{root}t/{table.id}/overlay?on=tv")
    await expect(with_invite.locator(".joincode-code")).to_have_text(code)
    await expect(with_invite.locator(".who")).to_contain_text("2 of 2–12 players; the GM can start")
    await expect(without.locator(".who")).to_contain_text("the GM can start")
    await expect(without.locator(".joincode-code")).to_have_count(0)
    await table.gm.did("start_round")
    await expect(with_invite.locator(".joincode-code")).to_have_count(0)


async def test_a_replaced_invite_gets_a_code_of_its_own(page: Page, start: Starting) -> None:
    _, table, root = await _open(start)
    await page.goto(f"{root}t/{table.id}#gm={table.gm.token}&invite={table.invite}")
    shown = page.locator(".joincode-code")
    first = await shown.inner_text()
    await page.get_by_role("button", name="Replace it").click()
    await expect(shown).not_to_have_text(first)
    assert await shown.inner_text() == await _code_of(table)


async def test_a_table_says_whom_it_waits_for(page: Page, start: Starting) -> None:
    _, table, root = await _open(start, "bluffmaster", admit="gm")
    await page.goto(f"{root}t/{table.id}")
    line = page.locator(".statusline .who")
    await expect(line).to_have_text("Waiting for 3–5 players")
    bearer = {"Authorization": f"Bearer {table.gm.token}"}
    await table.public.post("/seats", {"name": "Ada", "purse_cp": 5_000}, bearer)
    await expect(line).to_have_text("1 of 3–5 players; 2 more are needed")
    await table.sit("Bo")
    await expect(line).to_have_text("Waiting for Bo to be let in")
    await table.sit("Cy")
    await expect(line).to_have_text("Waiting for Bo and Cy to be let in")
    for seat in ("bo", "cy"):
        await table.gm.did("admit_seat", target=seat)
    await expect(line).to_have_text("3 of 3–5 players; the GM can start")
    await table.gm.did("start_round")
    await expect(line).to_contain_text("turn")


async def test_the_rules_panel_begins_with_how_to_play(page: Page, start: Starting) -> None:
    _, table, root = await _open(start, "goblin")
    await page.goto(f"{root}t/{table.id}")
    await page.get_by_role("button", name="Rules").click()
    steps = page.get_by_role("dialog").get_by_role("region", name="How to play").get_by_role("listitem")
    await expect(steps).to_have_text(list(CATALOGUE.rulebook("goblin").how_to_play))


async def test_a_table_is_opened_with_names_first(page: Page, start: Starting) -> None:
    root = str((await start(CATALOGUE)).client.make_url("/"))
    await page.goto(root)
    await page.get_by_role("button", name="Open a table of Pig").click()
    dialog = page.get_by_role("dialog", name="Open a table")
    # The form is loaded when the dialog is opened.
    await expect(dialog.get_by_role("radio").first).to_be_attached()
    fields = await dialog.locator("form input").evaluate_all("fields => fields.map((field) => field.type)")
    assert fields[:3] == ["text", "text", "radio"]
    # The game that was asked for comes first, and is chosen.
    await expect(dialog.get_by_role("radio").first).to_be_checked()
    await expect(dialog.locator(".gamecard").first).to_contain_text("Pig")


async def _choose_file(page: Page, content: Any) -> None:
    file = content if isinstance(content, bytes) else msgspec.json.encode(content)
    chosen: Any = {"name": "odo.json", "mimeType": "application/json", "buffer": file}
    await page.locator("input[type=file]").set_input_files(chosen)


async def test_a_character_is_read_from_a_file_that_is_never_sent(page: Page, start: Starting) -> None:
    _, table, root = await _open(start)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    await page.goto(f"{root}t/{table.id}#invite={table.invite}")
    await page.get_by_text("Character sheet (optional)").click()
    await _choose_file(page, beyond(gender="a secret of the file"))
    await expect(page.locator(".readfile")).to_contain_text("Read: Odo Brambleburr, level 5, from D&D Beyond")
    await expect(page.get_by_label("Your name")).to_have_value("Odo Brambleburr")
    await expect(page.get_by_label("Sleight of Hand")).to_have_value("+10")
    await page.get_by_role("button", name="Sit down").click()
    await expect(page.locator(".ownseat")).to_contain_text("Odo Brambleburr")
    [seat] = (await table.gm.view())["seats"]
    assert seat["character"]["abilities"] == {"str": -1, "dex": 4, "con": 2, "int": 0, "wis": 1, "cha": 1}
    assert (seat["character"]["skills"]["sleight_of_hand"], seat["character"]["tools"]) == (10, {"dice": True})
    assert not any("secret of the file" in body for body in sent)


async def test_a_score_in_place_of_a_modifier_is_asked_about_before_one_sits_down(page: Page, start: Starting) -> None:
    _, table, root = await _open(start)
    await page.goto(f"{root}t/{table.id}#invite={table.invite}")
    await page.get_by_label("Your name").fill("Bri")
    await page.get_by_text("Character sheet (optional)").click()
    sit = page.get_by_role("button", name="Sit down")
    await page.get_by_label("DEX", exact=True).fill("18")
    await expect(page.get_by_text("DEX 18 looks like a score, not a modifier.")).to_be_visible()
    await expect(sit).to_be_disabled()
    await page.get_by_role("button", name="Use +4").click()
    await expect(page.get_by_label("DEX", exact=True)).to_have_value("+4")
    await _choose_file(page, {"abilities": {"str": 7}})
    await expect(sit).to_be_disabled()
    await page.get_by_role("button", name="Keep it").click()
    await expect(sit).to_be_enabled()
    await _choose_file(page, b"%PDF-1.7")
    await expect(page.get_by_text("This is a PDF.")).to_be_visible()
    await expect(page.get_by_label("STR", exact=True)).to_have_value("+7")


async def test_what_cannot_be_undone_is_folded_up_at_the_end_of_the_desk(page: Page, start: Starting) -> None:
    _, table, root = await _open(start)
    await page.goto(f"{root}t/{table.id}#gm={table.gm.token}&invite={table.invite}")
    tools = page.locator(".desk-tools")
    await expect(tools.get_by_role("group", name="Play")).to_contain_text("Rounds")
    await expect(tools.get_by_role("group", name="Table")).to_contain_text("Options")
    close = tools.get_by_role("button", name="Close the table")
    await expect(close).to_be_hidden()
    await tools.get_by_text("Danger", exact=True).click()
    await close.click()
    await page.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    await expect(page.get_by_text("This table is closed.")).to_be_visible()


async def test_who_plays_at_once_sees_how_to_play_until_they_have_read_it_and_asks_no_gm(
    page: Page, start: Starting
) -> None:
    server = await start(CATALOGUE)
    for seen in (False, True):
        await page.goto(str(server.client.make_url("/")))
        await page.locator(".practice select").select_option("mason")
        await page.get_by_role("button", name="Play now").click()
        await expect(page.get_by_role("button", name="Throw")).to_be_visible()
        await expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
        await expect(page.get_by_role("button", name="Ask for coins")).to_have_count(0)
        steps = page.get_by_role("region", name="How to play Mason")
        if seen:
            await expect(steps).to_have_count(0)
        else:
            await expect(steps.get_by_role("listitem")).to_have_text(list(CATALOGUE.rulebook("mason").how_to_play))
            await steps.get_by_role("button", name="Got it").click()
            await expect(steps).to_have_count(0)


async def test_who_sits_down_reads_the_steps_of_a_game_once_and_those_of_the_next_game(
    page: Page, start: Starting
) -> None:
    server = await start(CATALOGUE)
    table = await server.open("pig")
    await sit_down(page, f"{server.client.make_url('/t/')}{table.id}#invite={table.invite}", "Ada")
    steps = page.locator(".firststeps")
    await expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    await expect(steps).to_have_count(0)
    await table.gm.did("set_game", game="goblin")
    await expect(steps.get_by_role("listitem")).to_have_text(list(CATALOGUE.rulebook("goblin").how_to_play))


async def test_who_sits_down_without_a_name_is_told_that_it_is_missing(page: Page, start: Starting) -> None:
    server = await start(CATALOGUE)
    table = await server.open("pig")
    await page.goto(f"{server.client.make_url('/t/')}{table.id}#invite={table.invite}")
    form = page.get_by_role("form", name="Take a seat")
    await form.get_by_role("button", name="Sit down").click()
    assert await form.get_by_label("Your name").evaluate("field => field === document.activeElement")
    assert await form.get_by_label("Your name").evaluate("field => field.validationMessage") != ""
    assert (await table.public.view())["seats"] == []
