"""The OpenAPI document, and the page that shows it and lets people try the API."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from games.engine.catalogue import Catalogue
from server.http import assets, files
from server.http.answers import Described, Response, described
from server.http.contract import ANY, HTML, Answer, Route, Routes
from server.http.openapi import document as openapi
from server.http.requests import Request
from server.http.routes.games import unless_known

_PAGE: Final = assets.STATIC / "docs"
_SWAGGER: Final = assets.STATIC / "swagger-ui"
_INDEX: Final = "index.html"
ASSETS: Final[Mapping[str, Path]] = {
    name: path for name, path in {**assets.names_in(_PAGE), **assets.names_in(_SWAGGER)}.items() if name != _INDEX
}
"""The files of the page, by the name in the URL."""
_CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def describe(routes: Iterable[Route], catalogue: Catalogue) -> Described:
    """The OpenAPI document, encoded."""
    return described(msgspec.json.encode(openapi.document(routes, catalogue)))


ROUTES: Final = Routes("Server", "anyone", ANY)


@ROUTES.add(
    "GET /api/openapi.json", Answer("The API in OpenAPI 3.1.", dict[str, Any]), tagged=True, compressed="always"
)
async def get_openapi(request: Request) -> Response:
    """Get this OpenAPI document."""
    return unless_known(request, request.app.document)


@ROUTES.add("GET /api/docs", Answer("The page.", media=HTML), tagged=True, documented=False, compressed="always")
async def get_documentation(request: Request) -> Response:
    """Get the API page.

    Interactive documentation of the API.
    """
    headers = {"Content-Security-Policy": _CONTENT_SECURITY_POLICY}
    return files.file_answer(request, assets.read(_PAGE / _INDEX), headers)


@ROUTES.add(
    "GET /api/docs/{asset}",
    Answer("The file.", media="*/*"),
    parameters=(files.asset_of(ASSETS),),
    problems=(*ANY, "not_found"),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_documentation_asset(request: Request) -> Response:
    """Get a file of the API page."""
    return files.named_file(request, ASSETS)
