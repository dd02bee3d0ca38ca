"""The boards of single games: what is tapped there is what is sent, and they know no more than their viewer's view."""

from itertools import count
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting, run
from tests.browser.people import PHONE, Person, come_back, cp_of
from tests.browser.test_moments import WATCHED
from tests.server.serving import SEED, Caller, Opened

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _begun(start: Starting, game: str, *, seed: str = SEED, **options: Any) -> tuple[Opened, dict[str, Caller]]:
    """A table in its first round."""
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=seed, options=options)
    seats = {seat.seat: seat for seat in [await table.sit(name, purse_cp=100_000) for name in ("Ada", "Bo")]}
    await table.gm.did("start_round")
    return table, seats


def _own(view: Any) -> Any:
    return next(seat for seat in view["seats"] if seat["seat"] == view["you"]["seat"])


async def _thrown(table: Opened, seats: dict[str, Caller]) -> tuple[Caller, Any]:
    """Whoever may set dice aside, some of which score nothing, and their view."""
    for _ in count():
        seat = seats[(await table.public.view())["to_act"][0]]
        await seat.did("throw")
        view = await seat.view()
        if view["question"] == "set_aside":
            thrown = [die["face"] for die in _own(view)["dice"]]
            if [6] not in _offered(view) and 6 in thrown and len(_offered(view)) > 1:
                return seat, view
            await seat.did("set_aside", faces=_offered(view)[0])
            await seat.did("bank")
    raise AssertionError


def _offered(view: Any) -> list[list[int]]:
    (action,) = [one for one in view["you"]["actions"] if one["type"] == "set_aside"]
    choices: list[list[int]] = action["params"]["faces"]["choices"]
    return choices


def _dice_of_farkle(page: Page, face: int) -> Any:
    return page.get_by_role("group", name="Dice to set aside").get_by_role("button", name=f"d6, {face}")


async def test_farkle_sets_aside_exactly_the_dice_that_are_tapped(context: BrowserContext, start: Starting) -> None:
    table, seats = await _begun(start, "farkle")
    seat, view = await _thrown(table, seats)
    # Neither the best choice nor the first, which a form would make by itself.
    faces = _offered(view)[-1]
    points = next(one["points"] for one in view["details"]["choices"] if one["faces"] == faces)
    page = (await come_back(context, seat)).page
    tapped: dict[int, int] = {}
    for face in faces:
        await _dice_of_farkle(page, face).nth(tapped.get(face, 0)).click()
        tapped[face] = tapped.get(face, 0) + 1
    await expect(page.locator(".farkle-worth")).to_contain_text(f"{points:,} points")
    await page.locator(".moveform button[type=submit]").click()
    await expect(page.locator(".farkle")).to_have_count(0)
    after = await seat.view()
    assert sorted(die["face"] for die in _own(after)["dice"] if die["place"] == "aside") == faces
    assert after["details"]["at_risk"] == points
    await expect(page.locator(".atrisk")).to_contain_text(f"+{points:,} at risk")


async def test_what_farkle_does_not_offer_cannot_be_set_aside(context: BrowserContext, start: Starting) -> None:
    table, seats = await _begun(start, "farkle")
    seat, view = await _thrown(table, seats)
    page = (await come_back(context, seat)).page
    submit = page.locator(".moveform button[type=submit]")
    await expect(submit).to_be_disabled()
    await _dice_of_farkle(page, 6).first.press("Space")
    await expect(_dice_of_farkle(page, 6).first).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".farkle-worth")).to_contain_text("Not all of these score yet")
    await expect(submit).to_be_disabled()
    await page.get_by_role("button", name="All that score").click()
    best = max(view["details"]["choices"], key=lambda one: one["points"])
    await expect(page.locator(".farkle-die[aria-pressed=true]")).to_have_count(len(best["faces"]))
    await expect(page.locator(".farkle-worth")).to_contain_text(f"{best['points']:,} points")
    await expect(submit).to_be_enabled()


def _busts(sides: int, total: int) -> int:
    """How many faces of a bought die bust; a 20 on a d20 makes 21."""
    return sum(total + face > 21 and (sides, face) != (20, 20) for face in range(1, sides + 1))


@pytest.mark.parametrize("game", ["twentyone", "twentyone-v3"])
async def test_a_die_on_sale_says_its_price_and_its_chance_to_bust(
    context: BrowserContext, start: Starting, game: str
) -> None:
    table, seats = await _begun(start, game)
    if (view := await table.public.view())["question"] != "turn":
        await seats[view["to_act"][0]].did("let_it_be")
    seat = seats[(await table.public.view())["to_act"][0]]
    # The more there is, the more dice can bust.
    while _own(view := await seat.view())["total"] < 14:
        await seat.did("roll", die="d4", pay="coins")
        await seat.did("let_it_be")
        other = next(one for one in seats.values() if one is not seat)
        if other.seat in (await table.public.view())["to_act"]:
            await other.did("hold")
    page = (await come_back(context, seat)).page
    total, purse_cp = _own(view)["total"], _own(view)["purse_cp"]
    sold = {
        die: one["cost_cp"]
        for one in view["you"]["actions"]
        if one["type"] == "roll" and "coins" in one["params"]["pay"]["choices"]
        for die in one["params"]["die"]["choices"]
    }
    await expect(page.locator(".onsale")).to_have_count(len(sold))
    await expect(page.locator(".to21")).to_contain_text(f"{total} of 21")
    for die, cost_cp in sold.items():
        sides = int(die[1:])
        row = page.get_by_role("radio", name=die, exact=False).locator("xpath=..").locator(".onsale", has_text=die)
        await expect(row).to_contain_text(f"{_busts(sides, total)} in {sides} busts")
        assert cp_of(await row.locator(".onsale-price").inner_text()) == cost_cp
        assert ("a 20 makes 21" in await row.inner_text()) == (die == "d20")
    await page.locator(".moveform label.chip", has_text="d8").locator("input").check()
    await page.locator(".moveform button[type=submit]", has_text="Buy a die").click()
    await expect(page.locator(".question")).to_be_visible()
    after = _own(await seat.view())
    assert after["dice"][-1]["die"] == "d8"
    assert purse_cp - after["purse_cp"] == sold["d8"]


@pytest.mark.parametrize(
    ("seed", "outcome"),
    [(SEED, "save against 16"), (bytes(range(1, 33)).hex(), "Sloppy: Rolls checks at disadvantage")],
    ids=["holds the drinks", "gets sloppy"],
)
async def test_who_pays_with_drinks_sees_what_they_risk_and_what_they_did(
    meet: Meeting, start: Starting, seed: str, outcome: str
) -> None:
    table, seats = await _begun(start, "twentyone", seed=seed)
    if (view := await table.public.view())["question"] != "turn":
        await seats[view["to_act"][0]].did("let_it_be")
    seat = seats[(await table.public.view())["to_act"][0]]
    watching = (await come_back(await meet(), table.public)).page
    await run(watching, WATCHED)
    page = (await come_back(await meet(**PHONE), seat)).page
    await page.locator(".moveform label.chip", has_text="d4").locator("input").check()
    await page.get_by_role("radio", name="Drinks").check()
    await expect(page.locator(".diceonsale-tab")).to_contain_text("2 drinks: Constitution save against 14")
    await page.locator(".moveform button[type=submit]", has_text="Buy a die").click()
    await expect(page.locator(".drunk")).to_contain_text("2 drinks")
    await expect(page.locator(".drunk")).to_contain_text(outcome)
    answer = await page.locator(".question .answer").first.bounding_box()
    drunk = await page.locator(".drunk").bounding_box()
    assert answer
    assert drunk
    assert answer["y"] < drunk["y"]
    await watching.wait_for_function("() => window.moments.length")
    _, said, why = (await watching.evaluate("window.moments"))[0]
    assert "2 drinks" in said
    assert "Constitution save" in why
    assert "of 14" in why


async def test_a_card_that_lies_face_down_is_on_its_owners_board_alone(meet: Meeting, start: Starting) -> None:
    table, seats = await _begun(start, "mountains", cheating="on")
    for seat in seats.values():
        await seat.did("bet", amount_cp=500)
    while (await table.public.view())["phase"] != "betting":
        await table.gm.did("void_round")
        await table.gm.did("start_round")
        for seat in seats.values():
            await seat.did("bet", amount_cp=500)
    for seat in seats.values():
        await seat.did("pass")
    assert (await table.public.view())["question"] == "in_the_cup"
    ada = seats["ada"]
    person = await come_back(await meet(), ada)
    (die,) = _own(await ada.view())["dice"]
    strip = person.page.locator(".mountains-strip > li")
    await expect(strip.nth(die["face"] - 1).locator(".mountains-drawn")).to_contain_text("Ada (you)")
    await expect(person.page.locator(".mountains-drawn")).to_have_count(1)
    tv = await (await meet()).new_page()
    await tv.goto(str(ada.client.make_url(f"/t/{table.public.table}/overlay?on=tv")))
    await expect(tv.locator(".mountains-strip > li.wins")).not_to_have_count(0)
    await expect(tv.locator(".mountains-drawn")).to_have_count(0)


STRANGE = """async (game, type, variants, dice) => {
  const { html, render } = await import("/vendor/preact.mjs");
  const { Words } = await import("/page/labels.mjs");
  const { games } = await import("/page/server.mjs");
  const words = new Words(await games(), game);
  const { board } = await import(`/page/boards/${game}.mjs`);
  const seat = { seat: "ada", name: "Ada", status: "active", kind: "player", total: null, dice, details: {} };
  const you = { seat: "ada", actions: variants, refused: [], notes: [] };
  const round = { phase: "racing", to_act: ["ada"], order: ["ada"], house_dice: [], details: {}, options: {} };
  const view = { ...round, seats: [seat], you };
  const home = document.createElement("div");
  document.body.replaceChildren(home);
  const given = { view, words, me: "ada", actor: "ada", seat, variants, chosen: {}, onChange: () => {} };
  const parts = [board.Table, board.Hand, type && board.forms[type]];
  render(html`<div>${parts.map((Part) => Part && html`<${Part} ...${given} />`)}</div>`, home);
  return [...home.querySelectorAll("legend")].map((legend) => legend.textContent);
}"""
D6 = {"n": 0, "die": "d6", "face": 1, "hole": False, "place": "open", "details": {}}


@pytest.mark.parametrize(
    ("game", "type_", "params", "asked"),
    [
        ("farkle", "set_aside", {"faces": {"choices": [[1], [2]]}}, ["Dice"]),
        ("farkle", "set_aside", {"faces": {"choices": [[1]]}, "glove": {"choices": ["left", "right"]}}, ["Glove"]),
        ("twentyone", "roll", {"die": {"choices": ["d6", "d4"]}, "tip": {"choices": [1, 2]}}, ["Die", "Tip"]),
        ("twentyone", "roll", {"die": {"choices": ["bone", "stone"]}}, ["Die"]),
        ("mountains", "bet", {"amount_cp": {"min": 1, "max": 9}, "on": {"choices": ["gap", "edge"]}}, ["On"]),
        ("goblin", None, {}, []),
        ("mason", None, {}, []),
        ("pig", None, {}, []),
    ],
)
async def test_a_board_asks_what_it_does_not_know_with_the_common_fields(
    context: BrowserContext, start: Starting, game: str, type_: str | None, params: dict[str, Any], asked: list[str]
) -> None:
    server = await start(CATALOGUE)
    page = await context.new_page()
    await page.goto(str(server.client.make_url("/")))
    variants = [{"type": type_, "params": params, "cost_cp": 0}] if type_ else []
    assert await run(page, STRANGE, game, type_, variants, [D6]) == asked


async def test_the_race_says_who_has_how_much_in_the_order_of_turns(meet: Meeting, start: Starting) -> None:
    table, seats = await _begun(start, "pig", target=50)
    for _ in range(12):
        seat = seats[(await table.public.view())["to_act"][0]]
        bank = any(one["type"] == "bank" for one in (await seat.view())["you"]["actions"])
        await seat.did("bank" if bank else "throw")
    person: Person = await come_back(await meet(), seats["ada"])
    view = await person.shown()
    points = {seat["seat"]: seat["details"]["points"] for seat in view["seats"]}
    rows = person.page.locator(".race-tracks > li .race-points strong")
    await expect(rows).to_have_text([str(points[seat]) for seat in view["order"]])
    await expect(person.page.locator(".race-tracks > [aria-current=true]")).to_have_count(1)
