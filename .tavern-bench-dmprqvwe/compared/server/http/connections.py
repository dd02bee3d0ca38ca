"""Connections: how many an address may have open, for how long they may be silent, and malformed requests.

Plain requests go the express lane (`server.http.express`), and all others aiohttp's ordinary way.
"""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import aiohttp
from aiohttp import web
from aiohttp.http import RawRequestMessage
from aiohttp.http_exceptions import LineTooLong

from server.http.bodies import MAX_BODY
from server.http.errors import internal_error, problem_response
from server.http.express import Answering, Express
from server.http.guard import SAFE, CrossOrigin
from server.http.limits import Limits
from server.log import error_facts
from server.problems import Problem
from server.services import Services

_INCIDENT_BYTES: Final = 6
_MALFORMED: Final = "malformed"
_TOO_MANY: Final = 429
MOST_LIMITED: Final = 20
"""How many requests in a row may be over a limit before their connection is closed."""
MAX_URL: Final = 2 * 1024
"""The longest URL, in bytes. aiohttp's router takes time that grows with the square of the length."""
EXPRESS_WORKS: Final = aiohttp.__version__.startswith("3.14.") and hasattr(
    aiohttp.http.HttpRequestParser, "message_consumed"
)
"""Whether this is the aiohttp whose connections the express lane knows from inside; else all goes the ordinary way."""


class Connection(web.RequestHandler):
    """A connection over which requests come, one after the other.

    It is cut when the next request's headers do not arrive in time. An address at its limit gets no further connection.
    When the client goes away, a look at something is given up; a command is carried out.

    aiohttp's own loop over requests waits while one is on the express lane: it learns of requests that came in
    meanwhile only when that one is answered. They are then its own, since they came faster than they are answered.
    """

    __slots__ = (
        "_address",
        "_answering",
        "_express",
        "_held_back",
        "_limited_in_a_row",
        "_limits",
        "_services",
        "_unwanted",
        "known_host",
        "own",
        "remote",
        "wake_ups",
    )

    def __init__(self, services: Services, limits: Limits, server: web.Server, express: Express | None = None) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(
            server,
            loop=loop,
            keepalive_timeout=services.config.header_seconds,
            max_line_size=MAX_URL,
            auto_decompress=False,
        )
        self._services = services
        self._limits = limits
        self._express = express if EXPRESS_WORKS else None
        self._answering: asyncio.Task[None] | None = None
        self._held_back: asyncio.Future[None] | None = None
        self._address: str | None = None
        self.remote = self.own = ""
        self.known_host: str | None = None
        self.wake_ups: set[asyncio.Event] = set()
        self._limited_in_a_row = 0
        self._unwanted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept the connection, unless the address has too many."""
        peer = transport.get_extra_info("peername")
        address = self.remote = peer[0] if peer else ""
        own = transport.get_extra_info("sockname")
        self.own = own[0] if own else ""
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
        if self._looking and self._task_handler is not None:
            self._task_handler.cancel()
        super().connection_lost(exc)
        for wake_up in self.wake_ups:
            wake_up.set()

    @property
    def _looking(self) -> bool:
        """Whether a request is under way that changes nothing, and that does not see to its client's absence itself."""
        return self._current_request is not None and self._current_request.method in SAFE and not self.wake_ups

    def data_received(self, data: bytes) -> None:
        """Take in what came, and answer the request in it at once if it is a plain one."""
        if self._unwanted:
            return
        waiter = self._waiter
        if self._express is None or waiter is None or waiter.done():
            super().data_received(data)
            return
        self._held_back, self._waiter = waiter, None
        try:
            super().data_received(data)
            if self._messages and self._answered_at_once(self._express):
                return
        finally:
            if self._answering is None:
                self._hand_over()

    def resume_reading(self, resume_parser: bool = True) -> None:
        """Read on, if reading was paused: aiohttp asks for it after every body, and would parse nothing once more."""
        if self._reading_paused:
            super().resume_reading(resume_parser)

    def _answered_at_once(self, express: Express) -> bool:
        """Whether the one request that waits is answered, or will be: then it is none of aiohttp's any more."""
        message, body = self._messages[0]
        if len(self._messages) > 1 or not isinstance(message, RawRequestMessage) or not self._can_answer():
            return False
        answer = express.take(message, body, self)
        if answer is None:
            return False
        self._messages.popleft()
        if self._parser is not None:
            self._parser.message_consumed()
        if isinstance(answer, bytes):
            self._send(answer)
        else:
            self._request_in_progress = True
            self._answering = self._loop.create_task(self._answer_with(answer))
        return True

    def _can_answer(self) -> bool:
        """Whether an answer would be sent, at once and after all others."""
        held_up = self._paused or self._buffer_paused or self._close or self._force_close
        return not (held_up or self._limited_in_a_row >= MOST_LIMITED - 1)

    def answered(self, status: int) -> None:
        """Count the requests in a row that were over a limit."""
        self._limited_in_a_row = self._limited_in_a_row + 1 if status == _TOO_MANY else 0

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer. It is the last if the client goes on over its limits, or has a body that nobody wants.

        The rest of such a body is not even parsed. A small one is read, so that the connection can be used again.
        """
        self.answered(resp.status)
        if self._limited_in_a_row >= MOST_LIMITED:
            resp.force_close()
        if not (request.content.is_eof() or _is_small(request)):
            self._unwanted = True
            resp.force_close()
        return await super().finish_response(request, resp, start_time)

    async def _answer_with(self, answering: Answering) -> None:
        try:
            self._send(await answering())
            if self._paused:
                await self._drain_helper()
        except ConnectionError:
            self.force_close()
        finally:
            self._answering = None
            self._request_in_progress = False
            if self._handler_waiter is not None and not self._handler_waiter.done():
                self._handler_waiter.set_result(None)
            self._hand_over()

    def _hand_over(self) -> None:
        """Let aiohttp's loop go on, with what the express lane did not take, or to its end."""
        waiter = self._waiter = self._held_back
        self._held_back = None
        if waiter is None or waiter.done():
            return
        if self._close or self._force_close:
            waiter.cancel()
        elif self._messages:
            waiter.set_result(None)

    def _send(self, answer: bytes) -> None:
        """Send an answer, and then wait for the next request for so long as aiohttp does."""
        if self.transport is None or self.transport.is_closing():
            return
        self.transport.write(answer)
        self._next_keepalive_close_time = due = self._loop.time() + self._keepalive_timeout
        if self._keepalive_handle is None and not self._force_close:
            self._keepalive_handle = self._loop.call_at(due, self._process_keepalive)

    async def shutdown(self, timeout: float | None = 15.0) -> None:  # noqa: ASYNC109 - aiohttp's own parameter
        """Wait for the answer under way, for `timeout` seconds at most, and close."""
        await super().shutdown(timeout)
        if self._answering is not None:
            self._answering.cancel()

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


def _is_small(request: web.BaseRequest) -> bool:
    """Whether a body that is still to come will be no longer than others, and is sent without being asked for."""
    length = request.content_length
    return length is not None and length <= MAX_BODY and "Expect" not in request.headers


@contextmanager
def woken_when_lost(request: web.Request, wake_up: asyncio.Event) -> Generator[None]:
    """Set `wake_up` when the client goes away, instead of having the handler cancelled."""
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
