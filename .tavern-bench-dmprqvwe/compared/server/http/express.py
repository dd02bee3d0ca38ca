"""The express lane: looking at a table and giving a command without aiohttp's router, request and response objects.

aiohttp's parser has read a request whole before it comes here. Whatever is not plain is not taken and goes the ordinary
way, so what is streamed, compressed or waits for a body is handled in one place alone. Answers are the same bytes.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from http import HTTPStatus
from time import perf_counter
from typing import Final, Protocol

from aiohttp import HttpVersion11, StreamReader, hdrs, web
from aiohttp.helpers import rfc822_formatted_time
from aiohttp.http import RawRequestMessage
from multidict import CIMultiDictProxy

from events.audience import GM
from server.commands import auth
from server.commands.auth import Caller
from server.http.answers import JSON, PERSONAL
from server.http.app_keys import COMMANDS, LIMITS, TABLES
from server.http.bodies import MAX_BODY, bearer
from server.http.contract import ACTS_FOR
from server.http.errors import problem_response
from server.http.guard import CrossOrigin, problem_for
from server.http.hosts import Hosts
from server.http.routes.tables import command_request, result_headers
from server.problems import LogDamaged
from server.tokens import TABLE_ID, hash_of, names_tag

_ADDRESS: Final = re.compile(rf"/api/tables/({TABLE_ID})(/commands)?(\?.*)?")
_VIEW: Final = "/api/tables/{table}"
_COMMANDS: Final = "/api/tables/{table}/commands"
"""The routes, as metrics and the log name them."""
_TAG: Final = "%b"
"""Stands for the ETag in a prepared head."""

Answering = Callable[[], Awaitable[bytes]]
Headers = CIMultiDictProxy[str]


class Peer(Protocol):
    """The two ends of a connection: the client's address, and the server's own.

    `known_host` is the Host header that was last found to name the server, None before the first. `answered` takes the
    status of each answer.
    """

    remote: str
    own: str
    known_host: str | None

    def answered(self, status: int) -> None:
        """Note that a request on this connection is answered."""
        ...


class _Heads:
    """The heads of answers to pages of one origin, prepared as far as they do not depend on the answer."""

    def __init__(self, cross_origin: CrossOrigin, origin: str | None) -> None:
        self._cross_origin = cross_origin
        self._origin = origin
        tagged = {**PERSONAL, "ETag": _TAG}
        self.view, self.end = self._prepared(200, {"Content-Type": JSON, **tagged})
        self.known, _ = self._prepared(304, tagged)
        self.results = {
            (secret, minimal): self._prepared(
                200, {"Content-Type": JSON, **result_headers(_TAG, secret=secret, minimal=minimal)}
            )[0]
            for secret in (False, True)
            for minimal in (False, True)
        }

    def _prepared(self, status: int, headers: Mapping[str, str]) -> tuple[bytes, bytes]:
        """What comes before the length and the time, and what comes after."""
        response = web.Response(status=status, headers=headers)
        self._cross_origin.set_headers(self._origin, response)
        lines = [f"{name}: {value}\r\n" for name, value in response.headers.items()]
        own = len(headers)
        start = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        return (start + "".join(lines[:own])).encode(), ("".join(lines[own:]) + "\r\n").encode()

    def problem(self, response: web.Response, body: bytes) -> bytes:
        """A whole answer of any status."""
        start, end = self._prepared(response.status, response.headers)
        return b"%bContent-Length: %d\r\n%b%b%b" % (start, len(body), _date(), end, body)

    def whole(self, start: bytes, tag: str, body: bytes) -> bytes:
        """A whole answer from its prepared head."""
        head = start % tag.encode()
        return b"%bContent-Length: %d\r\n%b%b%b" % (head, len(body), _date(), self.end, body)

    def unchanged(self, tag: str) -> bytes:
        """304: the caller has the view."""
        return self.known % tag.encode() + _date() + self.end


class Express:
    """Answers plain requests at once."""

    def __init__(self, app: web.Application) -> None:
        self._tables = app[TABLES]
        self._commands = app[COMMANDS]
        self._limits = app[LIMITS]
        services = self._services = self._tables.services
        self._hosts = Hosts(services.config.host, services.config.allow_host)
        cross_origin = CrossOrigin(services.config)
        self._any_origin = _Heads(cross_origin, None)
        self._of_origin = {origin: _Heads(cross_origin, origin) for origin in services.config.allow_origin}
        self._answered = services.metrics.requests.answered
        self._log = services.log if services.log.is_enabled_for(logging.DEBUG) else None

    def take(self, message: RawRequestMessage, body: StreamReader, peer: Peer) -> bytes | Answering | None:
        """The answer to a request, or what makes it; None where the request has to go the ordinary way."""
        found = _ADDRESS.fullmatch(message.path)
        if found is None or not _is_plain(message):
            return None
        headers = message.headers
        table, commands, query = found.groups()
        token = bearer(headers)
        if token is None:
            return None
        caller = Caller(self._tables, table, hash_of(token))
        if commands is None:
            if message.method != hdrs.METH_GET or query is not None or hdrs.CONTENT_LENGTH in headers:
                return None
            return self._view(headers, caller, peer)
        if message.method != hdrs.METH_POST or not _is_whole(body, headers) or not self._let_in(headers, peer):
            return None
        acts_for = None if query is None else message.url.query.get(ACTS_FOR.name)
        return partial(self._command, headers, caller, peer, body.read_nowait(), acts_for)

    def _let_in(self, headers: Headers, peer: Peer) -> bool:
        """Whether the request names a host of the server, and its address is within its limit, for which it counts."""
        host = headers.get(hdrs.HOST, "")
        if host != peer.known_host:
            if not self._hosts.known(host, peer.own):
                return False
            peer.known_host = host
        return not self._limits.requests.take(self._limits.address_of(peer.remote, headers))

    def _view(self, headers: Headers, caller: Caller, peer: Peer) -> bytes | None:
        """The view of a table and a viewer that are in memory."""
        began = perf_counter()
        feed = auth.watcher_at_hand(caller)
        if feed is None or not self._let_in(headers, peer):
            return None
        try:
            view = feed.view()
        except Exception as error:  # noqa: BLE001 - every error becomes an answer
            status, answer = self._problem(_VIEW, headers, caller, error)
        else:
            heads = self._heads(headers)
            if names_tag(headers.get(hdrs.IF_NONE_MATCH), view.tag):
                status, answer = 304, heads.unchanged(view.tag)
            else:
                status, answer = 200, heads.whole(heads.view, view.tag, view.body)
        self._count(hdrs.METH_GET, _VIEW, status, began, peer)
        return answer

    async def _command(self, headers: Headers, caller: Caller, peer: Peer, body: bytes, acts_for: str | None) -> bytes:
        began = perf_counter()
        try:
            viewer = await auth.require_player(caller)
            self._limits.count(self._limits.commands, caller.token_hash)
            result = await self._commands.handle(command_request(caller, viewer, headers, body, acts_for))
            heads = self._heads(headers)
            start = heads.results[result.secret, result.minimal]
            status, answer = 200, heads.whole(start, result.tag, result.body)
        except LogDamaged as damage:
            await self._tables.examine(damage.table)
            status, answer = self._problem(_COMMANDS, headers, caller, damage)
        except Exception as error:  # noqa: BLE001 - every error becomes an answer
            status, answer = self._problem(_COMMANDS, headers, caller, error)
        self._count(hdrs.METH_POST, _COMMANDS, status, began, peer)
        return answer

    def _heads(self, headers: Headers) -> _Heads:
        if not self._of_origin:
            return self._any_origin
        return self._of_origin.get(headers.get(hdrs.ORIGIN, ""), self._any_origin)

    def _problem(self, route: str, headers: Headers, caller: Caller, error: Exception) -> tuple[int, bytes]:
        problem = problem_for(self._services, route, error, for_gm=caller.viewer == GM, reading=route == _VIEW)
        response = problem_response(problem)
        body = response.body if isinstance(response.body, bytes) else b""
        return problem.status, self._heads(headers).problem(response, body)

    def _count(self, method: str, route: str, status: int, began: float, peer: Peer) -> None:
        peer.answered(status)
        took = perf_counter() - began
        self._answered(method, route, status, took)
        if self._log is not None:
            self._log.debug("request", method=method, route=route, status=status, ms=round(took * 1000, 1))


def _is_plain(message: RawRequestMessage) -> bool:
    """Whether the head asks for nothing special, and the connection goes on after it."""
    return not (
        message.should_close
        or message.upgrade
        or message.chunked
        or message.version != HttpVersion11
        or hdrs.EXPECT in message.headers
        or hdrs.CONTENT_ENCODING in message.headers
    )


def _is_whole(body: StreamReader, headers: Headers) -> bool:
    """Whether a body has arrived, as long as it was announced, and is one that is accepted."""
    length = body.total_bytes
    announced = headers.get(hdrs.CONTENT_LENGTH) == str(length)
    return announced and length <= MAX_BODY and body.is_eof() and body.exception() is None


def _date() -> bytes:
    return f"Date: {rfc822_formatted_time()}\r\n".encode()
