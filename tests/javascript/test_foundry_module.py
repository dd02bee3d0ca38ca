"""The parts of the module for Foundry that need no browser: its texts, settings, options and chronicle."""

import json
import re
from typing import Any

import pytest

from games.installed import CATALOGUE
from tests.javascript.conftest import STATIC, Node
from tools.serving import local_server

FOUNDRY = STATIC / "foundry"
SETTINGS, CHAT, OPTIONS, WINDOW = (str(FOUNDRY / f"{name}.mjs") for name in ("settings", "chat", "options", "window"))


def texts() -> dict[str, str]:
    """All texts of the module by their keys."""

    def within(part: dict[str, Any], above: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for key, value in part.items():
            found |= within(value, f"{above}{key}.") if isinstance(value, dict) else {f"{above}{key}": value}
        return found

    return within(json.loads((FOUNDRY / "lang" / "en.json").read_text(encoding="utf-8"))["tavern-table"], "")


def test_every_text_that_the_module_says_is_there_and_every_one_is_said() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(FOUNDRY.rglob("*.mjs")))
    said = set(re.findall(r'(?:\bt|UserError)\(\s*"([\w.]+)"', source)) | set(re.findall(r'\["(menu\.\w+)"', source))
    said |= {f"purse.{code}" for code in re.findall(r'PurseError\("(\w+)"', source)}
    said |= {f"macros.{name}" for name in re.findall(r'"(\w+)"', re.findall(r"MACROS = \[(.*?)\]", source)[0])}
    said |= {f"connection.{code}" for code in re.findall(r'(?:finding\(|return )"(\w+)"', source)} - {
        "connection.denied"
    }
    said |= {f"connection.{code}" for code in ("ok", "hostKeyWrong", "moduleOld", "tavernOld")}
    said |= set(re.findall(r'"(who\.\w+)"', source))
    said |= {key for key in texts() if key.startswith(("settings.", "coins.")) or key == "window.title"}
    said |= {f"skills.{name}" for name in re.findall(r'^  [a-z]{3}: "(\w+)",$', source, re.MULTILINE)}

    assert said - {"connection.light", "connection.dark", "connection.off"} == texts().keys()


def test_macros_say_the_same_without_the_module() -> None:
    source = (FOUNDRY / "adapter" / "texts.mjs").read_text(encoding="utf-8")
    said = dict(re.findall(r'^  "?([\w.]+)"?: "(.+)",$', source, re.MULTILINE))

    assert said.keys() == {key for key in texts() if key.split(".")[0] in ("speaker", "dialog", "coins", "fault")}
    assert said == {key: texts()[key] for key in said}


async def test_changes_of_a_setting_at_once_are_all_kept_and_other_worlds_are_left_alone(node: Node) -> None:
    kept = await node.run(
        """
        const all = { places: { "other/ann": { table: "t9" } }, pending: {} };
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
        const { pending, place } = await import(path);
        await Promise.all([
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


BROWSER = """
    // A browser's storage, which has what others keep there, too.
    const all = new Map([["core.theme", "dark"], ["tavern-table.stored.other/ann.a", "9"]]);
    let [fault, most] = [null, Infinity];
    globalThis.game = { world: { id: "saltmarsh" }, user: { id: "ann" } };
    globalThis.localStorage = {
      getItem: (key) => all.get(key) ?? null,
      setItem(key, value) {
        if (fault) throw fault;
        const size = [...all].reduce((sum, [one, text]) => sum + (one === key ? 0 : text.length), value.length);
        if (size > most) throw new DOMException("full", "QuotaExceededError");
        all.set(key, value);
      },
      removeItem: (key) => all.delete(key),
      key: (index) => [...all.keys()][index] ?? null,
      get length() { return all.size; },
    };
    const heard = new Set();
    globalThis.addEventListener = (type, work) => type === "storage" && heard.add(work);
    globalThis.removeEventListener = (type, work) => heard.delete(work);
    const { Stored } = await import(path);
    const stored = new Stored();
"""


async def test_each_value_of_a_world_and_user_is_stored_by_itself(node: Node) -> None:
    mine, keys, others = await node.run(
        BROWSER
        + """
        stored.setItem("a", "1");
        new Stored().setItem("b", "2");
        stored.setItem("c", "3");
        stored.removeItem("a");
        const keys = Array.from({ length: stored.length }, (_, index) => stored.key(index)).filter(Boolean);
        return [stored.all(), [keys, stored.getItem("a")], Object.fromEntries(all)];
        """,
        path=SETTINGS,
    )
    assert mine == {"b": "2", "c": "3"}
    assert keys == [["b", "c"], None]
    assert others == {
        "core.theme": "dark",
        "tavern-table.stored.other/ann.a": "9",
        "tavern-table.stored.saltmarsh/ann.b": "2",
        "tavern-table.stored.saltmarsh/ann.c": "3",
    }


async def test_what_another_tab_stores_for_the_same_world_and_user_is_told_until_the_end(node: Node) -> None:
    told, left = await node.run(
        BROWSER
        + """
        const told = [];
        const end = stored.onOtherTab((values) => told.push(values));
        const mine = "tavern-table.stored.saltmarsh/ann.";
        const other = "tavern-table.stored.other/ann.a";
        const changes = [[null, null], ["core.theme", "light"], [other, "8"], [`${mine}a`, "1"], [`${mine}b`, null]];
        for (const [key, newValue] of changes) {
          if (newValue === null) all.delete(key);
          else all.set(key, newValue);
          for (const work of heard) work({ key, newValue: "of before" });
        }
        end();
        return [told, heard.size];
        """,
        path=SETTINGS,
    )
    assert told == [{"a": "1"}, {"b": None}]
    assert left == 0


async def test_records_make_room_for_sealed_luck_in_a_full_storage(node: Node) -> None:
    kept = await node.run(
        BROWSER
        + """
        most = 1_000;
        stored.setItem("tavern-record:t1", "x".repeat(900));
        stored.setItem("tavern-luck:t1:ann:a", "1");
        const refusal = (key, value) => {
          try { stored.setItem(key, value); } catch ({ message }) { return message; }
        };
        fault = new Error("nothing is set");
        const other = refusal("tavern-luck:t2:ann:b", "2");
        const untouched = Object.keys(stored.all());
        fault = null;
        stored.setItem("tavern-luck:t2:ann:b", "y".repeat(500));
        return [other, untouched, Object.keys(stored.all()), refusal("tavern-luck:t3:ann:c", "z".repeat(900))];
        """,
        path=SETTINGS,
    )
    assert kept[:2] == ["nothing is set", ["tavern-record:t1", "tavern-luck:t1:ann:a"]]
    assert kept[2:] == [["tavern-luck:t1:ann:a", "tavern-luck:t2:ann:b"], "full"]


async def test_the_tokens_of_a_table_that_is_forgotten_are_not_kept_and_others_are(node: Node) -> None:
    tables = {"t1": {"table": "t1", "gm": "secret"}, "t2": {"table": "t2", "token": "mine"}}
    kept = await node.run(
        BROWSER
        + """
        stored.setItem("tavern /vtt/ tables", JSON.stringify(tables));
        stored.setItem("tavern-luck:t1:ann:a", "1");
        stored.forget("t1");
        return stored.all();
        """,
        path=SETTINGS,
        tables=tables,
    )
    assert kept.pop("tavern-luck:t1:ann:a") == "1"
    assert json.loads(kept["tavern /vtt/ tables"]) == {"t2": tables["t2"]}


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
    const there = { has: (one) => one in taken, get: (one) => ({ author: { isGM: taken[one] } }) };
    globalThis.game = { user: gm, users: [gm], messages: { contents, ...there } };
    globalThis.ChatMessage = { create: async (message) => {
      if (faults.length) throw new Error(faults.pop());
      if (refused.includes(message._id)) throw new Error(`The _id [${message._id}] already exists in the collection`);
      written.push(message);
    } };
    const { Chronicle } = await import(path);
    const table = { id, events: async (after) => ({ entries: entries.slice(after, after + 2) }) };
    const failures = [];
    const chronicle = new Chronicle(table, choice, isResumed, (error) => failures.push(String(error)));
    chronicle.reset({ version: 6 });
    for (const entry of entries.slice(6)) chronicle.entry(entry);
    // A second stream, or one that began again, brings some of them twice.
    chronicle.reset({ version: 9 });
    chronicle.entry(entries[8]);
    await new Promise((done) => setTimeout(done, 20));
    return { versions: written.map(({ flags }) => flags["tavern-table"].version), failures, first: written[0] };
"""


async def chronicled(node: Node, choice: str = "all", **given: Any) -> Any:
    """What is written: `messages` are in the chat, ids that are `taken` are there, by a GM or not; `refused` arrive."""
    usual: dict[str, Any] = {"messages": [], "taken": {}, "refused": [], "faults": [], "isResumed": True}
    return await node.run(CHRONICLE, path=CHAT, id=TABLE, choice=choice, **usual | given)


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
    went = await chronicled(node, choice, messages=messages)

    assert (went["versions"], went["failures"]) == (versions, [])
    assert "[[" not in went["first"]["content"]
    assert went["first"]["whisper"] == []


async def test_what_another_client_writes_at_the_same_moment_is_left_to_it(node: Node) -> None:
    there, arrives = ("abcdefghij" + f"{version:06}" for version in (7, 8))
    went = await chronicled(node, taken={there: True}, refused=[arrives])

    assert (went["versions"], went["failures"]) == ([9], [])


async def test_a_player_s_message_with_the_same_id_keeps_none_of_the_chronicle_away(node: Node) -> None:
    went = await chronicled(node, taken={"abcdefghij000007": False})

    assert (went["versions"], went["failures"]) == ([7, 8, 9], [])
    assert "_id" not in went["first"]


async def test_what_could_not_be_written_is_written_before_the_next_entry(node: Node) -> None:
    went = await chronicled(node, faults=["no connection"])

    assert (went["versions"], went["failures"]) == ([7, 8, 9], ["Error: no connection"])


async def test_a_chronicle_that_was_off_begins_with_what_happens_now(node: Node) -> None:
    went = await chronicled(node, messages=[[3, True, TABLE]], isResumed=False)

    assert (went["versions"], went["failures"]) == ([7, 8, 9], [])


async def test_the_newest_invite_counts_and_a_claim_that_was_edited_does_not(node: Node) -> None:
    went = await node.run(
        """
        const message = (timestamp, isGM, mine, edited = 0, said = timestamp) => ({
          timestamp: said, author: { id: isGM ? "mara" : "cas", isGM }, whisper: ["ann"],
          flags: { "tavern-table": mine },
          _stats: { createdTime: timestamp, modifiedTime: timestamp + edited },
        });
        const contents = [
          message(9_000, true, { table: "t2", invite: "new" }), message(5_000, true, { table: "t1", invite: "old" }),
          message(8_000, false, { table: "t2", seat: "bri", words: "a b" }),
          message(2_000, false, { table: "t2", seat: "bri", words: "c d" }, 60_000),
          // Its author says that it was written long ago.
          message(9_500, false, { table: "t2", seat: "bri", words: "e f" }, 0, 1),
        ];
        globalThis.game = { user: { id: "ann" }, messages: { contents } };
        const { claimsAt, invited } = await import(path);
        return [invited(), claimsAt("t2").map(({ words }) => words)];
        """,
        path=CHAT,
    )
    assert went == [{"table": "t2", "invite": "new"}, ["a b", "e f"]]


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


@pytest.mark.parametrize(
    ("screen", "was", "shown"),
    [
        # Between the tools at the left and the sidebar at the right.
        ((1366, 640), {}, [70, 30, 996, 580]),
        ((1920, 1000), {}, [295, 90, 1100, 820]),
        # Where it was left, unless that is outside now.
        ((1366, 640), {"left": 5, "top": 6, "width": 500, "height": 400}, [5, 6, 500, 400]),
        ((1366, 640), {"left": 1500, "top": -20, "width": 1900, "height": 900}, [0, 0, 1366, 640]),
        ((600, 300), {}, [25, 0, 320, 320]),
    ],
)
async def test_the_window_fits_into_foundry_s(
    node: Node, screen: tuple[int, int], was: dict[str, int], shown: list[int]
) -> None:
    at = await node.run(
        """
        [globalThis.innerWidth, globalThis.innerHeight] = screen;
        const { fitting } = await import(path);
        const { left, top, width, height } = fitting(was);
        return [left, top, width, height];
        """,
        path=WINDOW,
        screen=screen,
        was=was,
    )
    assert at == shown


BRIDGE = """
    const values = {};
    const target = { addEventListener() {}, removeEventListener() {} };
    Object.assign(globalThis, target, {
      game: {
        release: { generation: 13 },
        i18n: { localize: (name) => name, format: (name) => name },
        settings: { get: () => ({}) },
      },
      document: { body: { classList: { contains: () => false }, matches: () => false }, documentElement: {} },
      getComputedStyle: () => ({}),
      matchMedia: () => ({ matches: false, ...target }),
      MutationObserver: class { observe() {} disconnect() {} },
      Hooks: { on: () => 1, off() {} },
    });
    const { Bridge } = await import(folder + "/bridge.mjs");
    let [load, port, change] = [null, null, null];
    const told = [];
    const frame = {
      ...target,
      addEventListener: (type, work) => { load = work; },
      closest: () => null,
      matches: () => false,
      ownerDocument: document,
      contentWindow: { postMessage: (hello, origin, [given]) => { port = given; } },
    };
    const stored = {
      all: () => ({ ...values }),
      setItem(key, value) {
        if (value === "too long") throw new DOMException("full", "QuotaExceededError");
        values[key] = value;
      },
      removeItem: (key) => delete values[key],
      onOtherTab: (told) => { change = told; return () => {}; },
    };
    const keeping = { stored, placed: async () => {} };
    new Bridge(frame, "http://x.example/t/1", { table: "1", place: () => ({}) }, keeping, () => {});
    load();
    const answers = (type) => new Promise((done) => {
      port.onmessage = ({ data }) => {
        told.push(data);
        if (data.type === type) done();
      };
    });
    port.postMessage({ type: "ready" });
"""


async def test_the_page_sets_values_is_told_which_are_kept_and_what_another_tab_stored(node: Node) -> None:
    told, kept = await node.run(
        BRIDGE
        + """
        const ends = answers("stored");
        const sets = [["record", "line"], ["luck", "too long"], ["word", "seven"], ["record", null]];
        for (const [at, [key, value]] of sets.entries()) port.postMessage({ type: "set", n: at + 1, key, value });
        port.postMessage({ type: "ready" });
        await new Promise((done) => setTimeout(done, 20));
        change({ luck: "claimed", word: null });
        await ends;
        port.close();
        delete globalThis.document;
        return [told, values];
        """,
        folder=str(FOUNDRY),
    )
    assert told == [
        {"type": "kept", "n": 1},
        {"type": "failed", "n": 2},
        {"type": "kept", "n": 3},
        {"type": "kept", "n": 4},
        {"type": "stored", "values": {"luck": "claimed", "word": None}},
    ]
    assert kept == {"word": "seven"}
