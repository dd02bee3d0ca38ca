"""Live streams: the delay of events to many readers of one table, the throughput, and the memory."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Final

import msgspec

from tools.bench.clients import Table, connected, opened
from tools.bench.playing import Sent, play
from tools.bench.report import BYTES, MILLISECONDS, PER_SECOND, Figure, Section, figure
from tools.bench.run import Run
from tools.bench.servers import HOST, Server, bare, tavern
from tools.bench.stores import address
from tools.failures import Failure

_BARE: Final = "bare streams"
_PATIENCE: Final = 60.0
_AT_ONCE: Final = 50
_FRAME_END: Final = b"\n\n"
_GREETING: Final = 2
"""A stream begins with the reconnection time and the view."""


class _Readers:
    """Counts how many readers have reached each event, and when all have."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._come: Counter[int] = Counter()
        self._whole: list[float] = []
        self._cut = False
        self._news = asyncio.Event()
        self.bytes = 0

    def come(self, frames: int) -> None:
        self._come[frames] += 1
        if self._come[frames] == self._count:
            self._whole.append(perf_counter())
            self._news.set()

    def cut(self) -> None:
        self._cut = True
        self._news.set()

    async def have(self, events: int) -> float:
        """When the last reader had its last of so many events. Raises `Failure` if a stream ends."""
        async with asyncio.timeout(_PATIENCE):
            while len(self._whole) < _GREETING + events:
                await self._news.wait()
                self._news.clear()
                if self._cut:
                    raise Failure("a live stream ended while it was measured")
        return self._whole[_GREETING + events - 1]


class _Reader(asyncio.Protocol):
    def __init__(self, readers: _Readers, request: bytes) -> None:
        self._readers = readers
        self._request = request
        self._frames = 0
        self._last = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.Transport):
            transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._readers.bytes += len(data)
        ends = data.count(_FRAME_END) + (self._last == b"\n" and data.startswith(b"\n"))
        self._last = data[-1:]
        for _ in range(ends):
            self._frames += 1
            self._readers.come(self._frames)

    def connection_lost(self, exc: Exception | None) -> None:
        self._readers.cut()


class _Heard(msgspec.Struct, frozen=True, kw_only=True):
    """The result. Delays in seconds from a command until the last reader had its event."""

    delays: list[float]
    per_second: float
    frame_bytes: int
    memory: float


async def measure_streams(run: Run) -> Section:
    """Play a game for many readers, on new servers each time, the tavern and bare ones in turn. Raises `Failure`."""
    game, count, repeats = play(run.sizes.commands), run.sizes.readers, run.sizes.repeats
    ours: list[_Heard] = []
    others: list[_Heard] = []
    for n in range(repeats):
        async with tavern(address(run.folder / f"streams-{n}.db")) as server:
            (table,) = await opened(server.port, game, 1)
            ours.append(await _heard(server, table, game.sent, count))
        async with bare() as server:
            public = [sent for sent in game.sent if sent.public]
            others.append(await _heard(server, Table(), public, count, ours[0].frame_bytes))

    def beside(what: str, unit: str, value: Callable[[_Heard], float]) -> Figure:
        own, other = (median(map(value, runs)) for runs in (ours, others))
        return figure(what, own, unit, _BARE, other)

    return Section(
        name="streams",
        title="Live streams",
        how=f"{count:,} readers of one table; {ours[0].frame_bytes:,} bytes in an event, with the view; "
        f"medians of {repeats}",
        figures=[
            beside("sent to received by the last reader: p50", MILLISECONDS, lambda heard: 1000 * median(heard.delays)),
            beside(
                "sent to received by the last reader: maximum", MILLISECONDS, lambda heard: 1000 * max(heard.delays)
            ),
            beside("events to all readers together", PER_SECOND, lambda heard: heard.per_second),
            beside("memory for each reader", BYTES, lambda heard: heard.memory),
        ],
    )


async def _heard(server: Server, table: Table, sent: Sequence[Sent], count: int, answer_bytes: int = 0) -> _Heard:
    """Half of the commands wait until all readers have the last event, the others only for an answer."""
    readers, commander = _Readers(count), await connected(server.port)
    requests = [(table.command(one, answer_bytes=answer_bytes), one.public) for one in sent]
    before = server.memory
    await _connect(readers, server.port, Table(table.id).look(answer_bytes=answer_bytes, what="/live"), count)
    await readers.have(0)
    greeting_bytes, seen, delays = readers.bytes, 0, list[float]()
    for request, public in requests[: len(requests) // 2]:
        began = perf_counter()
        await commander.ask(request)
        if public:
            seen += 1
            delays.append(await readers.have(seen) - began)
    began, one_by_one = perf_counter(), seen
    for request, public in requests[len(requests) // 2 :]:
        await commander.ask(request)
        seen += public
    took = await readers.have(seen) - began
    return _Heard(
        delays=delays,
        per_second=count * (seen - one_by_one) / took,
        frame_bytes=(readers.bytes - greeting_bytes) // (count * seen),
        memory=(server.memory - before) / count,
    )


async def _connect(readers: _Readers, port: int, request: bytes, count: int) -> None:
    loop = asyncio.get_running_loop()
    for first in range(0, count, _AT_ONCE):
        some = range(first, min(first + _AT_ONCE, count))
        await asyncio.gather(*(loop.create_connection(lambda: _Reader(readers, request), HOST, port) for _ in some))
