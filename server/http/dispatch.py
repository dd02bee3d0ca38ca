"""From a request to its answer: the route, limits, the allowed hosts, problems for errors, metrics."""

import logging
import re
from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import Final, NoReturn

import msgspec
from aiohttp import web

from events.storage.contract import StoreError
from server.http.answers import Response
from server.http.bodies import require_plain
from server.http.compression import Handler, compressing
from server.http.contract import Route
from server.http.cross_origin import PREFLIGHT
from server.http.errors import internal_error, problem_of, problem_response
from server.http.hosts import Hosts
from server.http.requests import App, Request
from server.log import error_facts
from server.problems import LogDamaged, Problem, store_code

_PREFLIGHT: Final = "Access-Control-Request-Method"
_WHOLE_SERVER: Final = "*"
_INCIDENT_BYTES: Final = 6
_KNOWN: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
_ALWAYS: Final = ("/healthz", "/readyz")
"""The ends of the routes that are exempt from the limits and answer for any host."""
NO_ROUTE: Final = "none"
"""The route in metrics and logs if none matched."""
GONE: Final = 499
"""The status in metrics of a request whose client did not wait for the answer."""


class Resource(msgspec.Struct, frozen=True):
    """A path, as routes describe it, and its handlers by method."""

    path: str
    pattern: re.Pattern[str]
    handlers: dict[str, Handler]

    @property
    def allowed(self) -> str:
        """The methods, for the `Allow` header. Every route has OPTIONS."""
        return ", ".join(sorted({*self.handlers, "OPTIONS"}))


class Router:
    """Finds resources by path; if several match, the first."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._resources: dict[str, Resource] = {}
        for route in routes:
            new = Resource(route.path, route.pattern, {})
            handlers = self._resources.setdefault(route.path, new).handlers
            handlers[route.method] = compressing(route.handler, route.compressed)
            if route.method == "GET" and route.head:
                handlers["HEAD"] = handlers["GET"]

    def find(self, path: str) -> tuple[Resource | None, Mapping[str, str]]:
        """The resource at a path (None: there is none), and the parameters in the path."""
        for resource in self._resources.values():
            if (found := resource.pattern.fullmatch(path)) is not None:
                return resource, found.groupdict()
        return None, {}


class Dispatcher:
    """Answers requests. Each is logged at level `debug`."""

    def __init__(self, app: App, routes: Iterable[Route]) -> None:
        self._app = app
        self._router = Router(routes)
        self._services = services = app.tables.services
        self._hosts = Hosts(services.config.host, services.config.allow_host)
        self._log = services.log if services.log.is_enabled_for(logging.DEBUG) else None

    async def answer(self, request: Request) -> web.StreamResponse:
        """Answer a request; every error becomes a problem. Raises `ConnectionError` if the client is gone."""
        began = perf_counter()
        resource, request.parameters = self._router.find(request.rel_url.path_safe)
        route = NO_ROUTE if resource is None or request.method not in resource.handlers else resource.path
        status, seconds = GONE, None
        try:
            try:
                response = await self._respond(request, resource)
            except ConnectionError:
                raise
            except Exception as error:  # noqa: BLE001 - every error becomes an answer
                response = problem_response(self._problem(request, route, error))
                if request.writer.output_size:
                    # Part of an answer was sent already, so no other answer can follow.
                    _cut_off(request)
            status = response.status
            request.connection.answered(request, response)
            if isinstance(response, Response):
                self._app.cross_origin.set_headers(request, response)
                seconds = perf_counter() - began
            return response
        finally:
            method = request.method if request.method in _KNOWN else "other"
            self._services.metrics.requests.answered(method, route, status, seconds)
            if self._log is not None:
                took = round((perf_counter() - began) * 1000, 1)
                self._log.debug("request", method=method, route=route, status=status, ms=took)

    async def _respond(self, request: Request, resource: Resource | None) -> web.StreamResponse:
        if request.method == "OPTIONS":
            return _options(request, resource)
        require_plain(request.headers)
        if resource is None or not resource.path.endswith(_ALWAYS):
            limits = self._app.limits
            limits.count(limits.requests, request.address)
            self._hosts.require(request)
        if resource is None:
            raise _not_found()
        handler = resource.handlers.get(request.method)
        if handler is None:
            detail = "This URL does not support the method."
            raise Problem(405, "method_not_allowed", detail, headers={"Allow": resource.allowed})
        try:
            return await handler(request)
        except LogDamaged as damage:
            # Whoever is first to find a log damaged gets the good part.
            is_new = await self._app.tables.examine(damage.table)
            if not is_new or not request.is_safe or request.writer.output_size:
                raise
        return await handler(request)

    def _problem(self, request: Request, route: str, error: Exception) -> Problem:
        """The problem that a caller gets for an error. Failures are logged, unexpected ones as incidents."""
        services = self._services
        if isinstance(error, StoreError):
            services.metrics.store_errors.labels(store_code(error)).inc()
        if isinstance(error, LogDamaged):
            return error.problem(for_gm=request.is_by_gm)
        known = problem_of(error, reading=request.is_safe)
        if known is not None:
            # A quota is the operator's choice: reaching it is not a failure.
            if known.status >= 500 and not isinstance(error, Problem):
                services.failed_requests.add(route, known.code, error)
            return known
        incident = services.random(_INCIDENT_BYTES).hex()
        services.log.error("incident", route=route, incident=incident, **error_facts(error))
        return internal_error(incident)


def _options(request: Request, resource: Resource | None) -> Response:
    """The answer to OPTIONS: the methods of the route, the same for every caller.

    Preflights succeed for every method and path, so that a page gets to see the 404 or 405. Raises a `Problem` (404).
    """
    if resource is not None:
        return Response(status=204, headers={**PREFLIGHT, "Allow": resource.allowed})
    if _PREFLIGHT not in request.headers and request.path != _WHOLE_SERVER:
        raise _not_found()
    return Response(status=204, headers=PREFLIGHT)


def _not_found() -> Problem:
    return Problem(404, "not_found", "There is nothing at this URL.")


def _cut_off(request: Request) -> NoReturn:
    """Cut the connection, so that the client sees that the answer is incomplete."""
    if request.transport is not None:
        request.transport.abort()
    raise ConnectionAbortedError
