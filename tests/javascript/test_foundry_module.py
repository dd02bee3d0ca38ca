"""The parts of the module for Foundry that need no browser: its texts, settings, options and chronicle."""

import json
import re
from typing import Any

import pytest

from games.installed import CATALOGUE
from tests.javascript.conftest import STATIC, Node
from tools.serving import local_server

FOUNDRY = STATIC / "foundry"
SETTINGS, CHAT, OPTIONS = (str(FOUNDRY / f"{name}.mjs") for name in ("settings", "chat", "options"))


def texts() -> dict[str, str]:
    """All texts of the module by their keys."""

    def within(part: dict[str, Any], above: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for key, value in part.items():
            found |= within(value, f"{above}{key}.") if isinstance(value, dict) else {f"{above}{key}": value}
        return found

    return within(json.loads((FOUNDRY / "lang" / "en.json").read_text(encoding="utf-8"))["tavern-table"], "")


def test_every_text_that_the_module_says_is_there_and_every_one_is_said() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(FOUNDRY.glob("*.mjs")))
    said = set(re.findall(r'(?:\bt|UserError)\(\s*"([\w.]+)"', source)) | set(re.findall(r'\["(menu\.\w+)"', source))
    said |= {f"purse.{code}" for code in re.findall(r'PurseError\("(\w+)"', source)}
    said |= {f"macros.{name}" for name in re.findall(r'"(\w+)"', re.findall(r"MACROS = \[(.*?)\]", source)[0])}
    said |= {f"connection.{code}" for code in re.findall(r'(?:finding\(|return )"(\w+)"', source)} - {
        "connection.denied"
    }
    said |= {"connection.ok", "connection.noFrame", "connection.moduleOld", "connection.tavernOld"}
    said |= set(re.findall(r'"(who\.\w+)"', source))
    said |= {key for key in texts() if key.startswith("settings.") or key == "window.title"}

    assert said - {"connection.light", "connection.dark", "connection.off"} == texts().keys()


async def test_changes_of_a_setting_at_once_are_all_kept_and_other_worlds_are_left_alone(node: Node) -> None:
    kept = await node.run(
        """
        const all = { places: { "other/ann": { table: "t9" } }, stored: {}, pending: {} };
        globalThis.game = {
          world: { id: "saltmarsh" }, user: { id: "ann" },
          settings: {
            get: (_, key) => structuredClone(all[key] ?? null),
            set: async (_, key, value) => {
              await new Promise((done) => setTimeout(done, 1));
              all[key] = structuredClone(value);
            },
          },
        };
        const { stored, pending, place } = await import(path);
        await Promise.all([
          stored.change({ a: "1", b: "2" }), stored.change({ c: "3" }), stored.change({ a: null }),
          pending.set("k1", { table: "t1" }), pending.set("k2", { table: "t2" }), pending.set("k1", null),
          place.change(() => ({ table: "t1" })), place.change((was) => ({ ...was, seat: "ann" })),
        ]);
        return all;
        """,
        path=SETTINGS,
    )
    mine = "saltmarsh/ann"
    assert kept == {
        "places": {"other/ann": {"table": "t9"}, mine: [{"table": "t1", "seat": "ann"}]},
        "stored": {mine: {"b": "2", "c": "3"}},
        "pending": {mine: {"k2": {"table": "t2"}}},
    }


async def test_rights_at_one_table_stay_while_a_user_is_at_another(node: Node) -> None:
    went = await node.run(
        """
        const all = { places: {} };
        globalThis.game = {
          world: { id: "saltmarsh" }, user: { id: "mara" },
          settings: { get: (_, key) => all[key], set: async (_, key, value) => { all[key] = value; } },
        };
        const { place } = await import(path);
        await place.change(() => ({ table: "t1", gm: "token", invite: "way" }));
        await place.change(() => ({ table: "t2", token: "of a seat", seat: "mara" }));
        const there = [place.get(), place.at("t1"), place.at("t3")];
        await place.forget("t2");
        await place.change((was) => ({ ...was, token: "of a seat", seat: "mara" }));
        await place.forget("t1");
        const gm = place.get();
        await place.forget("t1");
        return [...there, gm, place.get(), all.places];
        """,
        path=SETTINGS,
    )
    gm, seat = {"table": "t1", "gm": "token", "invite": "way"}, {"table": "t2", "token": "of a seat", "seat": "mara"}
    assert went == [seat, gm, None, gm, None, {}]


async def test_where_a_round_costs_nothing_some_coins_are_suggested_all_the_same(node: Node) -> None:
    stakes = await node.run(
        """
        const { stakeOf } = await import(path);
        return [0, 20].map((ante_cp) => stakeOf({ options: { ante_cp } }, 1000));
        """,
        path=OPTIONS,
    )
    assert stakes == [250, 100]


async def test_records_make_room_for_sealed_luck_in_a_full_storage(node: Node) -> None:
    kept = await node.run(
        """
        const all = { stored: {} };
        globalThis.game = {
          world: { id: "saltmarsh" }, user: { id: "ann" },
          settings: {
            get: (_, key) => structuredClone(all[key] ?? null),
            set: async (_, key, value) => {
              if (JSON.stringify(value).length > 1_000) throw new Error("full");
              all[key] = structuredClone(value);
            },
          },
        };
        const { stored } = await import(path);
        await stored.change({ "tavern-record:t1": "x".repeat(900), "tavern-luck:t1:ann": "[1]" });
        await stored.change({ "tavern-luck:t2:ann": "y".repeat(500) });
        const refused = await stored.change({ "tavern-luck:t3:ann": "z".repeat(900) }).then(() => false, () => true);
        return [Object.keys(stored.get()), refused];
        """,
        path=SETTINGS,
    )
    assert kept == [["tavern-luck:t1:ann", "tavern-luck:t2:ann"], True]


TABLE = "abcdefghijklmnopqrstuvwxyz"
CHRONICLE = """
    const entries = Array.from({ length: 9 }, (_, at) => ({
      version: at + 1, chronicle: at === 4 ? [] : [`Sentence [[${at + 1}]]`],
      events: at % 3 === 2 ? [{ type: "round_ended" }] : [],
    }));
    const gm = { id: "gm0", isGM: true };
    const contents = messages.map(([version, isGM, table]) => ({
      author: isGM === null ? null : { isGM }, flags: { "tavern-table": { version, table } },
    }));
    const written = [];
    globalThis.game = { user: gm, users: [gm], messages: { contents, has: (one) => taken.includes(one) } };
    globalThis.ChatMessage = { create: async (message) => {
      if (refused.includes(message._id)) throw new Error(`The _id [${message._id}] already exists in the collection`);
      written.push(message);
    } };
    const { Chronicle } = await import(path);
    const table = { id, events: async (after) => ({ entries: entries.slice(after, after + 2) }) };
    const failures = [];
    const chronicle = new Chronicle(table, choice, (error) => failures.push(String(error)));
    chronicle.reset({ version: 6 });
    for (const entry of entries.slice(6)) chronicle.entry(entry);
    // A second stream, or one that began again, brings some of them twice.
    chronicle.reset({ version: 9 });
    chronicle.entry(entries[8]);
    await new Promise((done) => setTimeout(done, 20));
    return { versions: written.map(({ flags }) => flags["tavern-table"].version), failures, first: written[0] };
"""


@pytest.mark.parametrize(
    ("messages", "choice", "versions"),
    [
        # Who begins writes nothing of what was before.
        ([], "all", [7, 8, 9]),
        # Whoever takes over writes what is missing.
        ([[2, True, TABLE], [3, True, TABLE]], "all", [4, 6, 7, 8, 9]),
        ([[3, True, TABLE]], "results", [6, 9]),
        # Others cannot make it skip anything, nor can another table.
        ([[3, True, TABLE], [8, False, TABLE], [9, None, TABLE], [9, True, "t2"]], "all", [4, 6, 7, 8, 9]),
    ],
)
async def test_the_chronicle_is_written_once_whoever_takes_over(
    node: Node, messages: list[Any], choice: str, versions: list[int]
) -> None:
    went = await node.run(CHRONICLE, path=CHAT, id=TABLE, messages=messages, choice=choice, taken=[], refused=[])

    assert (went["versions"], went["failures"]) == (versions, [])
    assert "[[" not in went["first"]["content"]
    assert went["first"]["whisper"] == []


async def test_what_another_client_writes_at_the_same_moment_is_left_to_it(node: Node) -> None:
    there, arrives = ("abcdefghij" + f"{version:06}" for version in (7, 8))
    went = await node.run(CHRONICLE, path=CHAT, id=TABLE, messages=[], choice="all", taken=[there], refused=[arrives])

    assert (went["versions"], went["failures"]) == ([9], [])


@pytest.mark.parametrize("game", list(CATALOGUE.rulebooks))
async def test_a_game_opens_with_the_options_that_a_dialog_shows_and_with_any_other_choice_of_them(
    node: Node, game: str
) -> None:
    async with local_server(CATALOGUE) as url:
        went = await node.run(
            """
            const { fieldsOfOptions, optionsFrom } = await import(path);
            const tavern = tavernAt(url);
            const { games } = await tavern.games();
            const described = games.find(({ id }) => id === game);
            const fields = fieldsOfOptions(described);
            const shown = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
            const last = ({ choices, value, step = 1, max }) =>
              choices ? Object.keys(choices).at(-1) : Math.min(value + 2 * step, max ?? Infinity);
            const other = Object.fromEntries(fields.map((field) => [field.name, last(field)]));
            const plain = optionsFrom(described, shown);
            const changed = optionsFrom(described, other);
            const opened = await tavern.openTable({ game, options: changed });
            const view = await tavern.table(opened.table, { token: opened.gm_token }).look();
            const now = Object.keys(changed).map((name) => [name, view.options[name]]);
            return { plain, changed, now: Object.fromEntries(now) };
            """,
            path=OPTIONS,
            url=url,
            game=game,
        )
    assert went["plain"] == {}
    assert went["changed"]
    # With cheating, seeds are published only by the GM, whatever was chosen.
    assert {**went["now"], "unseal": ""} == {**went["changed"], "unseal": ""}
