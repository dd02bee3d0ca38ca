"""A table's live stream: every version once and in order, across reconnections."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from http import HTTPStatus
from typing import Protocol, Self

import aiohttp
import msgspec

from tavern_client.answers import Chat, Cursor, Entry, Reset
from tavern_client.errors import ApiProblem, BadAnswer, LogWentBack, OutOfOrder, Unreachable
from tavern_client.event_stream import MEDIA_TYPE, EventStream, StreamEvent
from tavern_client.transport import Transport, decoded, is_retryable
from tavern_client.views import View

Item = Entry | Reset | Chat
Attend = Callable[[View], Awaitable[object]]


class _Closing(msgspec.Struct):
    reason: str
    retry_ms: float


class Watcher(Protocol):
    """Whoever reads the stream."""

    table: str

    @property
    def viewer(self) -> str | None:
        """Who that is; None if it is not known yet."""
        ...

    async def notice_item(self, item: Entry | Reset, at: Cursor) -> None:
        """An item is about to be returned."""
        ...

    async def forget(self) -> None:
        """The log went back."""
        ...


class Live:
    """The live stream of a table, as one viewer sees it: `async for item in live`.

    It begins with a `Reset`, or with the first `Entry` after a given `cursor`. If the connection breaks or the server
    ends it, the stream continues after `cursor`, the last version received; keep the cursor to continue another day.
    Chat is not part of that order: use `chat` to read messages sent while there was no connection. Waiting for the next
    item can time out and be repeated.

    Iterating raises `OutOfOrder` if a version is repeated or missing, `LogWentBack` if the log no longer has what was
    read (the `Reset` with the log as it is now comes next), `ApiProblem` if the server refuses, `Unreachable` if it
    cannot be reached for longer than the patience allows.
    """

    def __init__(
        self,
        transport: Transport,
        path: str,
        token: str | None,
        watcher: Watcher,
        cursor: Cursor | None,
        attend: Attend | None = None,
    ) -> None:
        self.cursor = cursor
        self.connections = 0
        """How many connections were made, including the first."""
        self.reason: str | None = None
        """Why the server closed the last connection, if it did."""
        self._transport = transport
        self._path = path
        self._token = token
        self._retry = transport.patience.reconnect()
        self._timeout = aiohttp.ClientTimeout(
            total=None, sock_connect=transport.patience.answer, sock_read=transport.patience.silence
        )
        self._watcher = watcher
        self._attend = attend
        self._viewer = watcher.viewer
        self._went_back: str | None = None
        self._items = self._read()
        self._held: Item | None = None

    def __aiter__(self) -> AsyncIterator[Item]:
        return self

    async def __anext__(self) -> Item:
        item = self._held
        if item is None:
            try:
                item = await anext(self._items)
            except asyncio.CancelledError:
                # A cancelled generator is exhausted; a caller whose wait timed out needs a new one.
                self._items = self._read()
                raise
        if not isinstance(item, Chat):
            # Whatever goes wrong, the item is not lost: the next call returns it.
            self._held = item
            await self._handle(item)
        self._held = None
        return item

    async def _handle(self, item: Entry | Reset) -> None:
        if (detail := self._went_back) is not None:
            self._went_back = None
            await self._watcher.forget()
            raise LogWentBack(self._watcher.table, detail)
        if self.cursor is not None:
            await self._watcher.notice_item(item, self.cursor)
        if self._attend is not None and item.view is not None:
            await self._attend(item.view)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the stream."""
        await self._items.aclose()

    async def _read(self) -> AsyncGenerator[Item]:
        attempts = self._transport.attempts()
        ended = Unreachable(f"the server at {self._transport.url} closes every stream immediately")
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
                if not is_retryable(problem):
                    raise
                error, asked = problem, problem.retry_after
            await attempts.wait(error, asked, self._retry)

    async def _connection(self) -> AsyncGenerator[Item]:
        """The items of one connection, until it ends."""
        patience = self._transport.patience
        headers = {"Accept": MEDIA_TYPE, "Cache-Control": "no-store"}
        if self.cursor is not None:
            headers["Last-Event-ID"] = str(self.cursor)
        async with self._transport.sent("GET", self._path, self._token, self._timeout, headers=headers) as response:
            if response.status != HTTPStatus.OK or response.content_type != MEDIA_TYPE:
                raise BadAnswer(f"the answer is not a live stream: {response.status} {response.content_type}")
            self.connections += 1
            self.reason = None
            stream = EventStream()
            async for piece in response.content.iter_any():
                for event in _events(stream, piece):
                    if event.type == "close":
                        closing = decoded(event.data, _Closing)
                        self.reason, self._retry = closing.reason, patience.reconnect(closing.retry_ms / 1000)
                        if closing.reason == "token_changed":
                            # It may be that of another viewer now, who saw something else: the seat was admitted.
                            self.cursor = None
                        return
                    if (item := self._item(event)) is not None:
                        yield item
                if stream.retry is not None:
                    self._retry = patience.reconnect(stream.retry / 1000)

    def _item(self, event: StreamEvent) -> Item | None:
        match event.type:
            case "entry":
                return self._entry(event)
            case "reset":
                reset = decoded(event.data, Reset)
                # A seat that is admitted sees another log than the public, as which it waited.
                same_viewer = self._viewer in (None, reset.view.viewer)
                if self.cursor is not None and self.cursor.epoch == reset.epoch and same_viewer:
                    self._went_back = f"the log no longer has what was read up to version {self.cursor.version}"
                self.cursor, self._viewer = reset.cursor, reset.view.viewer
                return reset
            case "chat":
                return decoded(event.data, Chat)
            case _:
                return None

    def _entry(self, event: StreamEvent) -> Entry:
        entry = decoded(event.data, Entry)
        if self.cursor is None:
            raise OutOfOrder(f"version {entry.version}", "a reset")
        following = self.cursor.after(entry.receipt)
        try:
            given = Cursor.read(event.last_id)
        except ValueError:
            given = None
        if given is None or (entry.version, given.version, given.epoch) != (
            following.version,
            following.version,
            following.epoch,
        ):
            raise OutOfOrder(f"version {entry.version} with the id {event.last_id}", str(following))
        if given.seen != following.seen:
            self._went_back = f"the log was changed up to version {self.cursor.version}"
        self.cursor = given
        return entry


def _events(stream: EventStream, piece: bytes) -> list[StreamEvent]:
    try:
        return list(stream.feed(piece))
    except ValueError as error:
        raise BadAnswer(f"the answer is not a live stream: {error}") from None
