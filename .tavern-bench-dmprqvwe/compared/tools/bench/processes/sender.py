"""A child process that sends prepared requests over many connections, and measures the time.

python -m tools.bench.processes.sender < plan
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tools.bench.processes.children import allow_many_files, read_plan, send

_END_OF_HEADERS: Final = b"\r\n\r\n"
_LENGTH: Final = b"content-length: "


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The address, and the raw requests of each connection, each sent after the answer to the previous one.

    The first requests of each connection, as many as `warm_ups` has for it, are not measured: they include one-time
    work such as loading a table. Of the rest, `counted` are sent and measured.
    """

    host: str
    port: int
    connections: list[list[bytes]]
    warm_ups: list[int]
    counted: int


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result. Times in seconds; `body_bytes` is the total size of all answers' bodies."""

    requests: int
    failures: int
    seconds: float
    p50: float
    p99: float
    body_bytes: int

    @property
    def per_second(self) -> float:
        """Answers per second."""
        return self.requests / self.seconds


class Connection(asyncio.Protocol):
    """A connection that sends requests, each after the answer to the one before, and times the answers."""

    def __init__(self) -> None:
        self._requests: Iterator[bytes] = iter(())
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._sent_at = 0.0
        self.times: list[float] = []
        self.failures = 0
        self.body_bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Be ready to send."""
        if isinstance(transport, asyncio.Transport):
            self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail what is under way."""
        if not self._done.done():
            self._done.set_exception(exc or ConnectionError("the server closed the connection"))

    def begin(self, requests: Sequence[bytes]) -> asyncio.Future[None]:
        """Send requests one after the other, and time them; the future ends with the last answer."""
        self._requests, self._done = iter(requests), asyncio.get_running_loop().create_future()
        self.times, self.body_bytes = [], 0
        self._send()
        return self._done

    def _send(self) -> None:
        request = next(self._requests, None)
        if request is None or self._transport is None:
            self._done.set_result(None)
            return
        if self._transport.is_closing():
            self._done.set_exception(ConnectionError("the server closed the connection"))
            return
        self._sent_at = time.perf_counter()
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        """Read on, and send the next request once an answer is whole."""
        self._buffer += data
        head = self._buffer.find(_END_OF_HEADERS)
        if head < 0:
            return
        headers = self._buffer[:head].lower()
        _, _, said = headers.partition(_LENGTH)
        # A 304 has no length, since nothing follows.
        length = int(said.partition(b"\r")[0] or b"0")
        if len(self._buffer) < head + len(_END_OF_HEADERS) + length:
            return
        self.times.append(time.perf_counter() - self._sent_at)
        self.failures += not headers.startswith((b"http/1.1 2", b"http/1.1 304"))
        self.body_bytes += length
        self._buffer = b""
        self._send()


async def connected(host: str, port: int, count: int) -> list[Connection]:
    """So many connections."""
    loop = asyncio.get_running_loop()
    return [(await loop.create_connection(Connection, host, port))[1] for _ in range(count)]


async def send_all(connections: Sequence[Connection], requests: Sequence[Sequence[bytes]]) -> None:
    """Send its own requests over each connection, over all of them at once."""
    sending = zip(connections, requests, strict=True)
    await asyncio.gather(*(connection.begin(own) for connection, own in sending))


async def run(plan: Plan) -> Result:
    """Send everything and return the result. Raises `OSError` if the server closes a connection."""
    connections = await connected(plan.host, plan.port, len(plan.connections))
    all_requests = list(zip(plan.connections, plan.warm_ups, strict=True))
    await send_all(connections, [requests[:warm_up] for requests, warm_up in all_requests])
    began = time.perf_counter()
    await send_all(connections, [requests[warm_up : warm_up + plan.counted] for requests, warm_up in all_requests])
    seconds = time.perf_counter() - began
    times = sorted(time for connection in connections for time in connection.times)
    return Result(
        requests=len(times),
        failures=sum(connection.failures for connection in connections),
        seconds=seconds,
        p50=times[len(times) // 2],
        p99=times[len(times) * 99 // 100],
        body_bytes=sum(connection.body_bytes for connection in connections),
    )


def main() -> None:
    """Carry out the plan from standard input."""
    allow_many_files()
    send(asyncio.run(run(read_plan(Plan))))


if __name__ == "__main__":
    main()
