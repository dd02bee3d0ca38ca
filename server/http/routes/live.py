"""The live stream of a table: every version once, in order, after the reader's last one."""

from typing import Final, NamedTuple

import msgspec
from aiohttp import web

from events.audience import GM, Viewer
from events.storage.contract import StoreError
from server import sse
from server.commands import auth
from server.http.bodies import number
from server.http.connections import require_listener, woken_when_lost
from server.http.contract import (
    ACTING_FOR,
    ACTS_FOR,
    AFTER,
    EPOCH,
    EVENT_STREAM,
    SEEN,
    VIEWING,
    Answer,
    Parameter,
    Reset,
    Routes,
)
from server.http.requests import Request
from server.http.routes.history import PAGE
from server.http.streams import Closing, Prepared, Presence, Stream, chunk
from server.problems import LogDamaged, Problem
from server.tables.chat import Message
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from server.tables.viewer_feed import LiveEntry, ViewerFeed

ROUTES: Final = Routes("Viewing", "viewer", (*VIEWING, "invalid_query"))

_encoder: Final = msgspec.json.Encoder()


@ROUTES.add(
    "GET /api/tables/{table}/live",
    Answer(
        "An event stream.",
        media=EVENT_STREAM,
        events={"reset": Reset, "entry": LiveEntry, "chat": Message, "presence": Presence, "close": Closing},
    ),
    parameters=(
        Parameter(
            "Last-Event-ID", "header", str, "The last event's id, VERSION.EPOCH.SEEN. It takes precedence over `after`."
        ),
        AFTER,
        EPOCH,
        SEEN,
        ACTS_FOR,
    ),
    problems=(*VIEWING, "invalid_query", *ACTING_FOR),
    head=False,
)
async def follow_table(request: Request) -> web.StreamResponse:
    """Stream a table.

    Server-Sent Events. Read them with `fetch`, which can send the token. Without a valid cursor, the stream starts with
    a `reset`, which has the view. Later versions follow once each, in order, as `entry`; the newest has the view.
    Messages arrive as `chat`. A GM's stream says with `presence` which seats are offline, whenever that changes; it
    begins with none. Before the server ends a stream, it sends `close` with the reason; reconnect with the last id. A
    `reset` in the epoch of the cursor means that the log does not have what the reader saw: an older copy of it was put
    back.
    """
    tables, caller = request.app.tables, request.caller
    table, feed = await auth.require_watcher(caller)
    limits = request.app.limits
    with limits.stream(request.address, caller.token_hash):
        acts_for = auth.seat_acted_for(request.query.get(ACTS_FOR.name), feed.table)
        follower = Follower(request, tables, table, feed, acts_for)
        with request.app.streams.added(follower.stream):
            try:
                return await follower.follow(_cursor(request, feed))
            except ConnectionError:
                # Readers leave when they have seen enough. The answer was complete up to then.
                return follower.stream.response


class _Position(NamedTuple):
    """A version, and the digest of what the reader saw up to it, if that is known."""

    version: int
    seen: str | None


def _cursor(request: Request, feed: ViewerFeed) -> _Position | None:
    """Where to continue; None if the reader has seen nothing of this log."""
    header = request.headers.get("Last-Event-ID")
    seen: str | None
    if header is not None:
        after, epoch, seen = sse.read_cursor(header) or (0, "", "")
    elif "after" in request.query:
        query = request.query
        after, epoch, seen = number(request, "after", 0), query.get("epoch", feed.epoch), query.get("seen")
    else:
        return None
    return _Position(after, seen) if epoch == feed.epoch else None


class _Ended(Exception):
    """Ends the stream. The message is the reason that the reader gets."""


class Follower:
    """Sends one reader what it has not seen yet, for as long as it listens.

    The feed wakes it with `set`. Then new entries are pushed together with those for all other readers, if its task is
    idle and the reader is not behind.
    """

    def __init__(
        self, request: Request, tables: Tables, table: LiveTable, feed: ViewerFeed, acts_for: str | None
    ) -> None:
        self.stream = Stream(request, request.app.cross_origin)
        self._streams = request.app.streams
        self._idle = False
        self._notified = False
        self._request = request
        self._caller = request.caller
        self._tables = tables
        self._services = tables.services
        self._table: LiveTable = table
        self._feed: ViewerFeed = feed
        self._viewer: Viewer = feed.table.viewer
        self._acts_for = acts_for
        self._credentials = self._caller.credentials
        self._version: int = 0
        self._seen: str | None = None
        self._last_message: int = 0
        self._offline: tuple[str, ...] = ()
        self._caught_up = False

    async def follow(self, after: _Position | None) -> web.StreamResponse:
        """Begin after a version, or with the current view (None), and follow the table."""
        self._last_message = await self._table.chat.last()
        await self.stream.begin()
        try:
            if after is not None:
                self._version, self._seen = after
            if after is None or await self._went_back():
                await self._reset()
            with woken_when_lost(self._request, self.stream.wake_up):
                while True:
                    with self._table.listening(self._feed, self):
                        await self._follow_feed(self._feed)
        except (_Ended, StoreError, LogDamaged) as ended:
            reason = str(ended) if isinstance(ended, _Ended) else "table_reloaded"
            if isinstance(ended, LogDamaged):
                await self._tables.examine(ended.table)
            self._services.metrics.streams_closed.labels(reason).inc()
            return await self.stream.close(reason)

    async def _reset(self) -> None:
        """Begin again, with the current view."""
        feed = self._feed
        self._version, self._seen = feed.version, feed.seen
        await self.stream.write(feed.reset_frame(self._acts_for))

    async def _went_back(self) -> bool:
        """Whether the log does not have what the reader saw: an older copy of it was put back."""
        feed, version = self._feed, self._version
        known: str | None = None
        if version <= feed.version:
            known = feed.seen_at(version)
            if known is None and self._seen is not None:
                reader = self._tables.reader
                known = (await reader.history(self._table.id, self._viewer, version, 1, feed.last_seen)).seen
            if self._seen in (None, known):
                return False
        self._services.log.warning("log_went_back", version=feed.version, known=version)
        return True

    async def _follow_feed(self, feed: ViewerFeed) -> None:
        """Send what is new, until the reader's feed is replaced by that of another copy of the table."""
        wake_up = self.stream.wake_up
        while self._feed is feed:
            wake_up.clear()
            require_listener(self._request)
            if self._tables.stopping:
                raise _Ended("stopping")
            # A feed without readers may have been released before this reader began to listen.
            released = self._table.feed_at_hand(self._viewer) is not feed
            if self._table.dropped or released or self._table.credentials != self._credentials:
                await self._authenticate_again()
                continue
            if news := await self._news():
                await self.stream.write(news)
                continue
            if self.stream.keep_alive_due:
                await self.stream.write(sse.KEEP_ALIVE)
            await self.stream.settle()
            self._idle = True
            try:
                await wake_up.wait()
            finally:
                self._idle = False

    def set(self) -> None:
        """A wake-up: there may be something new."""
        if not self._notified:
            self._notified = True
            self._streams.notify(self)

    def deliver(self, prepared: Prepared) -> None:
        """Push what is new in the usual case; otherwise wake the task."""
        self._notified = False
        try:
            news = self._pushable(prepared)
            if news:
                self.stream.push(news)
        except Exception:  # noqa: BLE001 - the task will raise it again
            news = None
        if news is None or (news and self.stream.behind):
            # Of a reader that is behind, the task waits, and notices if it never takes the rest.
            self.stream.wake_up.set()

    def _pushable(self, prepared: Prepared) -> bytes | None:
        """What the reader has not seen, as a chunk, which counts as sent; None if the task must handle it."""
        table, feed, stream = self._table, self._feed, self.stream
        if not self._idle or stream.wake_up.is_set() or stream.behind or not stream.chunked:
            return None
        if self._tables.stopping or table.dropped or table.credentials != self._credentials:
            return None
        if table.chat.newer(self._last_message) or self._absent() != self._offline:
            return None
        same = feed, self._version, self._acts_for
        news = prepared.get(same)
        if news is None:
            if (seen := feed.since(self._version)) is None:
                # The reader has taken everything, and was served late: its task reads the rest from the log.
                self._caught_up = False
                return None
            news = prepared[same] = chunk(feed.frames(seen, self._acts_for)) if seen else b""
        if news:
            # Nothing is awaited within a portion, so the feed still has the version with which the chunk ends.
            self._version, self._seen = feed.version, feed.seen
        return news

    async def _news(self) -> bytes:
        seen = self._feed.since(self._version)
        if seen is not None:
            self._caught_up = True
        elif self._caught_up:
            raise _Ended("too_slow")
        else:
            table = self._table
            reader, upto = self._tables.reader, self._feed.last_seen
            seen = (await reader.history(table.id, self._viewer, self._version, PAGE, upto)).entries
        news = self._feed.frames(seen, self._acts_for)
        if seen:
            self._version, self._seen = seen[-1].entry.version, seen[-1].seen
        if self._table.chat.newer(self._last_message):
            self._last_message, messages = await self._table.chat.frames(self._last_message)
            news += messages
        if (offline := self._absent()) != self._offline:
            self._offline = offline
            news += sse.frame("presence", _encoder.encode(Presence(offline=offline)))
        return news

    def _absent(self) -> tuple[str, ...]:
        """The seats that are offline, for a GM. Servers that share a store do not know each other's readers."""
        if self._viewer != GM or self._tables.others is not None:
            return ()
        return self._table.offline(seat.seat for seat in self._feed.table.present())

    async def _authenticate_again(self) -> None:
        """Authenticate again: the reader's token may have been revoked, or its seat admitted."""
        try:
            table, feed = await auth.require_watcher(self._caller)
        except Problem:
            raise _Ended("token_changed") from None
        if feed.table.viewer != self._viewer:
            raise _Ended("token_changed")
        self._credentials = self._caller.credentials
        if table.damage is not None:
            raise _Ended("table_reloaded")
        if feed is not self._feed:
            # Entries from before the new feed are only in the log: reading them does not make the reader slow.
            self._caught_up = False
        self._table, self._feed = table, feed
        if await self._went_back():
            await self._reset()
