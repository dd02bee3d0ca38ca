"""Dice on the page: every face can be read, wherever the die lies, in every size and in every theme."""

from typing import Any, Final

import pytest
from playwright.async_api import Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting, run
from tests.browser.people import come_back
from tests.server.serving import SEED

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}
TV: Final[dict[str, Any]] = {"viewport": {"width": 1920, "height": 1080}}
THEMES: Final = [
    {"theme": theme, "scheme": scheme} for theme in ("tavern", "parchment", "plain") for scheme in ("light", "dark")
]
PLACES: Final = {
    "open": ("", ""),
    "hole": (", under the cup", "hidden"),
    "hand": (", in the hand", "in hand"),
    "blind": (", rolled blind", "blind"),
    "aside": (", set aside", ""),
}
"""Where a die lies: what is said of it there, and what is written below it."""
KINDS: Final = (2, 4, 6, 8, 10, 12, 20)
COIN: Final = ("heads", "tails")
SMALLEST_PX: Final = 11
"""Digits are at least so high."""
CONTRAST: Final = 4.5

DRAWN: Final = """async (kinds, places) => {
  const { html, render } = await import("/vendor/preact.mjs");
  const { DiceRow } = await import("/page/table/seats.mjs");
  const rows = kinds.flatMap((sides) => places.map((place) => {
    const faces = Array.from({ length: sides }, (_, at) => at + 1);
    return faces.map((face, n) => ({ n, die: `d${sides}`, face, hole: false, place, details: { scores: "{*}" } }));
  }));
  const all = (small) => rows.map((dice) => html`<${DiceRow} dice=${dice} holder="bri" thrown=${{}} small=${small} />`);
  document.body.innerHTML = `<div id="app">
    <div class="ownseat"><div class="seat mine"><div class="seat-body"></div></div></div>
    <ul class="seats"><li class="seat"><div class="seat-body" data-small></div></li></ul>
    <ul class="seats"><li class="seat is-out"><div class="seat-body" data-small></div></li></ul>
    <div class="stage crowded"><ul><li class="seat hue-3"><div class="seat-body"></div></li></ul></div></div>`;
  for (const home of document.querySelectorAll(".seat-body")) {
    home.style.flexWrap = "wrap";
    render(html`<div>${all("small" in home.dataset)}</div>`, home);
  }
}"""
MARKED: Final = """(dice = ".die svg") => {
  const found = [];
  // Marks that let presses through are found, too.
  const all = new CSSStyleSheet();
  all.replaceSync("* { pointer-events: auto !important }");
  document.adoptedStyleSheets = [all];
  for (const drawing of document.querySelectorAll(dice)) {
    // Only what is on the screen can be hit. Scrolling to each die would lay out the page a thousand times.
    const { top, bottom } = drawing.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) drawing.scrollIntoView({ block: "start" });
    for (const part of drawing.querySelectorAll(".pip, .die-number")) {
      const { left, top, width, height } = part.getBoundingClientRect();
      // The corners of a pip's box are outside the pip.
      const inset = part.matches(".pip") ? 0.2 : 0;
      const [near, far] = [inset, 1 - inset];
      for (const [x, y] of [[near, near], [far, near], [0.5, 0.5], [near, far], [far, far]]) {
        const top_one = document.elementFromPoint(left + x * width, top + y * height);
        const bare = top_one === part || top_one?.matches(".die-body, .die-lit, .die-facets") || top_one === drawing;
        if (!bare) found.push(`${drawing.getAttribute("aria-label")}: ${top_one?.outerHTML}`);
      }
    }
  }
  return found;
}"""
FACES: Final = """() => [...document.querySelectorAll(".die svg")].map((drawing) => {
  const number = drawing.querySelector(".die-number");
  const face = number ? number.textContent : String(drawing.querySelectorAll(".pip").length);
  const px = (value) => parseFloat(value) * (drawing.getBoundingClientRect().width / 50);
  const across = [...drawing.querySelectorAll(".pip")].map((pip) => pip.getBoundingClientRect().width);
  return {
    said: drawing.getAttribute("aria-label"),
    below: [...(drawing.parentElement.querySelector(".die-caption")?.children ?? [])].map((line) => line.textContent),
    face,
    px: number ? px(getComputedStyle(number).fontSize) : Math.min(...across) * 3,
  };
})"""
CONTRASTS: Final = """() => {
  const light = (colour) => {
    const linear = (one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = colour.map((one) => linear(one / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const felt = document.body.appendChild(document.createElement("div"));
  felt.style.background = "var(--felt)";
  const ground = rgb(getComputedStyle(felt).backgroundColor);
  return [...document.querySelectorAll(".die svg")].map((drawing) => {
    const { opacity } = getComputedStyle(drawing);
    const through = (text) => rgb(text).map((one, at) => one * opacity + ground[at] * (1 - opacity));
    const filled = (part) => light(through(getComputedStyle(drawing.querySelector(part)).fill));
    const [dark, bright] = [filled(".pip, .die-number"), filled(".die-body")].sort((one, other) => one - other);
    return (bright + 0.05) / (dark + 0.05);
  });
}"""


async def dice(meet: Meeting, start: Starting, **options: Any) -> Page:
    """Every face of every kind of die in every place: as one's own, another's, another's who is out, and on a TV."""
    server = await start(CATALOGUE)
    page = await (await meet(**options)).new_page()
    await page.goto(str(server.client.make_url("/")))
    await page.locator(".practice button").wait_for()
    await run(page, DRAWN, KINDS, list(PLACES))
    return page


@pytest.mark.parametrize("screen", [PHONE, TV], ids=["phone", "tv"])
async def test_no_mark_lies_on_a_face(meet: Meeting, start: Starting, screen: dict[str, Any]) -> None:
    page = await dice(meet, start, **screen)
    assert await page.evaluate(MARKED) == []


async def test_no_mark_lies_on_a_face_that_is_chosen(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("farkle", seed=SEED)
    ada, _ = [await table.sit(name, purse_cp=5_000) for name in ("Ada", "Bo")]
    await table.gm.did("start_round")
    await ada.did("throw")
    page = (await come_back(await meet(**PHONE), ada)).page
    await expect(page.locator(".farkle-die svg")).to_have_count(6)
    await page.locator(".farkle-best").click()
    await expect(page.locator(".farkle-die[aria-pressed=true]").first).to_be_attached()
    assert await page.evaluate(MARKED, ".farkle-die .die svg") == []


@pytest.mark.parametrize("screen", [PHONE, TV], ids=["phone", "tv"])
async def test_a_face_is_drawn_large_and_all_else_is_written_below(
    meet: Meeting, start: Starting, screen: dict[str, Any]
) -> None:
    page = await dice(meet, start, **screen)
    drawn = await page.evaluate(FACES)
    rows = [(f"d{sides}", place, face) for sides in KINDS for place in PLACES for face in range(1, sides + 1)]
    assert len(drawn) == 4 * len(rows)
    for die, (kind, place, face) in zip(drawn, 4 * rows, strict=True):
        words, below = PLACES[place]
        assert die["said"] == f"{kind}, {face}, counts as {{*}}{words}"
        assert die["face"] == str(face)
        assert die["px"] >= SMALLEST_PX, die
        called = {"d6": "", "d2": f"d2 {COIN[face % 2]} "}.get(kind, f"{kind} ")
        assert die["below"] == [f"{called}{{*}}", *([below] if below else [])], die


async def test_a_face_stands_out_in_every_theme(meet: Meeting, start: Starting) -> None:
    page = await dice(meet, start, **PHONE)
    for look in THEMES:
        await run(page, "(look) => Object.assign(document.documentElement.dataset, look)", look)
        assert min(await page.evaluate(CONTRASTS)) >= CONTRAST, look


THROWN: Final = """async () => {
  const { thrownIn } = await import("/page/table/throws.mjs");
  const die = (n, face) => ({ n, die: "d6", face, place: face === null ? "hole" : "table" });
  const view = { seats: [{ seat: "bri", dice: [die(0, 3), die(1, null), die(2, 5)] }], house_dice: [] };
  const thrown = (...events) => thrownIn({ version: 1, events }, view);
  return [
    thrown({ type: "dice_thrown", seat: "bri", ns: [0, 1] }),
    thrown({ type: "die_rolled", seat: "bri", n: 1 }),
    thrown({ type: "turn_began", seat: "bri" }),
    thrown({ type: "die_rolled", seat: "bri", n: 7, die: "d6", draw: { face: 1 } }),
    thrown({ type: "die_rolled", seat: "bri", n: 7, die: "d6" }),
  ];
}"""


async def test_no_die_rolls_whose_face_is_hidden_and_one_that_is_gone_rolls_as_it_fell(
    meet: Meeting, start: Starting
) -> None:
    server = await start(CATALOGUE)
    page = await (await meet()).new_page()
    await page.goto(str(server.client.make_url("/")))
    await page.locator(".practice button").wait_for()
    thrown, hidden, none, gone, unknown = await run(page, THROWN)
    assert thrown == {"seat": "bri", "dice": [{"die": "d6", "face": 3}]}
    assert gone == {"seat": "bri", "dice": [{"die": "d6", "face": 1}]}
    assert hidden is none is unknown is None
