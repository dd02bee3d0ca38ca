"""A player who is asked for a die, in any game, chooses among dice drawn as they lie, not among bare numbers."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import msgspec
import pytest

from games.installed import CATALOGUE
from projections.actions import Action, Choices, Param, narrowed
from tests.browser.conftest import Meeting, Starting, run
from tests.games.asking_for_dice import Moment, moments
from tests.games.test_choices_of_dice import dice_of, numbers_in, offered

pytestmark = pytest.mark.asyncio(loop_scope="session")

ASKED = """async (game, command, name, view, given) => {
  const { html, render } = await import("/vendor/preact.mjs");
  const { ParamFields } = await import("/page/table/fields.mjs");
  const { settled } = await import("/page/table/choosing.mjs");
  const { Words } = await import("/page/labels.mjs");
  const { games } = await import("/page/server.mjs");
  const words = new Words(await games(), game);
  const variants = view.you.actions.filter((action) => action.type === command);
  const fixed = variants.flatMap((action) => Object.keys(action.params)).filter((other) => other !== name);
  const home = document.createElement("div");
  document.body.replaceChildren(home);
  const chosen = settled(variants, given);
  const onChange = () => {};
  render(html`<${ParamFields} ...${{ variants, chosen, onChange, words, view, actor: view.you.seat, fixed }} />`, home);
  const choices = [...home.querySelectorAll(".chip, .only")];
  return {
    legend: home.querySelector("legend, .only-label")?.textContent,
    drawn: choices.map((choice) => choice.querySelector("svg[role=img]")?.getAttribute("aria-label")),
    called: choices.map((choice) => choice.querySelector(".diechoice > :last-child")?.textContent),
    settled: chosen[name] ?? null,
  };
}"""


def asked(moment: Moment) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """What somebody may have chosen before the die, and what has to be shown of the dice then."""
    assert moment.view.you is not None
    done: list[dict[str, Any]] = []
    actions = [one for one in moment.view.you.actions if one.type == moment.command and moment.param in one.params]
    for action in actions:
        before = takewhile(lambda name: name != moment.param, action.params)
        others = {name: values_in(action.params[name])[0] for name in before if name != "target"}
        for target, _ in offered(action.params, moment.param):
            given = {**others, **({"target": target} if target else {})}
            if given not in done:
                done.append(given)
                yield given, expected(moment, given, [one for one in actions if allows(one, given)])


def values_in(param: Param) -> list[Any]:
    assert isinstance(param, Choices)
    return param.choices


def allows(action: Action, given: dict[str, Any]) -> bool:
    return ("target" in action.params) == ("target" in given) and all(
        value in values_in(action.params[name]) for name, value in given.items()
    )


def expected(moment: Moment, given: dict[str, Any], actions: list[Action]) -> dict[str, Any]:
    """What has to be shown of the dice that can be chosen."""
    params = [narrowed(action.params[moment.param], given) for action in actions]
    numbers = list(dict.fromkeys(n for param in params for n in numbers_in(param)))
    (of,) = {getattr(param, "of", "") for param in params}
    (die,) = {getattr(param, "die", "") for param in params}
    holder = of or given.get("target") or moment.seat
    rulebook = CATALOGUE.rulebook(moment.game)
    label = rulebook.labels.commands[moment.command].params[moment.param]
    # A card has no other name than what may be on it.
    called = "card of 1–" if rulebook.plays_with == "card" else "d"
    names = {"house": "the House", **{seat.seat: seat.name for seat in moment.view.seats}}
    lying = {
        one.n: f"{called}{one.die.removeprefix('d')}, {one.face or 'hidden'}" for one in dice_of(moment.view, holder)
    }
    return {
        "legend": label.label if holder == moment.seat else f"{label.label} of {names[holder]}",
        "drawn": [f"{called}{die.removeprefix('d')}, hidden" if die else lying[n] for n in numbers],
        "called": [(label.values or {}).get(str(n), f"{label.label} {n + 1}") for n in numbers],
        "settled": numbers[0] if len(numbers) == 1 else None,
    }


@pytest.mark.parametrize("game", sorted({moment.game for moment in moments()}))
async def test_a_die_is_chosen_among_dice(meet: Meeting, start: Starting, game: str) -> None:
    server = await start(CATALOGUE)
    page = await (await meet()).new_page()
    await page.goto(str(server.client.make_url("/")))
    for moment in moments():
        view = msgspec.to_builtins(moment.view)
        for given, shown in asked(moment) if moment.game == game else ():
            found = await run(page, ASKED, game, moment.command, moment.param, view, given)
            found["drawn"] = [", ".join((drawn or "").split(", ")[:2]) for drawn in found["drawn"]]
            assert found == shown, (moment.command, given)


async def test_whose_die_it_is_comes_before_which(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    page = await (await meet()).new_page()
    await page.goto(str(server.client.make_url("/")))
    (moment, *_) = [one for one in moments() if one.command == "bump" and len(one.view.seats) > 2]
    found = await run(page, ASKED, moment.game, "bump", "n", msgspec.to_builtins(moment.view), {})
    assert found == {"legend": None, "drawn": [], "called": [], "settled": None}


SAID = """async (game, view, facts, altered) => {
  const { html, render } = await import("/vendor/preact.mjs");
  const { Facts, Notes } = await import("/page/table/facts.mjs");
  const { alterationInWords } = await import("/page/replay/check.mjs");
  const { Words } = await import("/page/labels.mjs");
  const { games } = await import("/page/server.mjs");
  const words = new Words(await games(), game);
  const shown = (part) => {
    const home = document.createElement("div");
    document.body.replaceChildren(home);
    render(part, home);
    return home.innerText.replace(/\\s+/g, " ").trim();
  };
  const { notes, table, seat } = facts;
  const dice = view.seats[0].dice;
  return [
    ...(notes ? [shown(html`<${Notes} ...${{ notes, view, words, me: "bo" }} />`)] : []),
    ...(table ? [shown(html`<${Facts} ...${{ of: "table", details: table, view, words }} />`)] : []),
    ...(seat ? [shown(html`<${Facts} ...${{ of: "seat", details: seat, view, words, dice }} />`)] : []),
    ...(altered ? [shown(alterationInWords(altered, (seat) => seat.toUpperCase()))] : []),
  ];
}"""


@pytest.mark.parametrize(
    ("game", "facts", "altered", "said"),
    [
        (
            "twentyone",
            {"notes": [{"kind": "profile", "facts": {"about": "ada", "cheated": True, "dice": [0, 1]}}]},
            None,
            ["Only you know Profile: Ada Cheated yes Dice die 1 and die 2 (d8)"],
        ),
        ("twentyone", {"seat": {"cheats": [0, 1]}}, None, ["Own cheats die 1 and die 2 (d8)"]),
        (
            "trickster",
            {"notes": [{"kind": "peeked", "facts": {"about": "ada", "n": 1, "die": "d8", "face": 3}}]},
            None,
            ["Only you know You looked at a die: Ada die 2 (d8) Die d8 Face 3"],
        ),
        (
            "bluffmaster",
            {"table": {"abilities": [{"seat": "bo", "ability": "reroll", "target": "ada", "n": 0, "change": 0}]}},
            "entry 9: die 0 of ada, from 3 to 5",
            ["Cards played Bo Ability Re-roll a die on Ada die 1 Change 0", "ADA’s die 1, from 3 to 5"],
        ),
        (
            "pig",
            {},
            "entry 9: die 1 of ada, rolled again in secret by bo, from 3 to 5",
            ["ADA’s die 2, rolled again in secret by BO, from 3 to 5"],
        ),
    ],
    ids=["profile", "cheats", "peek", "play", "palmed"],
)
async def test_what_is_said_of_dice_counts_them_from_one(
    meet: Meeting, start: Starting, game: str, facts: dict[str, Any], altered: str | None, said: list[str]
) -> None:
    server = await start(CATALOGUE)
    page = await (await meet()).new_page()
    await page.goto(str(server.client.make_url("/")))
    dice = [{"n": n, "die": die, "face": 1} for n, die in enumerate(("d6", "d8"))]
    view = {"seats": [{"seat": "ada", "name": "Ada", "dice": dice}, {"seat": "bo", "name": "Bo", "dice": []}]}
    assert await run(page, SAID, game, view, facts, altered) == said


REFUSED = """async (game, view) => {
  const { html, render } = await import("/vendor/preact.mjs");
  const { Moves } = await import("/page/table/actions.mjs");
  const { Words } = await import("/page/labels.mjs");
  const { games } = await import("/page/server.mjs");
  const words = new Words(await games(), game);
  const home = document.createElement("div");
  const desk = { words, view, actor: view.you.seat, send: () => {}, offline: false };
  render(html`<${Moves} ...${desk} doing=${view.you} />`, home);
  // The game's board is loaded first.
  while (home.querySelector("[aria-busy=true]")) await new Promise((done) => setTimeout(done, 20));
  return [...home.querySelectorAll(".notnow button")].map((button) => button.textContent);
}"""


async def test_a_die_that_cannot_be_chosen_now_is_counted_from_one(meet: Meeting, start: Starting) -> None:
    server = await start(CATALOGUE)
    page = await (await meet()).new_page()
    await page.goto(str(server.client.make_url("/")))
    (moment, *_) = [one for one in moments() if (one.game, one.command) == ("twentyone", "cheat")]
    refused = await run(page, REFUSED, moment.game, msgspec.to_builtins(moment.view))
    assert [label for label in refused if label.startswith("Cheat")] == ["Cheat (Die 1)"]
