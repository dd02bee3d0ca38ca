"""The page on which people play, and the JavaScript client that it and other programs use: files for browsers."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from server.http import assets, files
from server.http.answers import Response
from server.http.contract import ANY, HTML, Answer, Parameter, Routes
from server.http.requests import Request
from server.http.routes.modules import joined

_INDEX: Final = assets.STATIC / "page" / "index.html"
PAGE: Final[Mapping[str, Path]] = {
    name: path for name, path in assets.names_in(_INDEX.parent).items() if path != _INDEX
}
"""The files of the page, by name."""
VENDOR: Final[Mapping[str, Path]] = assets.names_in(assets.STATIC / "vendor")
"""The libraries that the page uses, by name."""
_CLIENT: Final = "tavern.mjs"
_TYPES: Final = "tavern.d.ts"
CLIENT: Final[Mapping[str, Path]] = {
    name: assets.STATIC / name if name == "verify.mjs" else assets.STATIC / "client" / name
    for name in (_CLIENT, _TYPES, "foundry.mjs", "foundry-api.d.ts", "verify.mjs")
}
"""The files of the client, by name. `tavern.mjs` is served with its modules in it."""

_HEAD: Final = "<head>"
_CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors "
)
_LINK: Final = Parameter("link", "path", str, "A table's id. The page itself checks that the table exists.")

ROUTES: Final = Routes("Server", "anyone", ANY)


@cache
def page_at(depth: int) -> assets.File:
    """The page for addresses that many folders below the root: `<base>` makes its own addresses relative to the root.

    The server does not know where it is mounted, so these are all relative to the address in the browser.
    """
    text = _INDEX.read_text(encoding="utf-8")
    base = f'<base href="{"../" * depth or "./"}">'
    return assets.file_of(text.replace(_HEAD, f"{_HEAD}\n    {base}", 1).encode(), ".html")


def _page(request: Request, depth: int) -> Response:
    frames = " ".join(request.app.tables.services.config.allow_frame) or "'none'"
    headers = {"Content-Security-Policy": _CONTENT_SECURITY_POLICY + frames}
    return files.file_answer(request, page_at(depth), headers)


@ROUTES.add("GET /", Answer("The page.", media=HTML), tagged=True, documented=False, compressed="always")
async def get_page(request: Request) -> Response:
    """Get the page: its lobby."""
    return _page(request, 0)


@ROUTES.add(
    "GET /j/{link}",
    Answer("The page.", media=HTML),
    parameters=(Parameter("link", "path", str, "A join code, which the page looks up."),),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_join_page(request: Request) -> Response:
    """Get the page: where a join code leads."""
    return _page(request, 1)


@ROUTES.add(
    "GET /t/{link}",
    Answer("The page.", media=HTML),
    parameters=(_LINK,),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_table_page(request: Request) -> Response:
    """Get the page: a table."""
    return _page(request, 1)


@ROUTES.add(
    "GET /t/{link}/overlay",
    Answer("The page.", media=HTML),
    parameters=(_LINK,),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_overlay_page(request: Request) -> Response:
    """Get the page: a table, for a stream or a TV."""
    return _page(request, 2)


@ROUTES.add("GET /replay", Answer("The page.", media=HTML), tagged=True, documented=False)
async def get_replay_page(request: Request) -> Response:
    """Get the page: a round from a text."""
    return _page(request, 0)


@ROUTES.add("GET /t/{link}/rounds", Answer("The page.", media=HTML), parameters=(_LINK,), tagged=True, documented=False)
async def get_rounds_page(request: Request) -> Response:
    """Get the page: the rounds of a table."""
    return _page(request, 2)


@ROUTES.add(
    "GET /t/{link}/rounds/{n}",
    Answer("The page.", media=HTML),
    parameters=(_LINK,),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_round_page(request: Request) -> Response:
    """Get the page: a round's replay."""
    return _page(request, 3)


@cache
def client() -> assets.File:
    """The JavaScript client as one file."""
    path = CLIENT[_CLIENT].resolve()
    return assets.file_of(joined(path).encode(), path.suffix)


@ROUTES.add(
    "GET /page/{asset}",
    Answer("The file.", media="*/*"),
    parameters=(files.asset_of(PAGE),),
    problems=(*ANY, "not_found"),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_page_asset(request: Request) -> Response:
    """Get a file of the page."""
    return files.named_file(request, PAGE)


@ROUTES.add(
    "GET /vendor/{asset}",
    Answer("The file.", media="*/*"),
    parameters=(files.asset_of(VENDOR),),
    problems=(*ANY, "not_found"),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_library(request: Request) -> Response:
    """Get a library of the page."""
    return files.named_file(request, VENDOR)


@ROUTES.add(
    "GET /client/{asset}",
    Answer("The file.", media="*/*"),
    parameters=(files.asset_of(CLIENT),),
    problems=(*ANY, "not_found"),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_client(request: Request) -> Response:
    """Get a file of the JavaScript client."""
    if request.parameters["asset"] != _CLIENT:
        return files.named_file(request, CLIENT)
    # Deno looks for a module's types here.
    return files.file_answer(request, client(), {"X-TypeScript-Types": f"./{_TYPES}"})
