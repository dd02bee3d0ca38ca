"""The JavaScript client plays: tables, seats, commands that are retried and never act twice, proofs, chat."""

from typing import Any

import pytest

from tests.javascript.conftest import Node, Thrown

OPENED = """
    kept.tavern = tavernAt(url);
    const opened = await kept.tavern.openTable({ game: "twentyone", name: "The Bent Copper", gm: { name: "Mo" },
      ...opening });
    kept.gm = kept.tavern.table(opened.table, { token: opened.gm_token });
    for (const name of ["Bri", "Odo"]) {
      const seated = await kept.gm.sit({ invite: opened.invite, name, purse_cp: 5_000, luck: "seven" });
      kept[seated.seat] = kept.tavern.table(opened.table, { token: seated.token });
    }
    kept.secrets = [opened.gm_token, opened.invite, kept.bri.token, kept.odo.token];
"""
"""A table with Bri and Odo, as kept.gm, kept.bri and kept.odo."""


async def opened(node: Node, url: str, **opening: object) -> None:
    await node.run(OPENED, url=url, opening={"options": {"ante_cp": 200, "unseal": "round"}, **opening})


async def test_a_round_is_played_to_its_end_and_its_proof_is_right(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run("""
        const live = followed(kept.gm);
        await kept.gm.send({ type: "start_round" });
        for (let view = await kept.gm.view(); view.phase !== "lobby"; view = await kept.gm.view()) {
          const seat = view.to_act[0];
          const own = await kept[seat].view();
          const may = own.you.actions.filter(({ type }) => type !== "leave" && type !== "dispute");
          const quiet = ["hold", "pass", "let_it_be", "keep", "fold"];
          const action = quiet.map((type) => may.find((one) => one.type === type)).find((one) => one) ?? may[0];
          const params = Object.entries(action.params).filter(([, offer]) => !offer.optional);
          const chosen = params.map(([name, { choices, min, text }]) => [name, choices ? choices[0] : text ? "" : min]);
          await kept[seat].send({ type: action.type, ...Object.fromEntries(chosen) });
        }
        const { version } = await kept.gm.view();
        await until(() => live.versions().at(-1) === version);
        live.live.close();
        const frames = [];
        for await (const frame of kept.odo.replay(1)) frames.push(frame.version);
        const [report, forGm] = [await kept.odo.verify(1), await kept.gm.verify(1, { luck: [["bri", "seven"]] })];
        return {
          version, frames, report, forGm, states: live.of("state"), versions: live.versions(),
          begun: live.of("reset")[0].version,
          said: (await kept.odo.chronicle()).entries.length,
          rounds: await kept.bri.rounds(), standings: (await kept.bri.standings()).map(({ seat }) => seat).sort(),
          moved: (await kept.bri.ledger()).lines.length, recorded: kept.odo.record().length,
          texts: [await kept.odo.notation(1), await kept.gm.notation(1, { as: "public" })],
          page: await kept.gm.report(1, { as: "seat:odo" }),
          log: (await kept.gm.export()).split("\\n").length,
        };
    """)

    assert result["versions"] == list(range(result["begun"] + 1, result["version"] + 1))
    assert result["states"] == ["connecting", "online"]
    assert result["report"]["right"], result["report"]
    assert result["report"]["record"]["entries"] > 0
    assert result["report"]["record"]["views"] > 0
    assert result["forGm"]["right"], result["forGm"]
    assert result["frames"] == sorted(set(result["frames"]))
    assert [one["round"] for one in result["rounds"]] == [1]
    assert result["standings"] == ["bri", "odo"]
    assert result["page"].startswith("<!DOCTYPE html>")
    assert ["viewer=seat:odo" in result["texts"][0], "viewer=public" in result["texts"][1]] == [True, True]
    assert min(result["said"], result["moved"], result["recorded"], result["log"]) > 0


async def test_luck_that_was_not_played_with_is_found_out(node: Node, url: str) -> None:
    await opened(node, url)
    codes = await node.run("""
        await kept.gm.send({ type: "start_round" });
        await kept.gm.send({ type: "void_round", reason: "closing time" });
        return (await kept.odo.verify(1, { luck: [["bri", "eight"]] })).wrong.map(({ code }) => code);
    """)
    assert codes == ["luck_mismatch"]


async def test_a_view_that_is_known_is_not_transferred_again(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run(
        """
        const statuses = [];
        const tavern = tavernAt(url, {}, async (_, forward) => {
          const response = await forward();
          statuses.push(response.status);
          return response;
        });
        const table = tavern.table(kept.gm.id, { token: kept.odo.token });
        const [first, second] = [await table.view(), await table.view()];
        const spoken = await table.send({ type: "set_luck", luck: "nine" });
        const third = await table.view();
        return { statuses, same: first === second, known: third === spoken.view };
        """,
        url=url,
    )
    # The second is that of the events, which say where the log is.
    assert result == {"statuses": [200, 200, 304, 200, 304], "same": True, "known": True}


async def test_a_refusal_says_why_and_what_is_legal_instead_and_is_not_retried(node: Node, url: str) -> None:
    await opened(node, url)
    with pytest.raises(Thrown) as thrown:
        await node.run('await kept.bri.send({ type: "roll", die: "d20", pay: "coins" });')
    error = thrown.value.error
    assert (error["name"], error["status"], error["code"]) == ("Problem", 409, "no_round")
    assert error["title"]
    assert error["detail"] in error["message"]
    assert [action["type"] for action in error["actions"]] == ["ask_for_coins", "sit_out", "set_luck", "leave"]

    asked = await node.run(
        """
        let asked = 0;
        const tavern = tavernAt(url, {}, (_, forward) => (asked += 1) && forward());
        const table = tavern.table(kept.gm.id, { token: "wrong" });
        const codes = [];
        for (const go of [() => table.view(), () => table.send({ type: "leave" }), () => tavern.table("none").view()]) {
          await go().catch((error) => codes.push(error.code));
        }
        return { asked, codes };
        """,
        url=url,
    )
    assert asked == {"asked": 3, "codes": ["wrong_token", "wrong_token", "no_such_table"]}


async def test_nothing_that_is_thrown_or_printed_shows_a_secret(node: Node, url: str) -> None:
    await opened(node, url, options={"luck": "sealed"})
    printed, secrets = await node.run("""
        const shown = [];
        await kept.bri.view();
        for (const go of [
          () => kept.bri.send({ type: "dance" }), () => kept.bri.export(), () => kept.gm.sit({ name: "" }),
          () => kept.gm.sit({ invite: kept.secrets[1], name: "Bri" }),
        ]) await go().catch((error) => shown.push(inspect(error, { depth: 9, showHidden: true }), error.message,
          error.stack));
        const live = followed(kept.bri);
        await until(() => live.of("reset").length);
        shown.push(...[kept.tavern, kept.gm, kept.bri, live.live].map((one) => inspect(one, { depth: 9 })));
        shown.push(...[kept.tavern, kept.gm, kept.bri].map((one) => JSON.stringify(one)));
        live.live.close();
        return [shown, kept.secrets];
    """)
    assert len(printed) == 19
    assert not [text for text in printed for secret in secrets if secret in text]


async def test_a_lost_answer_is_asked_for_again_and_the_command_acts_once(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run(
        """
        const ids = [];
        const tavern = tavernAt(url, {}, async ({ method, body }, forward) => {
          if (method === "POST") ids.push(JSON.parse(body).id);
          const response = await forward();
          if (ids.length < 3) throw new TypeError("fetch failed");
          return response;
        });
        const before = await kept.gm.view();
        const answer = await tavern.table(kept.gm.id, { token: kept.gm.token }).send({ type: "start_round" });
        return { ids, steps: answer.version - before.version, now: (await kept.gm.view()).version - answer.version };
        """,
        url=url,
    )
    assert len(result["ids"]) == 3
    assert len(set(result["ids"])) == 1
    assert (result["steps"], result["now"]) == (1, 0)


async def test_a_command_without_an_outcome_can_be_sent_again_under_its_id(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run(
        """
        let down = true;
        const tavern = tavernAt(url, { patience: { attempts: 3 } }, async (_, forward) => {
          const response = await forward();
          if (down) throw new TypeError("fetch failed");
          return response;
        });
        const table = tavern.table(kept.gm.id, { token: kept.gm.token });
        const lost = await table.send({ type: "start_round" }).catch((error) => error);
        down = false;
        const answer = await table.send({ type: "start_round", id: lost.id });
        down = true;
        const key = (await tavern.openTable({ game: "race" }).catch((error) => error)).id;
        return { name: lost.name, code: lost.code, round: answer.view.round, key };
        """,
        url=url,
    )
    assert (result["name"], result["code"], result["round"]) == ("Unreachable", "unreachable", 1)
    assert len(result["key"]) == 48


async def test_a_busy_server_is_asked_again_when_it_says(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run(
        """
        const waits = [];
        const answers = [[503, { code: "store_unavailable" }, "7"], [429, { code: "too_many_requests" }, "3"], [502,
          null, ""]];
        const tavern = tavernAt(url, { sleep: async (seconds) => waits.push(seconds) }, async (_, forward) => {
          const [status, problem, after] = answers.shift() ?? [];
          if (status === undefined) return forward();
          const body = problem ? JSON.stringify({ detail: "", ...problem }) : "<html>bad gateway</html>";
          return new Response(body, { status, headers: after ? { "Retry-After": after } : {} });
        });
        const answer = await tavern.table(kept.gm.id, { token: kept.gm.token }).send({ type: "start_round" });
        answers.push([503, { code: "log_damaged" }, ""]);
        const lasting = await tavern.games().catch((error) => error.code);
        answers.push([503, { code: "store_error" }, "61"]);
        const long = await tavern.games().catch((error) => [error.code, error.retryAfter]);
        return { waits, round: answer.view.round, lasting, long };
        """,
        url=url,
    )
    assert result["waits"][:2] == [7, 3]
    assert 0 < result["waits"][2] <= 0.004
    assert len(result["waits"]) == 3
    assert (result["round"], result["lasting"], result["long"]) == (1, "log_damaged", ["store_error", 61])


@pytest.mark.parametrize("asked", ["9" * 400, "2592000"])
async def test_a_problem_does_not_ask_for_more_than_a_day(node: Node, url: str, asked: str) -> None:
    after = await node.run(
        """
        const busy = () => new Response("{}", { status: 503, headers: { "Retry-After": asked } });
        return tavernAt(url, {}, busy).games().catch((error) => error.retryAfter);
        """,
        url=url,
        asked=asked,
    )
    assert after == 86_400


async def test_waits_that_are_longer_than_any_timer_do_not_end_at_once(node: Node) -> None:
    # A timer that is set to more than 2^31 - 1 milliseconds ends at once.
    delays = await node.run("""
        const delays = [];
        const { setTimeout } = globalThis;
        globalThis.setTimeout = (work, delay) => delay > 1000 ? delays.push(delay) : setTimeout(work, delay);
        const busy = () => new Response("{}", { status: 503 });
        const patience = { answer: 1e7, firstWait: 1e7, longestWait: Infinity };
        new Tavern("http://127.0.0.1:1/", { fetch: busy, patience }).games();
        try {
          await until(() => delays.length === 2);
        } finally {
          globalThis.setTimeout = setTimeout;
        }
        return delays;
    """)
    assert delays == [2**31 - 1, 2**31 - 1]


@pytest.mark.parametrize(
    "patience",
    ["{ answer: NaN }", "{ silence: undefined }", '{ firstWait: "1" }', "{ longestAsked: -1 }", "{ attempts: 0 }"],
)
async def test_patience_that_no_clock_can_measure_is_refused(node: Node, patience: str) -> None:
    with pytest.raises(Thrown) as thrown:
        await node.run(f'new Tavern("http://127.0.0.1:1/", {{ patience: {patience} }});')
    assert thrown.value.error["name"] == "RangeError"
    assert patience.split()[1].rstrip(":") in thrown.value.error["message"]


async def test_a_command_can_insist_on_the_newest_view(node: Node, url: str) -> None:
    await opened(node, url)
    code = await node.run("""
        await kept.gm.view();
        await kept.bri.send({ type: "set_luck", luck: "nine" });
        const early = await kept.gm.send({ type: "start_round" }, { ifMatch: true }).catch((error) => error.code);
        await kept.gm.view();
        return [early, (await kept.gm.send({ type: "start_round" }, { ifMatch: true })).view.round];
    """)
    assert code == ["newer_version", 1]


async def test_the_gm_acts_for_a_seat_seats_an_npc_and_renews_the_token(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run("""
        const npc = await kept.gm.sit({ name: "Mirela", npc: "cautious", purse_cp: 900 });
        const left = await kept.gm.send({ type: "leave" }, { seat: "odo" });
        const before = kept.gm.token;
        const { token } = await kept.gm.send({ type: "new_token", target: "gm" });
        const view = await kept.gm.view();
        return { npc: npc.seat, renewed: token !== before && kept.gm.token === token, viewer: view.viewer,
          kinds: view.seats.map(({ seat, kind, played_by }) => [seat, kind, played_by]) };
    """)
    assert (result["npc"], result["renewed"], result["viewer"]) == ("mirela", True, "gm")
    assert ["mirela", "npc", "npc"] in result["kinds"]


@pytest.mark.parametrize(
    ("read", "page"),
    [
        ("chat(7)", {"messages": [], "last": 7, "more": True}),
        ("ledger(7)", {"lines": [], "version": 7, "more": True}),
        ("chronicle(7)", {"entries": [], "version": 7, "more": True}),
        ("round(1, { from: 7 })", {"frames": [], "next": 7}),
        ("round(1)", {"frames": []}),
    ],
)
async def test_pages_that_lead_no_further_are_refused(node: Node, url: str, read: str, page: Any) -> None:
    code = await node.run(
        f"""
        const answering = () => new Response(JSON.stringify(page));
        const read = (table) => table.{read};
        return read(tavernAt(url, {{}}, answering).table("t")).catch((error) => error.code);
        """,
        url=url,
        page=page,
    )
    assert code == "bad_answer"


async def test_messages_are_sent_read_and_erased_and_not_sent_twice(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run(
        """
        const first = await kept.bri.say("Well held!");
        await kept.odo.say("Cheat!");
        await kept.bri.erase(first.n);
        const { messages, last, more } = await kept.odo.chat();
        await kept.gm.clearChat();
        let sent = 0;
        const losing = tavernAt(url, {}, async (_, forward) => {
          sent += 1;
          const answer = await forward();
          if (sent < 3) throw new TypeError("fetch failed");
          return answer;
        });
        const { n } = await losing.table(kept.gm.id, { token: kept.bri.token }).say("Once.");
        return { texts: messages.map(({ text }) => text), last, more, sent, n,
          then: (await kept.gm.chat(last)).messages.map(({ text }) => text) };
        """,
        url=url,
    )
    assert result == {
        "texts": [None, "Cheat!", None],
        "last": 3,
        "more": False,
        "sent": 3,
        "n": 5,
        "then": [None, "Once."],
    }


async def test_the_tavern_lists_its_games_and_tables(node: Node, url: str) -> None:
    result = await node.run(
        """
        const tavern = tavernAt(url, {}, ({ url, ...init }, forward) => {
          if (init.method !== "GET" || url.endsWith("/games")) return forward();
          return fetch(`${url}${url.includes("?") ? "&" : "?"}limit=2`, init);
        });
        for (let n = 0; n < 5; n += 1) await tavern.openTable({ game: "race", name: `Table ${n}`, listed: true });
        return { games: (await tavern.games()).games.map(({ id }) => id),
          tables: (await tavern.tables()).map(({ name }) => name) };
        """,
        url=url,
    )
    assert result["games"] == ["twentyone", "race"]
    assert result["tables"] == [f"Table {n}" for n in range(5)]


@pytest.mark.parametrize("base", ["ftp://example.org", "http://bri:seven@example.org", "nowhere"])
async def test_an_invalid_address_is_refused(node: Node, base: str) -> None:
    with pytest.raises(Thrown, match="TypeError"):
        await node.run("new Tavern(base);", base=base)


async def test_an_answer_from_something_else_is_reported(node: Node, url: str) -> None:
    result = await node.run(
        """
        const codes = [];
        for (const [body, status] of [["<html>", 200], ["[1", 200], ["<html>", 404], ["", 302]]) {
          const tavern = tavernAt(url, {}, async () => new Response(body, { status }));
          codes.push(await tavern.games().catch((error) => error.code));
        }
        return codes;
        """,
        url=url,
    )
    assert result == ["bad_answer"] * 4
