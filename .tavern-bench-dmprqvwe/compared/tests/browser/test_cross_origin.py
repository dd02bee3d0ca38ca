"""What a script in a page of another origin can do and learn, as a browser lets it: fetch, preflights and all."""

from typing import Any

import pytest
from playwright.async_api import Error, Page

from server.http.bodies import MAX_BODY
from tests.browser.conftest import Meeting, Publishing, Starting, run
from tests.server.serving import SEED, Caller, Opened, Served, until

pytestmark = pytest.mark.asyncio(loop_scope="session")


def at(server: Served, path: str = "") -> str:
    return str(server.client.make_url(path))


def token(caller: Caller) -> dict[str, str]:
    return {"Authorization": f"Bearer {caller.token}"}


async def begun(server: Served, game: str) -> tuple[Opened, Caller, Caller, str]:
    """A table at which a round has just begun, and its address."""
    table = await server.open(game, seed=SEED)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    return table, ada, bo, at(server, f"/api/tables/{table.id}")


async def stranger(meet: Meeting, url: str) -> Page:
    """A page of somebody else, which asks a server for what it refuses."""
    context = await meet(("Failed to load resource", "blocked by CORS policy", "net::ERR_FAILED"), elsewhere=True)
    page = await context.new_page()
    await page.goto(url)
    return page


async def call(page: Page, method: str, url: str, headers: dict[str, str] | None = None, body: Any = None) -> Any:
    """What a script of the page learns of an answer; of one that the browser keeps from it the name of the error."""
    given = [method, url, headers or {}, *([] if body is None else [body])]
    return await run(page, "refused", *given)


JSON = {"Content-Type": "application/json"}


async def test_a_page_opens_a_table_sits_down_and_plays(meet: Meeting, start: Starting, publish: Publishing) -> None:
    server, page = await start(), await stranger(meet, await publish())
    opened = await call(page, "POST", at(server, "/api/tables"), JSON, {"game": "race"})
    assert opened["status"] == 201
    assert opened["headers"]["location"] == f"tables/{opened['body']['table']}"
    table, gm = opened["body"]["table"], {"Authorization": f"Bearer {opened['body']['gm_token']}"}
    url = at(server, f"/api/tables/{table}")
    key = {"Idempotency-Key": "a secret of sixteen bytes or more"}
    seat = {"invite": opened["body"]["invite"], "name": "Ada", "purse_cp": 1_000}
    sat = await call(page, "POST", f"{url}/seats", {**JSON, **key}, seat)
    assert (sat["status"], sat["body"]["seat"]) == (201, "ada")
    assert (await call(page, "POST", f"{url}/seats", {**JSON, **key}, seat))["body"] == sat["body"]
    await call(page, "POST", f"{url}/seats", JSON, {**seat, "name": "Bo"})
    assert (await call(page, "POST", f"{url}/commands", gm, {"type": "start_round"}))["status"] == 200
    ada = {"Authorization": f"Bearer {sat['body']['token']}"}
    rolled = await call(page, "POST", f"{url}/commands", {**JSON, **ada, "Idempotency-Key": "1"}, {"type": "roll"})
    seen = await call(page, "GET", url, ada)
    assert rolled["body"]["view"] == seen["body"]
    assert rolled["headers"]["etag"] == seen["headers"]["etag"]


async def test_a_page_asks_with_conditions(meet: Meeting, start: Starting, publish: Publishing) -> None:
    server, page = await start(allow_seeds=True), await stranger(meet, await publish())
    table, ada, _, url = await begun(server, "race")
    tag = (await call(page, "GET", url, token(ada)))["headers"]["etag"]
    again = await call(page, "GET", url, {**token(ada), "If-None-Match": tag})
    assert (again["status"], again["headers"]["etag"]) == (304, tag)
    matching = {**token(ada), **JSON, "If-Match": tag}
    assert (await call(page, "POST", f"{url}/commands", matching, {"type": "roll"}))["status"] == 200
    late = await call(page, "POST", f"{url}/commands", matching, {"type": "roll"})
    assert (late["status"], late["body"]["code"]) == (412, "newer_version")
    said = await call(page, "POST", f"{url}/chat", {**token(ada), **JSON}, {"text": "hello"})
    erased = await call(page, "DELETE", f"{url}/chat/{said['body']['n']}", token(table.gm))
    assert (erased["status"], erased["body"]["erases"]) == (200, [said["body"]["n"]])


async def test_a_page_reads_what_is_wrong(meet: Meeting, start: Starting, publish: Publishing) -> None:
    server, page = await start(allow_seeds=True, commands_per_second=1), await stranger(meet, await publish())
    table, ada, bo, url = await begun(server, "race")
    commands = f"{url}/commands"
    wrong = {"Authorization": "Bearer wrong"}
    answers = [
        await call(page, "GET", url, wrong),
        await call(page, "POST", commands, JSON, {"type": "roll"}),
        await call(page, "POST", commands, token(ada), {"type": "start_round"}),
        await call(page, "GET", at(server, "/nowhere")),
        await call(page, "GET", at(server, "/api/tables/none")),
        await call(page, "DELETE", at(server, "/api/games")),
        await call(page, "POST", commands, token(bo), {"type": "roll"}),
        await call(page, "POST", commands, token(ada), " " * 32 * MAX_BODY),
        await call(page, "POST", commands, token(ada), {"type": "roll", "die": 7}),
        await call(page, "POST", commands, token(ada), "{"),
    ]
    assert [(answer["status"], answer["body"]["code"]) for answer in answers] == [
        (401, "wrong_token"),
        (401, "token_needed"),
        (403, "gm_only"),
        (404, "not_found"),
        (404, "no_such_table"),
        (405, "method_not_allowed"),
        (409, "not_your_turn"),
        (413, "body_too_large"),
        (422, "invalid_body"),
        (400, "malformed_json"),
    ]
    assert {answer["headers"]["content-type"] for answer in answers} == {"application/problem+json"}
    while (answer := await call(page, "POST", commands, token(table.gm), {"type": "roll"}))["status"] != 429:
        assert answer["body"]["code"] == "seat_needed"
    assert answer["body"]["code"] == "too_many_requests"
    assert int(answer["headers"]["retry-after"]) > 0


async def test_a_page_follows_a_table_and_resumes_where_it_was(
    meet: Meeting, start: Starting, publish: Publishing
) -> None:
    server, page = await start(allow_seeds=True), await stranger(meet, await publish())
    table, ada, _, url = await begun(server, "secret_choice")
    await run(page, "async (url, headers) => { stream = await Stream.open(url, headers); }", f"{url}/live", token(ada))
    (reset,) = await run(page, "() => stream.take(1)")
    assert (reset["event"], reset["data"]["view"]) == ("reset", await ada.view())
    await ada.did("choose", number=3)
    await ada.post("/chat", {"text": "chosen"})
    entry, said = await run(page, "() => stream.take(2)")
    assert (entry["event"], entry["data"]["view"]) == ("entry", await ada.view())
    assert (said["event"], said["data"]["text"], said["id"]) == ("chat", "chosen", None)
    await run(page, "() => stream.close()")
    await until(lambda: len(server.streams) == 0)
    await table.gm.did("pause")
    await table.gm.did("resume")
    headers = {**token(ada), "Last-Event-ID": entry["id"]}
    await run(page, "async (url, headers) => { stream = await Stream.open(url, headers); }", f"{url}/live", headers)
    missed = await run(page, "() => stream.take(2)")
    version = entry["data"]["version"]
    assert [(one["event"], one["data"]["version"]) for one in missed] == [
        ("entry", version + 1),
        ("entry", version + 2),
    ]
    await run(page, "() => stream.close()")


async def test_a_page_follows_what_everybody_sees_with_an_event_source(
    meet: Meeting, start: Starting, publish: Publishing
) -> None:
    server, page = await start(allow_seeds=True), await stranger(meet, await publish())
    table, _, _, url = await begun(server, "race")
    await run(
        page,
        """(url) => {
            heard = [];
            source = new EventSource(url);
            for (const event of ["reset", "entry"]) {
                source.addEventListener(event, ({ type, data, lastEventId }) => heard.push([type, lastEventId, data]));
            }
        }""",
        f"{url}/live",
    )
    await page.wait_for_function("heard.length === 1")
    await table.gm.did("pause")
    await page.wait_for_function("heard.length === 2")
    heard = await run(page, "() => { source.close(); return heard.map(([type, id]) => [type, id.split('.')[0]]); }")
    version = (await table.public.view())["version"]
    assert heard == [["reset", str(version - 1)], ["entry", str(version)]]


async def test_a_page_waits_for_what_is_new(meet: Meeting, start: Starting, publish: Publishing) -> None:
    server, page = await start(allow_seeds=True), await stranger(meet, await publish())
    _, ada, bo, url = await begun(server, "race")
    version = (await bo.view())["version"]
    live = await server.tables.open(ada.table)
    await run(
        page,
        "(url, headers) => { polled = call('GET', url, headers); }",
        f"{url}/events?after={version}&wait=30",
        token(bo),
    )
    await until(lambda: not live.idle)
    await ada.did("roll")
    polled = await run(page, "() => polled")
    assert [(entry["version"], entry["actor"]) for entry in polled["body"]["entries"]] == [(version + 1, "seat:ada")]


async def test_with_allowed_origins_only_their_pages_may_call(
    meet: Meeting, start: Starting, publish: Publishing
) -> None:
    allowed, other = await publish(), await publish()
    server = await start(allow_seeds=True, allow_origin=(allowed.removesuffix("/page.html"),))
    page, other_page = await stranger(meet, allowed), await stranger(meet, other)
    table, ada, _, url = await begun(server, "race")
    assert (await call(page, "GET", url, token(ada)))["body"] == await ada.view()
    assert (await call(page, "POST", f"{url}/commands", {**token(ada), **JSON}, {"type": "nothing"}))["status"] == 422
    assert (await call(page, "GET", f"{url}/nothing"))["body"]["code"] == "not_found"
    before = await server.store.read(table.id)
    for method, path, headers, body in [
        ("GET", "", {}, None),
        ("GET", "", token(ada), None),
        ("GET", "/nothing", {}, None),
        ("POST", "/commands", {**token(ada), **JSON}, {"type": "roll"}),
        ("DELETE", "/chat", token(table.gm), None),
    ]:
        assert await call(other_page, method, f"{url}{path}", headers, body) == "TypeError"
    with pytest.raises(Error, match="Failed to fetch"):
        await run(other_page, "(url) => Stream.open(url)", f"{url}/live")
    assert await server.store.read(table.id) == before


async def test_a_page_without_a_token_learns_what_everybody_sees_and_nothing_more(
    meet: Meeting, start: Starting, publish: Publishing
) -> None:
    server, page = await start(allow_seeds=True), await stranger(meet, await publish())
    table, ada, _, url = await begun(server, "secret_choice")
    # The browser has read what Ada sees, and keeps nothing of it for those who ask without her token.
    await ada.did("choose", number=3)
    hers = await call(page, "GET", url, token(ada))
    assert '"number":3' in str(hers["body"]).replace("'", '"').replace(" ", "")
    seen = await call(page, "GET", url)
    assert (seen["body"], seen["body"]["viewer"]) == (await table.public.view(), "public")
    assert seen["headers"]["etag"] != hers["headers"]["etag"]
    assert (await call(page, "GET", url, {"If-None-Match": hers["headers"]["etag"]}))["status"] == 200
    for path in ("/events", "/chronicle", "/ledger", "/standings", "/rounds", "/rounds/1", "/chat"):
        assert (await call(page, "GET", f"{url}{path}"))["body"] == (await table.public.get(path)).json
    assert (await call(page, "GET", f"{url}/export"))["body"]["code"] == "token_needed"
    # There are no cookies, so that nobody's browser speaks for them.
    assert await run(page, "(url) => fetch(url, { credentials: 'include' }).catch((error) => error.name)", url) == (
        "TypeError"
    )
