"""The middleware for every request: cross-origin rules, limits, the allowed hosts, problems for errors, metrics."""

import logging
from time import perf_counter
from typing import Final, NoReturn

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from events.store import StoreError
from server.config import Config
from server.http.app_keys import TABLES
from server.http.auth import is_gm
from server.http.bodies import require_plain
from server.http.errors import allowed_methods, internal_error, problem_of, problem_response
from server.http.hosts import Hosts
from server.http.limits import Limits
from server.log import error_facts
from server.problems import LogDamaged, Problem, store_code
from server.services import Services

_METHODS: Final = "GET, HEAD, POST, DELETE, OPTIONS"
_REQUEST_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer"
_EXPOSED: Final = "ETag, Location, Retry-After"
_PREFLIGHT_SECONDS: Final = "86400"
_PREFLIGHT: Final = "Access-Control-Request-Method"
_WHOLE_SERVER: Final = "*"
_INCIDENT_BYTES: Final = 6
_KNOWN: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
SAFE: Final = frozenset({"GET", "HEAD"})
"""Methods of requests that change nothing."""
_ALWAYS: Final = ("/healthz", "/readyz")
"""The ends of the routes that are exempt from the limits and answer for any host."""
NO_ROUTE: Final = "none"
"""The route in metrics and logs if none matched."""
GONE: Final = 499
"""The status in metrics of a request whose client did not wait for the answer."""


class CrossOrigin:
    """The pages that may call: those of every origin, or of listed ones. There are no cookies to abuse."""

    def __init__(self, config: Config) -> None:
        self._listed = frozenset(config.allow_origin)

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Set the cross-origin headers of any answer."""
        self.set_headers(request.headers.get("Origin") if self._listed else None, response)

    def set_headers(self, origin: str | None, response: web.StreamResponse) -> None:
        """Set the headers that let pages of that origin read an answer."""
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
    def options(request: web.Request) -> web.Response:
        """The answer to OPTIONS: the methods of the route, the same for every caller.

        Preflights succeed for every method and path, so that a page gets to see the 404 or 405. Raises `HTTPNotFound`.
        """
        headers = {
            "Access-Control-Allow-Headers": _REQUEST_HEADERS,
            "Access-Control-Allow-Methods": _METHODS,
            "Access-Control-Max-Age": _PREFLIGHT_SECONDS,
        }
        match request.match_info.http_exception:
            case web.HTTPMethodNotAllowed() as mismatch:
                headers["Allow"] = allowed_methods(mismatch)
            case web.HTTPException() as missing if _PREFLIGHT not in request.headers and request.path != _WHOLE_SERVER:
                raise missing
            case _:
                pass
        return web.Response(status=204, headers=headers)


def guard(services: Services, limits: Limits) -> Middleware:
    """The middleware that answers OPTIONS, enforces limits, refuses hosts, turns errors into problems, counts answers.

    Each request is logged at level `debug`.
    """
    address_of, count = limits.address_of, limits.count
    hosts = Hosts(services.config.host, services.config.allow_host)
    answered = services.metrics.requests.answered
    log = services.log if services.log.is_enabled_for(logging.DEBUG) else None

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        began = perf_counter()
        resource = request.match_info.route.resource
        route = resource.canonical if resource is not None else NO_ROUTE
        status, whole = GONE, False
        try:
            try:
                if request.method == "OPTIONS":
                    response: web.StreamResponse = CrossOrigin.options(request)
                else:
                    require_plain(request.headers)
                    if not route.endswith(_ALWAYS):
                        count(limits.requests, address_of(request.remote, request.headers))
                        hosts.require(request)
                    response = await _handled(request, handler)
            except ConnectionError:
                # The client is gone, and aiohttp handles that.
                raise
            except Exception as error:  # noqa: BLE001 - every error becomes an answer
                reading = request.method in SAFE
                problem = problem_for(services, route, error, for_gm=is_gm(request), reading=reading)
                response = problem_response(problem)
                if request.writer.output_size:
                    # Part of an answer was sent already, so no other answer can follow.
                    _cut_off(request)
            status, whole = response.status, type(response) is not web.StreamResponse
            return response
        finally:
            took = perf_counter() - began
            method = request.method if request.method in _KNOWN else "other"
            answered(method, route, status, took if whole else None)
            if log is not None:
                log.debug("request", method=method, route=route, status=status, ms=round(took * 1000, 1))

    return guarded


async def _handled(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The handler's answer. If it is the first to find a log damaged, it runs again on the good part."""
    try:
        return await handler(request)
    except LogDamaged as damage:
        is_new = await request.app[TABLES].examine(damage.table)
        if not is_new or request.method not in SAFE or request.writer.output_size:
            raise
    return await handler(request)


def _cut_off(request: web.Request) -> NoReturn:
    """Cut the connection, so that the client sees that the answer is incomplete."""
    if request.transport is not None:
        request.transport.abort()
    raise ConnectionAbortedError


def problem_for(services: Services, route: str, error: Exception, *, for_gm: bool, reading: bool) -> Problem:
    """The problem that a caller gets for an error. Failures are logged, unexpected ones as incidents."""
    if isinstance(error, StoreError):
        services.metrics.store_errors.labels(store_code(error)).inc()
    if isinstance(error, LogDamaged):
        return error.problem(for_gm=for_gm)
    known = problem_of(error, reading=reading)
    if known is not None:
        # A quota is the operator's choice: reaching it is not a failure.
        if known.status >= 500 and not isinstance(error, Problem):
            services.failed_requests.add(route, known.code, error)
        return known
    incident = services.random(_INCIDENT_BYTES).hex()
    services.log.error("incident", route=route, incident=incident, **error_facts(error))
    return internal_error(incident)
