"""Connections: how many an address may have open, for how long they may be silent, and malformed requests."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final, cast

from aiohttp import StreamReader, web
from aiohttp.http import RawRequestMessage
from aiohttp.http_exceptions import LineTooLong

from server.http.bodies import MAX_BODY
from server.http.errors import internal_error, problem_response
from server.http.requests import App, Request
from server.log import error_facts
from server.problems import Problem

_INCIDENT_BYTES: Final = 6
_MALFORMED: Final = "malformed"
_TOO_MANY: Final = 429
_TURNS_TO_ACCEPT: Final = 3
MOST_LIMITED: Final = 20
"""How many requests in a row may be over a limit before their connection is closed."""
MAX_URL: Final = 2 * 1024
"""The longest URL, in bytes."""


class Connection(web.RequestHandler):
    """A connection over which requests come, one after the other.

    It is cut when the next request's headers do not arrive in time. An address at its limit gets no further connection.
    When the client goes away, a look at something is given up; a command is carried out.

    `request` is the request that is being handled, if any.
    """

    __slots__ = ("_address", "_app", "_limited_in_a_row", "_unwanted", "request", "wake_ups")

    def __init__(self, app: App, server: web.Server) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=app.config.header_seconds,
            max_line_size=MAX_URL,
            auto_decompress=False,
        )
        self._app = app
        self._address: str | None = None
        self.request: Request | None = None
        self.wake_ups: set[asyncio.Event] = set()
        self._limited_in_a_row = 0
        self._unwanted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept the connection, unless the address has too many."""
        peer = transport.get_extra_info("peername")
        address = peer[0] if peer else ""
        if not self._app.limits.connected(address):
            transport.close()
            return
        self._address = address
        self._app.tables.services.metrics.connections.inc()
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Let go of it."""
        if self._address is None:
            return
        self._app.limits.disconnected(self._address)
        self._app.tables.services.metrics.connections.dec()
        request, self.request = self.request, None
        if request is not None and request.is_safe and not self.wake_ups:
            request.task.cancel()
        super().connection_lost(exc)
        for wake_up in self.wake_ups:
            wake_up.set()

    def data_received(self, data: bytes) -> None:
        """Take in what came, unless nobody wants it."""
        if not self._unwanted:
            super().data_received(data)

    def answered(self, request: Request, response: web.StreamResponse) -> None:
        """Close after an answer if the client goes on over its limits, or has a body that nobody wants.

        The rest of such a body is not even parsed. A small one is read, so that the connection can be used again.
        """
        self.request = None
        self._limited_in_a_row = self._limited_in_a_row + 1 if response.status == _TOO_MANY else 0
        if self._limited_in_a_row >= MOST_LIMITED:
            response.force_close()
        if not (request.content.is_eof() or _is_small(request)):
            self._unwanted = True
            response.force_close()

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """The answer to what never reached a route; it closes the connection."""
        if request.writer.output_size > 0 or isinstance(exc, ConnectionError):
            raise ConnectionError("The answer was begun, or nobody waits for it.")
        problem = self._problem(status, exc)
        self._app.tables.services.metrics.requests.answered("other", _MALFORMED, problem.status, 0.0)
        answer = problem_response(problem)
        self._app.cross_origin.set_headers(request, answer)
        answer.force_close()
        return answer

    def _problem(self, status: int, error: BaseException | None) -> Problem:
        if isinstance(error, LineTooLong):
            return Problem(431, "headers_too_large", "The URL or a header is too long.")
        # Handlers are guarded, so text that cannot be decoded out here is the request's own.
        if status < 500 or isinstance(error, UnicodeError):
            return Problem(400, "malformed_request", "The request is not valid HTTP.")
        services = self._app.tables.services
        incident = services.random(_INCIDENT_BYTES).hex()
        services.log.error("incident", incident=incident, **(error_facts(error) if error else {}))
        return internal_error(incident)


def _is_small(request: web.BaseRequest) -> bool:
    """Whether a body that is still to come will be no longer than others, and is sent without being asked for."""
    length = request.content_length
    return length is not None and length <= MAX_BODY and "Expect" not in request.headers


def server_of(app: App, answer: Callable[[Any], Awaitable[web.StreamResponse]]) -> web.Server:
    """The server that has `answer` answer each `Request` of an app's connections."""
    loop = asyncio.get_running_loop()

    def request_of(message: RawRequestMessage, body: StreamReader, connection: Any, *rest: Any) -> Request:
        # aiohttp also refuses a body of exactly this size.
        request = Request(app, connection, message, body, connection, *rest, loop, client_max_size=MAX_BODY + 1)
        connection.request = request
        return request

    return web.Server(answer, request_factory=request_of)


@asynccontextmanager
async def listening(connect: Callable[[], asyncio.BaseProtocol], host: str, port: int) -> AsyncGenerator[str]:
    """Accept connections; yields the address, as `http://HOST:PORT`. Raises `OSError`."""
    accepting = await asyncio.get_running_loop().create_server(connect, host, port)
    try:
        bound, port, *_ = accepting.sockets[0].getsockname()
        yield f"http://[{bound}]:{port}" if ":" in bound else f"http://{bound}:{port}"
    finally:
        await _stop_accepting(accepting)


async def _stop_accepting(accepting: asyncio.Server) -> None:
    """Close a listener. Before Python 3.12.8, one that is closed while it accepts a connection never closes that one:
    https://github.com/python/cpython/issues/109564.
    """
    loop = asyncio.get_running_loop()
    # The loop of Windows accepts in another way.
    with suppress(NotImplementedError):
        for listener in accepting.sockets:
            loop.remove_reader(listener.fileno())
    for _ in range(_TURNS_TO_ACCEPT):
        await asyncio.sleep(0)
    accepting.close()


@contextmanager
def woken_when_lost(request: Request, wake_up: asyncio.Event) -> Generator[None]:
    """Set `wake_up` when the client goes away, instead of having the handler cancelled."""
    connection = cast("Connection", request.protocol)
    connection.wake_ups.add(wake_up)
    try:
        yield
    finally:
        connection.wake_ups.discard(wake_up)


def is_gone(request: Request) -> bool:
    """Whether the client has gone away."""
    return request.transport is None or request.transport.is_closing()


def require_listener(request: Request) -> None:
    """Raise `ConnectionResetError` where the client has gone away."""
    if is_gone(request):
        raise ConnectionResetError
