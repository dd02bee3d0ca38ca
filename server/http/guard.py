"""What every request passes: cross-origin rules, limits, errors turned into problems, and being counted."""

import logging
from time import perf_counter
from typing import Final, NoReturn

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from events.store import StoreError
from server.config import Config
from server.http.app_keys import TABLES
from server.http.auth import is_gm
from server.http.errors import internal_error, problem_of, problem_response
from server.http.limits import Limits
from server.log import error_facts
from server.problems import LogDamaged, Problem
from server.services import Services

_METHODS: Final = "GET, HEAD, POST, DELETE, OPTIONS"
_REQUEST_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
_EXPOSED: Final = "ETag, Location, Retry-After"
_PREFLIGHT_SECONDS: Final = "86400"
_INCIDENT_BYTES: Final = 6
_KNOWN: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
_SAFE: Final = frozenset({"GET", "HEAD"})
_ALWAYS: Final = ("/healthz", "/readyz")
"""The ends of the routes that answer however often they are asked."""
NO_ROUTE: Final = "none"
"""The route that is told of where there is none."""
GONE: Final = 499
"""The status that is counted of a request whose client did not wait for the answer."""


class CrossOrigin:
    """Which pages may call: those of every origin, or of the listed ones. There are no cookies to abuse."""

    def __init__(self, config: Config) -> None:
        self._listed = frozenset(config.allow_origin)

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Say on an answer, whatever it is, who may read it."""
        self.say(request.headers.get("Origin") if self._listed else None, response)

    def say(self, origin: str | None, response: web.StreamResponse) -> None:
        """Say on an answer to a page of that origin who may read it."""
        headers = response.headers
        headers["Server"] = "tavern"
        headers["Access-Control-Expose-Headers"] = _EXPOSED
        if not self._listed:
            headers["Access-Control-Allow-Origin"] = "*"
            return
        headers["Vary"] = f"{headers['Vary']}, Origin" if "Vary" in headers else "Origin"
        if origin is not None and origin in self._listed:
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


def guard(services: Services, limits: Limits) -> Middleware:
    """Answer preflights, hold everybody to the limits, turn errors into problems, and count what was answered.

    Each request is told of in the log from level `debug` on.
    """
    address_of, take = limits.address_of, limits.request
    answered, unmeasured = services.metrics.requests.answered, services.metrics.requests.unmeasured
    log = services.log if services.log.is_enabled_for(logging.DEBUG) else None

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        began = perf_counter()
        resource = request.match_info.route.resource
        route = resource.canonical if resource is not None else NO_ROUTE
        status, whole = GONE, False
        try:
            if request.method == "OPTIONS":
                response: web.StreamResponse = CrossOrigin.preflight()
            else:
                try:
                    if not route.endswith(_ALWAYS):
                        take(address_of(request))
                    response = await _handled(request, handler)
                except ConnectionError:
                    # Whoever asked has gone: there is nobody to tell, and aiohttp knows it.
                    raise
                except Exception as error:  # noqa: BLE001 - whatever went wrong, who asked is told, and not what
                    response = problem_response(_problem(services, request, route, error))
                    if request.writer.output_size:
                        # Half an answer was sent: a second one in its midst would be no end of it, and no news.
                        _cut_off(request)
            status, whole = response.status, type(response) is not web.StreamResponse
            return response
        finally:
            took = perf_counter() - began
            method = request.method if request.method in _KNOWN else "other"
            if whole:
                answered(method, route, status, took)
            else:
                unmeasured(method, route, status)
            if log is not None:
                log.debug("request", method=method, route=route, status=status, ms=round(took * 1000, 1))

    return guarded


async def _handled(request: web.Request, handler: Handler) -> web.StreamResponse:
    """What the handler answers; where it meets damage that nobody knew of, what it answers from the good part."""
    try:
        return await handler(request)
    except LogDamaged as damage:
        news = await request.app[TABLES].examine(damage.table)
        if not news or request.method not in _SAFE or request.writer.output_size:
            raise
    return await handler(request)


def _cut_off(request: web.Request) -> NoReturn:
    """Break the connection off, which tells whoever reads that the answer is not whole."""
    if request.transport is not None:
        request.transport.abort()
    raise ConnectionAbortedError


def _problem(services: Services, request: web.Request, route: str, error: Exception) -> Problem:
    if isinstance(error, StoreError):
        services.metrics.store_errors.labels(error.code).inc()
    if isinstance(error, LogDamaged):
        return error.problem(for_gm=is_gm(request))
    known = problem_of(error)
    if known is not None:
        # A quota that is reached is refused for a reason that the operator chose: no cause for alarm.
        if known.status >= 500 and not isinstance(error, Problem):
            services.log.warning("request_failed", route=route, code=known.code, **error_facts(error))
        return known
    incident = services.random(_INCIDENT_BYTES).hex()
    services.log.error("incident", route=route, incident=incident, **error_facts(error))
    return internal_error(incident)
