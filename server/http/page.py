"""The page that documents the API and lets people try it, and the OpenAPI document it shows."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from aiohttp import web

from games.catalogue import Catalogue
from server.http.contract import ANY, HTML, IF_NONE_MATCH, NOT_MODIFIED, Answer, Parameter, Route
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


async def document(request: web.Request) -> web.Response:
    """`GET /api/openapi.json`."""
    return unless_known(request, request.app[DOCUMENT])


async def page(request: web.Request) -> web.Response:
    """`GET /`."""
    return _file(request, "page.html", "text/html")


async def asset(request: web.Request) -> web.Response:
    """`GET /api/page/{asset}`."""
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
    response = web.Response(body=found.body, content_type=media, charset="utf-8", headers=headers)
    response.enable_compression()
    return response


@cache
def _read(path: str) -> Described:
    return described((_STATIC / path).read_bytes())


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        id="get_openapi",
        method="GET",
        path="/api/openapi.json",
        handler=document,
        group="Server",
        who="anyone",
        summary="Get this OpenAPI document",
        parameters=(IF_NONE_MATCH,),
        answers=(
            Answer(summary="The API in OpenAPI 3.1.", kind=dict[str, Any], headers=("ETag",)),
            NOT_MODIFIED,
        ),
        problems=ANY,
    ),
    Route(
        id="get_page",
        method="GET",
        path="/",
        handler=page,
        group="Server",
        who="anyone",
        summary="Get the API page",
        detail="Interactive documentation of the API.",
        parameters=(IF_NONE_MATCH,),
        answers=(
            Answer(summary="The page.", media=HTML, headers=("ETag",)),
            NOT_MODIFIED,
        ),
        problems=ANY,
    ),
    Route(
        id="get_page_asset",
        method="GET",
        path="/api/page/{asset}",
        handler=asset,
        group="Server",
        who="anyone",
        summary="Get an asset of the API page",
        parameters=(
            Parameter(
                name="asset",
                where="path",
                kind=Literal["icon.svg", "page.css", "page.js", "swagger-ui-bundle.js", "swagger-ui.css"],
                summary="The file's name.",
            ),
            IF_NONE_MATCH,
        ),
        answers=(
            Answer(summary="The file.", media="*/*", headers=("ETag",)),
            NOT_MODIFIED,
        ),
        problems=(*ANY, "not_found"),
    ),
)
