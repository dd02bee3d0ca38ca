"""The page to read and try the API: whole, from this server alone, and under any prefix."""

import hashlib
import re

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from yarl import URL

from server.http.assets import STATIC
from server.http.route_table import ROUTES
from server.http.routes import documentation
from tests.server.serving import Served

LINK = re.compile(r'(?:src|href)="([^"]+)"')


async def test_the_page_and_all_that_it_loads_are_served(server: Served) -> None:
    shown = await server.get("/api/docs")
    assert (shown.status, shown.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    links = LINK.findall(shown.body.decode())
    media = {link: (await server.get(f"/api/{link}")).headers["Content-Type"] for link in links}
    assert media == {
        "docs/icon.svg": "image/svg+xml; charset=utf-8",
        "docs/swagger-ui.css": "text/css; charset=utf-8",
        "docs/docs.css": "text/css; charset=utf-8",
        "openapi.json": "application/json",
        "docs/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
        "docs/docs.js": "text/javascript; charset=utf-8",
    }


async def test_the_page_may_load_nothing_from_elsewhere_and_run_no_inline_script(server: Served) -> None:
    shown = await server.get("/api/docs")
    policy = dict(part.strip().split(" ", 1) for part in shown.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    text = shown.body.decode()
    assert "://" not in text
    assert "style=" not in text
    assert re.findall(r"<script(?! src=)", text) == []


async def test_the_page_works_under_a_prefix(server: Served) -> None:
    """Behind a proxy that takes the prefix away, every link leads back to the proxy."""
    prefix = "/tavern"

    async def passed_on(request: web.Request) -> web.Response:
        answer = await server.client.get(request.rel_url.raw_path_qs.removeprefix(prefix))
        headers = {"Content-Type": answer.headers["Content-Type"]}
        return web.Response(status=answer.status, body=await answer.read(), headers=headers)

    proxy = web.Application()
    proxy.router.add_get(prefix + "{rest:/.*}", passed_on)
    async with TestServer(proxy) as outside, ClientSession() as session:
        root, home = outside.make_url(f"{prefix}/"), outside.make_url(f"{prefix}/api/docs")
        async with session.get(home) as shown:
            links = LINK.findall(await shown.text())
        statuses: dict[str, int] = {}
        for link in links:
            async with session.get(home.join(URL(link))) as answer:
                statuses[answer.url.path] = answer.status
        document = home.join(URL("openapi.json"))
        async with session.get(document) as answer:
            (api,) = (await answer.json())["servers"]
    assert statuses == {f"{prefix}/api/{link}": 200 for link in links}
    assert document.join(URL(api["url"])) == root


async def test_what_did_not_change_is_not_sent_again(server: Served) -> None:
    for path in ("/api/docs", "/api/docs/docs.js", "/api/docs/swagger-ui-bundle.js"):
        first = await server.get(path)
        again = await server.get(path, {"If-None-Match": first.headers["ETag"]})
        assert (again.status, again.body) == (304, b"")


async def test_assets_are_sent_compressed_to_who_takes_that(server: Served) -> None:
    response = await server.client.get("/api/docs/swagger-ui-bundle.js", headers={"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response.headers["Vary"]
    assert await response.read() == (STATIC / "swagger-ui" / "swagger-ui-bundle.js").read_bytes()


@pytest.mark.parametrize("asset", ["none.js", "README.md", "index.html", "..%2Fpage.py", "swagger-ui%2FLICENSE"])
async def test_nothing_else_of_the_package_is_served(server: Served, asset: str) -> None:
    assert (await server.get(f"/api/docs/{asset}")).code == (404, "not_found")


def test_the_route_documents_every_asset() -> None:
    (route,) = [route for route in ROUTES if route.id == "get_documentation_asset"]
    assert set(route.parameters[0].kind.__args__) == set(documentation.ASSETS)


def test_the_viewer_is_the_documented_one_unchanged() -> None:
    documented = dict(re.findall(r"\| SHA-256 of `(\S+)` \| `([0-9a-f]{64})` \|", (STATIC / "README.md").read_text()))
    found = {
        f"swagger-ui/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (STATIC / "swagger-ui").iterdir()
    }
    assert documented == found
    assert {"swagger-ui/LICENSE", "swagger-ui/NOTICE", "swagger-ui/swagger-ui-bundle.js.LICENSE.txt"} <= set(found)
