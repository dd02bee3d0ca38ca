"""Pages of other origins may call, errors and preflights included; and any path prefix will do."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from server.config import Config
from server.http.app import create_app, serving
from server.http.route_table import ROUTES
from tests.server.conftest import Starting
from tests.server.serving import Answer, Served
from tests.server.test_commands import begun

FOUNDRY = "https://foundry.example:30000"


async def preflight(server: Served, path: str, origin: str = FOUNDRY) -> Answer:
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
    }
    return await Answer.of(await server.client.options(path, headers=headers))


def methods(answer: Answer, header: str) -> set[str]:
    return {name.strip() for name in answer.headers[header].split(",")}


@pytest.mark.parametrize(
    "path",
    [
        "/api/games",
        "/api/tables",
        "/api/tables/any/commands",
        "/api/tables/any/chat/1",
        "/api/tables/any/live",
        "/nowhere",
    ],
)
async def test_preflights_are_answered_without_a_token(server: Served, path: str) -> None:
    answer = await preflight(server, path)
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    allowed = {name.strip() for name in answer.headers["Access-Control-Allow-Headers"].lower().split(",")}
    assert allowed == {
        "authorization",
        "content-type",
        "idempotency-key",
        "if-match",
        "if-none-match",
        "last-event-id",
        "prefer",
    }
    assert methods(answer, "Access-Control-Allow-Methods") == {"GET", "HEAD", "POST", "DELETE", "OPTIONS"}
    assert "Access-Control-Allow-Credentials" not in answer.headers


async def test_options_returns_the_methods_of_the_route_as_a_refused_method_does(server: Served) -> None:
    for route in ROUTES:
        path = route.path.format(table="any", link="any", code="KELP-42", n=1, asset="icon.svg")
        served = {one.method for one in ROUTES if one.path == route.path}
        wanted = served | {"OPTIONS"} | ({"HEAD"} if "GET" in served and route.head else set())
        answer = await Answer.of(await server.client.options(path))
        assert (answer.status, methods(answer, "Allow")) == (204, wanted), path
        refused = await Answer.of(await server.client.request("PATCH", path))
        assert (refused.code, methods(refused, "Allow")) == ((405, "method_not_allowed"), wanted), path


async def test_options_of_nothing_is_a_404(server: Served) -> None:
    answer = await Answer.of(await server.client.options("/nowhere"))
    assert answer.code == (404, "not_found")


async def test_every_answer_may_be_read_by_every_origin(server: Served) -> None:
    table, ada, bo = await begun(server)
    answers = [
        await server.get("/api/games"),
        await server.get("/api/tables"),
        await server.get("/nowhere"),
        await server.get("/healthz"),
        await server.post("/api/games", {}),
        await server.post("/api/tables", b"{"),
        await server.post("/api/tables", b" " * 70_000),
        await ada.get(),
        await ada.get(headers={"If-None-Match": "*"}),
        await ada.get(headers={"Authorization": "Bearer wrong"}),
        await ada.give("roll"),
        await bo.give("bank"),
        await ada.give("roll", headers={"If-Match": '"stale"'}),
        await table.gm.get("/export"),
        await ada.get("/export"),
    ]
    statuses = [200, 200, 404, 200, 405, 400, 413, 200, 304, 401, 200, 409, 412, 200, 403]
    assert [answer.status for answer in answers] == statuses
    for answer in answers:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in answer.headers["Access-Control-Expose-Headers"]


async def test_allowed_origins_can_be_narrowed(start: Starting) -> None:
    server = await start(allow_origin=(FOUNDRY, "http://localhost:30000"))
    table = await server.open("race")
    allowed = await table.public.get(headers={"Origin": FOUNDRY})
    assert allowed.headers["Access-Control-Allow-Origin"] == FOUNDRY
    assert allowed.headers["Vary"] == "Authorization, Accept-Encoding, Origin"
    for origin in ("https://evil.example", "https://foundry.example", "null"):
        answer = await table.public.get(headers={"Origin": origin})
        assert answer.status == 200
        assert "Access-Control-Allow-Origin" not in answer.headers
    assert (await preflight(server, "/api/tables")).headers["Access-Control-Allow-Origin"] == FOUNDRY
    assert "Access-Control-Allow-Origin" not in (await preflight(server, "/api/tables", "https://evil.example")).headers


@pytest.fixture
async def mounted(catalogue: Catalogue) -> AsyncIterator[ClientSession]:
    app = create_app(Config(port=0), MemoryStore(), catalogue)
    async with serving(app, "/tavern") as address, ClientSession(address.removesuffix("/tavern")) as session:
        yield session


async def test_the_server_works_under_a_path_prefix(mounted: ClientSession) -> None:
    opened = await mounted.post("/tavern/api/tables", json={"game": "race"})
    assert opened.status == 201
    at = opened.url.join(type(opened.url)(opened.headers["Location"]))
    assert at.path.startswith("/tavern/api/tables/")
    looked = await mounted.get(at.path)
    assert (looked.status, (await looked.json())["game"]) == (200, "race")
    missing = await mounted.get("/tavern/api/nothing")
    assert (missing.status, (await missing.json())["code"]) == (404, "not_found")
    assert missing.headers["Access-Control-Allow-Origin"] == "*"
