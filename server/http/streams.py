"""Live streams: each reader has a cursor and no queue, so a slow reader delays no other.

New entries are written to all readers in one pass. Readers that are behind are left to their own tasks, which wait.
Between two portions of a pass the event loop does other work: it decides the next command while this one is delivered.
"""

import asyncio
import socket
import sys
from collections import deque
from collections.abc import Generator, Hashable
from contextlib import contextmanager
from datetime import timedelta
from typing import Final, Protocol

import msgspec
from aiohttp import HttpVersion11, web

from server import sse
from server.clock import Alarm
from server.http.cross_origin import CrossOrigin
from server.services import Services

_RETRY_MS: Final = 2_000
_SEND_BUFFER: Final = 64 * 1024
"""Bytes that the operating system may buffer for a reader: few, so that a slow one is noticed."""
_UNACKNOWLEDGED_MS: Final = 30_000
"""How long a device that has lost its network counts as a reader."""
_PATIENCE: Final = 2
"""How many keep-alives, and everything before them, a reader may leave unread before its connection is cut."""

_PORTION: Final = 100
"""How many readers at least are served before the event loop does other work: about a millisecond's worth."""
_PORTIONS: Final = 4
"""Into how many portions a long pass is cut. On a busy server, each waits for a whole turn of the event loop."""

_encoder: Final = msgspec.json.Encoder()


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """Why the server ends a stream (stopping, too_slow, token_changed, table_reloaded), and when to reconnect."""

    reason: str
    retry_ms: int = _RETRY_MS


class Presence(msgspec.Struct, frozen=True, kw_only=True):
    """The seats whose players are `offline`, in order of arrival. Only a GM's stream says it."""

    offline: tuple[str, ...]


Prepared = dict[Hashable, bytes]
"""Chunks of HTTP/1.1 made for one portion of readers, by what the readers have in common."""


class Reader(Protocol):
    """The sender of a stream: `deliver` writes what is new at once if it can; otherwise its own task does."""

    def deliver(self, prepared: Prepared) -> None:
        """Write, or let the task do it. Uses and adds to the chunks that readers of the same portion need."""
        ...


class Stream:
    """One reader of a table's live stream.

    `wake_up` is set when there may be something new, or when `keep_alive_due`. `writing` is true while the reader has
    not yet taken what was written. `response` is the answer that carries the stream.
    """

    def __init__(self, request: web.BaseRequest, cross_origin: CrossOrigin) -> None:
        self.wake_up = asyncio.Event()
        self.keep_alive_due = False
        self._request = request
        self.response = web.StreamResponse(
            headers={
                "Content-Type": sse.MEDIA_TYPE,
                "Vary": "Authorization",
                "Cache-Control": "private, no-store",
                # Keeps nginx from buffering.
                "X-Accel-Buffering": "no",
            }
        )
        cross_origin.set_headers(request, self.response)
        self._stalled_for = 0
        self.writing = False

    async def begin(self) -> None:
        """Send the headers, and how long to wait before reconnecting."""
        await self.response.prepare(self._request)
        transport = self._request.transport
        connection = transport.get_extra_info("socket") if transport is not None else None
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
            if sys.platform == "linux":
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNACKNOWLEDGED_MS)
        await self.write(sse.retry(_RETRY_MS))

    async def write(self, data: bytes) -> None:
        """Write, and wait while the reader is behind. Raises `ConnectionError` if the connection is gone."""
        self.writing, self.keep_alive_due = True, False
        try:
            await self.response.write(data)
        finally:
            self.writing, self._stalled_for = False, 0

    @property
    def behind(self) -> bool:
        """Whether the connection is gone, or the reader has yet to take what was written before."""
        transport = self._request.transport
        return transport is None or transport.is_closing() or transport.get_write_buffer_size() > 0

    def push(self, data: bytes) -> None:
        """Write without waiting, to a reader that is not behind. `data` is a whole chunk, as `chunk` makes it."""
        transport = self._request.transport
        if transport is not None:
            transport.write(data)
            self.keep_alive_due = False

    @property
    def chunked(self) -> bool:
        """Whether the answer is sent in chunks: HTTP/1.0 has none."""
        return self._request.version >= HttpVersion11

    async def settle(self) -> None:
        """Wait until the reader has taken most of what was pushed."""
        self.writing = True
        try:
            await self._request.writer.drain()
        finally:
            self.writing, self._stalled_for = False, 0

    async def close(self, reason: str) -> web.StreamResponse:
        """End the stream with a reason."""
        await self.write(sse.frame("close", _encoder.encode(Closing(reason=reason))))
        await self.response.write_eof()
        return self.response

    def tick(self) -> bool:
        """Request a keep-alive. False if the reader has read nothing for too long and was cut off."""
        if self.writing:
            self._stalled_for += 1
            if self._stalled_for >= _PATIENCE:
                self.abort()
                return False
        self.keep_alive_due = True
        self.wake_up.set()
        return True

    def abort(self) -> None:
        """Cut the connection."""
        if self._request.transport is not None:
            self._request.transport.abort()


def chunk(data: bytes) -> bytes:
    """Data as a chunk of HTTP/1.1 (RFC 9112, 7.1)."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class Streams:
    """All open streams, their common keep-alive timer, and the pass that serves all readers with something new."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: set[Stream] = set()
        self._ticking: Alarm | None = None
        self._due: deque[Reader] = deque()
        self._portion = 0
        self.stopping = False

    def __len__(self) -> int:
        return len(self._open)

    @property
    def stalled(self) -> int:
        """The number of readers that have not yet taken what was written last."""
        return sum(stream.writing for stream in self._open)

    def notify(self, reader: Reader) -> None:
        """Schedule a reader for the next pass, which serves all notified readers."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._due.append(reader)

    def _deliver(self) -> None:
        self._portion = max(self._portion, _PORTION, -(-len(self._due) // _PORTIONS))
        portion = [self._due.popleft() for _ in range(min(self._portion, len(self._due)))]
        if self._due:
            asyncio.get_running_loop().call_soon(self._deliver)
        else:
            self._portion = 0
        prepared: Prepared = {}
        for reader in portion:
            reader.deliver(prepared)

    @contextmanager
    def added(self, stream: Stream) -> Generator[None]:
        """Keep a stream alive until the context ends."""
        self._open.add(stream)
        self._services.metrics.streams.set(len(self._open))
        self._schedule_tick()
        try:
            yield
        finally:
            self._open.discard(stream)
            self._services.metrics.streams.set(len(self._open))

    def _schedule_tick(self) -> None:
        if self._ticking is None and not self.stopping:
            when = self._services.clock.now() + timedelta(seconds=self._services.config.keepalive_seconds)
            self._ticking = self._services.clock.call_at(when, self._tick)

    def _tick(self) -> None:
        self._ticking = None
        for stream in list(self._open):
            if not stream.tick():
                self._services.metrics.streams_closed.labels("too_slow").inc()
        if self._open:
            self._schedule_tick()

    def stop(self) -> None:
        """End all streams."""
        self.stopping = True
        if self._ticking is not None:
            self._ticking.cancel()
        for stream in self._open:
            stream.wake_up.set()
