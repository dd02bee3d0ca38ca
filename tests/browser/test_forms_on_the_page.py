"""What somebody fills in on the page while others act: it stays, until it is not possible now."""

from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from games.installed import CATALOGUE
from games.policies import LABELS
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import Person, come_back
from tests.server.serving import SEED, Caller, Opened, Served

pytestmark = pytest.mark.asyncio(loop_scope="session")

_OPENED = ".moveform:has(.formend > .quiet)"
"""A form that a button has opened can be cancelled. Those on a board are open as long as their move is offered."""


async def _begun(start: Starting, game: str = "twentyone", **options: Any) -> tuple[Served, Opened, list[Caller]]:
    """A table of Ada, Bo and Cy, in its first round."""
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=SEED, options=options)
    seats = [await table.sit(name, purse_cp=100_000) for name in ("Ada", "Bo", "Cy")]
    await table.gm.did("start_round")
    return server, table, seats


async def _asked(table: Opened, seats: list[Caller]) -> Caller:
    """The only seat that is to act."""
    to_act = (await table.public.view())["to_act"]
    (asked,) = [seat for seat in seats if seat.seat in to_act]
    return asked


async def _in_turn(table: Opened, seats: list[Caller]) -> list[Caller]:
    """The seats of a Twenty-One whose Cut is over, the acting one first."""
    view = await table.public.view()
    if view["question"] != "turn":
        await (await _asked(table, seats)).did("let_it_be")
        view = await table.public.view()
    return sorted(seats, key=lambda seat: seat.seat not in view["to_act"])


def _chip(page: Page, name: str) -> Any:
    return page.locator(".moveform label.chip", has_text=name).locator("input")


async def _name_of(table: Opened, caller: Caller) -> str:
    return str(next(one["name"] for one in (await table.public.view())["seats"] if one["seat"] == caller.seat))


async def test_a_form_keeps_its_choices_until_one_is_no_longer_possible_and_says_so(
    context: BrowserContext, start: Starting
) -> None:
    _, table, seats = await _begun(start)
    first, second, third = await _in_turn(table, seats)
    person = await come_back(context, first)
    page, target = person.page, await _name_of(table, second)
    await page.get_by_role("button", name="Goad…").click()
    await _chip(page, target).check()

    await third.did("side_bet", target=third.seat, amount_cp=500)
    await person.shown()
    await expect(_chip(page, target)).to_be_checked()
    await expect(page.locator(f"{_OPENED} button[type=submit]")).to_be_enabled()

    await second.did("leave")
    await person.shown()
    form = page.locator(_OPENED)
    await expect(form.get_by_role("status")).to_contain_text("What you chose for “Who” is not possible now.")
    await expect(form.locator("button[type=submit]")).to_be_disabled()
    await form.get_by_role("button", name="OK").click()
    await expect(form.get_by_role("status")).to_have_count(0)
    await expect(form).to_contain_text(f"Who {await _name_of(table, third)}")
    await expect(form.locator("button[type=submit]")).to_be_enabled()


async def test_a_form_whose_move_is_not_offered_any_more_says_why_and_comes_back(
    context: BrowserContext, start: Starting
) -> None:
    _, table, seats = await _begun(start)
    first, second, third = await _in_turn(table, seats)
    person = await come_back(context, first)
    page = person.page
    await page.get_by_role("button", name="Goad…").click()
    await _chip(page, await _name_of(table, second)).check()
    await _chip(page, "Persuasion").check()

    await table.gm.did("roll", seat=first.seat, die="d10", pay="coins")
    await person.shown()
    form = page.locator(f".moves > {_OPENED}")
    (why,) = {one["detail"] for one in (await first.view())["you"]["refused"] if one["type"] == "goad"}
    await expect(form.get_by_role("status")).to_have_text(why)
    await expect(form.locator("button[type=submit]")).to_have_count(0)

    await table.gm.did("let_it_be", seat=first.seat)
    for _ in (second, third):
        (acting,) = (await table.public.view())["to_act"]
        await table.gm.did("hold", seat=acting)
    await person.shown()
    await expect(_chip(page, "Persuasion")).to_be_checked()
    await expect(form.locator("button[type=submit]")).to_be_enabled()


async def test_a_question_keeps_what_is_chosen_while_others_answer_it(context: BrowserContext, start: Starting) -> None:
    _, _, (ada, bo, cy) = await _begun(start, "trickster", classes="chosen")
    person = await come_back(context, ada)
    page = person.page
    chosen = page.locator(".question .moveform label.chip input").nth(2)
    await chosen.check()
    for other in (bo, cy):
        await other.did("choose_class", card="Plain")
        await person.shown()
        await expect(chosen).to_be_checked()


async def test_a_question_that_is_settled_by_somebody_else_is_said_to_be(
    context: BrowserContext, start: Starting
) -> None:
    _, table, seats = await _begun(start)
    asked = await _asked(table, seats)
    person = await come_back(context, asked)
    question = await person.page.locator(".question h2").inner_text()
    await table.gm.did("let_it_be", seat=asked.seat)
    await person.shown()
    await expect(person.page.get_by_text(f"The question “{question}” was settled without you.")).to_be_visible()


async def test_a_question_that_is_answered_here_is_not_said_to_be_settled_without_its_player(
    context: BrowserContext, start: Starting
) -> None:
    _, table, seats = await _begun(start)
    asked = await _asked(table, seats)
    person = await come_back(context, asked)
    await person.page.locator(".answer", has_text="Let it be").click()
    await expect(person.page.locator(".question")).to_have_count(0)
    await person.shown()
    await expect(person.page.get_by_text("settled without you")).to_have_count(0)


async def test_an_amount_is_not_changed_while_it_is_typed(context: BrowserContext, start: Starting) -> None:
    _, table, seats = await _begun(start)
    first, *_ = await _in_turn(table, seats)
    person = await come_back(context, first)
    page = person.page
    await page.get_by_role("button", name="Side bet…").click()
    gold = page.locator(f"{_OPENED} .coinfield.gp input")
    await gold.fill("")
    await gold.press_sequentially("12")
    await expect(gold).to_have_value("12")
    await gold.fill("5000")
    await expect(page.locator(f"{_OPENED} .warn")).to_contain_text("From 5 gp to")
    await expect(page.locator(f"{_OPENED} button[type=submit]")).to_be_disabled()


async def test_an_amount_begins_with_the_usual_one_and_is_replaced_when_it_is_typed(
    context: BrowserContext, start: Starting
) -> None:
    _, table, seats = await _begun(start, ante_cp=1_000)
    first, *_ = await _in_turn(table, seats)
    page = (await come_back(context, first)).page
    await page.get_by_role("button", name="Side bet…").click()
    for coin, count in (("gp", "10"), ("sp", ""), ("cp", "")):
        await expect(page.locator(f"{_OPENED} .coinfield.{coin} input")).to_have_value(count)
    await page.locator(f"{_OPENED} .coinfield.gp input").click()
    await page.keyboard.type("7")
    await expect(page.locator(f"{_OPENED} .coinfield.gp input")).to_have_value("7")


async def test_back_closes_a_form_and_stays_at_the_table(context: BrowserContext, start: Starting) -> None:
    _, table, seats = await _begun(start)
    first, *_ = await _in_turn(table, seats)
    page = (await come_back(context, first)).page
    await page.get_by_role("button", name="Goad…").click()
    await expect(page.locator(_OPENED)).to_be_visible()
    await page.go_back()
    await expect(page.locator(_OPENED)).to_have_count(0)
    await expect(page.locator(".mine")).to_be_visible()


async def test_an_amount_that_cannot_be_chosen_is_said_not_asked(context: BrowserContext, start: Starting) -> None:
    _, _, (ada, *_) = await _begun(start, "mountains", buy_in_cp=500)
    page = (await come_back(context, ada)).page
    form = page.locator(".moveform")
    await expect(form.locator(".only")).to_have_text("How much 5 gp")
    await expect(form.locator("input")).to_have_count(0)
    await form.locator("button[type=submit]").click()
    await expect(page.locator(".mine")).to_contain_text("995")


async def test_nothing_is_chosen_for_the_player_of_many_fields(context: BrowserContext, start: Starting) -> None:
    _, _, (ada, *_) = await _begun(start, "twins")
    page = (await come_back(context, ada)).page
    form = page.locator(".moveform")
    await expect(form.locator(".layout-choices input")).to_have_count(20)
    await expect(form.locator(".layout-choices input:checked")).to_have_count(0)
    await expect(form.locator("button[type=submit]")).to_be_disabled()
    await form.get_by_role("radio", name="Either 4", exact=True).check()
    await expect(form.locator("button[type=submit]")).to_be_enabled()


async def test_a_choice_that_may_be_left_out_can_be_cleared(context: BrowserContext, start: Starting) -> None:
    _, table, seats = await _begun(start, "bluffmaster")
    first = await _asked(table, seats)
    page = (await come_back(context, first)).page
    await page.get_by_role("button", name="Propose a split…").click()
    chosen = page.locator(".moveform label.chip input")
    clear = page.locator(".moveform").get_by_role("button", name="Clear")
    await chosen.last.check()
    await clear.click()
    await expect(chosen.last).not_to_be_checked()
    await expect(clear).to_have_count(0)


async def test_the_answers_to_a_question_are_in_sight_on_a_phone(meet: Meeting, start: Starting) -> None:
    _, table, seats = await _begun(start, "trickster", classes="plain")
    (acting,) = (await table.public.view())["to_act"]
    await table.gm.did("bet", seat=acting, amount=15, value=6)
    (acting,) = (await table.public.view())["to_act"]
    await table.gm.did("call_liar", seat=acting)
    asked = await _asked(table, seats)
    phone = await meet(viewport={"width": 360, "height": 700}, is_mobile=True, has_touch=True)
    page = (await come_back(phone, asked)).page
    await expect(page.locator(".question button[type=submit]")).to_be_in_viewport(ratio=1)


async def test_fields_that_a_choice_brings_up_are_in_sight_on_a_phone(meet: Meeting, start: Starting) -> None:
    _, table, seats = await _begun(start)
    first, second, _ = await _in_turn(table, seats)
    phone = await meet(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = (await come_back(phone, first)).page
    await page.get_by_role("button", name="Bump the table…").click()
    scrolled = await page.evaluate("scrollY")
    await _chip(page, await _name_of(table, second)).check()
    await expect(page.locator(f"{_OPENED} button[type=submit]")).to_be_in_viewport(ratio=1)
    assert await page.evaluate("scrollY") == scrolled


async def test_folding_takes_a_second_press(context: BrowserContext, start: Starting) -> None:
    _, table, seats = await _begun(start)
    first, *_ = await _in_turn(table, seats)
    person = await come_back(context, first)
    page = person.page
    await page.get_by_role("button", name="Fold…").click()
    await page.get_by_role("button", name="Cancel").click()
    assert first.seat in (await table.public.view())["to_act"]
    await page.get_by_role("button", name="Fold…").click()
    await page.locator(f"{_OPENED} button[type=submit]").click()
    await expect(page.locator(".mine")).to_contain_text("Folded")


async def test_the_gm_who_acts_for_a_seat_keeps_a_form_while_others_act(
    context: BrowserContext, start: Starting
) -> None:
    server, table, seats = await _begun(start)
    first, second, third = await _in_turn(table, seats)
    gm = await come_back(context, table.gm, secret="gm")
    page = gm.page
    name, target = await _name_of(table, first), await _name_of(table, second)
    await page.get_by_role("button", name=f"Act for {name}").click()
    await page.locator(".acting").get_by_role("button", name="Goad…").click()
    await _chip(page, target).check()
    await third.did("side_bet", target=third.seat, amount_cp=500)
    await gm.shown()
    await expect(_chip(page, target)).to_be_checked()
    await expect(page.locator(f".acting {_OPENED} button[type=submit]")).to_be_enabled()
    del server


async def test_a_gm_who_adds_an_npc_reads_how_its_temperament_plays(context: BrowserContext, start: Starting) -> None:
    server = await start(CATALOGUE)
    table = await server.open("farkle")
    gm = await come_back(context, table.gm, secret="gm")
    await gm.page.get_by_role("button", name="Add NPC").click()
    form = gm.page.get_by_role("dialog", name="Add a player of the house")
    await expect(form.get_by_role("status")).to_have_text(LABELS["cautious"].help)

    await form.locator("label.chip", has_text="Card sharp").click()
    await expect(form.get_by_role("status")).to_have_text(LABELS["card_sharp"].help)
    await form.get_by_role("button", name="Add").click()
    await expect(form).to_have_count(0)
    assert (await table.gm.view())["seats"][0]["temperament"] == "card_sharp"


async def test_only_the_seat_itself_loses_a_form_when_its_round_is_over(
    context: BrowserContext, start: Starting
) -> None:
    _, table, seats = await _begun(start)
    first, *_ = await _in_turn(table, seats)
    person: Person = await come_back(context, first)
    await person.page.get_by_role("button", name="Goad…").click()
    await table.gm.did("void_round")
    await table.gm.did("start_round")
    await person.shown()
    await expect(person.page.locator(f".moves > {_OPENED}")).to_have_count(0)


@pytest.mark.parametrize(("game", "options"), [("trickster", {"classes": "chosen"}), ("twentyone", {})])
async def test_what_commits_a_player_is_not_chosen_beforehand_and_the_form_says_what_is_missing(
    context: BrowserContext, start: Starting, game: str, options: dict[str, Any]
) -> None:
    _, table, seats = await _begun(start, game, **options)
    first = seats[0] if game == "trickster" else (await _in_turn(table, seats))[0]
    page = (await come_back(context, first)).page
    form = page.locator(".moveform", has_text="First choose")
    missing = {"trickster": "First choose: Class.", "twentyone": "First choose: Die."}[game]
    await expect(form.locator(".missing")).to_have_text(missing)
    await expect(form.locator("button[type=submit]")).to_be_disabled()
    await form.locator("label.chip").first.click()
    await expect(page.locator(".missing")).to_have_count(0)
    await expect(page.locator(".moveform button[type=submit]").first).to_be_enabled()


async def test_a_bid_begins_with_the_value_and_takes_as_few_dice_as_are_enough(
    context: BrowserContext, start: Starting
) -> None:
    _, table, seats = await _begun(start, "trickster", classes="plain")
    page = (await come_back(context, await _asked(table, seats))).page
    form = page.locator(".moveform:has(.bidform)")
    await expect(form.locator("input:checked")).to_have_count(0)
    await form.locator("label.chip", has_text="fours").click()
    await expect(form.get_by_label("How many")).to_have_value("1")
    await expect(form.locator("button[type=submit]")).to_be_enabled()


async def test_a_form_of_the_round_closes_when_the_round_ends(context: BrowserContext, start: Starting) -> None:
    _, table, seats = await _begun(start)
    first, *_ = await _in_turn(table, seats)
    page = (await come_back(context, first)).page
    await page.get_by_role("button", name="Side bet…").click()
    await expect(page.locator(_OPENED)).to_be_visible()
    await table.gm.did("void_round")
    await expect(page.locator(".result")).to_be_visible()
    await expect(page.locator(_OPENED)).to_have_count(0)


async def test_a_raise_costs_the_call_and_what_is_bet_on_top(context: BrowserContext, start: Starting) -> None:
    _, table, seats = await _begun(start, "triangle", ante_cp=500)
    await (await _asked(table, seats)).did("open", amount_cp=700)
    page = (await come_back(context, await _asked(table, seats))).page
    call, raised = (page.get_by_role("button", name=name) for name in ("Call", "Raise…"))
    await expect(call.locator(".price")).to_have_text("7 gp")
    await expect(raised.locator(".price")).to_have_count(0)
    await raised.click()
    await expect(page.locator(f"{_OPENED} button[type=submit] .price")).to_have_text("12 gp")


async def test_an_ability_is_called_by_its_name(context: BrowserContext, start: Starting) -> None:
    _, table, seats = await _begun(start, "trickster", classes="chosen")
    for seat in seats:
        await seat.did("choose_class", card="Lucky Tom")
    page = (await come_back(context, await _asked(table, seats))).page
    await page.get_by_role("button", name="Use an ability…").click()
    await expect(page.locator(_OPENED)).to_contain_text("Shake the cup")
    await expect(page.get_by_text("Second ability")).to_have_count(0)
