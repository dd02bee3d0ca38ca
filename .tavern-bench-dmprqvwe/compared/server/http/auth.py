"""The caller of a request, by the token in its headers. `server.commands.auth` decides what a caller may do."""

from typing import Final

from aiohttp import web

from events.audience import GM
from server.commands.auth import Caller
from server.http.app_keys import TABLES
from server.http.bodies import bearer
from server.tokens import hash_of

_CALLER: Final = web.RequestKey("caller", Caller)


def caller_of(request: web.Request) -> Caller:
    """The caller at the table in the request's path, still to be authenticated: the same one for the whole request."""
    if _CALLER in request:
        return request[_CALLER]
    token = bearer(request.headers)
    caller = Caller(request.app[TABLES], request.match_info["table"], None if token is None else hash_of(token))
    request[_CALLER] = caller
    return caller


def is_gm(request: web.Request) -> bool:
    """Whether the caller was authenticated as the GM of the table."""
    caller = request.get(_CALLER)
    return caller is not None and caller.viewer == GM
