"""Live streams: the delay of events to many readers of one table, the throughput, and the memory."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Final

import msgspec

from games.deciding.catalogue import Catalogue
from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.processes import readers, server
from tools.bench.processes.children import HOST, Process, now, running
from tools.bench.report import BYTES, MILLISECONDS, PER_SECOND, Figure, Section, figure
from tools.bench.sections.commands import request_of
from tools.failures import Failure

_BARE: Final = "bare streams"
_PATIENCE: Final = 60.0
_ONE_BY_ONE: Final = 0.5
"""The share of commands that wait until all readers have the last event; the others only wait for an answer."""


class _Run(msgspec.Struct, frozen=True, kw_only=True):
    """The result. Delays in seconds until the last reader had an event, since its command was sent or answered."""

    since_sent: list[float]
    since_answered: list[float]
    per_second: float
    frame_bytes: int
    memory: float


async def measure_streams(catalogue: Catalogue, game: Game, count: int, repeats: int, folder: Path) -> Section:
    """Play `game` for `count` readers, with a new store each time. Raises `Failure` if a stream breaks.

    Tavern and handler are measured in turn.
    """
    runs: list[_Run] = []
    bare_runs: list[_Run] = []
    for turn in range(repeats):
        path = folder / f"streams-{turn}.db"
        (table,) = await stores.made(path, game, 1, game.seated)
        requests = [(request_of(game, table, n), sent.public) for n, sent in enumerate(game.sent)]
        runs.append(await _measured(server.Tavern(stores.address(path)), table, count, requests))
        everybody = [(request, True) for request, public in requests if public]
        bare_runs.append(await _measured(server.BareStreams(runs[0].frame_bytes), table, count, everybody))
    tavern, bare = _together(runs), _together(bare_runs)
    return Section(
        name="streams",
        title="Live streams",
        how=(
            f"{count:,} readers of one table; {tavern.frame_bytes:,} bytes in each event, including the view; "
            f"medians of {repeats}"
        ),
        figures=[
            _delay("sent to received by the last reader: p50", median, tavern, bare),
            _delay("sent to received by the last reader: maximum", max, tavern, bare),
            figure(
                "answered to received by the last reader: maximum",
                1000 * max(tavern.since_answered),
                MILLISECONDS,
            ),
            figure("events to all readers together", tavern.per_second, PER_SECOND, _BARE, bare.per_second),
            figure("memory for each reader", tavern.memory, BYTES, _BARE, bare.memory),
        ],
    )


def _together(runs: Sequence[_Run]) -> _Run:
    """Several runs as one: all delays, and the medians of the other figures."""
    return _Run(
        since_sent=[delay for run in runs for delay in run.since_sent],
        since_answered=[delay for run in runs for delay in run.since_answered],
        per_second=median(run.per_second for run in runs),
        frame_bytes=runs[0].frame_bytes,
        memory=median(run.memory for run in runs),
    )


def _delay(what: str, of: Callable[[list[float]], float], tavern: _Run, bare: _Run) -> Figure:
    return figure(what, 1000 * of(tavern.since_sent), MILLISECONDS, _BARE, 1000 * of(bare.since_sent))


async def _measured(plan: server.Plan, table: str, count: int, requests: Sequence[tuple[bytes, bool]]) -> _Run:
    request = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
    async with running("tools.bench.processes.server", server.Served(plan)) as serving:
        port = (await serving.received(server.Listening)).port
        async with commander_at(port) as commander:
            before = serving.memory
            reading = readers.Plan(host=HOST, port=port, readers=count, request=request)
            async with running("tools.bench.processes.readers", reading) as hearing:
                greeted = await _reached(hearing, 0)
                one_by_one = requests[: int(len(requests) * _ONE_BY_ONE)]
                since_sent: list[float] = []
                since_answered: list[float] = []
                seen = 0
                for sent, public in one_by_one:
                    began = now()
                    answered = await commander.send(sent)
                    if public:
                        seen += 1
                        at = (await _reached(hearing, seen)).at
                        since_sent.append(at - began)
                        since_answered.append(max(0.0, at - answered))
                began, started = now(), seen
                for sent, public in requests[len(one_by_one) :]:
                    await commander.send(sent)
                    seen += public
                last = await _reached(hearing, seen)
                memory = serving.memory - before
    return _Run(
        since_sent=since_sent,
        since_answered=since_answered,
        per_second=count * (seen - started) / (last.at - began),
        frame_bytes=(last.bytes - greeted.bytes) // (count * seen),
        memory=memory / count,
    )


async def _reached(hearing: Process, events: int) -> readers.Reached:
    """Wait until all readers have `events` events."""
    async with asyncio.timeout(_PATIENCE):
        while True:
            reached = await hearing.received(readers.Reached)
            if reached.cut:
                raise Failure("a live stream ended while it was measured")
            if reached.events == events:
                return reached


class Commander:
    """A connection for sending commands one after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, request: bytes) -> float:
        """Send a command; returns the time of its answer. Raises `Failure` if it is refused."""
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        _, _, length = head.partition(b"\r\ncontent-length: ")
        await self._reader.readexactly(int(length.partition(b"\r")[0]))
        if not head.startswith(b"http/1.1 2"):
            raise Failure("a command was refused while streams were measured")
        return now()


@asynccontextmanager
async def commander_at(port: int) -> AsyncGenerator[Commander]:
    """Connect to send commands."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        yield Commander(reader, writer)
    finally:
        writer.close()
