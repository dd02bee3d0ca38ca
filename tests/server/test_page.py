"""The page to play on: one file at every address, from this server alone, under any prefix, and in the package."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from yarl import URL

from server.http.assets import MEDIA, STATIC
from server.http.foundry_module import FILES
from server.http.routes import page
from tests.server.conftest import Starting
from tests.server.serving import Served

ROOT = Path(__file__).parents[2]
LINK = re.compile(r'(?:src|href)="([^"#]+)"')
BASES = {
    "/": "./",
    "/t/bri-and-odo": "../",
    "/t/bri-and-odo/overlay": "../../",
    "/t/bri-and-odo/rounds": "../../",
    "/t/bri-and-odo/rounds/12": "../../../",
    "/t/no%20such%20table": "../",
}


def policy_of(headers: Mapping[str, str]) -> dict[str, str]:
    parts = [part.strip().partition(" ") for part in headers["Content-Security-Policy"].split(";")]
    return {name: value for name, _, value in parts}


async def test_every_address_of_the_page_is_the_same_page_with_its_base(server: Served) -> None:
    bases: dict[str, str] = {}
    bodies: set[bytes] = set()
    for path in BASES:
        shown = await server.get(path)
        assert (shown.status, shown.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        (base,) = re.findall(r'<base href="([^"]*)">', shown.body.decode())
        bases[path] = base
        bodies.add(shown.body.replace(base.encode(), b"", 1))
    assert bases == BASES
    assert len(bodies) == 1


@pytest.mark.parametrize("path", ["/t", "/t/", "/t/a/", "/t/a/rounds/last", "/t/a/b", "/index.html"])
async def test_nothing_else_is_the_page(server: Served, path: str) -> None:
    assert (await server.get(path)).code == (404, "not_found")


async def test_the_page_and_all_that_it_loads_are_found_under_a_prefix_at_every_address(server: Served) -> None:
    """Behind a proxy that takes the prefix away, every link leads back to the proxy."""
    prefix = "/games/tavern"

    async def passed_on(request: web.Request) -> web.Response:
        answer = await server.client.get(request.rel_url.raw_path_qs.removeprefix(prefix))
        headers = {"Content-Type": answer.headers["Content-Type"]}
        return web.Response(status=answer.status, body=await answer.read(), headers=headers)

    proxy = web.Application()
    proxy.router.add_get(prefix + "{rest:/.*}", passed_on)
    async with TestServer(proxy) as outside, ClientSession() as session:
        for path in BASES:
            address = outside.make_url(prefix + path)
            async with session.get(address) as shown:
                base, *links = LINK.findall(await shown.text())
            root = address.join(URL(base))
            assert root.path == f"{prefix}/"
            assert links
            for link in links:
                async with session.get(root.join(URL(link))) as answer:
                    assert answer.status == 200, link


async def test_the_page_may_load_nothing_from_elsewhere_and_run_no_inline_script(server: Served) -> None:
    for path in BASES:
        shown = await server.get(path)
        assert policy_of(shown.headers) == {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' data: blob:",
            "connect-src": "'self'",
            "manifest-src": "'self'",
            "base-uri": "'self'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        assert shown.headers["X-Content-Type-Options"] == "nosniff"
        assert shown.headers["Referrer-Policy"] == "no-referrer"
        text = shown.body.decode()
        assert "://" not in re.sub(r"http://www\.w3\.org/\S+", "", text)
        assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]* src=)", text) == []


async def test_only_the_pages_of_origins_that_the_operator_names_may_frame_the_page(start: Starting) -> None:
    server = await start(allow_frame=("https://foundry.example", "http://10.0.0.2:30000"))
    for path in BASES:
        framed_by = policy_of((await server.get(path)).headers)["frame-ancestors"]
        assert framed_by == "https://foundry.example http://10.0.0.2:30000"
    assert policy_of((await server.get("/api/docs")).headers)["frame-ancestors"] == "'none'"


async def test_every_file_is_served_with_its_type_to_pages_of_any_origin(server: Served) -> None:
    served = {"page": page.PAGE, "vendor": page.VENDOR, "client": page.CLIENT, "foundry": FILES}
    for folder, files in served.items():
        for name, path in files.items():
            answer = await server.get(f"/{folder}/{name}")
            body = page.client().body if name == "tavern.mjs" else path.read_bytes()
            assert (answer.status, answer.body) == (200, body)
            assert answer.headers["Content-Type"].startswith(MEDIA[path.suffix])
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Access-Control-Allow-Origin"] == "*"


async def test_the_client_is_served_as_one_file_with_all_its_modules(server: Served) -> None:
    served = (await server.get("/client/tavern.mjs")).body.decode()
    assert re.findall(r"^(?:import|export [^;]* from|/\*\* @import) .*", served, re.MULTILINE) == []
    modules = [path for path in (STATIC / "client" / "tavern").rglob("*.mjs") if path.name != "answers.mjs"]
    assert len(modules) > 10
    for path in modules:
        about, body = path.read_text().split("\n", 1)
        assert served.count(about) == 1, path
        for name in re.findall(r"^export (?:async )?(?:class|const|function) (\w+)", body, re.MULTILINE):
            assert len(re.findall(rf"^(?:async )?(?:class|const|function) {name}\b", served, re.MULTILINE)) == 1, name


def test_every_file_of_the_page_has_a_type_that_is_known() -> None:
    for folder in ("page", "vendor", "client", "docs", "foundry"):
        for path in (path for path in (STATIC / folder).rglob("*") if path.is_file()):
            assert path.suffix in {*MEDIA, ".LICENSE", ".md", ".mts"}, path


@pytest.mark.parametrize(
    "path",
    [
        "/page/index.html", "/page/none.mjs", "/page/", "/page/%2e%2e%2fverify.mjs",
        "/page/..%2Fdocs%2Fdocs.js", "/page/%2Fetc%2Fpasswd", "/vendor/preact.LICENSE", "/vendor/README.md",
        "/client/tavern/table.mjs",
        "/client/verify.py", "/client/package.json", "/foundry/", "/foundry/lang",
        "/foundry/..%2fclient/tavern.mjs", "/client/..%2f..%2fhttp%2ffiles.py", "/page/icon.svg%00.js",
    ],
)  # fmt: skip
async def test_nothing_else_of_the_package_is_served(server: Served, path: str) -> None:
    answer = await server.client.get(URL(path, encoded=True))
    assert answer.status in (400, 404), path


async def test_what_did_not_change_is_not_sent_again(server: Served) -> None:
    for path in (*BASES, "/page/icon.svg", "/client/verify.mjs"):
        first = await server.get(path)
        assert first.headers["Cache-Control"] == "no-cache"
        again = await server.get(path, {"If-None-Match": first.headers["ETag"]})
        assert (again.status, again.body) == (304, b"")
        assert again.headers.get("Content-Security-Policy") == first.headers.get("Content-Security-Policy")


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "gzip"),
        ("br;q=1.0, GZIP;q=0.5", "gzip"),
        ("*", "gzip"),
        ("identity, gzip;q=0", None),
        ("gzip;q=0.000, *", "deflate"),
        ("br", None),
        ("", None),
    ],
)
async def test_files_are_compressed_for_those_who_take_that(server: Served, accepted: str, coding: str | None) -> None:
    answer = await server.client.get("/client/verify.mjs", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == coding
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert await answer.read() == (STATIC / "verify.mjs").read_bytes()


async def test_head_has_the_headers_of_get_and_options_its_methods(server: Served) -> None:
    for path in (*BASES, "/page/icon.svg", "/client/verify.mjs", "/api/docs"):
        shown = await server.client.get(path, headers={"Accept-Encoding": "gzip"})
        asked = await server.client.head(path, headers={"Accept-Encoding": "gzip"})
        named = ("Content-Type", "Content-Length", "Content-Encoding", "Content-Security-Policy", "ETag")
        assert [asked.headers.get(name) for name in named] == [shown.headers.get(name) for name in named]
        assert (asked.status, await asked.read()) == (200, b"")
        options = await server.client.options(path)
        assert (options.status, options.headers["Allow"]) == (204, "GET, HEAD, OPTIONS")
        assert (await server.client.post(path)).status == 405
