"""A server process for tests, and connections to it that are as impolite as a test likes.

async with Wire(server.port) as wire:
    wire.send(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert (await wire.answer()).status == 200
"""

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.server.serving import Answer

CHUNKED: Final = {"Transfer-Encoding": "chunked"}
ROOT: Final = Path(__file__).parents[2]
_SERVE: Final = "from tools.commands.play.serve import command; command()"
SECONDS: Final = 20
"""For how long anything is waited for, at most."""


_AT_THE_START: Final = {"store_created"}
"""Notices about the store."""


class Process:
    """`tavern serve` as a process: the ports of players and operator, and what it logged."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self._process = process
        self._log = log
        listening = self._first_line()
        self.port = _port(listening["address"])
        self.operator_port = _port(listening["operator"])

    def _first_line(self) -> Any:
        with self._log.open("rb") as lines:
            while True:
                line = lines.readline()
                if line.startswith(b"{") and line.endswith(b"\n"):
                    return msgspec.json.decode(line)
                assert self.running, self._log.read_text()
                lines.seek(0)

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    @property
    def logged(self) -> list[str]:
        """The names of what was logged, but what is usual."""
        lines = [msgspec.json.decode(line) for line in self._log.read_bytes().splitlines()]
        return [line["event"] for line in lines if line["level"] != "info" and line["event"] not in _AT_THE_START]


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])


@contextmanager
def process(folder: Path, **settings: object) -> Iterator[Process]:
    """A server on a file in that folder, with such settings; it is stopped in the end, and must stop well."""
    options = [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()]
    where = [
        f"--store=sqlite:///{folder / 'tavern.db'}",
        "--create",
        "--port=0",
        "--operator-port=0",
        "--log-format=json",
    ]
    log = folder / "server.log"
    with log.open("wb") as out:
        running = subprocess.Popen([sys.executable, "-c", _SERVE, *where, *options], cwd=ROOT, stdout=out, stderr=out)
    try:
        yield Process(running, log)
        running.send_signal(signal.SIGTERM)
        assert running.wait(SECONDS) == 0
    finally:
        running.kill()
        running.wait()


class Wire:
    """A connection: bytes go out as they are given, and answers are read as far as somebody asks for them."""

    def __init__(self, port: int, *, receive_buffer: int | None = None) -> None:
        self._port = port
        self._receive_buffer = receive_buffer
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> "Wire":
        connection = socket.socket()
        if self._receive_buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._receive_buffer)
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self._port))
        self._reader, self._writer = await asyncio.open_connection(sock=connection)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cut()

    def send(self, data: bytes) -> None:
        """Send bytes, whether or not anybody listens."""
        if not self._writer.is_closing():
            self._writer.write(data)

    async def sent(self) -> None:
        """Wait until most of what was sent has left."""
        await self._writer.drain()

    def send_end(self) -> None:
        """Say that nothing more is sent, and go on reading."""
        self._writer.write_eof()

    def cut(self) -> None:
        """Vanish, without a word."""
        self._writer.transport.abort()

    def stop_reading(self) -> None:
        """Take nothing more from the connection."""
        transport = self._writer.transport
        assert isinstance(transport, asyncio.ReadTransport)
        transport.pause_reading()

    async def head(self) -> Answer:
        """The next answer's status and headers, with an empty body."""
        async with asyncio.timeout(SECONDS):
            lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("ascii").split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        return Answer(int(lines[0].split(" ", 2)[1]), headers, b"")

    async def answer(self) -> Answer:
        """The next answer, which says how long it is."""
        head = await self.head()
        async with asyncio.timeout(SECONDS):
            body = await self._reader.readexactly(int(head.headers.get("Content-Length", "0")))
        return Answer(head.status, head.headers, body)

    async def until(self, end: bytes) -> bytes:
        """What comes, up to some bytes that must come."""
        async with asyncio.timeout(SECONDS):
            return await self._reader.readuntil(end)

    async def exactly(self, count: int) -> bytes:
        """The next so many bytes."""
        async with asyncio.timeout(SECONDS):
            return await self._reader.readexactly(count)

    async def ended(self) -> bool:
        """Whether the server ends the connection without a further word."""
        async with asyncio.timeout(SECONDS):
            try:
                return await self._reader.read(1) == b""
            except ConnectionError:
                return True

    async def last(self) -> Answer | None:
        """The next answer, None where the connection ends without one."""
        try:
            return await self.answer()
        except (asyncio.IncompleteReadError, ConnectionError):
            return None


def request(
    method: str, path: str | bytes, body: bytes | None = None, headers: Mapping[str, str | bytes] | None = None
) -> bytes:
    """A request as it goes over the wire. It has the length of its body, unless the headers give another."""
    named: dict[str, str | bytes] = {"Host": "localhost", **(headers or {})}
    if body is not None and "Transfer-Encoding" not in named:
        named.setdefault("Content-Length", str(len(body)))
    lines = [b"%b: %b" % (name.encode(), _raw(value)) for name, value in named.items()]
    return b"\r\n".join([b"%b %b HTTP/1.1" % (method.encode(), _raw(path)), *lines, b"", b""]) + (body or b"")


def _raw(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def value_of(exposition: str, metric: str) -> float:
    """The value of a metric without labels, in the text format of Prometheus."""
    found = re.search(rf"^{metric} (\S+)$", exposition, re.MULTILINE)
    assert found is not None, metric
    return float(found[1])
