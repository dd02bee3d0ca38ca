"""The boards of games of bets: what is tapped is what is sent, and what they reckon is what the rules say."""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any, Final

import msgspec
import pytest
from playwright.async_api import BrowserContext, Page, expect

from games.installed import CATALOGUE
from games.rulers_bluff import HANDS, hand_of
from games.triangle import DICE, rank_of_total
from games.trickster.counting import chance, counted
from tests.browser.conftest import Meeting, Starting, run
from tests.browser.people import PHONE, come_back
from tests.browser.test_moments import WATCHED
from tests.server.serving import SEED, Caller, Opened

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES: Final = ("Ada", "Bo", "Wilhelmina van der Steenbergen-Rook")
FIELD_GAMES: Final = {"twins": (2, 20), "scales": (3, 6), "middles-seven": (2, 6)}
"""Games with a layout: how many dice the House throws, and their sides."""


async def _begun(start: Starting, game: str, **options: Any) -> tuple[Opened, list[Caller]]:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=SEED, options=options)
    seats = [await table.sit(name, purse_cp=100_000) for name in NAMES]
    await table.gm.did("start_round")
    return table, seats


async def _acting(table: Opened, seats: list[Caller]) -> Caller:
    (to_act,) = (await table.public.view())["to_act"]
    return next(seat for seat in seats if seat.seat == to_act)


def _radio(page: Page, name: str) -> Any:
    return page.locator(".moveform").get_by_role("radio", name=name, exact=True)


async def _any_page(meet: Meeting, start: Starting) -> Page:
    server = await start(CATALOGUE)
    page = await (await meet()).new_page()
    await page.goto(str(server.client.make_url("/")))
    return page


# Layouts


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
async def test_a_tapped_field_and_an_amount_are_the_bet_that_is_sent(
    meet: Meeting, start: Starting, screen: dict[str, Any]
) -> None:
    _, (ada, *_) = await _begun(start, "twins")
    page = (await come_back(await meet(**screen), ada)).page
    await expect(page.locator(".moveform button[type=submit]")).to_be_disabled()
    await _radio(page, "Black").check()
    await _radio(page, "Black 4").check()
    await page.locator(".moveform .coinfield.gp input").fill("7")
    await page.locator(".moveform button[type=submit]").click()
    await expect(page.locator(".ownbets li")).to_have_text(["Black 4 7 gp"])
    (seat,) = [one for one in (await ada.view())["seats"] if one["seat"] == ada.seat]
    assert [(bet["on"], bet["amount_cp"]) for bet in seat["details"]["bets"]] == [("black:4", 700)]

    await _radio(page, "Black").check()
    await expect(_radio(page, "Black 4 yours")).to_be_disabled()


async def test_everybody_sees_who_has_coins_on_which_field_and_which_are_right(
    context: BrowserContext, start: Starting
) -> None:
    table, (ada, bo, cy) = await _begun(start, "middles-seven")
    for caller, on, amount in ((ada, "lower", 500), (bo, "higher", 700), (cy, "middles_7", 900)):
        await caller.did("bet", on=on, amount_cp=amount)
    person = await come_back(context, table.public)
    view = await person.shown()
    dice = sum(die["face"] for die in view["house_dice"])
    right = "Higher" if dice > 7 else "Lower" if dice < 7 else "Middle’s 7"
    layout = person.page.get_by_role("region", name="The bets")
    await expect(layout.locator(".layout-field.right .layout-on .unseen")).to_have_text([right])
    for seat in view["seats"]:
        name = {"lower": "Lower", "higher": "Higher", "middles_7": "Middle’s 7"}[seat["details"]["bet"]["on"]]
        field = layout.locator(".layout-field", has_text=name)
        await expect(field).to_contain_text(seat["name"])
        await expect(field).to_contain_text("back" if name == right else "lost")


RIGHT = """async (game, calls, thrown) => {
  const { fields } = await import(`/page/boards/${game}.mjs`);
  return {
    right: thrown.map((faces) => calls.filter((on) => fields.isRight(on, faces))),
    odds: calls.map((on) => fields.odds(on)),
    dice: fields.dice,
  };
}"""


@pytest.mark.parametrize("game", FIELD_GAMES)
async def test_a_layout_knows_what_is_right_and_what_it_pays(meet: Meeting, start: Starting, game: str) -> None:
    page = await _any_page(meet, start)
    rulebook: Any = CATALOGUE.rulebook(game)
    (dice, sides), calls = FIELD_GAMES[game], list(rulebook.labels.commands["bet"].params["on"].values)
    thrown = list(product(range(1, sides + 1), repeat=dice))
    found = await run(page, RIGHT, game, calls, thrown)
    assert found["dice"] == dice
    assert found["right"] == [[call for call in calls if rulebook.returns(call, faces)] for faces in thrown]
    best = [max(rulebook.returns(call, faces) for faces in thrown) - 1 for call in calls]
    assert [Fraction(*odds) for odds in found["odds"]] == best


FORM = """async (game, view, variants) => {
  const { html, render } = await import("/vendor/preact.mjs");
  const { board } = await import(`/page/boards/${game}.mjs`);
  const { settled } = await import("/page/table/choosing.mjs");
  const { Words } = await import("/page/labels.mjs");
  const { games } = await import("/page/server.mjs");
  const words = new Words(await games(), game);
  const home = document.createElement("div");
  document.body.replaceChildren(home);
  const chosen = settled(variants, {});
  const { bet: Form } = board.forms;
  render(html`<${Form} ...${{ variants, chosen, onChange: () => {}, words, view, actor: "ada" }} />`, home);
  return home.innerText.split(/\\s*\\n\\s*/);
}"""


@pytest.mark.parametrize(
    ("game", "params", "asked"),
    [
        ("twins", {"on": {"choices": [7, 8]}, "amount_cp": {"min": 500, "max": 900}}, {"On", "7", "8", "How much"}),
        ("twins", {"on": {"choices": [*range(30)]}, "amount_cp": {"min": 500, "max": 900}}, {"On", "Choose", "29"}),
        ("twins", {"on": {"choices": ["blue:4", "blue:5"]}, "tip_cp": {"min": 1, "max": 9}}, {"Other", "Tip"}),
        ("trickster", {"amount": {"min": 2, "max": 4}, "aloud": {"text": 20}}, {"How many", "2", "3", "4", "Aloud"}),
        (
            "trickster",
            {"amount": {"min": 2, "max": 4}, "value": {"min": 7, "max": 8}, "aloud": {"text": 20}},
            {"How many", "7", "8", "Aloud"},
        ),
    ],
)
async def test_what_a_board_does_not_know_is_asked_in_the_usual_way(
    meet: Meeting, start: Starting, game: str, params: dict[str, Any], asked: set[str]
) -> None:
    page = await _any_page(meet, start)
    view = {"seats": [], "details": {}, "options": {}, "house_dice": [], "phase": "betting", "to_act": []}
    found = await run(page, FORM, game, view, [{"type": "bet", "params": params, "cost_cp": 0}])
    assert asked <= set(found)


# Bids and their odds


async def test_a_bid_that_is_not_offered_cannot_be_sent(context: BrowserContext, start: Starting) -> None:
    table, seats = await _begun(start, "trickster", classes="plain")
    await (await _acting(table, seats)).did("bet", amount=2, value=3)
    acting = await _acting(table, seats)
    page = (await come_back(context, acting)).page
    count, submit = page.locator(".moveform input[type=number]"), page.locator(".moveform button[type=submit]")
    await expect(count).to_have_value("2")
    await _radio(page, "fours").check()
    await expect(count).to_have_value("2")
    await expect(page.get_by_role("button", name="Fewer")).to_be_disabled()

    await _radio(page, "ones from 3").check()
    await expect(count).to_have_value("3")
    await expect(page.get_by_role("button", name="Fewer")).to_be_disabled()
    for wrong in ("2", "0", "55", ""):
        await count.fill(wrong)
        await expect(submit).to_be_disabled()
        await count.fill("4")
        await expect(submit).to_be_enabled()
    await page.get_by_role("button", name="Fewer").click()
    await submit.click()
    await expect(page.locator(".moveform")).to_have_count(0)
    bids = (await table.public.view())["details"]["bets"]
    assert [(bid["amount"], bid["value"]) for bid in bids] == [(2, 3), (3, 1)]
    assert bids[-1]["seat"] == acting.seat


CHANCE = """async (cases) => {
  const { chanceOf } = await import("/page/boards/odds.mjs");
  return cases.map(({ needed, value, unseen }) => {
    const { ways, whole } = chanceOf(needed, value, unseen);
    return [String(ways), String(whole)];
  });
}"""
HIDDEN: Final[Sequence[Sequence[tuple[int, tuple[int, ...]]]]] = (
    (),
    ((6, ()),),
    ((2, ()), (4, ()), (6, ())),
    ((20, ()), (8, (7,))),
    ((20, (20, 1)), (12, ()), (6, (1, 6))),
    ((10, ()), (10, ()), (10, (9,))),
)
"""Hidden dice: their sides and wild faces."""


async def test_the_odds_of_a_bid_equal_an_enumeration(meet: Meeting, start: Starting) -> None:
    page = await _any_page(meet, start)
    cases = [(needed, value, dice) for dice in HIDDEN for value in range(1, 7) for needed in range(8)]
    given = [
        {"needed": needed, "value": value, "unseen": [{"sides": sides, "wild": wild} for sides, wild in dice]}
        for needed, value, dice in cases
    ]
    found = await run(page, CHANCE, given)
    assert [(int(ways), int(whole)) for ways, whole in found] == [enumerated(*case) for case in cases]


def enumerated(needed: int, value: int, dice: Sequence[tuple[int, tuple[int, ...]]]) -> tuple[int, int]:
    """In how many of all ways that dice can fall they count as enough."""
    kinds: list[Any] = [(f"d{sides}", frozenset(wild)) for sides, wild in dice]
    counts = [
        sum(counted(size, face, value, wild) for (size, wild), face in zip(kinds, faces, strict=True))
        for faces in product(*(range(1, sides + 1) for sides, _ in dice))
    ]
    return sum(count >= needed for count in counts), len(counts)


async def test_the_odds_on_the_page_are_those_of_what_its_owner_sees(context: BrowserContext, start: Starting) -> None:
    table, seats = await _begun(start, "trickster", classes="plain", odds_hint="on")
    await (await _acting(table, seats)).did("bet", amount=4, value=6)
    acting = await _acting(table, seats)
    person = await come_back(context, acting)
    view = await person.shown()
    (own,) = [seat for seat in view["seats"] if seat["seat"] == acting.seat]
    sixes = sum(die["face"] == 6 for die in own["dice"])
    hidden = sum(len(seat["dice"]) for seat in view["seats"]) - len(own["dice"])
    percent = 100 * chance(4 - sixes, 6, {("d6", frozenset()): hidden})
    assert 1 < percent < 99
    odds = person.page.locator(".odds", has_text="The bid of 4 sixes")
    await expect(odds.locator(".odds-part")).to_have_text(f"{round(percent)} %")
    assert view["details"]["bet_chance"] == round(percent)


KNOWN = """async (view) => {
  const { prospectOf } = await import("/page/boards/odds.mjs");
  const { chance, missing } = prospectOf(view, 3, 6);
  return [Boolean(chance), missing];
}"""


async def test_unknown_dice_have_no_odds(meet: Meeting, start: Starting) -> None:
    page = await _any_page(meet, start)

    def seat(name: str, *kinds: str) -> dict[str, Any]:
        dice = [{"n": n, "die": die, "face": None} for n, die in enumerate(kinds)]
        return {"seat": name, "playing": True, "status": "active", "dice": dice}

    async def known(*seats: dict[str, Any], **details: Any) -> Any:
        return await run(page, KNOWN, {"seats": seats, "details": details})

    assert await known(seat("ada", "d6"), seat("bo", "d8")) == [True, 0]
    assert await known(seat("ada", "d6"), seat("bo", "hidden", "?")) == [False, 2]
    assert await known(seat("ada", "d6"), seat("bo")) == [False, 1]
    assert await known(seat("ada", "d6"), wild_faces=["[7] on Bo’s dice"]) == [False, 0]


# Hands


RANKS = """async (hands, triangles) => {
  const { HANDS, handOf, triangleOf } = await import("/page/boards/ranks.mjs");
  return {
    names: HANDS,
    hands: hands.map((faces) => handOf(faces)).map(({ hand, faces }) => [hand, faces]),
    triangles: triangles.map((faces) => triangleOf(faces)).map(({ total, beatsAll }) => [beatsAll, total]),
  };
}"""


async def test_hands_rank_as_the_server_ranks_them(meet: Meeting, start: Starting) -> None:
    page = await _any_page(meet, start)
    hands = [faces for count in range(1, 6) for faces in combinations_with_replacement(range(1, 7), count)]
    triangles = list(product(*(range(1, sides + 1) for sides in DICE)))
    found = await run(page, RANKS, hands, triangles)
    assert tuple(found["names"]) == HANDS
    assert found["hands"] == msgspec.to_builtins([list(hand_of(faces)) for faces in hands])
    assert found["triangles"] == [list(rank_of_total(sum(faces))) for faces in triangles]


async def test_only_its_owner_is_told_a_hidden_hand(meet: Meeting, start: Starting) -> None:
    table, seats = await _begun(start, "rulers-bluff")
    labels = CATALOGUE.rulebook("rulers-bluff").labels.details.seat["hand"].values
    assert labels
    for caller in seats:
        person = await come_back(await meet(), caller)
        view = await person.shown()
        (own,) = [seat for seat in view["seats"] if seat["seat"] == caller.seat]
        hand = person.page.get_by_role("region", name="Your hand")
        await expect(hand.locator(".ownhand-name > strong")).to_have_text(labels[own["details"]["hand"]])
    watching = await (await meet()).new_page()
    await watching.goto(str(seats[0].client.make_url(f"/t/{seats[0].table}/overlay?on=tv")))
    for page in ((await come_back(await meet(), table.public)).page, watching):
        await expect(page.locator(".steps [aria-current=step]")).to_contain_text("First betting")
        await expect(page.locator(".seat .die")).to_have_count(9)
        assert await page.locator(".ownhand").count() == 0
        said = (await page.locator("main").inner_text()).lower()
        assert [label for label in labels.values() if label.lower() in said] == []


async def test_a_public_board_has_the_bids_but_no_odds(context: BrowserContext, start: Starting) -> None:
    table, seats = await _begun(start, "trickster", classes="plain", odds_hint="on")
    await (await _acting(table, seats)).did("bet", amount=2, value=5)
    person = await come_back(context, table.public)
    await person.shown()
    bids = person.page.get_by_role("region", name="The bids")
    await expect(bids).to_contain_text("2 fives")
    await expect(bids.locator(".inplay")).to_contain_text("15")
    assert await person.page.locator(".odds, .reckoned").count() == 0


async def test_a_bet_that_was_placed_is_said_and_passing_is_in_sight_beside_the_form(
    meet: Meeting, start: Starting
) -> None:
    server = await start(CATALOGUE)
    table = await server.open("twins")
    ada, _ = await table.sit("Ada", purse_cp=10_000), await table.sit("Bo", purse_cp=10_000)
    await table.gm.did("start_round")
    phone = await meet(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = (await come_back(phone, ada)).page
    ends = page.locator(".question .formend").get_by_role("button", name="Pass")
    await expect(ends).to_be_in_viewport(ratio=1)
    await expect(page.locator(".layout-placed")).to_have_count(0)
    await page.get_by_role("radio", name="Either 4", exact=True).check()
    await page.locator(".question button[type=submit]").click()
    await expect(page.locator(".layout-placed")).to_contain_text("Placed: Either 4 5 gp.")
    await expect(page.locator(".layout-placed")).to_be_in_viewport(ratio=1)
    await expect(ends).to_be_in_viewport(ratio=1)
    await ends.click()
    await expect(page.locator(".question")).to_have_count(0)


# Cards


@pytest.mark.parametrize("game", [*FIELD_GAMES, "bluffmaster", "triangle", "rulers-bluff"])
async def test_dice_that_stand_for_cards_are_drawn_as_cards(
    context: BrowserContext, start: Starting, game: str
) -> None:
    _, (ada, *_) = await _begun(start, game)
    page = (await come_back(context, ada)).page
    await expect(page.locator(".mine")).to_be_visible()
    plays = CATALOGUE.rulebook(game).plays_with
    drawn, cards = page.locator(".seat .die"), page.locator(".seat .die.playing-card")
    assert await cards.count() == (await drawn.count() if plays == "card" else 0)
    if plays == "card":
        assert await cards.count()
        await expect(page.locator(".mine .die").first).to_have_attribute(
            "title", re.compile("^card of 1–.*, face down$")
        )
        assert await page.locator(".mine .playing-card .die-corner").count()
        assert await page.locator(".stage .seats .playing-card .die-corner").count() == 0


async def test_twelve_nights_says_how_far_everybody_is_from_twelve(context: BrowserContext, start: Starting) -> None:
    _, seats = await _begun(start, "twelve-nights")
    for caller in seats:
        await caller.did("bet", amount_cp=500)
    person = await come_back(context, seats[0])
    view = await person.shown()
    assert view["phase"] == "drawing"
    tracks = person.page.get_by_role("list", name="To twelve").get_by_role("listitem")
    await expect(tracks).to_have_count(len(seats))
    for seat in view["seats"]:
        far = f"{12 - seat['total']} to go" if seat["total"] < 12 else "twelve"
        name = "You" if seat["seat"] == seats[0].seat else seat["name"]
        await expect(tracks.filter(has_text=name)).to_contain_text(f"{seat['total']} {far}")
    await expect(person.page.locator(".race-goal")).to_contain_text("12 wins, more is bust")
    await expect(person.page.locator(".ownside .ownbet")).to_contain_text(f"{view['seats'][0]['total']} of 12")


async def test_who_loses_a_challenge_reads_why_above_the_question(meet: Meeting, start: Starting) -> None:
    table, seats = await _begun(start, "trickster", classes="plain")
    pages = {seat.seat: (await come_back(await meet(**PHONE), seat)).page for seat in seats}
    for page in pages.values():
        await run(page, WATCHED)
    await (await _acting(table, seats)).did("bet", amount=9, value=5)
    await (await _acting(table, seats)).did("call_liar")
    loser = await _acting(table, seats)
    (name,) = [seat["name"] for seat in (await loser.view())["seats"] if seat["seat"] == loser.seat]
    verdict = (await loser.view())["details"]["challenge"]
    reason = pages[loser.seat].locator(".place .challenge")
    await expect(reason).to_have_text(verdict)
    await expect(reason).to_be_in_viewport(ratio=1)
    for seat, page in pages.items():
        await page.wait_for_function("() => window.moments.length")
        tone, said, why = (await page.evaluate("window.moments"))[0]
        assert (tone, said) == ("lost" if seat == loser.seat else "news", f"{name} loses the challenge")
        assert "bid 9" in why


CHANGED: Final = """async ([events, before, after]) => {
  const { changesIn } = await import("/page/table/changes.mjs");
  const { DieSign } = await import("/page/table/dice.mjs");
  const { html, render } = await import("/vendor/preact.mjs");
  const { Words } = await import("/page/labels.mjs");
  const view = (dice) => ({ seats: [{ seat: "bo", name: "Bo", dice }] });
  const found = changesIn({ version: 9, events }, view(before), view(after), new Words(null), null);
  const home = document.createElement("div");
  const drawn = (what) => {
    render(html`${what}`, home);
    return [...home.querySelectorAll(".diesign")].map((sign) => sign.outerHTML);
  };
  const known = ["d4", "d6"].flatMap((kind) => [null, 1, 2, 3, 4, 5, 6].map((face) => ({ kind, face })));
  const names = new Map(known.map((die) => [
    drawn(html`<${DieSign} ...${die} />`)[0], `${die.kind}, ${die.face ?? "hidden"}`,
  ]));
  return drawn(found.map(({ said }) => said)).map((sign) => names.get(sign));
}"""


async def test_a_die_that_changes_is_held_over_the_table_as_far_as_it_is_known(meet: Meeting, start: Starting) -> None:
    page = await _any_page(meet, start)
    known, hidden = {"n": 0, "die": "d6", "face": 3}, {"n": 1, "die": "d4", "face": None}
    grown = [{"type": "die_replaced", "seat": "bo", "n": 1, "die": "d6", "why": "upgrade", "by": "bo"}]
    rolled = [{"type": "die_rerolled", "seat": "bo", "n": 0, "why": "reroll", "by": "ada"}]
    after = [{**known, "face": 5}, {**hidden, "die": "d6"}]
    assert await run(page, CHANGED, [grown, [known, hidden], after]) == ["d4, hidden", "d6, hidden"]
    assert await run(page, CHANGED, [rolled, [known, hidden], after]) == ["d6, 3", "d6, 5"]
    lost = {"type": "die_lost", "seat": "bo", "n": 1, "die": "d4", "why": "power"}
    assert await run(page, CHANGED, [[{**lost, "by": "ada"}], [known, hidden], [known]]) == ["d4, hidden"]
    assert await run(page, CHANGED, [[{**lost, "by": "bo"}], [known, hidden], [known]]) == []
