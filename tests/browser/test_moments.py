"""What is held over the table for a moment, what is heard, and how one learns that it is one's turn."""

import pytest
from playwright.async_api import expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting, run
from tests.browser.people import come_back, cp_of
from tests.server.serving import SEED

pytestmark = pytest.mark.asyncio(loop_scope="session")

SOUNDS_WANTED = """
if (location.protocol !== "about:") localStorage.setItem("tavern / settings", JSON.stringify({ sounds: true }));
window.heard = 0;
window.AudioContext = class extends AudioContext {
  createGain() {
    window.heard += 1;
    return super.createGain();
  }
};
"""


WATCHED = """() => {
  window.moments = [];
  new MutationObserver(() => {
    for (const moment of document.querySelectorAll(".moment:not([data-noted])")) {
      moment.dataset.noted = "";
      window.moments.push([moment.classList[1], ...[...moment.children].map((line) => line.innerText)]);
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""


async def test_the_end_of_a_round_is_held_with_what_it_brought_or_cost(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    seats = [await table.sit(name, purse_cp=10_000) for name in ("Ada", "Bo")]
    pages = [(await come_back(await meet(), seat)).page for seat in seats]
    for page in pages:
        await run(page, WATCHED)
    await table.gm.did("start_round")
    while (view := await table.public.view())["to_act"]:
        acting = next(seat for seat in seats if seat.seat in view["to_act"])
        offered = {action["type"] for action in (await acting.view())["you"]["actions"]}
        await acting.did("fold" if "fold" in offered else "let_it_be")
    won = view["result"]["winners"]
    changes = {seat["seat"]: seat["purse_cp"] - 10_000 for seat in view["seats"]}
    assert sorted(change > 0 for change in changes.values()) == [False, True]
    for seat, page in zip(seats, pages, strict=True):
        await page.wait_for_function("() => window.moments.length")
        ((tone, said, coins),) = await page.evaluate("window.moments")
        assert (tone, said) == (("won", "You win!") if seat.seat in won else ("lost", "Bo wins"))
        assert cp_of(coins.lstrip("+−")) == abs(changes[seat.seat])
        await expect(page.locator(".moment")).to_have_count(0)


async def test_sounds_are_made_if_they_are_wanted_and_not_even_loaded_otherwise(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    ada, bo = await table.sit("Ada", purse_cp=10_000), await table.sit("Bo", purse_cp=10_000)
    quiet = (await come_back(await meet(), ada)).page
    loud_context = await meet()
    await loud_context.add_init_script(SOUNDS_WANTED)
    loud = (await come_back(loud_context, bo)).page
    await table.gm.did("start_round")
    await loud.wait_for_function("() => window.heard > 0")
    await expect(quiet.locator(".ticker")).to_be_visible()
    loaded = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/sounds.mjs'))"
    assert (await loud.evaluate(loaded), await quiet.evaluate(loaded)) == (True, False)


FLOWN = """() => {
  window.flown = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      window.flown += [...addedNodes].filter((one) => one.classList?.contains("flying")).length;
  }).observe(document.querySelector(".stage"), { childList: true });
}"""


async def test_coins_travel_into_the_pot_unless_motion_is_unwelcome(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    ada, bo = [await table.sit(name, purse_cp=10_000) for name in ("Ada", "Bo")]
    moving = (await come_back(await meet(reduced_motion="no-preference"), ada)).page
    still = (await come_back(await meet(reduced_motion="reduce"), bo)).page
    for page in (moving, still):
        await run(page, FLOWN)
    await table.gm.did("start_round")
    await moving.wait_for_function("() => window.flown > 1")
    await expect(moving.locator(".flying")).to_have_count(0)
    await expect(still.locator(".pot")).to_be_visible()
    assert await still.evaluate("window.flown") == 0


async def test_dice_that_fall_again_and_again_in_one_move_are_told_throw_by_throw(
    meet: Meeting, start: Starting
) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("mason", seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    page = (await come_back(await meet(), ada)).page
    await run(page, WATCHED)
    await table.gm.did("start_round")
    answer = await ada.did("throw")
    throws = [event["draws"] for event in answer["events"] if event["type"] == "dice_thrown"]
    assert len(throws) > 1
    await page.wait_for_function("() => window.moments.length")
    told = " → ".join(" ".join(str(draw["face"]) for draw in draws) for draws in throws)
    assert (await page.evaluate("window.moments"))[0] == ["news", "You throw", told]


COVERED = """() => {
  const look = () => {
    const moment = document.querySelector(".moment p");
    if (!moment || window.covered) return;
    const { left, top, right, bottom } = moment.getBoundingClientRect();
    const over = [[left + 9, top + 9], [right - 9, bottom - 9]].map(([x, y]) => document.elementFromPoint(x, y));
    window.covered = over.filter((part) => !part?.closest(".moment")).map((part) => part?.className);
    window.said = moment.innerText;
  };
  new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes what lies over the first moment, which is not held for long."""


async def test_the_dock_of_a_phone_covers_no_moment(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("trickster", options={"classes": "plain"}, seed=SEED)
    seats = [await table.sit(name, purse_cp=10_000) for name in ("Ada", "Bo", "Cy")]
    await table.gm.did("start_round")
    (acting,) = (await table.public.view())["to_act"]
    loser = next(seat for seat in seats if seat.seat == acting)
    page = (await come_back(await meet(viewport={"width": 390, "height": 700}), loser)).page
    await run(page, COVERED)
    await loser.did("bet", amount=18, value=6)
    (acting,) = (await table.public.view())["to_act"]
    await next(seat for seat in seats if seat.seat == acting).did("call_liar")
    await page.wait_for_function("() => window.covered")
    assert "the challenge" in await page.evaluate("window.said")
    assert await page.evaluate("window.covered") == []


WITH_AN_END = """async () => {
  const { html, render } = await import("/vendor/preact.mjs");
  const { Words } = await import("/page/labels.mjs");
  const { Moments } = await import("/page/table/moments.mjs");
  const seats = [{ seat: "bo", name: "Bo", dice: [] }];
  const view = { version: 9, name: "Friday", round: 1, game: "pig", phase: "lobby", to_act: [], seats };
  const events = [
    { type: "die_rerolled", seat: "bo", n: 0, why: "reroll", by: "bo" },
    { type: "round_ended", outcome: "won", winners: ["bo"], won_cp: {} },
  ];
  const props = { entries: [{ version: 9, events }], view, first: { ...view, version: 8 }, me: null, balance: null };
  render(html`<${Moments} ...${props} words=${new Words(null)} />`, document.body);
}"""


async def test_who_wins_is_said_even_if_the_changes_of_dice_cannot_be_drawn(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    page = await (await meet(("changes.mjs", "net::ERR_FAILED"))).new_page()
    await page.route("**/changes.mjs", lambda route: route.abort())
    await page.goto(str(server.client.make_url("/")))
    await run(page, WITH_AN_END)
    await expect(page.locator(".moment")).to_contain_text("Bo wins")
