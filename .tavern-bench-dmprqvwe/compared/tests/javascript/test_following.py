"""The JavaScript client follows a table: streams that break, go silent or do not come through, restarts, long polls."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from events.store import Store
from events.stores.memory import MemoryStore
from tests.docs.test_tutorial import free_port
from tests.javascript.conftest import GAMES, Node
from tests.server.serving import AroundStore
from tools.serving import local_server

OPENED = """
    kept.tavern = tavernAt(url);
    const opened = await kept.tavern.openTable({ game: "twentyone" });
    kept.gm = kept.tavern.table(opened.table, { token: opened.gm_token });
    for (const name of ["Bri", "Odo"]) {
      const { seat, token } = await kept.gm.sit({ invite: opened.invite, name, purse_cp: 5_000 });
      kept[seat] = kept.tavern.table(opened.table, { token });
    }
"""
THROUGH = """
    const through = (url, meddle, options) => tavernAt(url, options, meddle).table(kept.gm.id,
      { token: kept.bri.token });
    const isLive = ({ url }) => new URL(url).pathname.endsWith("/live");
    const caughtUp = async (live) => {
      const { version } = await kept.bri.view();
      await until(() => live.live.cursor?.startsWith(`${version}.`));
    };
"""


async def opened(node: Node, url: str) -> None:
    await node.run(OPENED, url=url)


class Restored(AroundStore):
    """A store that was put back from a backup: it has another epoch."""

    async def epoch(self, fresh: str) -> str:
        return "anothertime"


@asynccontextmanager
async def server(store: Store, port: int) -> AsyncIterator[str]:
    async with local_server(GAMES, store=store, port=port) as url:
        yield url


async def test_a_stream_goes_on_after_a_restart_without_gaps_or_repetition(node: Node) -> None:
    store, port = MemoryStore(), free_port()
    async with server(store, port) as url:
        await opened(node, url)
        await node.run(f"""{THROUGH}
            kept.live = followed(kept.bri);
            await until(() => kept.live.of("reset").length);
            await kept.gm.send({{ type: "start_round" }});
            await caughtUp(kept.live);
        """)
    states = await node.run("""
        await until(() => kept.live.live.state === "offline");
        // What is sent now arrives when the server is back, once.
        kept.late = kept.tavern.table(kept.gm.id, { token: kept.gm.token }).send({ type: "void_round" });
        return kept.live.of("state");
    """)
    async with server(store, port):
        result = await node.run(f"""{THROUGH}
            await kept.late;
            await caughtUp(kept.live);
            await kept.bri.say("Still here.");
            await until(() => kept.live.of("chat").length);
            kept.live.live.close();
            return {{ states: kept.live.of("state"), versions: kept.live.versions(),
              resets: kept.live.of("reset").length,
              version: (await kept.bri.view()).version, view: kept.live.of("entry").at(-1).view.version }};
        """)
    assert states == ["connecting", "online", "connecting", "offline"]
    assert result["states"] == [*states, "online"]
    assert result["resets"] == 1
    assert result["versions"] == list(range(4, result["version"] + 1))
    assert result["view"] == result["version"]


async def test_a_log_that_was_put_back_starts_the_stream_over_with_its_chat(node: Node) -> None:
    store, port = MemoryStore(), free_port()
    async with server(store, port) as url:
        await opened(node, url)
        await node.run("""
            kept.live = followed(kept.bri);
            await kept.bri.say("One.");
            await until(() => kept.live.of("chat").length && kept.live.of("reset").length);
        """)
    async with server(Restored(store), port):
        result = await node.run("""
            await until(() => kept.live.of("reset").length === 2 && kept.live.of("chat").length === 2);
            kept.live.live.close();
            return [kept.live.of("reset").map(({ epoch }) => epoch === "anothertime"), kept.live.of("problem"),
              kept.live.live.cursor.split(".").slice(0, 2)];
        """)
    assert result == [[False, True], [], ["3", "anothertime"]]


@pytest.mark.parametrize("poll", [False, True], ids=["stream", "polls"])
async def test_a_stream_continues_from_a_cursor_that_was_kept(node: Node, url: str, poll: bool) -> None:
    await opened(node, url)
    result = await node.run(
        f"""{THROUGH}
        const first = followed(kept.bri, {{ poll }});
        await until(() => first.of("reset").length);
        first.live.close();
        await first.live.done;
        await kept.gm.send({{ type: "start_round" }});
        await kept.gm.send({{ type: "void_round" }});
        const second = followed(kept.bri, {{ poll, cursor: first.live.cursor }});
        await caughtUp(second);
        second.live.close();
        return [second.of("reset").length, second.versions(), second.of("entry").at(-1).view.version];
        """,
        poll=poll,
    )
    assert result[0] == 0
    assert result[1][0] == 4
    assert result[2] == result[1][-1]


@pytest.mark.parametrize("how", ["a page", "an error page", "silence"])
async def test_without_a_stream_the_table_is_polled(node: Node, url: str, how: str) -> None:
    await opened(node, url)
    result = await node.run(
        f"""{THROUGH}
        let streams = 0;
        const bri = through(url, async (request, forward) => {{
          if (!isLive(request)) return forward();
          streams += 1;
          if (how === "a page") return new Response("<html>", {{ headers: {{ "Content-Type": "text/html" }} }});
          if (how === "an error page") return new Response("<html>", {{ status: 403 }});
          return new Promise((_, fail) => request.signal.addEventListener("abort", () => fail(request.signal.reason)));
        }}, {{ patience: {{ answer: 0.2 }} }});
        const live = followed(bri);
        await until(() => live.of("reset").length);
        await kept.gm.send({{ type: "start_round" }});
        await kept.gm.say("Good evening.");
        await until(() => live.versions().length);
        await kept.gm.send({{ type: "void_round" }});
        await caughtUp(live);
        await until(() => live.of("chat").length);
        live.live.close();
        return {{ streams, versions: live.versions(), view: live.of("entry").at(-1).view?.version,
          states: live.of("state"),
          epoch: live.of("reset")[0].epoch, problems: live.of("problem").length }};
        """,
        url=url,
        how=how,
    )
    assert result["streams"] == {"a page": 1, "an error page": 1, "silence": 2}[how]
    assert result["versions"] == list(range(4, 4 + len(result["versions"])))
    assert result["view"] == result["versions"][-1]
    assert result["epoch"]
    assert result["states"][-1] == "online"


async def test_a_stream_that_has_died_in_silence_is_noticed(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run(
        f"""{THROUGH}
        let streams = 0;
        const bri = through(url, async (request, forward) => {{
          const response = await forward();
          if (!isLive(request) || (streams += 1) > 1) return response;
          // The reset comes, and then nothing more, although nobody says so.
          const [reader, decoder] = [response.body.getReader(), new TextDecoder()];
          let text = "";
          while (!/event: reset[^]*\\n\\n/.test(text)) text += decoder.decode((await reader.read()).value);
          const body = new ReadableStream({{
            start: (out) => {{
              out.enqueue(new TextEncoder().encode(text));
              request.signal.addEventListener("abort", () => out.error(request.signal.reason));
            }},
          }});
          return new Response(body, {{ headers: response.headers }});
        }}, {{ patience: {{ silence: 0.1 }} }});
        const live = followed(bri);
        await until(() => streams === 1 && live.live.state === "online");
        await kept.gm.send({{ type: "start_round" }});
        await caughtUp(live);
        live.live.close();
        return live.versions();
        """,
        url=url,
    )
    assert result[0] == 4


async def test_a_missing_version_is_reported_and_the_stream_starts_over(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run(
        f"""{THROUGH}
        let streams = 0;
        const bri = through(url, async (request, forward) => {{
          if (!isLive(request) || (streams += 1) > 1) return forward();
          const reset = '{{"version":3,"epoch":"x","seen":"a","view":{{"version":3,"viewer":"seat:bri","fair":{{}}}}}}';
          const text = `event: reset\\nid: 3.x.a\\ndata: ${{reset}}\\n\\n`
            + 'event: entry\\nid: 5.x.b\\ndata: {{"version":5,"events":[],"receipt":"c"}}\\n\\n';
          return new Response(text, {{ headers: {{ "Content-Type": "text/event-stream" }} }});
        }});
        const live = followed(bri);
        await until(() => live.of("reset").length === 2);
        live.live.close();
        return [live.versions(), live.of("reset").map(({{ version }}) => version)];
        """,
        url=url,
    )
    assert result == [[], [3, 3]]


async def test_messages_that_were_sent_during_a_gap_arrive_once_and_in_order(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run(
        f"""{THROUGH}
        let cut = () => {{}};
        const bri = through(url, async (request, forward) => {{
          if (!isLive(request)) return forward();
          const stop = new AbortController();
          cut = () => stop.abort();
          request.signal.addEventListener("abort", cut);
          return fetch(request.url, {{ ...request, signal: stop.signal }});
        }});
        await kept.gm.say("0");
        const live = followed(bri);
        await until(() => live.of("chat").length === 1);
        for (let n = 1; n < 6; n += 1) {{
          if (n % 2) cut();
          await kept.gm.say(`${{n}}`);
        }}
        await until(() => live.of("chat").length === 6);
        live.live.close();
        const late = followed(bri, {{ chatAfter: 4 }});
        await until(() => late.of("chat").length === 2);
        late.live.close();
        return live.of("chat").map(({{ text }}) => text);
        """,
        url=url,
    )
    assert result == ["0", "1", "2", "3", "4", "5"]


async def test_a_token_that_was_replaced_ends_the_stream_with_the_reason(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run("""
        const live = followed(kept.bri);
        await until(() => live.live.state === "online");
        await kept.gm.send({ type: "new_token", target: "bri" });
        await live.live.done;
        return [live.of("problem").map(({ code }) => code), live.of("state"), live.live.closed];
    """)
    assert result == [["wrong_token"], ["connecting", "online", "connecting", "offline"], True]


async def test_a_handler_that_fails_and_one_that_closes_do_no_harm(node: Node, url: str) -> None:
    await opened(node, url)
    result = await node.run("""
        const uncaught = [];
        process.once("uncaughtException", (error) => uncaught.push(error.message));
        const seen = [];
        const failing = kept.bri.follow({ reset: () => { throw new Error("mine"); }, view: (view) =>
          seen.push(view.version) });
        await until(() => seen.length && uncaught.length);
        failing.close();
        const stop = new AbortController();
        const after = [];
        const closing = kept.bri.follow(
          { reset: () => stop.abort(), view: () => after.push("view"), state: (state) => after.push(state) },
          { signal: stop.signal },
        );
        await closing.done;
        return { uncaught, seen, after, closed: closing.closed };
    """)
    assert result == {"uncaught": ["mine"], "seen": [3], "after": ["connecting", "online"], "closed": True}


WAITS = """
    const waits = [];
    const sleep = (seconds) => { waits.push(seconds); return inHaste(seconds); };
    const tick = () => new Promise((done) => setTimeout(done));
"""


@pytest.mark.parametrize(
    ("ending", "least"),
    [
        ("", 1),
        ("retry: 0\n\n", 1),
        ("retry: 2147483000\n\n", 60),
        (f"retry: {'9' * 400}\n\n", 60),
        ('event: close\ndata: {"reason": "stopping", "retry_ms": 0}\n\n', 1),
        ('event: close\ndata: {"reason": "stopping", "retry_ms": -5000}\n\n', 1),
        ('event: close\ndata: {"reason": "stopping", "retry_ms": "soon"}\n\n', 1),
        ('event: close\ndata: {"reason": "stopping", "retry_ms": 1e999}\n\n', 60),
        ("event: close\ndata: {}\n\n", 1),
    ],
    ids=["none", "none at all", "days", "endless", "at once", "before", "no number", "endless at the end", "no word"],
)
async def test_a_stream_comes_back_after_a_second_at_least_and_a_minute_and_a_half_at_most(
    node: Node, url: str, ending: str, least: float
) -> None:
    await opened(node, url)
    waits = await node.run(
        f"""{THROUGH}{WAITS}
        const ended = async (request, forward) => (await tick(), isLive(request))
          ? new Response(`:\n\n${{ending}}`, {{ headers: {{ "Content-Type": "text/event-stream" }} }}) : forward();
        const live = followed(through(url, ended, {{ sleep }}));
        await until(() => waits.length > 2);
        live.live.close();
        return waits;
        """,
        url=url,
        ending=ending,
    )
    assert [least <= wait <= 1.5 * least for wait in waits] == [True] * len(waits)


@pytest.mark.parametrize(
    ("asked", "least", "most"),
    [("2592000", 60, 60), ("7", 7, 7), ("0", 1, 1.5), ("-7", 1, 1.5), ("Wed, 21 Oct 2065 07:28:00 GMT", 1, 1.5)],
)
async def test_a_stream_that_is_refused_comes_back_as_late_as_asked_but_after_a_minute_at_most(
    node: Node, url: str, asked: str, least: float, most: float
) -> None:
    await opened(node, url)
    waits = await node.run(
        f"""{THROUGH}{WAITS}
        const refused = async (request, forward) => (await tick(), isLive(request))
          ? new Response("", {{ status: 503, headers: {{ "Retry-After": asked }} }}) : forward();
        const live = followed(through(url, refused, {{ sleep }}));
        await until(() => waits.length > 2);
        live.live.close();
        return waits;
        """,
        url=url,
        asked=asked,
    )
    assert [least <= wait <= most for wait in waits] == [True] * len(waits)


@pytest.mark.parametrize("how", ["empty", "replaced", "never at rest"])
async def test_polls_that_are_answered_at_once_do_not_follow_each_other_at_once(node: Node, url: str, how: str) -> None:
    await opened(node, url)
    result = await node.run(
        f"""{THROUGH}{WAITS}
        let asked = 0;
        const hasty = (request, forward) => {{
          const where = new URL(request.url);
          if (!where.pathname.endsWith("/events")) return forward();
          asked += 1;
          if (how === "never at rest") return forward().then(async (response) => {{
            const page = await response.json();
            return new Response(JSON.stringify({{ ...page, entries: [{{ events: [] }}] }}));
          }});
          if (how === "replaced" && where.searchParams.has("epoch"))
            return new Response('{{"code": "log_replaced"}}', {{ status: 409 }});
          where.searchParams.delete("wait");
          return fetch(where, request);
        }};
        const live = followed(through(url, hasty, {{ sleep }}), {{ poll: true }});
        await until(() => waits.length > 2);
        live.live.close();
        return {{ waits, asked }};
        """,
        url=url,
        how=how,
    )
    assert [1 <= wait <= 1.5 for wait in result["waits"]] == [True] * len(result["waits"])
    assert result["asked"] <= 2 * len(result["waits"]) + 3


async def test_the_parser_reads_a_stream_however_it_is_cut(node: Node) -> None:
    result = await node.run(r"""
        const text = "retry: 2000\r\n\r\n: keep-alive\n\nevent: entry\rid: 4.x\rdata: {\rdata:  1}\r\r" +
          "data\n\nid\nevent: chat\r\ndata: a:b\r\n\r\nid: 5\0\ndata: c\n\nevent: lost\n\n";
        const read = (pieces) => {
          const parser = new EventStream();
          return JSON.stringify([pieces.flatMap((piece) => parser.feed(piece)), parser.retry]);
        };
        const whole = read([text]);
        const differing = [...text].map((_, at) => at).filter((at) => read([text.slice(0, at),
          text.slice(at)]) !== whole);
        const size = new EventStream();
        let long = "";
        try {
          for (let n = 0; n < 20; n += 1) size.feed(`data: ${"x".repeat(2 ** 20)}`);
        } catch (error) { long = error.code; }
        return { differing, single: read([...text]) === whole, whole: JSON.parse(whole), long };
    """)
    assert result["differing"] == []
    assert result["single"]
    assert result["long"] == "bad_answer"
    assert result["whole"] == [
        [
            {"type": "entry", "data": "{\n 1}", "id": "4.x"},
            {"type": "message", "data": "", "id": "4.x"},
            {"type": "chat", "data": "a:b", "id": ""},
            {"type": "message", "data": "c", "id": ""},
        ],
        2000,
    ]
