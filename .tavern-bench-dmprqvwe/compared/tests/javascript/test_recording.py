"""The JavaScript client keeps a record of what it was shown, and notices if the log does not continue it."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from events.stores.sqlite import SqliteStore
from tests.docs.test_tutorial import free_port
from tests.javascript.conftest import GAMES, Node
from tests.javascript.test_sealing import OPENED
from tools.serving import local_server

AGAIN: Final = """
    const reading = (storage, meddle = null) =>
      tavernAt(url, { storage }, meddle).table(kept.gm.id, { token: kept.bri.token });
    // What a page finds that is opened later.
    const later = (storage) => Object.assign(new Storage(), { kept: { ...storage.kept } });
    const entriesOf = (table) => table.record().filter((line) => "receipt" in line);
"""


async def opened(node: Node, url: str, code: str = "", **options: Any) -> Any:
    """A table with Bri and Odo; `storage` is a new one of Bri's."""
    begun = f"{OPENED} Object.assign(kept, await opened(url, null, options)); kept.url = url;"
    return await node.run(begun + code, url=url, options=options)


async def run(node: Node, code: str, **given: Any) -> Any:
    return await node.run(f"{OPENED} const url = kept.url; {AGAIN} {code}", **given)


class PutBack:
    """A server's log, of which an older copy is put back."""

    def __init__(self, folder: Path) -> None:
        self._paths = (folder / "tavern.db", folder / "backup.db")
        self._port = free_port()

    @asynccontextmanager
    async def server(self, *, old: bool = False) -> AsyncIterator[str]:
        store = SqliteStore.open(self._paths[old])
        async with local_server(GAMES, store=store, port=self._port) as url:
            yield url
        await store.close()

    def copy(self) -> None:
        shutil.copy(*self._paths)


@pytest.fixture
def log(tmp_path: Path) -> PutBack:
    return PutBack(tmp_path)


async def test_the_record_has_roots_calls_and_entries_with_coins_and_dice(node: Node, url: str) -> None:
    await opened(node, url, unseal="round")
    record, view, entries, text = await run(
        node,
        """
        const bri = kept.bri;
        const live = followed(bri);
        await until(() => live.of("reset").length);
        await kept.gm.send({ type: "start_round" });
        await until(() => live.of("luck").length);
        await kept.odo.view();
        await until(() => live.of("entry").at(-1)?.view?.phase === "cut");
        const [view, { entries }] = [await bri.view(), await kept.bri.events()];
        live.live.close();
        return [bri.record(), view, entries, bri.recordFile()];
        """,
    )
    roots = [line for line in record if "root" in line]
    calls = [line for line in record if "call" in line]
    seen = [line for line in record if "receipt" in line]
    assert [(line["viewer"], line["root"]) for line in roots] == [("seat:bri", root) for root in view["fair"]["roots"]]
    assert [(line["round"], line["luck"][32:], line["call"]["seals"]) for line in calls] == [
        (1, "seven", view["fair"]["seals"])
    ]
    revealed = next(line for line in seen if any(event["type"] == "luck_revealed" for event in line.get("events", ())))
    assert record.index(calls[0]) < record.index(revealed)
    shown = {entry["version"]: entry for entry in entries}
    assert {line["receipt"] for line in seen} <= {entry["receipt"] for entry in entries}
    assert all(line["events"] == shown[line["version"]]["events"] for line in seen if "events" in line)
    assert len({line["version"] for line in seen}) == len(entries)
    newest = next(line for line in seen if line["version"] == view["version"] and "dice" in line)
    assert newest["round"] == 1
    assert newest["coins"] == {"bri": 4_500, "odo": 4_500, "pot": view["pot_cp"]}
    assert newest["dice"] == {
        seat["seat"]: [[die["die"], die["face"]] for die in seat["dice"]] for seat in view["seats"] if seat["dice"]
    }
    assert len(text.splitlines()) == len(record)


async def test_each_showing_is_recorded_once_for_all_handles(node: Node, url: str) -> None:
    await opened(node, url, luck="open")
    first, second, lines = await run(
        node,
        """
        const storage = new Storage();
        const [one, two] = [reading(storage), reading(storage)];
        await one.view();
        const first = one.recordFile();
        await one.events();
        const all = one.recordFile();
        await two.view();
        await two.events();
        await one.events();
        return [first, one.recordFile() === all && all === two.recordFile(), entriesOf(one)];
        """,
    )
    assert first.count('"events"') == first.count('"dice"') == 1
    assert second
    assert [line["version"] for line in lines] == [3, 1, 2]


@pytest.mark.parametrize("poll", [False, True], ids=["stream", "polls"])
async def test_entries_come_from_streams_and_polls_with_their_round(node: Node, url: str, poll: bool) -> None:
    await opened(node, url, luck="open")
    lines = await run(
        node,
        """
        const bri = reading(new Storage());
        const live = followed(bri, { poll });
        await until(() => live.of("reset").length);
        await kept.gm.send({ type: "start_round" });
        await kept.gm.send({ type: "void_round" });
        await kept.bri.send({ type: "set_luck", luck: "a" });
        const { version } = await kept.bri.view();
        await until(() => live.versions().at(-1) === version);
        live.live.close();
        return entriesOf(bri).filter((line) => line.events).map(({ version, round }) => [version, round]);
        """,
        poll=poll,
    )
    started = [version for version, round_number in lines if round_number == 1]
    assert len(started) >= 2
    assert lines[-1] == [started[-1] + 1, None]


async def test_a_long_record_loses_its_oldest_entries_and_no_roots_or_calls(node: Node, url: str) -> None:
    await opened(node, url, luck="open")
    first, kinds, size, versions = await run(
        node,
        """
        const storage = new Storage();
        const bri = reading(storage);
        await bri.view();
        const [key] = Object.keys(storage.kept).filter((one) => one.startsWith("tavern-record:"));
        const root = bri.record().find((line) => "root" in line);
        const call = { table: bri.id, viewer: "seat:bri", round: 1, call: {}, luck: '"receipt":' };
        const receipt = "x".repeat(1000);
        const entry = (version) => ({ table: bri.id, viewer: "seat:bri", round: 1, version, receipt });
        const lines = [root, call, ...Array.from({ length: 1000 }, (_, at) => entry(at + 1000))];
        storage.kept[key] = lines.map((line) => `${JSON.stringify(line)}\\n`).join("");
        await bri.send({ type: "set_luck", luck: "a" });
        const record = bri.record();
        return [record.slice(0, 2), record.length, bri.recordFile().length, [record[2], record.at(-1)].map(
          ({ version }) => version)];
        """,
    )
    assert ["root" in first[0], "call" in first[1]] == [True, True]
    assert 800 < kinds < 1000
    assert size < 1_000_000
    assert versions == [1000 + (1003 - kinds), 4]


async def test_a_full_storage_gives_up_entries_of_other_tables_and_else_the_record_lasts_as_long_as_the_page(
    node: Node, url: str
) -> None:
    await opened(node, url, luck="open")
    freed, lasting, kept = await run(
        node,
        """
        // A storage that takes so many characters.
        const storage = new Storage();
        storage.setItem = (key, value) => {
          const all = Object.entries({ ...storage.kept, [key]: value });
          if (all.reduce((sum, [, one]) => sum + one.length, 0) > storage.most) throw new Error("QuotaExceededError");
          storage.kept[key] = value;
        };
        storage.most = 9_500;
        const entry = { table: "old", viewer: "gm", round: 1, version: 1, receipt: "x".repeat(9_000) };
        storage.kept["tavern-records"] = '["old"]';
        storage.kept["tavern-record:old"] = `${JSON.stringify({ table: "old", viewer: "gm", root: {} })}\\n`
          + `${JSON.stringify(entry)}\\n`;
        const bri = reading(storage);
        await bri.view();
        const freed = storage.kept["tavern-record:old"].split("\\n").length;
        storage.most = 0;
        await bri.send({ type: "set_luck", luck: "a" });
        return [freed, entriesOf(bri).map(({ version }) => version), storage.kept[`tavern-record:${bri.id}`]];
        """,
    )
    assert freed == 1 + 1
    assert lasting == [3, 4]
    assert '"version":4' not in kept


ROLLBACKS: Final = {
    "a stream": ("kept.live = followed(kept.reader);", 'await until(() => kept.live.of("reset").length === 2);'),
    "polls": (
        "kept.live = followed(kept.reader, { poll: true });",
        'await until(() => kept.live.of("reset").length === 2);',
    ),
    "events": (
        "kept.page = await kept.reader.events(0);",
        "thrown.push(await code(kept.reader.events(kept.page.version, kept.page)), await code(kept.reader.view()));",
    ),
    "another visit": ("", "thrown.push(await code(kept.later.view()), await code(kept.later.view()));"),
    "another visit's stream": (
        "",
        'kept.live = followed(kept.later); await until(() => kept.live.of("problem").length);',
    ),
    "views": ("", "thrown.push(await code(kept.reader.view()), await code(kept.reader.view()));"),
}
"""Where a rollback is noticed: what is read before, and how it is after."""


# Views without cursors do not show that a longer log is another.
@pytest.mark.parametrize(("where", "more"), [(where, more) for where in ROLLBACKS for more in (0, 3)][:-1])
async def test_a_log_that_went_back_is_reported_once(node: Node, log: PutBack, where: str, more: int) -> None:
    before, after = ROLLBACKS[where]
    async with log.server() as url:
        await opened(node, url, luck="open")
    log.copy()
    async with log.server():
        await run(
            node,
            """
            await kept.odo.send({ type: "set_luck", luck: "lost" });
            kept.storage = new Storage();
            kept.reader = reading(kept.storage);
            await kept.reader.view();
            kept.live = null;
            """
            + before
            + """
            if (kept.live) await until(() => kept.live.of("reset").length);
            kept.later = reading(later(kept.storage));
            """,
        )
    async with log.server(old=True):
        thrown, problems = await run(
            node,
            """
            const thrown = [];
            for (let n = 0; n < more; n += 1) await kept.odo.again(null).send({ type: "set_luck", luck: `${n}` });
            """
            + after
            + """
            const now = (await kept.reader.look().catch(() => kept.reader.look())).version;
            await kept.odo.again(null).send({ type: "set_luck", luck: "on" });
            if (kept.live) await until(() => kept.live.versions().at(-1) === now + 1);
            kept.live?.live.close();
            return [thrown, kept.live?.of("problem").map(({ name, code }) => [name, code])];
            """,
            more=more,
        )
    if problems is None:
        assert thrown == ["log_went_back", None]
    else:
        assert problems == [["LogWentBack", "log_went_back"]]


async def test_a_stream_without_a_cursor_is_asked_whether_it_continues_what_a_view_showed(
    node: Node, log: PutBack
) -> None:
    async with log.server() as url:
        await opened(node, url, luck="open")
    log.copy()
    async with log.server():
        await run(
            node,
            """
            await kept.odo.send({ type: "set_luck", luck: "lost" });
            kept.reader = reading(new Storage());
            await kept.reader.view();
            """,
        )
    async with log.server(old=True):
        problems = await run(
            node,
            """
            for (let n = 0; n < 3; n += 1) await kept.odo.again(null).send({ type: "set_luck", luck: `${n}` });
            const live = followed(kept.reader);
            await until(() => live.of("problem").length);
            await kept.reader.look();
            live.live.close();
            return live.of("problem").map(({ code }) => code);
            """,
        )
    assert problems == ["log_went_back"]


@pytest.mark.parametrize("poll", [False, True], ids=["stream", "polls"])
async def test_what_a_seat_is_shown_from_its_admission_on_is_not_recorded_as_the_publics(
    node: Node, url: str, poll: bool
) -> None:
    await opened(node, url, unseal="round", admit="gm")
    problems, viewers, report = await run(
        node,
        """
        const { gm, bri, odo } = kept;
        for (const target of ["bri", "odo"]) await gm.send({ type: "admit_seat", target });
        for (const table of [bri, odo]) await table.view();
        const { invite } = await gm.send({ type: "new_invite" });
        const { token } = await gm.sit({ invite, name: "Zoe", purse_cp: 5_000, character: { abilities: { dex: 3 } } });
        const zoe = tavernAt(url, { storage: new Storage() }).table(gm.id, { token });
        const live = followed(zoe, { poll });
        await until(() => live.of("reset").length);
        // Both are new when the seat reads on.
        await gm.send({ type: "admit_seat", target: "zoe" });
        await gm.send({ type: "set_listed", listed: true });
        await until(async () => (await gm.look()).seats.find(({ seat }) => seat === "zoe").luck_seal);
        await gm.send({ type: "start_round" });
        for (const table of [bri, odo]) await table.view();
        await until(async () => (await gm.look()).phase === "cut");
        await gm.send({ type: "void_round" });
        const { version } = await zoe.look();
        await until(() => live.versions().at(-1) >= version);
        live.live.close();
        const viewers = new Set(zoe.record().filter(({ round }) => round === 1).map(({ viewer }) => viewer));
        return [live.of("problem"), [...viewers], await zoe.verify(1)];
        """,
        poll=poll,
    )
    assert problems == []
    assert viewers == ["seat:zoe"]
    assert report["wrong"] == []
    assert report["record"]["views"] > 0


async def test_a_log_that_was_replaced_did_not_go_back(node: Node, url: str) -> None:
    """It has another epoch, as after a backup was put back in the open."""
    await opened(node, url, luck="open")
    codes = await run(
        node,
        """
        const storage = new Storage();
        await reading(storage).view();
        const key = Object.keys(storage.kept).find((one) => one.startsWith("tavern-cursor:"));
        storage.kept[key] = `9.other.${"0".repeat(32)}`;
        const live = followed(reading(later(storage)));
        await until(() => live.of("reset").length);
        live.live.close();
        return [await code(reading(later(storage)).view()), live.of("problem").length];
        """,
    )
    assert codes == [None, 0]


async def test_a_check_that_fails_is_made_with_the_next_view(node: Node, url: str) -> None:
    await opened(node, url, luck="open")
    codes = await run(
        node,
        """
        const storage = new Storage();
        const first = reading(storage);
        await first.view();
        const key = Object.keys(storage.kept).find((one) => one.startsWith("tavern-cursor:"));
        storage.kept[key] = storage.kept[key].replace(/[^.]*$/, "0".repeat(32));
        const answers = [() => new Response("", { status: 503 }), () => json({ version: 3 }), () => json({ version: 3,
          entries: [{}] })];
        const bri = reading(later(storage), async (request, forward) =>
          (new URL(request.url).pathname.endsWith("/events") && answers.shift()?.()) || forward());
        return [await code(bri.view()), await code(bri.view()), await code(bri.view()), await code(bri.view()),
          await code(bri.view())];
        """,
    )
    assert codes == [None, None, None, "log_went_back", None]


async def test_a_root_that_changed_is_reported_once(node: Node, url: str) -> None:
    await opened(node, url, luck="open")
    codes, followed_by, roots = await run(
        node,
        """
        let lies = false;
        const meddle = async (request, forward) => {
          if (request.headers["If-None-Match"] === '"lie"') return new Response(null, { status: 304 });
          const response = await forward();
          if (!lies || new URL(request.url).pathname.split("/").at(-2) !== "tables") return response;
          const view = await response.json();
          view.fair.roots[0].root = FOREIGN;
          return new Response(JSON.stringify(view), { headers: { ETag: '"lie"' } });
        };
        const storage = new Storage();
        const bri = reading(storage, meddle);
        await bri.view();
        lies = true;
        await kept.odo.send({ type: "set_luck", luck: "a" });
        const codes = [await code(bri.view()), await code(bri.view())];
        // A page that is opened later knows the first root.
        const again = reading(later(storage), meddle);
        const live = followed(again, { poll: true });
        await until(() => live.of("reset").length);
        live.live.close();
        return [codes, live.of("problem").map(({ name, code }) => [name, code]), again.record().filter((line) =>
          "root" in line).length];
        """,
    )
    assert codes == ["root_changed", None]
    assert followed_by == [["RootChanged", "root_changed"]]
    assert roots == 1


async def test_the_record_agrees_with_the_proof_and_shows_what_was_shown_otherwise(node: Node, url: str) -> None:
    await opened(node, url, unseal="round")
    right, counted, wrong = await run(
        node,
        """
        const players = [kept.bri, kept.odo, kept.gm];
        const lives = players.map((table, at) => followed(table, { poll: at === 1 }));
        await until(() => lives.every(({ of }) => of("reset").length));
        for (const round of [1, 2]) {
          await kept.gm.send({ type: "start_round" });
          await until(async () => (await kept.gm.view()).phase === "cut");
          for (let n = 0; n < 4; n += 1) {
            const [seat] = (await kept.gm.view()).to_act;
            const { you } = await kept[seat].view();
            const action = you.actions.find(({ type }) => !["leave", "dispute", "say"].includes(type));
            const params = Object.entries(action.params).filter(([, offer]) => !offer.optional);
            const chosen = params.map(([name, { choices, min }]) => [name, choices ? choices[0] : min]);
            await kept[seat].send({ type: action.type, ...Object.fromEntries(chosen) });
          }
          await kept.gm.send({ type: "void_round" });
          await until(async () => (await kept.gm.view()).seats.every(({ luck_seal: seal }) => seal));
        }
        const { version } = await kept.gm.view();
        await until(() => lives[2].versions().at(-1) === version);
        for (const { live } of lives) live.close();
        const reports = [];
        for (const table of players) for (const round of [1, 2]) reports.push(await table.verify(round));
        const lied = kept.bri.recordFile().replace(/"face":[0-9]+/g, '"face":1');
        const { wrong } = await verifyProof(await kept.bri.proof(2), { record: lied });
        return [reports.map(({ wrong }) => wrong), reports.map(({ record }) => record), wrong.map(({ code }) => code)];
        """,
    )
    assert right == [[]] * 6
    assert all(min(record["entries"], record["views"], record["roots"]) > 0 for record in counted)
    assert [record["calls"] for record in counted] == [1, 1, 1, 1, 0, 0]
    assert set(wrong) == {"shown_otherwise"}
