"""Live streams: each reader has a cursor and no queue, so a slow one holds up nobody."""

import asyncio
import socket
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

import msgspec
from aiohttp import web

from server import sse
from server.clock import Alarm
from server.services import Services

_RETRY_MS: Final = 2_000
_SEND_BUFFER: Final = 64 * 1024
"""Bytes that the operating system may buffer for a reader: few, so that a slow one is noticed."""
_PATIENCE: Final = 2
"""How many keep-alives a reader may leave unread, with all before them, until its connection is cut."""

_encoder: Final = msgspec.json.Encoder()


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """Why the server ends a stream (stopping, too_slow, token_changed, table_reloaded), and when to reconnect."""

    reason: str
    retry_ms: int = _RETRY_MS


class Stream:
    """One reader of a table's live stream.

    `wake_up` is set when there may be something new, or when `keep_alive_due`; `writing` is true while the reader has
    not yet taken what was written; `response` is the answer that carries the stream.
    """

    def __init__(self, request: web.Request) -> None:
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
        self._stalled_for = 0
        self.writing = False

    async def begin(self) -> None:
        """Send the headers, and how long to wait before reconnecting."""
        await self.response.prepare(self._request)
        transport = self._request.transport
        connection = transport.get_extra_info("socket") if transport is not None else None
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        await self.write(sse.retry(_RETRY_MS))

    async def write(self, data: bytes) -> None:
        """Write, and wait while the reader is behind. Raises `ConnectionError` where the connection is gone."""
        self.writing, self.keep_alive_due = True, False
        try:
            await self.response.write(data)
        finally:
            self.writing, self._stalled_for = False, 0

    async def close(self, reason: str) -> web.StreamResponse:
        """End the stream with its reason."""
        await self.write(sse.frame("close", _encoder.encode(Closing(reason=reason))))
        await self.response.write_eof()
        return self.response

    def tick(self) -> bool:
        """Have a keep-alive sent. False where the reader has read nothing for too long, and was cut off."""
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


class Streams:
    """All open streams, and the one timer that keeps them alive."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: set[Stream] = set()
        self._ticking: Alarm | None = None
        self.stopping = False

    def __len__(self) -> int:
        return len(self._open)

    @property
    def stalled(self) -> int:
        """How many readers have not yet taken what was written last."""
        return sum(stream.writing for stream in self._open)

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
