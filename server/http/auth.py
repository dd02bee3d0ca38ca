"""Who calls, for which table; and answers as every route gives them."""

from typing import Any, Final

import msgspec
from aiohttp import web

from events.audience import GM, PUBLIC, Viewer, seat_of
from server.http.bodies import bearer
from server.problems import Problem, no_such_table, unauthorized
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from server.tables.viewer_feed import ViewerFeed
from server.tokens import INVITE, hash_of

TABLES: Final = web.AppKey("tables", Tables)

JSON: Final = "application/json"
PERSONAL: Final = {"Vary": "Authorization", "Cache-Control": "private, no-cache"}
"""Headers of what is answered to one viewer otherwise than to another."""
SECRET: Final = {"Cache-Control": "no-store"}
"""Headers of what holds a token."""

_VIEWER: Final = web.RequestKey("viewer", str)
_TOKEN_HASH: Final = web.RequestKey("token_hash", str)
_CREDENTIALS: Final = web.RequestKey("credentials", int)

_encoder: Final = msgspec.json.Encoder()


def json_answer(value: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer in JSON."""
    return raw_answer(_encoder.encode(value), status=status, headers=headers)


def raw_answer(body: bytes, *, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer whose JSON is encoded already."""
    return web.Response(status=status, body=body, headers={"Content-Type": JSON, **(headers or {})})


def table_id(request: web.Request) -> str:
    """The table in the request's path."""
    return request.match_info["table"]


async def identify(request: web.Request) -> Viewer:
    """Who calls, by the token. Raises a `Problem`: 401, or 404 where there is no such table."""
    token = bearer(request)
    hashed = None if token is None else hash_of(token)
    if hashed is not None:
        request[_TOKEN_HASH] = hashed
    viewer = request[_VIEWER] = await request.app[TABLES].viewer_of(table_id(request), hashed)
    return viewer


def is_gm(request: web.Request) -> bool:
    """Whether the caller was found to be the GM of the table."""
    return request.get(_VIEWER) == GM


async def require_token(request: web.Request) -> Viewer:
    """Who calls, where not everybody may. Raises a `Problem`: 401, or 404 where there is no such table."""
    viewer = await identify(request)
    if viewer == PUBLIC:
        if await request.app[TABLES].services.store.table(table_id(request)) is None:
            raise no_such_table()
        raise unauthorized("token_needed", "This is for seats and the GM: send the token.")
    return viewer


async def require_gm(request: web.Request) -> None:
    """Let only the GM through. Raises a `Problem`."""
    viewer = await require_token(request)
    if viewer != GM:
        raise Problem(403, "gm_only", "Only the GM can do that.")


async def watching(request: web.Request) -> tuple[LiveTable, ViewerFeed]:
    """The table, and what the caller may see of it.

    Who has only an invite, and who waits to be let in, sees what everybody sees. Raises a `Problem`: 404, or 401 where
    strangers may not watch.
    """
    viewer = await identify(request)
    while True:
        live = await request.app[TABLES].open(table_id(request))
        credentials = request[_CREDENTIALS] = live.credentials
        viewer = await identify(request)
        watch = await live.watch(PUBLIC if viewer == INVITE else viewer)
        if seat_of(viewer) in watch.table.asking:
            watch = await live.watch(PUBLIC)
        # A table that is loaded, or a sight that is made, gives a token time to be replaced.
        if not live.dropped and live.credentials == credentials:
            break
    options = watch.table.options
    # The options of a game that is not installed cannot be read: what strangers may see is not known then.
    if viewer == PUBLIC and (options is None or options.watch == "closed"):
        raise unauthorized("watch_closed", "Only those at this table may watch it: send the token.")
    return live, watch


def checked_credentials(request: web.Request) -> int:
    """The state of the table's tokens (`LiveTable.credentials`) with which the caller was last found out to watch."""
    return request[_CREDENTIALS]


async def require_still(request: web.Request, viewer: Viewer) -> None:
    """Raise a `Problem` (401) where the caller has become somebody else since: while a body came, or others decided."""
    if await request.app[TABLES].viewer_of(table_id(request), token_hash(request)) != viewer:
        raise unauthorized("wrong_token", "This token was replaced meanwhile.")


def token_hash(request: web.Request) -> str | None:
    """The hash of the token with which the caller was identified, by which what it asks for is counted."""
    return request.get(_TOKEN_HASH)
