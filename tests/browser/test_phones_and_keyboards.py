"""The page on the smallest phones by taps, by the keyboard alone, and where motion is unwelcome."""

import asyncio
from random import Random
from typing import Any, Final

import pytest
from playwright.async_api import Locator, Page, Route, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import LONGEST_ROUND, PHONE, Person, come_back, look_beside
from tests.server.playing_through import PURSE_CP
from tests.server.serving import SEED, Caller, Opened
from tools.choosing import choose_command

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONGEST_WAY: Final = 120
"""So many presses of Tab lead to anything on the page."""
WIDEST: Final = """() => [document.documentElement.scrollWidth, innerWidth]"""
PRESSED: Final = ".question .answer:not([disabled]), .place .moves .movebutton:not([disabled], [aria-disabled])"


async def let_others_play(table: Opened, others: dict[str, Caller], chance: Random) -> Any:
    """Everybody but who is tested plays at random, until it is their turn or the round is over; the public view."""
    for _ in range(LONGEST_ROUND):
        view = await table.public.view()
        asked = [others[seat] for seat in view["to_act"] if seat in others]
        if view["phase"] == "lobby" or not asked:
            return view
        caller = chance.choice(asked)
        command = choose_command((await caller.view())["you"]["actions"], chance)
        assert command is not None
        await caller.did(command.pop("type"), **command)
    raise AssertionError("the others never come to an end")


async def test_a_round_is_played_by_taps_on_a_small_phone(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    others = {caller.seat: caller for caller in [await table.sit(name) for name in ("Bo", "Cy")]}
    page = await (await meet(**PHONE)).new_page()
    await page.goto(f"{server.client.make_url('/t/')}{table.id}#invite={table.invite}")
    await page.get_by_label("Your name").fill("Sir Bartholomew Featherstonehaugh-Cholmondeley of Upper Slaughter"[:60])
    await page.get_by_role("button", name="Sit down").tap()
    await expect(page.locator(".ownseat")).to_contain_text("Bartholomew")
    ada = await Person.at(page, server)
    ada.taps = True
    await table.gm.did("start_round")
    chance = Random(3)
    moves = 0
    while (await let_others_play(table, others, chance))["phase"] != "lobby":
        await ada.act(chance)
        moves += 1
        width, shown = await page.evaluate(WIDEST)
        assert width <= shown == 360
    assert moves > 1
    await ada.shown()
    await expect(page.locator(".result-round")).to_have_text("Round 1")


async def test_the_actions_are_in_sight_on_a_small_phone(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo", "Cy")]
    await table.gm.did("start_round")
    (first, *_) = [seat for seat in seats if seat.seat in (await table.public.view())["to_act"]]
    person = await come_back(await meet(**PHONE), first)
    await expect(person.page.locator(PRESSED).first).to_be_in_viewport(ratio=1)


async def test_a_die_that_tumbles_past_the_edge_does_not_widen_the_page(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo", "Cy")]
    await table.gm.did("start_round")
    (first, *_) = [seat for seat in seats if seat.seat in (await table.public.view())["to_act"]]
    page = (await come_back(await meet(**PHONE), first)).page
    await expect(page.locator(PRESSED).first).to_be_visible()
    past_the_edge = await page.evaluate(
        """() => [...document.querySelectorAll(".die svg")].map((die) => {
          const aside = { transform: `translate(${innerWidth}px, 0)` };
          die.animate([aside, aside], { duration: 1e6 });
          return die.getBoundingClientRect().right > innerWidth;
        })"""
    )
    assert past_the_edge
    assert all(past_the_edge)
    width, shown = await page.evaluate(WIDEST)
    assert width <= shown == 360


async def active(page: Page, selector: str) -> bool:
    """Whether the element that has the keyboard is one of those; it must be seen to have it."""
    found: str = await page.evaluate(
        """(selector) => {
          const one = document.activeElement;
          if (!one?.matches(selector)) return "";
          const near = [one, one.nextElementSibling, one.closest("label")].filter(Boolean);
          const drawn = near.map((each) => getComputedStyle(each));
          const marked = drawn.some((style) => style.outlineStyle !== "none" || style.boxShadow !== "none");
          return one.matches(":focus-visible") && marked ? "seen" : `not seen: ${one.outerHTML}`;
        }""",
        selector,
    )
    assert found in ("", "seen"), found
    return bool(found)


async def tab_to(page: Page, selector: str, *, skip: int = 0) -> None:
    """Press Tab until something has the keyboard."""
    for _ in range(LONGEST_WAY):
        await page.keyboard.press("Tab")
        if await active(page, selector):
            if not skip:
                return
            skip -= 1
    raise AssertionError(f"the keyboard does not get to {selector}")


async def act_by_keys(page: Page, version: str, chance: Random) -> None:
    """Make a move without the mouse."""
    form = page.locator("form.moveform")
    if not await page.locator(".question form.moveform").count():
        await tab_to(page, PRESSED, skip=chance.randrange(await page.locator(PRESSED).count()))
        await page.keyboard.press("Enter")
        moved = page.locator(f'main:not([data-version="{version}"])')
        await expect(form.or_(moved).first).to_be_visible()
    if await form.count():
        await fill_by_keys(page, form)
    await expect(page.locator("main")).not_to_have_attribute("data-version", version)


async def fill_by_keys(page: Page, form: Locator) -> None:
    rows = form.locator("fieldset.chips")
    for row in range(await rows.count()):
        if not await rows.nth(row).locator("input:checked").count():
            name = await rows.nth(row).locator("input").first.get_attribute("name")
            if not await active(page, f'.moveform input[name="{name}"]'):
                await tab_to(page, f'.moveform input[name="{name}"]')
            await page.keyboard.press("Space")
    await tab_to(page, ".moveform button[type=submit]")
    await page.keyboard.press("Enter")


async def test_a_round_is_played_with_the_keyboard_alone(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    others = {caller.seat: caller for caller in [await table.sit(name) for name in ("Bo", "Cy")]}
    root = str(server.client.make_url("/"))
    page = await (await meet()).new_page()
    await page.goto(root)
    await expect(page.locator(".practice button")).to_be_enabled()
    await page.keyboard.press("Tab")
    assert await active(page, "a.skip")
    await page.keyboard.press("Enter")
    await tab_to(page, ".copyline input")
    await page.keyboard.type(f"{root}t/{table.id}#invite={table.invite}")
    await page.keyboard.press("Enter")
    await page.locator(".sitform").wait_for()
    await tab_to(page, ".sitform input[autocomplete=nickname]")
    await page.keyboard.type("Ada")
    await tab_to(page, ".sitform button[type=submit]")
    await page.keyboard.press("Enter")
    await expect(page.locator(".ownseat")).to_contain_text("Ada")
    ada = await Person.at(page, server)
    await table.gm.did("start_round")
    await ada.shown()

    await tab_to(page, "button[aria-label=Rules]")
    await page.keyboard.press("Enter")
    await expect(page.locator("dialog[open]")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    await expect(page.get_by_role("button", name="Rules")).to_be_focused()

    chance = Random(4)
    moves = 0
    while (await let_others_play(table, others, chance))["phase"] != "lobby":
        await act_by_keys(page, str((await ada.shown())["version"]), chance)
        moves += 1
    assert moves > 1
    await ada.shown()
    await expect(page.locator(".result-round")).to_have_text("Round 1")
    await tab_to(page, ".sidebutton")
    await page.keyboard.press("Enter")
    await tab_to(page, "#tab-chronicle")
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tab", name="Chat")).to_be_focused()
    await expect(page.get_by_label("Message", exact=True)).to_be_visible()


@pytest.mark.parametrize("late", [False, True])
async def test_events_are_read_out_once_as_they_happen(meet: Meeting, start: Starting, late: bool) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    seats = [await table.sit(name, purse_cp=PURSE_CP) for name in ("Ada", "Bo")]
    context = await meet()
    history_may_arrive = asyncio.Event()

    async def hold(route: Route) -> None:
        await history_may_arrive.wait()
        await route.continue_()

    if late:
        await context.route("**/chronicle**", hold)
    ada = await come_back(context, seats[0])
    news = ada.page.get_by_role("log", name="News")
    await table.gm.did("start_round")
    sentences = [
        " ".join(entry["chronicle"])
        for entry in (await ada.caller.get("/chronicle"))["entries"]
        if entry["version"] > 3 and entry["chronicle"]
    ]
    await expect(news.locator("p")).to_have_text(sentences)
    history_may_arrive.set()
    # What was there before is in the chronicle, and is not read out.
    await look_beside(ada.page, "Chronicle")
    await expect(ada.page.get_by_role("region", name="Chronicle")).to_contain_text("Ada sits down")
    await expect(news.locator("p")).to_have_text(sentences)


COUNTED: Final = """
window.moved = 0;
const begin = Element.prototype.animate;
Element.prototype.animate = function (...given) { window.moved += 1; return begin.apply(this, given); };
addEventListener("animationstart", (event) => {
  if (parseFloat(getComputedStyle(event.target).animationDuration) > 0.05) window.moved += 1;
}, true);
"""


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
async def test_dice_tumble_unless_motion_is_unwelcome(meet: Meeting, start: Starting, wish: str, moves: bool) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("farkle", seed=SEED)
    seats = {caller.seat: caller for caller in [await table.sit(name) for name in ("Ada", "Bo")]}
    await table.gm.did("start_round")
    context = await meet(reduced_motion=wish)
    await context.add_init_script(COUNTED)
    person = await come_back(context, table.gm, secret="gm")
    before = await person.page.evaluate("window.moved")
    turn = (await table.public.view())["turn"]
    view = await seats[turn].did("throw")
    assert view["view"]["seats"][0]["dice"]
    await person.shown()
    await expect(person.page.locator(".seat .die").first).to_be_visible()
    assert (await person.page.evaluate("window.moved") > before) == moves
