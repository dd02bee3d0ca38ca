"""Connections: how many an address may have open, for how long they may be silent, and malformed requests."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from aiohttp import web
from aiohttp.http_exceptions import LineTooLong

from server.http.errors import internal_error, problem_response
from server.http.guard import CrossOrigin
from server.http.limits import Limits
from server.log import error_facts
from server.problems import Problem
from server.services import Services

_INCIDENT_BYTES: Final = 6
_MALFORMED: Final = "malformed"


class Connection(web.RequestHandler):
    """A connection over which requests come, one after the other.

    It is cut when the next request's headers do not arrive in time. An address at its limit gets no further connection.
    """

    __slots__ = ("_address", "_limits", "_services", "wake_ups")

    def __init__(self, services: Services, limits: Limits, server: web.Server) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(server, loop=loop, keepalive_timeout=services.config.header_seconds)
        self._services = services
        self._limits = limits
        self._address: str | None = None
        self.wake_ups: set[asyncio.Event] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept the connection, unless the address has too many."""
        peer = transport.get_extra_info("peername")
        address = peer[0] if peer else ""
        if not self._limits.connected(address):
            transport.close()
            return
        self._address = address
        self._services.metrics.connections.inc()
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Let go of it."""
        if self._address is None:
            return
        self._limits.disconnected(self._address)
        self._services.metrics.connections.dec()
        super().connection_lost(exc)
        for wake_up in self.wake_ups:
            wake_up.set()

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """The answer to what never reached a route; it closes the connection."""
        if request.writer.output_size > 0 or isinstance(exc, ConnectionError):
            raise ConnectionError("The answer was begun, or nobody waits for it.")
        problem = self._problem(status, exc)
        self._services.metrics.requests.answered("other", _MALFORMED, problem.status, 0.0)
        answer = problem_response(problem)
        CrossOrigin(self._services.config).set_headers(request.headers.get("Origin"), answer)
        answer.force_close()
        return answer

    def _problem(self, status: int, error: BaseException | None) -> Problem:
        if isinstance(error, LineTooLong):
            return Problem(431, "headers_too_large", "The URL or a header is too long.")
        # Handlers are guarded, so text that cannot be decoded out here is the request's own.
        if status < 500 or isinstance(error, UnicodeError):
            return Problem(400, "malformed_request", "The request is not valid HTTP.")
        incident = self._services.random(_INCIDENT_BYTES).hex()
        self._services.log.error("incident", incident=incident, **(error_facts(error) if error else {}))
        return internal_error(incident)


@contextmanager
def woken_when_lost(request: web.Request, wake_up: asyncio.Event) -> Generator[None]:
    """Set `wake_up` when the client goes away: handlers are not cancelled then, so that commands are finished."""
    connection = request.protocol
    if not isinstance(connection, Connection):
        yield
        return
    connection.wake_ups.add(wake_up)
    try:
        yield
    finally:
        connection.wake_ups.discard(wake_up)


def require_listener(request: web.Request) -> None:
    """Raise `ConnectionResetError` where the client has gone away."""
    if request.transport is None or request.transport.is_closing():
        raise ConnectionResetError
