"""The page that documents the API and lets people try it, and the OpenAPI document it shows."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from aiohttp import web

from games.catalogue import Catalogue
from server.http.contract import ANY, HTML, Answer, Parameter, Route, Routes
from server.http.openapi import document as openapi
from server.http.routes.games import Described, described, unless_known
from server.tokens import names_tag

DOCUMENT: Final = web.AppKey("document", Described)

_STATIC: Final = Path(__file__).parents[1] / "static"
ASSETS: Final = {
    "page.css": ("page.css", "text/css"),
    "page.js": ("page.js", "text/javascript"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
    "swagger-ui.css": ("swagger-ui/swagger-ui.css", "text/css"),
    "swagger-ui-bundle.js": ("swagger-ui/swagger-ui-bundle.js", "text/javascript"),
}
"""The files of the page and their media types, by the name in the URL."""
_CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": _CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
}


def describe(routes: Iterable[Route], catalogue: Catalogue) -> Described:
    """The OpenAPI document, encoded."""
    return described(msgspec.json.encode(openapi.document(routes, catalogue)))


ROUTES: Final = Routes("Server", "anyone", ANY)


@ROUTES.add(
    "GET /api/openapi.json", Answer("The API in OpenAPI 3.1.", dict[str, Any]), tagged=True, compressed="always"
)
async def get_openapi(request: web.Request) -> web.Response:
    """Get this OpenAPI document."""
    return unless_known(request, request.app[DOCUMENT])


@ROUTES.add("GET /", Answer("The page.", media=HTML), tagged=True, compressed="always")
async def get_page(request: web.Request) -> web.Response:
    """Get the API page.

    Interactive documentation of the API.
    """
    return _file(request, "page.html", "text/html")


@ROUTES.add(
    "GET /api/page/{asset}",
    Answer("The file.", media="*/*"),
    parameters=(Parameter("asset", "path", Literal[tuple(sorted(ASSETS))], "The file's name."),),
    problems=(*ANY, "not_found"),
    tagged=True,
    compressed="always",
)
async def get_page_asset(request: web.Request) -> web.Response:
    """Get an asset of the API page."""
    try:
        path, media = ASSETS[request.match_info["asset"]]
    except KeyError:
        raise web.HTTPNotFound from None
    return _file(request, path, media)


def _file(request: web.Request, path: str, media: str) -> web.Response:
    found = _read(path)
    headers = {**_HEADERS, "ETag": found.tag}
    if names_tag(request.headers.get("If-None-Match"), found.tag):
        return web.Response(status=304, headers=headers)
    return web.Response(body=found.body, content_type=media, charset="utf-8", headers=headers)


@cache
def _read(path: str) -> Described:
    return described((_STATIC / path).read_bytes())
