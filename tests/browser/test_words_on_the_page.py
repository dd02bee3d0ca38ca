"""The page says in words what games and the server send: amounts in coins, keys by their labels, and no JSON."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from playwright.async_api import BrowserContext, Page, expect

from games.installed import CATALOGUE
from tests.browser.conftest import Starting, run
from tests.browser.people import come_back
from tests.server.serving import SEED
from tests.server.test_words_for_people import frames, notation_of
from tests.wording import amounts_in, raw_in

pytestmark = pytest.mark.asyncio(loop_scope="session")

READING: Final = """
const from = (path) => import(new URL(path, document.baseURI).href);
const [{ html, render }, { Words }, { Facts, Notes }, { Moves, MoveForm, movesOf }, { Seat }, { Middle },
  { OptionsForm }, { useBoard }] = await Promise.all(["vendor/preact.mjs", "page/labels.mjs", "page/table/facts.mjs",
    "page/table/actions.mjs", "page/table/seats.mjs", "page/table/middle.mjs", "page/lobby/options.mjs",
    "page/boards/boards.mjs"].map(from));
const catalogue = await (await fetch(new URL("api/games", document.baseURI))).json();
const box = document.body.appendChild(document.createElement("div"));

/** The board of a view's game, once it is loaded: before, no moves are drawn. */
const boardOf = async (view) => {
  let board;
  render(html`<${() => void (board = useBoard(view))} />`, box);
  while (board.loading) await new Promise((done) => setTimeout(done, 20));
  render(null, box);
  return board;
};

/** Everything that one can read or hear of what is drawn, but for the units beside fields for coins, and for fields in
 *  which one writes JSON. */
const read = (drawn) => {
  render(drawn, box);
  const said = [];
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement.closest(".coinfield")) continue;
    const coins = node.parentElement.closest(".coins");
    if (!coins) said.push(node.data);
    else if (said.at(-1) !== coins.textContent) said.push(coins.textContent);
  }
  const attributes = [...box.querySelectorAll(":not(textarea)")].flatMap((one) =>
    ["title", "aria-label", "placeholder"].map((name) => one.getAttribute(name)));
  render(null, box);
  return [said.join(" "), ...attributes.filter(Boolean)];
};
"""
"""Imports the page’s own components."""

TABLES: Final = (
    """async (drawings) => {"""
    + READING
    + """
  const all = [];
  for (const [view, forms] of drawings) {
    const words = new Words(catalogue, view.game);
    const me = view.you?.seat ?? null;
    const desk = { words, view, actor: me, send: async () => {}, offline: false };
    const groups = Object.values(movesOf(view.you, words)).flat();
    const fresh = groups.filter(({ type }) => forms.includes(type));
    const { Table, Hand } = await boardOf(view);
    const own = view.seats.find(({ seat }) => seat === me);
    all.push(read(html`<${Middle} live=${{ view, thrown: {} }} words=${words} me=${me} />
      ${Table && html`<${Table} ...${{ view, words, me }} />`}
      ${Hand && own && html`<${Hand} ...${{ view, words, me, seat: own }} />`}
      ${view.seats.map((seat) =>
        html`<${Seat} ...${{ seat, view, words, thrown: {}, lag: 0, me, mine: seat.seat === me }} />`)}
      <${Facts} of="table" details=${view.details} view=${view} words=${words} me=${me} />
      <${Notes} notes=${view.you?.notes ?? []} view=${view} words=${words} me=${me} />
      <${Moves} ...${desk} doing=${view.you} />
      ${fresh.map((group) => html`<${MoveForm} ...${desk} group=${group} focus=${false} />`)}`));
  }
  return all;
}"""
)

OPTIONS: Final = (
    """async () => {"""
    + READING
    + """
  const all = {};
  for (const { id, options: schema } of catalogue.games) {
    const words = new Words(catalogue, id);
    const form = { schema, words, values: {}, onChange: () => {} };
    all[id] = [true, false].flatMap((common) => read(html`<${OptionsForm} ...${form} common=${common} />`));
  }
  return all;
}"""
)


def drawings(game: str) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Views of recorded rounds, each with something that the page does not draw in the ones before it; and the moves
    whose forms are new."""
    known: set[bytes] = set()

    def is_new(one: Any) -> bool:
        shape = msgspec.json.encode(_shape(msgspec.to_builtins(one)))
        found = shape not in known
        known.add(shape)
        return found

    for frame in frames(game):
        view = frame.view
        if view.game != game:
            continue
        dice = [die for seat in view.seats for die in seat.dice] + view.house_dice
        details = [view.details, *(seat.details for seat in view.seats), *(die.details for die in dice)]
        facts = [{name: value} for one in details for name, value in one.items()]
        doing = [] if view.you is None else view.you.actions
        forms = [action.type for action in doing if is_new(action)]
        said = [] if view.you is None else [*view.you.notes, *view.you.refused]
        new = [one for one in (*facts, *said) if is_new(one)]
        if new or forms:
            yield msgspec.to_builtins(view), forms


def _shape(value: Any) -> Any:
    """A value without what differs each time, so that values that are drawn alike are drawn once."""
    match value:
        case dict():
            return {name: _shape(one) for name, one in value.items() if name != "detail"}
        case list() | tuple():
            return [_shape(one) for one in value[:1]]
        case bool() | None:
            return value
        case int():
            return min(value, 1)
        case _:
            return ""


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_a_table_is_drawn_in_words(page: Page, start: Starting, game: str) -> None:
    server = await start(CATALOGUE)
    await page.goto(str(server.client.make_url("/")))
    drawn = list(drawings(game))
    for (view, _), said in zip(drawn, await run(page, TABLES, drawn), strict=True):
        amounts_cp = amounts_in(view)
        assert {text: found for text in said if (found := raw_in(text, amounts_cp, notation_of(game)))} == {}


async def test_options_are_asked_for_in_words(page: Page, start: Starting) -> None:
    server = await start(CATALOGUE)
    await page.goto(str(server.client.make_url("/")))
    said = await run(page, OPTIONS)
    assert set(said) == set(CATALOGUE.rulebooks)
    for game, texts in said.items():
        assert {text: found for text in texts if (found := raw_in(text))} == {}, game


async def test_what_a_seat_is_called_is_said_once(context: BrowserContext, start: Starting) -> None:
    server = await start(CATALOGUE, allow_seeds=True)
    table = await server.open("pig", seed=SEED, options={"cheating": "on", "house_perception": 20})
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    await ada.did("throw")
    await ada.did("cheat", n=0)
    page = (await come_back(context, ada)).page
    await expect(page.locator(".mine").get_by_text("Cheated")).to_have_count(1)
    await expect(page.locator(".mine").get_by_text("Denounced")).to_have_count(1)


FACTS: Final = """async (view, details) => {
  const { html, render } = await import("/vendor/preact.mjs");
  const { Facts } = await import("/page/table/facts.mjs");
  const { Words } = await import("/page/labels.mjs");
  const { games } = await import("/page/server.mjs");
  const words = new Words(await games(), view.game);
  const home = document.createElement("div");
  render(html`<${Facts} ...${{ of: "seat", details, view, words }} />`, home);
  return home.textContent.replaceAll(/\\s+/g, " ");
}"""


async def test_a_bet_that_is_settled_can_win_nothing_more(page: Page, start: Starting) -> None:
    server = await start(CATALOGUE)
    table = await server.open("twelve-nights")
    await page.goto(str(server.client.make_url("/")))
    bet = {"on": None, "amount_cp": 500, "could_win_cp": 1_000, "back_cp": None}
    said = [await run(page, FACTS, await table.gm.view(), {"bet": {**bet, "back_cp": back}}) for back in (None, 0)]
    assert ["Could win" in text for text in said] == [True, False]
