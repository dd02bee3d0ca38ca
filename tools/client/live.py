"""A table's live stream: every version once, in order, however often the connection breaks."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from http import HTTPStatus
from typing import Self

import aiohttp
import msgspec

from tools.client.answers import Chat, Cursor, Entry, Reset
from tools.client.errors import ApiProblem, BadAnswer, OutOfOrder, Unreachable
from tools.client.event_stream import MEDIA_TYPE, EventStream, StreamEvent
from tools.client.transport import Calling, decoded, may_pass

Item = Entry | Reset | Chat


class _Closing(msgspec.Struct):
    reason: str
    retry_ms: int


class Live:
    """What happens at a table, as one viewer sees it: `async for item in live`.

    It begins with a `Reset`, or after a `cursor` with the first `Entry` after it. Where the connection breaks, or the
    server ends it, it goes on after `cursor`, the last that was given; so whoever keeps a cursor can go on another day.
    Chat has no place in that order: what is said while there is no connection is left to `chat`. Whoever waits for the
    next item with a timeout can wait again afterwards.

    Iterating raises `OutOfOrder` for a stream in which a version comes twice or is missing, `ApiProblem` where the
    server refuses, `Unreachable` where it stays away for longer than there is patience.
    """

    def __init__(self, calling: Calling, path: str, token: str | None, cursor: Cursor | None) -> None:
        self.cursor = cursor
        self.connections = 0
        """How often a stream was begun, the first one counted."""
        self.reason: str | None = None
        """Why the server ended the last stream by itself, if it did."""
        self._calling = calling
        self._path = path
        self._token = token
        self._retry: float = 0.0
        self._timeout = aiohttp.ClientTimeout(
            total=None, sock_connect=calling.patience.answer, sock_read=calling.patience.silence
        )
        self._items = self._read()

    def __aiter__(self) -> AsyncIterator[Item]:
        return self

    async def __anext__(self) -> Item:
        try:
            return await anext(self._items)
        except asyncio.CancelledError:
            # A generator that was cancelled is at its end, and whoever waited for a while only would take it for one.
            self._items = self._read()
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the stream."""
        await self._items.aclose()

    async def _read(self) -> AsyncGenerator[Item]:
        attempts = self._calling.attempts()
        ended = Unreachable(f"the streams of the server at {self._calling.url} end as soon as they begin")
        while True:
            error: Unreachable | ApiProblem = ended
            asked: float | None = None
            try:
                async with aclosing(self._connection()) as items:
                    async for item in items:
                        attempts.succeeded()
                        yield item
            except Unreachable as broken:
                error = broken
            except ApiProblem as problem:
                if not may_pass(problem):
                    raise
                error, asked = problem, problem.retry_after
            await attempts.wait(error, asked, self._retry)

    async def _connection(self) -> AsyncGenerator[Item]:
        """What one connection tells, until it ends."""
        headers = {"Accept": MEDIA_TYPE, "Cache-Control": "no-store"}
        if self.cursor is not None:
            headers["Last-Event-ID"] = str(self.cursor)
        async with self._calling.sent("GET", self._path, self._token, self._timeout, headers=headers) as response:
            if response.status != HTTPStatus.OK or response.content_type != MEDIA_TYPE:
                raise BadAnswer(f"what answers is no live stream: {response.status} {response.content_type}")
            self.connections += 1
            self.reason = None
            stream = EventStream()
            async for piece in response.content.iter_any():
                for event in _events(stream, piece):
                    if event.type == "close":
                        closing = decoded(event.data, _Closing)
                        self.reason, self._retry = closing.reason, closing.retry_ms / 1000
                        return
                    if (item := self._item(event)) is not None:
                        yield item
                if stream.retry is not None:
                    self._retry = stream.retry / 1000

    def _item(self, event: StreamEvent) -> Item | None:
        match event.type:
            case "entry":
                return self._entry(event)
            case "reset":
                reset = decoded(event.data, Reset)
                self.cursor = Cursor(reset.version, reset.epoch)
                return reset
            case "chat":
                return decoded(event.data, Chat)
            case _:
                return None

    def _entry(self, event: StreamEvent) -> Entry:
        entry = decoded(event.data, Entry)
        if self.cursor is None:
            raise OutOfOrder(f"version {entry.version}", "a reset")
        due = Cursor(self.cursor.version + 1, self.cursor.epoch)
        if event.last_id != str(due) or entry.version != due.version:
            raise OutOfOrder(f"version {entry.version} with the id {event.last_id}", str(due))
        self.cursor = due
        return entry


def _events(stream: EventStream, piece: bytes) -> list[StreamEvent]:
    try:
        return list(stream.feed(piece))
    except ValueError as error:
        raise BadAnswer(f"what answers is no live stream: {error}") from None
