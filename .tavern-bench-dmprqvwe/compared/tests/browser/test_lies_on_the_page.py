"""A server that shows somebody something else than its log has: the page says so, in words for players."""

import asyncio
from typing import Any, Final

import pytest
from playwright.async_api import BrowserContext, Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import MS, Meeting, Starting, run
from tests.browser.people import come_back
from tests.server.serving import SEED, Opened, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

LYING: Final = """
const honest = window.fetch;
window.fetch = async (url, asking) => {
  // Without streams, the page polls.
  if (String(url).includes("/live")) return new Response("Not today.");
  const response = await honest(url, asking);
  if (response.status !== 200 || !String(url).includes("/api/tables/")) return response;
  const answer = JSON.parse(await response.text(), lie);
  const view = answer.view ?? answer;
  const asked = view.you?.actions?.find(({ type }) => type === "reveal_luck")?.params.luck;
  if (asked) {
    const { digestOf } = await import("/client/tavern.mjs");
    const { opening, commitment, called: seats, seals, roots: [{ root, from: first }] } = view.fair;
    const { table, round, game, rules } = view;
    asked.call = digestOf(table, round, { game, rules, opening, root, first, commitment, seats, seals });
  }
  const { status, headers } = response;
  return new Response(JSON.stringify(answer), { status, headers });
};
"""
"""Changes the server's answers by `lie`, which `JSON.parse` calls; a call is asked for as it is shown."""
ROOT: Final = """(name, value) => (name === "root" ? "ab".repeat(32) : value)"""
HOLE_DIE: Final = """(name, value) => {
  if (value?.hole === true || value?.purpose === "hole") value.face &&= (value.face % 10) + 1;
  return value;
}"""
SEAL: Final = "ef" * 32
ANOTHER_SEAL: Final = f"""(name, value) => (value === "{SEAL}" ? "{"cd" * 32}" : value)"""

CHANGE: Final = """(key, pattern, changed) => {
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(key)))
    localStorage.setItem(name, localStorage.getItem(name).replace(new RegExp(pattern, "g"), changed));
}"""
"""Changes what the browser keeps."""


async def lied_to(start: Starting, context: BrowserContext, lie: str, **options: Any) -> tuple[Served, Opened]:
    """A table at which a round was begun and called off, while Ada's browser was told lies."""
    server = await start(CATALOGUE)
    table = await server.open("twentyone", options={"unseal": "round", **options})
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    page = await context.new_page()
    await page.add_init_script(f"const lie = {lie}; {LYING}")
    await page.goto(f"{server.client.make_url(f'/t/{table.id}')}#token={ada.token}")
    if options.get("luck") == "sealed":
        await bo.did("seal_luck", seal=SEAL)
        async with asyncio.timeout(MS / 1_000):
            while "luck_seal" not in (seen := await table.gm.view())["seats"][0]:
                await table.gm.get(f"/events?after={seen['version']}&wait=5")
    await expect(page.locator(".tabletitle")).not_to_contain_text("Round 1")
    await table.gm.did("start_round")
    kept = "call" if options.get("luck") == "sealed" else "dice"
    await page.wait_for_function(f"""() => localStorage.getItem("tavern-record:{table.id}")?.includes('"{kept}":')""")
    await expect(page.locator(".tabletitle")).to_contain_text("Round 1")
    await table.gm.did("void_round", reason="Fire!")
    await expect(page.locator(".result-round")).to_have_text("Round 1")
    await page.close()
    return server, table


async def checked(context: BrowserContext, server: Served, table: Opened) -> Page:
    page = await context.new_page()
    await page.goto(str(server.client.make_url(f"/t/{table.id}/rounds/1")))
    await page.get_by_role("button", name="Check this round").click()
    return page


@pytest.mark.parametrize(
    ("lie", "sentence"),
    [
        (ROOT, "The server first promised you other dice for this round. It may have chosen these."),
        (HOLE_DIE, "You were shown something else than what is in the log."),
    ],
)
async def test_a_check_is_red_if_the_player_was_shown_something_else(
    meet: Meeting, start: Starting, lie: str, sentence: str
) -> None:
    context = await meet()
    server, table = await lied_to(start, context, lie)
    page = await checked(context, server, table)
    dialog = page.get_by_role("dialog")
    await expect(dialog.locator(".verdict.bad")).to_have_text("Something is wrong with this round.")
    await expect(dialog.locator(".findings li")).to_have_count(1)
    await expect(dialog.locator(".findings .bad")).to_contain_text(sentence)


async def test_a_check_is_red_if_a_player_gave_their_luck_to_another_call(meet: Meeting, start: Starting) -> None:
    # The server refuses a signature of what it lied about.
    context = await meet(("status of 4",))
    server, table = await lied_to(start, context, ANOTHER_SEAL, luck="sealed")
    page = await checked(context, server, table)
    sentence = "The log has another start of this round than the one that you gave your luck to."
    await expect(page.locator(".findings .bad").first).to_contain_text(sentence)


async def test_what_contradicts_an_earlier_visit_is_told_until_it_is_dismissed(meet: Meeting, start: Starting) -> None:
    context = await meet(("status of 409",))
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    ada = await table.sit("Ada")
    page = (await come_back(context, ada)).page
    # As if another log had been there.
    await run(page, CHANGE, "tavern-cursor:", "[0-9a-f]{32}$", "ab" * 16)
    await run(page, CHANGE, "tavern-record:", '(?<="root":")[0-9a-f]{64}', "cd" * 32)
    await run(page, CHANGE, "tavern / tables", '(?<="epoch":")[0-9a-f]*', "ef" * 8)
    notices = page.locator(".banner.bad")
    for _ in range(2):
        await page.reload()
        await expect(notices).to_have_count(3)
    for sentence in (
        "The server went back to an earlier state of this table. Something that you saw is gone, or was changed.",
        "The server changed the root of this table’s dice.",
        "This table was moved, or restored from a backup. Something that you saw may be gone.",
    ):
        await notices.filter(has_text=sentence).get_by_role("button", name="Dismiss").click()
    await expect(notices).to_have_count(0)
    await page.reload()
    await expect(page.locator(".ownseat")).to_contain_text("Ada")
    await expect(notices).to_have_count(0)
