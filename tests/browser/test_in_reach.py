"""What a player may do stays within reach on every screen, and beside as many seats as a game takes."""

from random import Random
from typing import Any, Final

import pytest
from playwright.async_api import Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import come_back
from tests.server.serving import SEED, Caller, Opened
from tools.choosing import choose_command

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCREENS: Final = {
    "phone": (360, 640),
    "phone on its side": (844, 390),
    "small phone on its side": (640, 360),
    "tablet": (820, 1180),
    "low window": (1100, 500),
    "laptop": (1366, 650),
    "desktop": (1600, 900),
}
GUESTS: Final = ("Odo Brambleburr", "Sister Amity", "Kestrel", "Doc Quillfeather")
GAMES: Final = list(CATALOGUE.rulebooks)
MOST: Final = 60

MOVES: Final = ".question .answer, .place .moveform, .place .move-buttons .movebutton"
IN_SIGHT: Final = f"""() => {{
  const first = document.querySelector("{MOVES}");
  const {{ top }} = first.getBoundingClientRect();
  return top >= 0 && top + 40 <= innerHeight;
}}"""


async def _to_move(
    table: Opened, seats: list[Caller], chance: Random, moves: int = 2, offered: frozenset[str] = frozenset()
) -> Caller:
    """Play a few moves, and on until somebody is offered all of some; who is to act then."""
    for n in range(MOST):
        view = await table.public.view()
        asked = [seat for seat in seats if seat.seat in view["to_act"]]
        acting = asked[0] if n >= moves else chance.choice(asked)
        actions = (await acting.view())["you"]["actions"]
        if n >= moves and offered <= {one["type"] for one in actions}:
            return acting
        command = choose_command([one for one in actions if one["type"] not in ("fold", "leave")], chance)
        assert command is not None
        await acting.did(command.pop("type"), **command)
    raise AssertionError("nobody is to act")


@pytest.mark.parametrize("game", GAMES)
async def test_moves_are_in_sight_on_every_screen_with_all_seats_taken(
    meet: Meeting, start: Starting, game: str
) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=SEED)
    most = CATALOGUE.rulebook(game).max_seats
    seats = [await table.sit(f"Sir Bartholomew {n}", purse_cp=100_000) for n in range(most)]
    await table.gm.did("start_round")
    acting = await _to_move(table, seats, Random(1))
    page = (await come_back(await meet(), acting)).page
    # A form is scrolled to once, when it appears: here, not between two of the screens.
    await expect(page.locator(MOVES).first).to_be_visible()
    hidden = []
    for screen, (width, height) in SCREENS.items():
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator(".mine")).to_be_visible()
        await expect(page.locator(MOVES).first).to_be_visible()
        await page.evaluate("scrollTo(0, 0)")
        if not await page.evaluate(IN_SIGHT) or await _is_wider(page) or await page.evaluate(CUT):
            hidden.append(screen)
    assert not hidden


CUT: Final = """() => [...document.querySelectorAll(".race-name")].some((name) =>
  name.scrollWidth > name.clientWidth && name.clientWidth < 3.5 * parseFloat(getComputedStyle(name).fontSize))"""
"""Whether so little is left of a name beside a track that nobody knows whose it is."""
ANSWERS: Final = ".place .movebutton.leading, .place .moveform [type=submit]"
UNSEEN: Final = f"""() => [...document.querySelectorAll("{ANSWERS}")].filter((button) => {{
  const {{ left, top, width, height }} = button.getBoundingClientRect();
  return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}}).map((button) => button.textContent)"""


@pytest.mark.parametrize(
    ("game", "moves", "answers"), [("twentyone", 12, {"roll", "hold", "fold"}), ("trickster", 0, {"bet", "call_liar"})]
)
async def test_all_answers_to_a_turn_are_in_sight_beside_a_form(
    meet: Meeting, start: Starting, game: str, moves: int, answers: set[str]
) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=SEED)
    seats = [await table.sit(name, purse_cp=100_000) for name in ("Ada", "Bo", "Cy")]
    await table.gm.did("start_round")
    acting = await _to_move(table, seats, Random(1), moves, frozenset(answers))
    page = (await come_back(await meet(), acting)).page
    unseen = {}
    for screen, (width, height) in SCREENS.items():
        await page.set_viewport_size({"width": width, "height": height})
        # The player's place is scrolled when a form appears.
        await page.reload()
        await expect(page.locator(ANSWERS)).to_have_count(len(answers))
        if found := await page.evaluate(UNSEEN):
            unseen[screen] = found
    assert unseen == {}


POT_IN_SIGHT: Final = """() => ["Your turn", "gp"].every((said) =>
  [...document.querySelectorAll(".centre .who, .pot, .dockturn > *")].some((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return part.textContent.includes(said) && part.contains(over);
  }))"""


@pytest.mark.parametrize("game", ["twentyone", "bluffmaster"])
async def test_the_pot_and_whose_turn_it_is_are_in_sight_on_a_phone(meet: Meeting, start: Starting, game: str) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=SEED)
    seats = [await table.sit(name, purse_cp=100_000) for name in GUESTS]
    await table.gm.did("start_round")
    acting = await _to_move(table, seats, Random(1), 12)
    page = (await come_back(await meet(), acting)).page
    hidden = []
    for width, height in ((360, 740), (390, 844), (820, 1180), (1366, 650)):
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator(MOVES).first).to_be_visible()
        if not await page.evaluate(POT_IN_SIGHT):
            hidden.append((width, height))
    assert hidden == []


COVERED: Final = """() => [...document.querySelectorAll(".stage .seat-head, .stage .die, .centre .who, .pot")]
  .filter((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, Math.min(top + height / 2, innerHeight - 1));
    return top + height > innerHeight || over.closest(".place, .beneath");
  }).map((part) => part.textContent)"""


@pytest.mark.parametrize("game", ["twentyone", "bluffmaster", "trickster", "twelve-nights"])
async def test_a_low_window_shows_the_table_and_my_moves_side_by_side(
    meet: Meeting, start: Starting, game: str
) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=SEED)
    seats = [await table.sit(name, purse_cp=100_000) for name in ("Ada", "Bo", "Cy")]
    await table.gm.did("start_round")
    acting = await _to_move(table, seats, Random(1))
    page = (await come_back(await meet(), acting)).page
    hosting = await (await meet()).new_page()
    await hosting.goto(f"{server.client.make_url('/t/')}{table.id}#gm={table.gm.token}")
    covered = {}
    for width, height in ((1280, 600), (1366, 640)):
        for who, looks in (("player", page), ("gm", hosting)):
            await looks.set_viewport_size({"width": width, "height": height})
            await expect(looks.locator(".stage .seat").first).to_be_visible()
            if found := await looks.evaluate(COVERED):
                covered[who, width] = found
    assert covered == {}


@pytest.mark.parametrize("screen", [{"width": 1280, "height": 800}, {"width": 960, "height": 690}])
async def test_the_dock_covers_no_die_on_a_laptop_or_in_a_window_of_foundry(
    meet: Meeting, start: Starting, screen: dict[str, int]
) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    seats = [await table.sit(name, purse_cp=100_000) for name in ("Ada", "Bo", "Cy", "Di")]
    await table.gm.did("start_round")
    acting = await _to_move(table, seats, Random(1), 12)
    page = (await come_back(await meet(viewport=screen), acting)).page
    await expect(page.locator(MOVES).first).to_be_visible()
    assert await page.evaluate(COVERED) == []


TVS: Final = ((1280, 600), (1280, 720), (1280, 800), (1920, 1080), (3840, 2160))
CUT_OFF: Final = """() => [...document.querySelectorAll(".stage .seat-head, .stage .die, .centre .who, .pot")]
  .filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  }).map((part) => part.textContent)"""


@pytest.mark.parametrize("seats", [2, 6, 12])
@pytest.mark.parametrize("game", ["twentyone", "goblin", "bluffmaster", "trickster"])
async def test_every_seat_and_die_is_in_sight_on_a_tv(meet: Meeting, start: Starting, game: str, seats: int) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=SEED)
    rulebook = CATALOGUE.rulebook(game)
    sitting = max(rulebook.min_seats, min(seats, rulebook.max_seats))
    players = [await table.sit(f"Sir Bartholomew {n}", purse_cp=100_000) for n in range(sitting)]
    await table.gm.did("start_round")
    await _to_move(table, players, Random(1))
    page = await (await meet()).new_page()
    await page.goto(f"{server.client.make_url('/t/')}{table.id}/overlay?on=tv")
    await expect(page.locator(".stage .seat")).to_have_count(sitting)
    cut_off = {}
    for width, height in TVS:
        await page.set_viewport_size({"width": width, "height": height})
        if cut := await page.evaluate(CUT_OFF):
            cut_off[width, height] = cut
    assert cut_off == {}


SHORTENED: Final = """() => [...document.querySelectorAll(".seat-name, .race-name")].filter((name) =>
  name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1).map((name) => name.innerText)"""
HALF: Final = """() => {
  const { left, right, bottom } = document.querySelector(".centre").getBoundingClientRect();
  return [...document.querySelectorAll(".centre > :not(.throws, .moment)")].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < right && box.right > left && box.bottom > bottom + 1;
  }).map((part) => part.className);
}"""
"""What a TV cuts off in the middle of the table."""


async def _played(table: Opened, seats: list[Caller], chance: Random) -> None:
    """Play a round to its end."""
    for _ in range(300):
        view = await table.public.view()
        asked = [seat for seat in seats if seat.seat in view["to_act"]]
        if not asked:
            return
        command = choose_command((await asked[0].view())["you"]["actions"], chance)
        assert command is not None
        await asked[0].did(command.pop("type"), **command)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("game", ["pig", "twentyone"])
async def test_a_name_of_two_words_is_shown_whole_beside_the_winners_cup(
    meet: Meeting, start: Starting, game: str
) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=SEED)
    own = await table.sit("Bri", purse_cp=100_000)
    seats = [own, *[await table.sit(name, purse_cp=100_000) for name in GUESTS[:3]]]
    await table.gm.did("start_round")
    await _played(table, seats, Random(1))
    page = (await come_back(await meet(), own)).page
    await expect(page.locator(".result")).to_be_visible()
    shortened = {}
    for width, height in ((390, 844), (820, 1180), (960, 600), (960, 690), (1080, 720), (1280, 720), (1600, 900)):
        await page.set_viewport_size({"width": width, "height": height})
        if found := await page.evaluate(SHORTENED):
            shortened[width, height] = found
    assert shortened == {}


@pytest.mark.parametrize("game", ["mason", "mountains", "twins", "bluffmaster"])
async def test_what_a_tv_shows_of_a_result_it_shows_whole(meet: Meeting, start: Starting, game: str) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open(game, seed=SEED)
    seats = [await table.sit(name, purse_cp=100_000) for name in GUESTS]
    await table.gm.did("start_round")
    await _played(table, seats, Random(1))
    page = await (await meet()).new_page()
    await page.goto(f"{server.client.make_url('/t/')}{table.id}/overlay?on=tv")
    await expect(page.locator(".result")).to_be_visible()
    half = {}
    for width, height in TVS:
        await page.set_viewport_size({"width": width, "height": height})
        if found := await page.evaluate(HALF):
            half[width, height] = found
    assert half == {}


async def _is_wider(page: Page) -> bool:
    """Whether the page scrolls sideways."""
    wide: Any = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return bool(wide)
