"""A child process that holds many live streams open, and reports when the last one has each event.

python -m tools.bench.processes.readers < plan
"""

import asyncio
import sys
from functools import partial
from typing import Final

import msgspec

from tools.bench.processes.children import allow_many_files, now, read_plan, send

_AT_ONCE: Final = 50
_FRAME_END: Final = b"\n\n"
_GREETING: Final = 2
"""A stream begins with the reconnection time and the view."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The address, the number of readers, and their request. `each`: report when each reader had an event."""

    host: str
    port: int
    readers: int
    request: bytes
    each: bool = False


class Reached(msgspec.Struct, frozen=True):
    """All readers have received `events` events, the last one at `at` (seconds, `processes.now`).

    0 events means that all are connected. `bytes` is the total read so far. `cut`: a stream has ended. `each`: when
    every reader had it, if the plan asks for that.
    """

    events: int
    at: float
    bytes: int
    cut: bool = False
    each: list[float] = []


class _Counting:
    """Counts how many readers have reached each event."""

    def __init__(self, readers: int, each: bool) -> None:
        self._readers = readers
        self._each = each
        self._come: dict[int, int] = {}
        self._times: dict[int, list[float]] = {}
        self.bytes = 0

    def come(self, events: int) -> None:
        came = self._come[events] = self._come.get(events, 0) + 1
        at = now()
        if self._each:
            self._times.setdefault(events, []).append(at)
        if came == self._readers:
            del self._come[events]
            send(Reached(events, at, self.bytes, each=self._times.pop(events, [])))


class _Reader(asyncio.Protocol):
    def __init__(self, request: bytes, counting: _Counting) -> None:
        self._request = request
        self._counting = counting
        self._events = -_GREETING
        self._last = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.Transport):
            transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._counting.bytes += len(data)
        ends = data.count(_FRAME_END) + (self._last == b"\n" and data.startswith(b"\n"))
        self._last = data[-1:]
        for _ in range(ends):
            self._events += 1
            if self._events >= 0:
                self._counting.come(self._events)

    def connection_lost(self, exc: Exception | None) -> None:
        send(Reached(self._events, now(), self._counting.bytes, cut=True))


async def read(plan: Plan) -> None:
    """Read until terminated."""
    loop = asyncio.get_running_loop()
    counting = _Counting(plan.readers, plan.each)
    for first in range(0, plan.readers, _AT_ONCE):
        some = range(first, min(first + _AT_ONCE, plan.readers))
        reader = partial(_Reader, plan.request, counting)
        await asyncio.gather(*(loop.create_connection(reader, plan.host, plan.port) for _ in some))
    await loop.run_in_executor(None, sys.stdin.buffer.read)


def main() -> None:
    """Carry out the plan from standard input."""
    allow_many_files()
    asyncio.run(read(read_plan(Plan)))


if __name__ == "__main__":
    main()
