"""Clients for measuring: tables opened over HTTP, raw requests, and connections that time the answers."""

import asyncio
import time
from collections.abc import Mapping
from typing import Final

import aiohttp
import msgspec

from tools.bench.bare import ANSWER_BYTES
from tools.bench.playing import GAME, PURSE_CP, Game, Sent
from tools.bench.servers import HOST
from tools.failures import Failure

_END_OF_HEADERS: Final = b"\r\n\r\n"
_LENGTH: Final = b"content-length: "


class Table(msgspec.Struct, frozen=True):
    """A table's id, and its tokens: of the seats, and (None) of the GM. A bare handler needs none."""

    id: str = "bench"
    tokens: Mapping[str | None, str] = {}

    def command(self, sent: Sent, headers: str = "", answer_bytes: int = 0) -> bytes:
        """The request with a command as it was sent in the game. `headers` end in CRLF."""
        headers += f"Content-Type: application/json\r\nContent-Length: {len(sent.body)}\r\n"
        token = self.tokens.get(sent.seat, "")
        return self._head(f"POST /api/tables/{self.id}/commands", token, headers, answer_bytes) + sent.body

    def look(self, headers: str = "", answer_bytes: int = 0, *, what: str = "") -> bytes:
        """The request for the view of the first seat, or for `what` there is below a table."""
        token = next((token for seat, token in self.tokens.items() if seat is not None), "")
        return self._head(f"GET /api/tables/{self.id}{what}", token, headers, answer_bytes)

    def _head(self, line: str, token: str, headers: str, answer_bytes: int) -> bytes:
        headers = f"Host: {HOST}\r\n{ANSWER_BYTES}: {answer_bytes}\r\n{headers}"
        if token:
            headers += f"Authorization: Bearer {token}\r\n"
        return f"{line} HTTP/1.1\r\n{headers}\r\n".encode()


class _Answered(msgspec.Struct, frozen=True):
    """What is needed of the answers to opening a table and to sitting down."""

    table: str = ""
    gm_token: str = ""
    invite: str = ""
    token: str = ""


async def opened(port: int, game: Game, count: int) -> list[Table]:
    """Tables opened over HTTP from the game's secret, with everybody seated: any revision can be asked for them."""
    tables: list[Table] = []
    async with aiohttp.ClientSession(f"http://{HOST}:{port}") as session:
        for _ in range(count):
            table = await _posted(session, "/api/tables", {"game": GAME, "seed": game.secret.hex()})
            tokens: dict[str | None, str] = {None: table.gm_token}
            for seat in game.seats:
                body = {"invite": table.invite, "name": seat.capitalize(), "purse_cp": PURSE_CP}
                tokens[seat] = (await _posted(session, f"/api/tables/{table.table}/seats", body)).token
            tables.append(Table(table.table, tokens))
    return tables


async def _posted(session: aiohttp.ClientSession, path: str, body: object) -> _Answered:
    async with session.post(path, data=msgspec.json.encode(body)) as answer:
        if not answer.ok:
            raise Failure(f"{path} was answered with {answer.status}")
        return msgspec.json.decode(await answer.read(), type=_Answered)


class Connection(asyncio.Protocol):
    """A connection that sends one request at a time. `body_bytes` is the length of the last answer's body."""

    def __init__(self) -> None:
        self._answered: asyncio.Future[float] | None = None
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._sent_at = 0.0
        self.body_bytes = 0

    async def ask(self, request: bytes) -> float:
        """Send a request; returns the seconds until its answer was there. Raises `Failure` if it is refused."""
        if self._transport is None or self._transport.is_closing():
            raise Failure("a server closed a connection")
        self._answered = asyncio.get_running_loop().create_future()
        self._sent_at = time.perf_counter()
        self._transport.write(request)
        return await self._answered

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Be ready to send."""
        if isinstance(transport, asyncio.Transport):
            self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail what is under way."""
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(Failure("a server closed a connection"))

    def data_received(self, data: bytes) -> None:
        """Read on until an answer is whole."""
        self._buffer += data
        head, end, body = self._buffer.partition(_END_OF_HEADERS)
        _, _, said = head.lower().partition(_LENGTH)
        # A 304 has no length, since nothing follows.
        if self._answered is None or not end or len(body) < (length := int(said.partition(b"\r")[0] or b"0")):
            return
        took, self._buffer, self.body_bytes = time.perf_counter() - self._sent_at, b"", length
        if head[9:10] == b"2" or head[9:12] == b"304":
            self._answered.set_result(took)
        else:
            self._answered.set_exception(Failure(f"a request was answered with {head[9:12].decode()}"))


async def connected(port: int) -> Connection:
    """A connection to a server."""
    _, connection = await asyncio.get_running_loop().create_connection(Connection, HOST, port)
    return connection
