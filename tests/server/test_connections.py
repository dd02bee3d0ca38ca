"""Connections that are slow, silent or no HTTP at all: they are answered or cut, and others are served meanwhile."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from yarl import URL

from events.storage.memory import MemoryStore
from server.config import Config
from server.http.app import create_app
from server.http.app import serving as serving_here
from server.running import Addresses, serve
from tests.toys.catalogue import TOYS

pytestmark = pytest.mark.usefixtures("loggers_kept")

Serving = Callable[..., Awaitable[tuple[str, int]]]
SECONDS = 20


@pytest.fixture
async def serving() -> AsyncIterator[Serving]:
    """Starts a server, and says where it listens."""
    running: list[asyncio.Task[None]] = []

    async def start(**settings: Any) -> tuple[str, int]:
        listening: asyncio.Future[Addresses] = asyncio.get_running_loop().create_future()
        config = Config(port=0, log_level="error", **settings)
        running.append(asyncio.create_task(serve(config, MemoryStore(), TOYS, on_listening=listening.set_result)))
        host, _, port = (await listening).players.removeprefix("http://").rpartition(":")
        return host, int(port)

    yield start
    for task in running:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


class Line:
    """A connection as bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def to(cls, address: tuple[str, int]) -> "Line":
        return cls(*await asyncio.open_connection(*address))

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def ended(self) -> bytes:
        """Whatever still comes until the server closes."""
        async with asyncio.timeout(SECONDS):
            try:
                return await self.reader.read()
            except ConnectionResetError:
                return b""
            finally:
                self.writer.close()

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        """The next answer: its status, headers and body."""
        async with asyncio.timeout(SECONDS):
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            body = await self.reader.readexactly(int(headers.get("content-length", 0)))
            return int(head[0].split()[1]), headers, body


def headers_of(headers: dict[str, str], *names: str) -> list[str | None]:
    return [headers.get(name) for name in names]


async def still_served(address: tuple[str, int]) -> bool:
    line = await Line.to(address)
    await line.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    status, _, _ = await line.answer()
    line.writer.close()
    return status == 200


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"GET",
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: y",
        b"POST /api/tables HTTP/1.1\r\n",
    ],
)
async def test_a_connection_on_which_no_request_is_finished_is_cut(serving: Serving, beginning: bytes) -> None:
    address = await serving(header_seconds=0.3)
    line = await Line.to(address)
    await line.send(beginning)
    assert await line.ended() == b""


async def test_headers_that_trickle_in_for_ever_are_cut_all_the_same(serving: Serving) -> None:
    address = await serving(header_seconds=0.3)
    line = await Line.to(address)
    await line.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    ending = asyncio.create_task(line.ended())
    with suppress(ConnectionError):
        while not ending.done():
            await line.send(b"X-More: y\r\n")
            await asyncio.wait([ending], timeout=0.02)
    assert await ending == b""


async def test_a_connection_that_waits_for_its_next_request_is_kept_for_a_while_and_then_cut(serving: Serving) -> None:
    address = await serving(header_seconds=0.5)
    line = await Line.to(address)
    for _ in range(3):
        await line.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (await line.answer())[0] == 200
    assert await line.ended() == b""


async def test_a_body_that_does_not_come_is_refused_in_time(serving: Serving) -> None:
    address = await serving(body_seconds=0.2)
    line = await Line.to(address)
    await line.send(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
    status, headers, body = await line.answer()
    assert (status, msgspec.json.decode(body)["code"]) == (408, "body_too_slow")
    assert headers_of(headers, "connection", "access-control-allow-origin") == ["close", "*"]
    line.writer.close()


async def test_a_body_that_comes_slowly_but_in_time_is_taken(serving: Serving) -> None:
    address = await serving(body_seconds=SECONDS)
    line = await Line.to(address)
    body = b'{"game": "race"}'
    await line.send(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body))
    for byte in body:
        await line.send(bytes([byte]))
        await asyncio.sleep(0.005)
    assert (await line.answer())[0] == 201
    line.writer.close()


@pytest.mark.parametrize(
    ("request_line", "status", "code"),
    [
        (b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"y" * 10_000, 431, "headers_too_large"),
        (b"GET /" + b"y" * 10_000 + b" HTTP/1.1\r\nHost: localhost", 431, "headers_too_large"),
        (
            b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"\r\n".join(b"X-%d: y" % n for n in range(200)),
            400,
            "malformed_request",
        ),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6", 400, "malformed_request"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nBad Header", 400, "malformed_request"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "malformed_request"),
        (b"BREW /coffee HTTP/1.1\r\nHost: localhost", 400, "malformed_request"),
    ],
)
async def test_a_malformed_request_is_answered_with_a_problem_and_the_connection_is_closed(
    serving: Serving, request_line: bytes, status: int, code: str
) -> None:
    address = await serving()
    line = await Line.to(address)
    await line.send(request_line + b"\r\n\r\n")
    answered, headers, body = await line.answer()
    problem = msgspec.json.decode(body)
    assert (answered, problem["status"], problem["code"]) == (status, status, code)
    assert headers_of(headers, "content-type", "access-control-allow-origin") == ["application/problem+json", "*"]
    assert await line.ended() == b""


async def test_a_header_without_an_end_is_refused_before_it_fills_the_memory(serving: Serving) -> None:
    address = await serving()
    line = await Line.to(address)
    answering = asyncio.create_task(line.answer())
    await line.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
    sent = 0
    with suppress(ConnectionError):
        while not answering.done() and sent < 10_000_000:
            await line.send(b"y" * 1000)
            sent += 1000
            await asyncio.sleep(0)
    assert (await answering)[0] == 431
    assert sent < 1_000_000
    line.writer.close()


async def test_an_address_has_so_many_connections_and_no_more(serving: Serving) -> None:
    address = await serving(connections_per_address=3)
    lines = [await Line.to(address) for _ in range(3)]
    for line in lines:
        await line.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (await line.answer())[0] == 200
    assert await (await Line.to(address)).ended() == b""
    lines[0].writer.close()
    await lines[0].writer.wait_closed()
    await lines[1].send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert (await lines[1].answer())[0] == 200
    assert await still_served(address)
    for line in lines[1:]:
        line.writer.close()


async def test_others_are_served_while_many_dawdle(serving: Serving) -> None:
    address = await serving(header_seconds=SECONDS, body_seconds=SECONDS)
    lines = [await Line.to(address) for _ in range(300)]
    for n, line in enumerate(lines):
        await line.send(
            b"GET / HTTP/1.1\r\n"
            if n % 2
            else b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
        )
    assert await still_served(address)
    for line in lines:
        line.writer.close()


@pytest.mark.parametrize("turns", range(5))
async def test_a_connection_that_is_accepted_while_the_server_stops_is_closed(turns: int) -> None:
    """Some turns of the loop before it stops, it accepts; what it has not accepted then, nobody does."""
    app = create_app(Config(port=0, log_level="error"), MemoryStore(), TOYS)
    async with serving_here(app) as address:
        url = URL(address)
        client = socket.create_connection((str(url.host), int(url.port or 0)))
        client.setblocking(False)
        for _ in range(turns):
            await asyncio.sleep(0)
    with client, suppress(ConnectionResetError):
        async with asyncio.timeout(SECONDS):
            assert await asyncio.get_running_loop().sock_recv(client, 1) == b""
