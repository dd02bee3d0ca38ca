"""What every request passes: cross-origin rules, errors turned into problems, and one line in the log."""

from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Final

from aiohttp import web

from server.calling import TABLES, is_gm
from server.config import Config
from server.log import error_facts
from server.problems import LogDamaged, Problem, internal_error, problem_of

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Middleware = Callable[[web.Request, Handler], Awaitable[web.StreamResponse]]

_METHODS: Final = "GET, HEAD, POST, OPTIONS"
_REQUEST_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
_EXPOSED: Final = "ETag, Location, Retry-After"
_PREFLIGHT_SECONDS: Final = "86400"
_INCIDENT_BYTES: Final = 6
_GONE: Final = 499
"""The status in the log of a request whose client did not wait for the answer."""


class CrossOrigin:
    """Which pages may call: those of every origin, or of the listed ones. There are no cookies to abuse."""

    def __init__(self, config: Config) -> None:
        self._listed = frozenset(config.allow_origin)

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Say on an answer, whatever it is, who may read it."""
        headers = response.headers
        headers["Server"] = "tavern"
        headers["Access-Control-Expose-Headers"] = _EXPOSED
        if not self._listed:
            headers["Access-Control-Allow-Origin"] = "*"
            return
        headers["Vary"] = f"{headers['Vary']}, Origin" if "Vary" in headers else "Origin"
        origin = request.headers.get("Origin")
        if origin in self._listed:
            headers["Access-Control-Allow-Origin"] = origin

    @staticmethod
    def preflight() -> web.Response:
        """The answer to OPTIONS, for whoever asks."""
        headers = {
            "Allow": _METHODS,
            "Access-Control-Allow-Methods": _METHODS,
            "Access-Control-Allow-Headers": _REQUEST_HEADERS,
            "Access-Control-Max-Age": _PREFLIGHT_SECONDS,
        }
        return web.Response(status=204, headers=headers)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer preflights, turn errors into problems, and log what kind of request it was."""
    began = perf_counter()
    status = _GONE
    try:
        response = CrossOrigin.preflight() if request.method == "OPTIONS" else await _answer(request, handler)
        status = response.status
        return response
    finally:
        route = request.match_info.route.resource
        request.app[TABLES].house.log.info(
            "request",
            method=request.method if request.method.isalpha() else "?",
            route=route.canonical if route is not None else None,
            status=status,
            ms=round((perf_counter() - began) * 1000, 1),
        )


async def _answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except ConnectionError:
        # Whoever asked has gone: there is nobody to tell, and aiohttp knows it.
        raise
    except Exception as error:  # noqa: BLE001 - whatever went wrong, who asked is told, and not what
        return _problem(request, error).response()


def _problem(request: web.Request, error: Exception) -> Problem:
    if isinstance(error, LogDamaged):
        return error.problem(for_gm=is_gm(request))
    known = problem_of(error)
    house = request.app[TABLES].house
    if known is not None:
        if known.status >= 500:
            house.log.warning("request_failed", code=known.code, **error_facts(error))
        return known
    incident = house.random(_INCIDENT_BYTES).hex()
    house.log.error("incident", incident=incident, **error_facts(error))
    return internal_error(incident)
