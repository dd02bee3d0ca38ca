"""The JavaScript client at a table with sealed luck: it seals, reveals and checks by itself."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from events.sealed_luck import Call, answers, seal_of
from events.storage.sqlite import SqliteStore
from tavern_client.luck.keys import OneTimeKey
from tests.javascript.conftest import GAMES, Node, Thrown
from tools.serving import local_server

OPENED = """
    // A table with sealed luck; the players' taverns go through `meddle`, the GM's does not.
    const opened = async (url, meddle = null, options = {}) => {
      const house = tavernAt(url);
      const table = await house.openTable({ game: "twentyone", options: { luck: "sealed", ...options } });
      const gm = house.table(table.table, { token: table.gm_token });
      const seats = {};
      for (const [name, word] of [["Bri", "seven"], ["Odo", ""]]) {
        const { seat, token } = await gm.sit({ invite: table.invite, name, purse_cp: 5_000, luck: word });
        const storage = new Storage();
        const players = tavernAt(url, { storage }, meddle);
        seats[seat] = Object.assign(players.table(table.table, { token }), { storage, again: (given = storage,
          through = meddle, more = {}) =>
          tavernAt(url, { storage: given, ...more }, through).table(table.table, { token }) });
      }
      await seats.bri.view();
      await seats.odo.view();
      return { gm, ...seats };
    };
    const luckOf = async (gm, number) => {
      const events = (await gm.events()).entries.flatMap(({ events }) => events);
      const { luck } = events.find(({ type, round }) => type === "round_started" && round === number);
      return Object.fromEntries(luck.map(({ seat, luck }) => [seat, luck]));
    };
    const sealsIn = (view) => view.seats.map(({ luck_seal }) => luck_seal);
    const code = (promise) => promise.then(() => null, (error) => error.code);
    const typeOf = ({ url, body }) => (url.endsWith("/commands") ? JSON.parse(body).type : "");
    const json = (value) => new Response(JSON.stringify(value), { headers: { "Content-Type": "application/json" } });
    const FOREIGN = "ab".repeat(32);
"""


async def run_opened(node: Node, url: str, code: str, **given: Any) -> Any:
    return await node.run(OPENED + code, url=url, **given)


async def test_a_seat_seals_reveals_when_it_is_asked_and_seals_again(node: Node, url: str) -> None:
    first, called, waiting, luck, begun, again = await run_opened(
        node,
        url,
        """
        const { gm, bri, odo } = await opened(url);
        const first = sealsIn(await gm.view());
        const called = (await gm.send({ type: "start_round" })).view;
        const waiting = (await bri.view()).to_act;
        const begun = await odo.view();
        const luck = await luckOf(gm, 1);
        await gm.send({ type: "void_round" });
        await bri.view();
        await odo.view();
        return [first, called, waiting, luck, begun, sealsIn(await gm.view())];
        """,
    )
    assert (called["phase"], called["to_act"]) == ("luck", ["bri", "odo"])
    assert called["fair"]["seals"] == dict(zip(("bri", "odo"), first, strict=True))
    assert waiting == ["odo"]
    assert begun["phase"] != "luck"
    assert luck == begun["fair"]["revealed"]
    assert (luck["bri"][32:], luck["odo"][32:]) == ("seven", "")
    assert luck["bri"][:32] != luck["odo"]
    assert len({*first, *again}) == 4


async def test_a_seat_says_whether_its_own_luck_is_in_a_round(node: Node, url: str) -> None:
    before, asked, revealed, of_gm, withheld, off = await run_opened(
        node,
        url,
        """
        const { gm, bri, odo } = await opened(url);
        const before = bri.luckIn(await bri.view());
        await gm.send({ type: "start_round" });
        const asked = bri.luckIn(await bri.look());
        await bri.view();
        const begun = await odo.view();
        const revealed = [bri.luckIn(await bri.look()), odo.luckIn(begun)];
        const ofGm = gm.luckIn(await gm.view());
        await gm.send({ type: "void_round" });
        await bri.view();
        await odo.view();
        await gm.send({ type: "start_round" });
        await gm.send({ type: "withhold_luck" }, { seat: "bri" });
        await odo.view();
        const withheld = bri.luckIn(await bri.view());
        await gm.send({ type: "void_round" });
        await gm.send({ type: "start_round" });
        await gm.send({ type: "void_round" });
        return [before, asked, revealed, ofGm, withheld, bri.luckIn(await bri.view())];
        """,
    )
    assert before is None
    assert asked == {"round": 1, "included": False, "why": "asked", "detail": "it is still to be revealed"}
    assert revealed == [{"round": 1, "included": True, "why": "revealed", "detail": "it was revealed"}] * 2
    assert of_gm is None
    assert (withheld["round"], withheld["included"], withheld["why"]) == (2, False, "withheld")
    assert (off["round"], off["included"]) == (3, False)


async def test_a_follower_seals_and_reveals_automatically_and_is_notified(node: Node, url: str) -> None:
    steps, proof, spoken = await run_opened(
        node,
        url,
        """
        const { gm, bri, odo } = await opened(url, null, { unseal: "round" });
        bri.word = "old boots";
        const lives = [followed(bri), followed(odo, { poll: true })];
        for (const round of [1, 2]) {
          await until(async () => (await gm.view()).seats.every(({ luck_seal }) => luck_seal));
          await gm.send({ type: "start_round" });
          await until(async () => (await gm.view()).phase !== "luck");
          await gm.send({ type: "void_round" });
        }
        await until(() => lives.every(({ of }) => of("luck").length === 4));
        for (const { live } of lives) live.close();
        const checked = await bri.verify(2);
        return [lives.map(({ of }) => of("luck")), [checked.right, checked.rounds[0].luck], (await luckOf(gm,
          2)).bri.slice(32)];
        """,
    )
    expected = [("revealed", 1), ("sealed", 2), ("revealed", 2), ("sealed", 3)]
    assert [[(step["step"], step["round"]) for step in of_seat] for of_seat in steps] == [expected, expected]
    assert proof[0]
    assert [how["how"] for how in proof[1]] == ["revealed", "revealed"]
    assert spoken == "old boots"


async def test_a_seat_is_never_taken_for_something_that_every_object_has(node: Node, url: str) -> None:
    asked, own = await run_opened(
        node,
        url,
        """
        const { gm, bri, odo } = await opened(url);
        const { invite } = await gm.send({ type: "new_invite" });
        const { seat, token } = await gm.sit({ invite, name: "Constructor", purse_cp: 5_000 });
        const other = tavernAt(url).table(gm.id, { token, seals: false });
        await gm.send({ type: "start_round" });
        await bri.view();
        const { to_act: asked } = await gm.view();
        return [[seat, asked], other.luckIn(await other.view())];
        """,
    )
    assert asked == ["constructor", ["odo"]]
    assert (own["included"], own["why"]) == (False, "not_sealed")


@pytest.mark.parametrize("word", ["\n", "x" * 61, "a\u202eb", "\U000e0041"])
async def test_a_word_that_could_not_be_revealed_is_refused(node: Node, word: str) -> None:
    with pytest.raises(Thrown, match="RangeError"):
        await node.run('new Tavern("http://127.0.0.1").table("x").word = word;', word=word)


async def test_a_seal_and_the_signature_of_a_call_are_what_the_specification_says(node: Node) -> None:
    seats, seals = ["bri", "o'do ⚄", "mo"], {"bri": "11" * 32, "mo": "22" * 32}
    hashes = {"opening": "ab" * 32, "root": "cd" * 32, "commitment": "ef" * 32}
    call: dict[str, Any] = {"game": "twentyone", "rules": 2, "first": 4097, **hashes, "seats": seats, "seals": seals}
    digest, key, signature, sealed = await node.run(
        """
        const [key, digest] = [new OneTimeKey("upmbc", 4100, "bri", seed), digestOf("upmbc", 4100, call)];
        const revealed = { key: key.public, signature: key.sign(digest) };
        if (!isSigned("upmbc", 4100, "bri", revealed, digest) || isSigned("upmbc", 4101, "bri", revealed, digest))
          throw new Error("it is not what it signed");
        return [digest, key.public, revealed.signature, words.map((word, at) =>
          sealOf("upmbc", at + 1, "bri", "0f".repeat(16) + word, key.public))];
        """,
        call=call,
        seed=bytes(range(32)).hex(),
        words=(words := ["", "seven", "sieben ⚄ 𝔰", "x" * 60]),
    )
    expected = Call(table="upmbc", round=4100, **call).digest()
    assert digest == expected.hex()
    assert key == OneTimeKey("upmbc", 4100, "bri", bytes(range(32))).public
    assert answers("upmbc", 4100, "bri", key, signature, expected)
    assert sealed == [seal_of("upmbc", at + 1, "bri", "0f" * 16 + word, key) for at, word in enumerate(words)]


async def test_at_a_table_with_open_luck_and_where_it_is_turned_off_nothing_is_sealed(node: Node, url: str) -> None:
    versions = await run_opened(
        node,
        url,
        """
        const { gm, bri } = await opened(url, null, { luck: "open" });
        await bri.view();
        const sealed = await opened(url);
        const before = (await sealed.gm.view()).version;
        await sealed.gm.send({ type: "start_round" });
        const off = tavernAt(url).table(sealed.bri.id, { token: sealed.bri.token, seals: false,
          storage: sealed.bri.storage });
        await off.view();
        return [(await gm.view()).version, (await sealed.gm.view()).to_act];
        """,
    )
    assert versions == [3, ["bri", "odo"]]


async def test_what_is_sealed_is_kept_before_the_server_learns_of_it(node: Node, url: str) -> None:
    kept, refused, sealed = await run_opened(
        node,
        url,
        """
        const durable = [];
        const { gm, bri } = await opened(url, async (request, forward) => {
          if (typeOf(request) === "seal_luck") {
            const { seal } = JSON.parse(request.body);
            durable.push(Storage.all.some((one) => Object.values(one.kept).join("").includes(seal)));
          }
          return forward();
        });
        await gm.send({ type: "start_round" });
        await gm.send({ type: "void_round" });
        const full = new Storage();
        full.full = true;
        const before = (await gm.view()).version;
        const refused = await code(bri.again(full).view());
        return [durable, refused, (await gm.view()).version - before];
        """,
    )
    assert kept == [True, True]
    assert (refused, sealed) == ("not_kept", 0)


async def test_a_storage_that_stores_later_says_when_a_seal_may_be_sent(node: Node, url: str) -> None:
    waiting, refused, after_refusal, sent, sealed = await run_opened(
        node,
        url,
        """
        const { gm, bri } = await opened(url);
        await gm.send({ type: "start_round" });
        await gm.send({ type: "void_round" });
        const sent = [];
        const stored = new Map();
        const late = {
          getItem: (key) => stored.get(key) ?? null,
          setItem: (key, value) => stored.set(key, value),
          removeItem: (key) => stored.delete(key),
          key: (index) => [...stored.keys()][index] ?? null,
          get length() { return stored.size; },
          kept: () => new Promise((...settle) => (late.settle = settle)),
        };
        const again = bri.again(late, async (request, forward) => {
          if (typeOf(request) === "seal_luck") sent.push(JSON.parse(request.body).seal);
          return forward();
        });
        const first = code(again.view());
        await until(() => late.settle);
        const waiting = [sent.length, [...stored.keys()].some((key) => key.startsWith("tavern-luck:"))];
        const [, reject] = late.settle;
        late.settle = null;
        reject(new Error("the disk is full"));
        const refused = await first;
        const afterRefusal = sent.length;
        const second = again.view();
        await until(() => late.settle);
        late.settle[0]();
        const view = await second;
        const { luck_seal: sealed } = view.seats.find(({ seat }) => seat === "bri");
        return [waiting, refused, afterRefusal, sent, sealed];
        """,
    )
    assert waiting == [0, True]
    assert (refused, after_refusal) == ("not_kept", 0)
    assert sent == [sealed]


async def test_luck_is_revealed_once_the_call_is_durable_and_not_before(node: Node, url: str) -> None:
    waiting, refused, after_refusal, revealed = await run_opened(
        node,
        url,
        """
        const { gm, bri } = await opened(url);
        const { view: { fair } } = await gm.send({ type: "start_round" });
        const sent = [];
        const late = {
          getItem: (key) => bri.storage.getItem(key),
          setItem: (key, value) => bri.storage.setItem(key, value),
          removeItem: (key) => bri.storage.removeItem(key),
          key: (index) => bri.storage.key(index),
          get length() { return bri.storage.length; },
          kept: () => new Promise((...settle) => (late.settle = settle)),
        };
        const again = bri.again(late, async (request, forward) => {
          if (typeOf(request) === "reveal_luck") sent.push(request);
          return forward();
        });
        const first = code(again.view());
        await until(() => late.settle || sent.length);
        const waiting = [sent.length, Object.values(bri.storage.kept).join("").includes(fair.commitment)];
        const [, reject] = late.settle;
        late.settle = null;
        reject(new Error("the disk is full"));
        const refused = await first;
        const afterRefusal = sent.length;
        const second = again.view();
        await until(() => late.settle || sent.length);
        late.settle[0]();
        await second;
        return [waiting, refused, afterRefusal, sent.length];
        """,
    )
    assert waiting == [0, True]
    assert (refused, after_refusal) == ("not_kept", 0)
    assert revealed == 1


async def test_an_answer_that_is_lost_is_asked_for_again_and_nothing_happens_twice(node: Node, url: str) -> None:
    lost, kinds, phase = await run_opened(
        node,
        url,
        """
        const lost = [];
        const { gm, bri, odo } = await opened(url, async (request, forward) => {
          const [type, response] = [typeOf(request), await forward()];
          if (!["seal_luck", "reveal_luck"].includes(type) || lost.filter((one) => one === type).length > 1)
            return response;
          lost.push(type);
          throw new TypeError("fetch failed");
        });
        await gm.send({ type: "start_round" });
        await bri.view();
        const { phase } = await odo.view();
        const events = (await gm.events()).entries.flatMap(({ events }) => events);
        return [lost, events.filter(({ seat }) => seat === "bri").map(({ type }) => type), phase];
        """,
    )
    assert lost == ["seal_luck"] * 2 + ["reveal_luck"] * 2
    assert (kinds.count("luck_sealed"), kinds.count("luck_revealed")) == (1, 1)
    assert phase != "luck"


async def test_a_page_that_was_loaded_again_reveals_what_it_sealed_and_one_that_forgot_seals_again(
    node: Node, url: str
) -> None:
    same, to_act, differs, forgot = await run_opened(
        node,
        url,
        """
        const { gm, bri, odo } = await opened(url);
        const before = sealsIn(await gm.view());
        await bri.again().view();
        const same = sealsIn(await gm.view())[0] === before[0];
        await gm.send({ type: "start_round" });
        const to_act = (await bri.again().view()).to_act;
        await odo.view();
        await gm.send({ type: "void_round" });
        await bri.view();
        await odo.view();
        const sealed = sealsIn(await gm.view())[0];
        await bri.again(null).view();
        const differs = sealsIn(await gm.view())[0] !== sealed;
        await gm.send({ type: "start_round" });
        // Neither knows what was sealed last.
        const forgot = await bri.again(null).view();
        return [same, to_act, differs, forgot.to_act];
        """,
    )
    assert (same, to_act, differs, forgot) == (True, ["odo"], True, ["bri", "odo"])


async def test_a_seat_may_be_named_like_what_every_object_has(node: Node, url: str) -> None:
    phases, own, of_others, wrong = await run_opened(
        node,
        url,
        """
        const { gm, bri, odo } = await opened(url, null, { unseal: "round" });
        const { invite } = await gm.send({ type: "new_invite" });
        const { seat, token } = await gm.sit({ invite, name: "Constructor", purse_cp: 5_000 });
        const third = tavernAt(url).table(gm.id, { token });
        const [phases, own] = [[], [seat]];
        for (const seals of [false, true]) {
          if (seals) await third.view();
          await gm.send({ type: "start_round" });
          own.push(third.luckIn(await third.look()).why);
          for (const table of [bri, odo, third]) await table.view();
          phases.push((await gm.look()).phase);
          own.push(third.luckIn(await third.look()).why);
          await gm.send({ type: "void_round" });
          for (const table of [bri, odo]) await table.view();
        }
        return [phases, own, [await luckOf(gm, 1), await luckOf(gm, 2)].map(({ constructor: luck }) => luck.length),
          (await bri.verify(1)).wrong];
        """,
    )
    assert "luck" not in phases
    assert own == ["constructor", "not_sealed", "not_sealed", "asked", "revealed"]
    assert of_others == [0, 32]
    assert wrong == []


PAGES = """
    // Two pages that have the same storage, and see only after a moment what the other wrote.
    class Page extends Storage {
      wrote = [];

      setItem(key, value) {
        super.setItem(key, value);
        this.wrote.push(key);
        setTimeout(() => { for (const page of both) page.kept[key] = value; }, 1);
      }
    }
    const pages = (storage) => [0, 1].map(() => Object.assign(new Page(), { kept: { ...storage.kept } }));
    let both;
    // The first view of each page is from the same moment.
    let [waiting, go] = [2, null];
    const all = new Promise((done) => { go = done; });
    const together = async () => {
      if ((waiting -= 1) === 0) go();
      await all;
    };
    const isView = ({ method, url }) => method === "GET" && new URL(url).pathname.split("/").at(-2) === "tables";
"""


async def test_two_pages_that_are_shown_different_calls_sign_one_of_them(node: Node, url: str) -> None:
    signatures, codes = await run_opened(
        node,
        url,
        PAGES
        + """
        const signed = [];
        const lying = (isLying) => async (request, forward) => {
          if (typeOf(request) === "reveal_luck") signed.push(JSON.parse(request.body).signature);
          if (!isView(request)) return forward();
          delete request.headers["If-None-Match"];
          const view = await (await forward()).json();
          await together();
          if (!isLying) return json(view);
          const asked = view.you.actions.find(({ type }) => type === "reveal_luck");
          if (asked) {
            const { game, rules, round, fair } = view;
            const { opening, commitment, called: seats, seals, roots: [{ root, from: first }] } = fair;
            seals.odo = FOREIGN;
            const call = { game, rules, opening, root, first, commitment, seats, seals };
            asked.params.luck.call = digestOf(view.table, round, call);
          }
          return json(view);
        };
        const { gm, bri } = await opened(url);
        await gm.send({ type: "start_round" });
        both = pages(bri.storage);
        // The moment that the client waits counts here.
        const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
        const [one, other] = both.map((storage, at) =>
          tavernAt(url, { storage, sleep }, lying(at === 1)).table(gm.id, { token: bri.token }));
        const codes = await Promise.all([code(one.view()), code(other.view())]);
        return [new Set(signed).size, codes.filter((one) => one !== null)];
        """,
    )
    assert signatures <= 1
    assert codes == ["asked_again"]


async def test_a_storage_that_lacks_what_web_storage_has_is_refused_at_once(node: Node) -> None:
    with pytest.raises(Thrown, match="a storage has getItem, setItem, removeItem, key and length"):
        await node.run('tavernAt("http://localhost", { storage: { getItem: () => null, setItem() {} } });')


async def test_luck_that_another_page_wrote_over_is_stored_again_once_it_is_sealed(node: Node, url: str) -> None:
    luck, stored = await run_opened(
        node,
        url,
        """
        let storage = null;
        const { gm, bri, odo } = await opened(url, async (request, forward) => {
          const response = await forward();
          if (typeOf(request) === "seal_luck" && storage) storage.kept = {};
          return response;
        });
        await gm.send({ type: "start_round" });
        await gm.send({ type: "void_round" });
        storage = bri.storage;
        await bri.view();
        storage = null;
        const stored = Object.values(bri.storage.kept).join("").includes(sealsIn(await gm.look())[0]);
        await odo.view();
        await gm.send({ type: "start_round" });
        await bri.again().view();
        await odo.view();
        return [await luckOf(gm, 2), stored];
        """,
    )
    assert stored
    assert luck["bri"][32:] == "seven"


async def test_what_two_pages_seal_at_the_same_moment_is_revealed_by_the_one_that_stays_open(
    node: Node, url: str
) -> None:
    codes, luck, seals = await run_opened(
        node,
        url,
        PAGES
        + """
        const { gm, bri, odo } = await opened(url);
        await gm.send({ type: "start_round" });
        await bri.view();
        await odo.view();
        await gm.send({ type: "void_round" });
        both = pages(bri.storage);
        const [one, other] = both.map((storage) => bri.again(storage, async (request, forward) => {
          const answer = await forward();
          if (isView(request)) await together();
          return answer;
        }));
        await Promise.all([one.view(), other.view(), odo.view()]);
        const [sealed] = sealsIn(await gm.look());
        const sealing = both.map(({ wrote }) => wrote.some((key) => key.endsWith(sealed)));
        // The page that sealed last is closed.
        const stays = sealing[0] ? other : one;
        await gm.send({ type: "start_round" });
        const codes = [await code(stays.view())];
        await odo.view();
        return [codes, await luckOf(gm, 2), sealing.filter(Boolean).length];
        """,
    )
    assert codes == [None]
    assert luck["bri"][32:] == "seven"
    assert seals == 1


@pytest.mark.parametrize("wrote", ["another step", "no call", "another call"])
async def test_a_call_that_another_page_wrote_over_is_still_the_only_one_that_is_signed(
    node: Node, url: str, wrote: str
) -> None:
    signatures, codes = await run_opened(
        node,
        url,
        """
        const signed = [];
        let [isLying, other] = [false, null];
        const { bri, odo, gm } = await opened(url, async (request, forward) => {
          if (typeOf(request) === "reveal_luck") {
            signed.push(JSON.parse(request.body).signature);
            throw new TypeError("nobody answers");
          }
          const isView = request.method === "GET" && new URL(request.url).pathname.split("/").at(-2) === "tables";
          if (!isView || !isLying) return forward();
          delete request.headers["If-None-Match"];
          const view = await (await forward()).json();
          const asked = view.you?.actions.find(({ type }) => type === "reveal_luck");
          if (asked) {
            const { game, rules, round, fair } = view;
            const { opening, commitment, called: seats, seals, roots: [{ root, from: first }] } = fair;
            seals.odo = FOREIGN;
            other = { game, rules, opening, root, first, commitment, seats, seals };
            asked.params.luck.call = digestOf(view.table, round, other);
          }
          return json(view);
        });
        await bri.view();
        await odo.view();
        const before = { ...bri.storage.kept };
        await gm.send({ type: "start_round" });
        await bri.view().catch(() => {});
        isLying = true;
        // Another page, which had not read of the call, wrote there.
        const isCall = ([key]) => key.startsWith("tavern-call:");
        const calls = Object.entries(bri.storage.kept).filter(isCall);
        bri.storage.kept = { ...before };
        if (wrote === "another step") {
          // A page that is loaded then knows of the call all the same.
          const storage = Object.assign(new Storage(), { kept: { ...before, ...Object.fromEntries(calls) } });
          const codes = await bri.again(storage).view().then(() => [], ({ code }) => [code]);
          return [new Set(signed).size, codes];
        }
        if (wrote === "another call") {
          await bri.again(new Storage()).view().catch(() => {});
          bri.storage.kept[calls[0][0]] = JSON.stringify(other);
        }
        const codes = await bri.view().then(() => [], ({ code }) => [code]);
        return [new Set(signed).size, codes];
        """,
        wrote=wrote,
    )
    assert signatures == 1
    assert codes == ["asked_again"]


async def test_luck_is_revealed_only_once_the_call_is_stored_whatever_another_page_writes_meanwhile(
    node: Node, url: str
) -> None:
    stored, luck = await run_opened(
        node,
        url,
        """
        const isStored = [];
        let storage = null;
        const { gm, bri, odo } = await opened(url, async (request, forward) => {
          if (typeOf(request) === "reveal_luck" && storage) {
            isStored.push(Object.keys(storage.kept).some((key) => key.startsWith("tavern-call:")));
          }
          return forward();
        });
        await bri.view();
        await odo.view();
        storage = bri.storage;
        const before = { ...storage.kept };
        const write = storage.setItem.bind(storage);
        storage.setItem = (key, value) => {
          write(key, value);
          if (!key.startsWith("tavern-call:")) return;
          storage.setItem = write;
          queueMicrotask(() => { storage.kept = { ...before }; });
        };
        await gm.send({ type: "start_round" });
        await bri.view();
        storage = null;
        await odo.view();
        return [isStored, await luckOf(gm, 1)];
        """,
    )
    assert stored == [True]
    assert luck["bri"][32:] == "seven"


async def test_a_page_that_reads_late_what_another_sealed_complains_of_nothing(node: Node, url: str) -> None:
    codes, luck = await run_opened(
        node,
        url,
        """
        let first = null;
        const { gm, bri, odo } = await opened(url, async (request, forward) => {
          const answer = await forward();
          const isView = request.method === "GET" && new URL(request.url).pathname.split("/").at(-2) === "tables";
          if (!isView || first) return answer;
          first = await answer.json();
          return json(first);
        });
        const isLuck = ([key]) => key.startsWith("tavern-luck:");
        const copied = () => Object.assign(new Storage(), {
          kept: Object.fromEntries(Object.entries(bri.storage.kept).filter(isLuck)),
        });
        // Its view is from before the other page sealed.
        let isLate = true;
        const late = bri.again(copied(), async (request, forward) => {
          const isView = request.method === "GET" && new URL(request.url).pathname.split("/").at(-2) === "tables";
          if (!isView || !isLate) return forward();
          isLate = false;
          return json(first);
        });
        const codes = [await code(late.view())];
        // It has read of other luck alone, and reads of what is called while it waits.
        const storage = copied();
        for (const [key, value] of Object.entries(storage.kept))
          storage.kept[key] = JSON.stringify({ ...JSON.parse(value), seal: FOREIGN, sealed: true });
        await gm.send({ type: "start_round" });
        let isRead = false;
        const sleep = async () => {
          if (!isRead) Object.assign(storage.kept, bri.storage.kept);
          isRead = true;
        };
        codes.push(await code(bri.again(storage, null, { sleep }).view()));
        await odo.view();
        return [codes, await luckOf(gm, 1)];
        """,
    )
    assert codes == [None, None]
    assert luck["bri"][32:] == "seven"


IN_THE_LOG = "in the log"
IN_THE_VIEW = "in the view"
OF_BRI = 'event.luck = event.luck.map((word) => (word.seat === "bri" ? { ...word, luck: %s } : word));'
LIES = {
    "starts with another commitment": ("commitment_changed", "round_started", "event.commitment = FOREIGN;"),
    "starts at a table with another beginning": ("commitment_changed", "round_started", "event.opening = FOREIGN;"),
    "starts with a path to another root": ("commitment_changed", "round_started", "event.path = [FOREIGN];"),
    "starts without what was revealed": ("luck_changed", "round_started", OF_BRI % '""'),
    "starts with other luck": ("luck_changed", "round_started", OF_BRI % '"00".repeat(16)'),
    "starts with luck of another that was not sealed": (
        "luck_changed", "round_started", 'event.luck.find(({ seat }) => seat === "odo").luck = "00".repeat(16);',
    ),
    "starts with the luck of another seat as well": (
        "luck_changed", "round_started", 'event.luck.push({ seat: "x", luck: "" });',
    ),
    "starts with luck that answers another call": (
        "luck_changed", "luck_revealed", 'if (event.seat === "odo") event.signature = event.signature.replace(/.$/, '
        '(digit) => (digit === "0" ? "1" : "0"));',
    ),
    "was called under another commitment": ("call_changed", "luck_called", "event.commitment = FOREIGN;"),
    "was called at a table with another beginning": ("call_changed", "luck_called", "event.opening = FOREIGN;"),
    "was called under other rules": ("call_changed", "luck_called", "event.rules += 1;"),
    "was called under a later root": ("call_changed", "luck_called", "event.first += 1;"),
    "was called with another seal of somebody else": ("call_changed", "luck_called", "event.seals[1].seal = FOREIGN;"),
    "was called with the seats in another order": ("call_changed", "luck_called", "event.seats.reverse();"),
    "was called with another seat": ("call_changed", "luck_called", 'event.seats.push("x");'),
    "was called without the seal": ("seal_replaced", "luck_called", "event.seals.shift();"),
    "was not called": ("not_asked", "luck_called", 'event.type = "nothing";'),
    "is called with another seal": ("seal_replaced", IN_THE_VIEW, "view.fair.seals.bri = FOREIGN;"),
    "is called without the seal": ("seal_replaced", IN_THE_VIEW, "delete view.fair.seals.bri;"),
    "is called with another seal of somebody else": ("call_differs", IN_THE_VIEW, "view.fair.seals.odo = FOREIGN;"),
    "is called with the seats in another order": ("call_differs", IN_THE_VIEW, "view.fair.called.reverse();"),
    "is called under another commitment": ("call_differs", IN_THE_VIEW, "view.fair.commitment = FOREIGN;"),
    "is called under a root of other rounds": ("call_differs", IN_THE_VIEW, "view.fair.roots[0].to = 0;"),
    "is called at a table with another beginning": ("call_differs", IN_THE_VIEW, "view.fair.opening = FOREIGN;"),
    "is called without the table's beginning": ("call_differs", IN_THE_VIEW, "delete view.fair.opening;"),
    "is called under other rules": ("call_differs", IN_THE_VIEW, "view.rules += 1;"),
}  # fmt: skip
"""What a server that lies does: the code, where it lies, and how."""
LYING = """
    const lie = new Function("event", "view", "FOREIGN", how);
    const lying = async ({ url, method, headers }, forward) => {
      delete headers["If-None-Match"];
      const response = await forward();
      const { pathname } = new URL(url);
      if (where === "in the view" && method === "GET" && pathname.split("/").at(-2) === "tables") {
        const view = await response.json();
        if (view.phase === "luck") lie(null, view, FOREIGN);
        return json(view);
      }
      if (where === "in the view" || !pathname.endsWith("/events")) return response;
      const page = await response.json();
      for (const { events } of page.entries) for (const event of events) if (event.type === where) lie(event, null,
        FOREIGN);
      return json(page);
    };
"""


@pytest.mark.parametrize("lie", list(LIES))
async def test_a_client_complains_once_of_a_round_that(node: Node, url: str, lie: str) -> None:
    code, where, how = LIES[lie]
    answer = await run_opened(
        node,
        url,
        f"""{LYING}
        const {{ gm, bri, odo }} = await opened(url, lying);
        await gm.send({{ type: "start_round" }});
        await odo.again(odo.storage, null).view();
        const error = await bri.view().then(() => null, (error) => error);
        const again = await bri.view();
        return [error.name, error.code, error.round, error.seat, again.round];
        """,
        where=where,
        how=how,
    )
    assert answer == ["BrokenLuck", code, 1, "bri", 1]


async def test_a_call_that_differs_gets_no_luck_and_the_right_one_does(node: Node, url: str) -> None:
    _, where, how = LIES["is called with another seal of somebody else"]
    differing, later = await run_opened(
        node,
        url,
        f"""{LYING}
        const {{ gm, bri }} = await opened(url, lying);
        await gm.send({{ type: "start_round" }});
        await code(bri.view());
        await bri.view();
        const differing = [(await gm.view()).to_act, bri.record().some((line) => "call" in line)];
        await bri.again(bri.storage, null).view();
        return [differing, (await gm.view()).to_act];
        """,
        where=where,
        how=how,
    )
    assert differing == [["bri", "odo"], False]
    assert later == ["odo"]


FAILURES = {
    "are refused": 'new Response(JSON.stringify({ code: "no", detail: "" }), { status: 409 })',
    "are not those of a server": 'new Response("<html>")',
    "have no entries": "json({ ...page, entries: null })",
    "have entries without events": "json({ ...page, entries: [{}] })",
    "leave out the round": "json({ ...page, entries: [] })",
    "are those of before": "json({ ...page, version: 1, entries: [] })",
    "have another form": "json({ ...page, entries: page.entries.map((entry) => ({ ...entry, events: entry.events.map("
    "(event) => ({ ...event, luck: null, seals: null })) })) })",
}


@pytest.mark.parametrize("how_events", list(FAILURES))
async def test_a_round_is_checked_later_if_its_events(node: Node, url: str, how_events: str) -> None:
    _, where, how = LIES["starts with other luck"]
    failing, then, after = await run_opened(
        node,
        url,
        f"""{LYING}
        let fails = false;
        const failing = new Function("page", "json", `return ${{answer}}`);
        const {{ gm, bri, odo }} = await opened(url, async (request, forward) => {{
          const response = await lying(request, forward);
          if (!fails || !new URL(request.url).pathname.endsWith("/events")) return response;
          return failing(await response.json(), json);
        }});
        await gm.send({{ type: "start_round" }});
        await odo.again(odo.storage, null).view();
        fails = true;
        const found = await code(bri.view());
        fails = false;
        return [found, await code(bri.view()), await code(bri.view())];
        """,
        where=where,
        how=how,
        answer=FAILURES[how_events],
    )
    assert failing in ("no", "bad_answer")
    assert (then, after) == ("luck_changed", None)


async def test_a_follower_learns_of_a_lie_and_can_play_on(node: Node, url: str) -> None:
    _, where, how = LIES["starts with other luck"]
    steps, problems, later = await run_opened(
        node,
        url,
        f"""{LYING}
        const {{ gm, bri, odo }} = await opened(url, lying);
        const live = followed(bri);
        await until(() => live.of("reset").length);
        await gm.send({{ type: "start_round" }});
        await odo.again(odo.storage, null).view();
        await until(() => live.of("luck").length > 1);
        const later = await bri.view();
        live.live.close();
        return [live.of("luck").map(({{ step, error }}) => [step, error?.code ?? null]), live.of("problem"),
          later.round];
        """,
        where=where,
        how=how,
    )
    assert sorted(steps) == [["broken", "luck_changed"], ["revealed", None]]
    assert (problems, later) == ([], 1)


async def test_a_client_complains_where_its_seal_is_gone_and_seals_again(node: Node, url: str) -> None:
    answer = await run_opened(
        node,
        url,
        """
        let forgets = false;
        const { gm, bri } = await opened(url, async (request, forward) => {
          delete request.headers["If-None-Match"];
          const response = await forward();
          if (!forgets || request.method !== "GET") return response;
          const view = await response.json();
          for (const seat of view.seats ?? []) delete seat.luck_seal;
          return json(view);
        });
        const old = sealsIn(await gm.view())[0];
        forgets = true;
        const lost = await code(bri.again().view());
        await bri.again().view();
        return [lost, sealsIn(await gm.view())[0] === old];
        """,
    )
    assert answer == ["seal_lost", False]


async def test_nothing_is_revealed_again_where_an_old_log_was_put_back(node: Node, tmp_path: Path) -> None:
    """An operator has Bri reveal, restores the log of before, and has another player seal what suits."""
    path, backup = tmp_path / "tavern.db", tmp_path / "backup.db"
    store = SqliteStore.open(path)
    async with local_server(GAMES, store=store) as url:
        await run_opened(node, url, "Object.assign(kept, await opened(url));")
    await store.close()
    shutil.copy(path, backup)
    store = SqliteStore.open(path)
    again = """
        const at = (url, table, storage) => tavernAt(url, { storage }).table(table.id, { token: table.token });
        kept.mo = at(url, kept.gm, null);
        kept.player = at(url, kept.bri, kept.bri.storage);
    """
    async with local_server(GAMES, store=store) as url:
        await run_opened(node, url, again + 'await kept.mo.send({ type: "start_round" }); await kept.player.view();')
    await store.close()
    store = SqliteStore.open(backup)
    async with local_server(GAMES, store=store) as url:
        answer = await run_opened(
            node,
            url,
            again
            + """
            await at(url, kept.odo, null).view();
            await kept.mo.send({ type: "start_round" });
            const codes = [await code(kept.player.view()), await code(kept.player.view())];
            const later = await kept.player.view();
            return [codes, later.to_act, later.fair.revealed];
            """,
        )
    await store.close()
    assert answer == [["log_went_back", "asked_again"], ["bri", "odo"], {}]


async def test_luck_that_is_asked_for_again_under_the_same_call_is_revealed_again_and_reported(
    node: Node, tmp_path: Path
) -> None:
    path, backup = tmp_path / "tavern.db", tmp_path / "backup.db"
    store = SqliteStore.open(path)
    async with local_server(GAMES, store=store) as url:
        await run_opened(
            node, url, 'Object.assign(kept, await opened(url)); await kept.gm.send({ type: "start_round" });'
        )
    await store.close()
    shutil.copy(path, backup)
    again = """
        const at = (url, table, storage) => tavernAt(url, { storage }).table(table.id, { token: table.token });
        const player = at(url, kept.bri, kept.bri.storage);
    """
    store = SqliteStore.open(path)
    async with local_server(GAMES, store=store) as url:
        await run_opened(node, url, again + "await player.view();")
    await store.close()
    store = SqliteStore.open(backup)
    async with local_server(GAMES, store=store) as url:
        codes, begun, luck = await run_opened(
            node,
            url,
            again
            + """
            const codes = [await code(player.view()), await code(player.view()), await code(player.view())];
            await at(url, kept.odo, kept.odo.storage).view();
            const [{ luck }] = player.record().filter((line) => "luck" in line);
            const begun = await player.view();
            return [codes, begun.phase, begun.fair.revealed.bri === luck];
            """,
        )
    await store.close()
    assert codes == ["log_went_back", "reveal_forgotten", None]
    assert begun != "luck"
    assert luck


async def test_luck_that_was_made_open_with_another_game_accuses_nobody(node: Node, url: str) -> None:
    broken = await run_opened(
        node,
        url,
        """
        const { gm, bri } = await opened(url);
        await gm.send({ type: "set_game", game: "race", options: { luck: "open" } });
        await gm.send({ type: "start_round" });
        return code(bri.view());
        """,
    )
    assert broken is None
