"""The routes of a table's history: events (with a long poll), the chronicle, the ledger and the standings."""

import asyncio
from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from projections.ledger import LedgerLine, ledger_of
from projections.standings import Standing, standings_of
from projections.viewer_projection import VisibleEntry
from server.commands import auth
from server.http.answers import PERSONAL, Response, json_answer
from server.http.bodies import number, seconds
from server.http.connections import require_listener, woken_when_lost
from server.http.contract import AFTER, EPOCH, SEEN, VIEWING, Answer, Parameter, Routes
from server.http.requests import Request
from server.problems import Problem
from server.services import Services
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from server.tables.undetected_cheats import missed_cheats
from server.tables.viewer_feed import ViewerFeed

MOST_WAIT: Final = 30.0
"""Maximum duration of a long poll, in seconds."""
PAGE: Final = 256
"""Maximum number of entries in one answer."""


class EventsPage(msgspec.Struct, frozen=True, kw_only=True):
    """Entries after a version, as one viewer saw them. `version` is where to continue, `seen` the digest of what the
    viewer saw up to it; `more`: there are more."""

    version: int
    epoch: str
    seen: str
    entries: list[VisibleEntry]
    more: bool


class ChronicleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of one entry."""

    version: int
    at: str
    chronicle: list[str]


class ChroniclePage(msgspec.Struct, frozen=True, kw_only=True):
    """Sentences after a version. `version` is where to continue, `seen` the digest of what the viewer saw up to it;
    `more`: there are more."""

    version: int
    epoch: str
    seen: str
    entries: list[ChronicleEntry]
    more: bool


class LedgerPage(msgspec.Struct, frozen=True, kw_only=True):
    """Movements of coins after a version, and the current balances, in copper pieces."""

    version: int
    accounts: dict[str, int]
    lines: list[LedgerLine]
    more: bool


class StandingsPage(msgspec.Struct, frozen=True, kw_only=True):
    """The standings at the viewer's version."""

    version: int
    standings: list[Standing]


class _Cursor(msgspec.Struct, frozen=True):
    """Where a caller reads on: after a version, and, if the caller knows it, the digest of what it saw up to that."""

    after: int
    seen: str | None

    def require(self, tables: Tables, feed: ViewerFeed, seen: str | None) -> None:
        """Raise a `Problem` if the viewer saw something else up to the version than `seen`; None: that is unknown."""
        if None not in (self.seen, seen) and self.seen != seen:
            raise _went_back(tables, feed, self.after)


class _Page(msgspec.Struct, frozen=True):
    """What a viewer saw after a version, the digest of what it saw up to the page's end, and whether there is more."""

    entries: list[VisibleEntry]
    seen: str
    more: bool


def _went_back(tables: Tables, feed: ViewerFeed, after: int) -> Problem:
    tables.services.log.warning("log_went_back", version=feed.version, known=after)
    detail = "The log does not have what you saw: an older copy of it was put back. Start over from the table's view."
    return Problem(409, "log_went_back", detail, extra={"epoch": feed.epoch})


async def _page(tables: Tables, live: LiveTable, feed: ViewerFeed, cursor: _Cursor) -> _Page:
    """At most `PAGE` entries. Raises a `Problem` if the viewer saw something else up to the cursor."""
    version, after = feed.version, cursor.after
    seen, news = feed.seen_at(after), feed.since(after)
    if seen is None or news is None:
        history = await tables.reader.history(live.id, feed.table.viewer, after, PAGE, feed.last_seen)
        seen, news = history.seen, history.entries
    cursor.require(tables, feed, seen)
    page = news[:PAGE]
    return _Page([one.entry for one in page], page[-1].seen if page else seen, after + len(page) < version)


def _cursor(request: Request, tables: Tables, feed: ViewerFeed) -> _Cursor:
    after, epoch = number(request, "after", 0), request.query.get("epoch")
    if epoch == feed.epoch and after > feed.version:
        raise _went_back(tables, feed, after)
    if epoch not in (None, feed.epoch) or after > feed.version:
        detail = "This cursor belongs to another log. Start over from the table's view."
        raise Problem(409, "log_replaced", detail, extra={"epoch": feed.epoch})
    cursor = _Cursor(after, request.query.get("seen"))
    cursor.require(tables, feed, feed.seen_at(after))
    return cursor


async def _wait(
    services: Services, table: LiveTable, feed: ViewerFeed, wake_up: asyncio.Event, until: datetime
) -> None:
    """Wait for a wake-up, or until the time has come."""
    wake_up.clear()
    alarm = services.clock.call_at(until, wake_up.set)
    try:
        with table.listening(feed, wake_up):
            await wake_up.wait()
    finally:
        alarm.cancel()


_WAIT: Final = Parameter(
    "wait",
    "query",
    Annotated[float, Meta(ge=0, le=MOST_WAIT)],
    "Seconds to wait if there is nothing new; default 0.",
    example=0,
)

ROUTES: Final = Routes("Viewing", "viewer", (*VIEWING, "invalid_query", "log_replaced", "log_went_back"))


@ROUTES.add(
    "GET /api/tables/{table}/events",
    Answer("The entries after that version, oldest first.", EventsPage),
    parameters=(AFTER, EPOCH, SEEN, _WAIT),
    compressed="without_token",
)
async def get_events(request: Request) -> Response:
    """Get events.

    With `wait`, this is a long poll: it returns as soon as there is a newer version.
    """
    tables, caller = request.app.tables, request.caller
    services = tables.services
    live, feed = await auth.require_watcher(caller)
    cursor = _cursor(request, tables, feed)
    until = services.clock.now() + timedelta(seconds=seconds(request, "wait", MOST_WAIT))
    wake_up = asyncio.Event()
    while feed.version <= cursor.after and services.clock.now() < until and not tables.stopping:
        require_listener(request)
        if not live.dropped and live.credentials == caller.credentials:
            with woken_when_lost(request, wake_up):
                await _wait(services, live, feed, wake_up, until)
        if live.dropped or live.credentials != caller.credentials:
            live, feed = await auth.require_watcher(caller)
            cursor = _cursor(request, tables, feed)
    page = await _page(tables, live, feed, cursor)
    answer = EventsPage(
        version=cursor.after + len(page.entries),
        epoch=feed.epoch,
        seen=page.seen,
        entries=page.entries,
        more=page.more,
    )
    return json_answer(answer, headers=PERSONAL)


@ROUTES.add(
    "GET /api/tables/{table}/chronicle",
    Answer("Sentences, oldest first.", ChroniclePage),
    parameters=(AFTER, EPOCH, SEEN),
    compressed="without_token",
)
async def get_chronicle(request: Request) -> Response:
    """Get the chronicle.

    What happened, in sentences.
    """
    tables = request.app.tables
    live, feed = await auth.require_watcher(request.caller)
    cursor = _cursor(request, tables, feed)
    page = await _page(tables, live, feed, cursor)
    entries = [ChronicleEntry(version=one.version, at=one.at, chronicle=one.chronicle) for one in page.entries]
    answer = ChroniclePage(
        version=cursor.after + len(entries), epoch=feed.epoch, seen=page.seen, entries=entries, more=page.more
    )
    return json_answer(answer, headers=PERSONAL)


@ROUTES.add(
    "GET /api/tables/{table}/ledger",
    Answer("Movements, oldest first, and the current balances.", LedgerPage),
    parameters=(AFTER, EPOCH, SEEN),
    compressed="without_token",
)
async def get_ledger(request: Request) -> Response:
    """Get the ledger.

    Every movement of coins that the caller may see.
    """
    tables = request.app.tables
    live, feed = await auth.require_watcher(request.caller)
    cursor = _cursor(request, tables, feed)
    accounts = dict(feed.table.accounts)
    page = await _page(tables, live, feed, cursor)
    version = cursor.after + len(page.entries)
    answer = LedgerPage(version=version, accounts=accounts, lines=ledger_of(page.entries), more=page.more)
    return json_answer(answer, headers=PERSONAL)


@ROUTES.add(
    "GET /api/tables/{table}/standings",
    Answer("The standings.", StandingsPage),
    problems=VIEWING,
    compressed="without_token",
)
async def get_standings(request: Request) -> Response:
    """Get the standings.

    Each player's rounds, wins and coins, and the cheats that were caught.
    """
    live, feed = await auth.require_watcher(request.caller)
    missed = await missed_cheats(request.app.tables, live, feed.table)
    answer = StandingsPage(version=feed.version, standings=standings_of(feed.table, missed))
    return json_answer(answer, headers=PERSONAL)
