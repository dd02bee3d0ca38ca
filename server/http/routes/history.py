"""The routes of a table's history: events (with a long poll), the chronicle, the ledger and the standings."""

import asyncio
from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec
from aiohttp import web
from msgspec import Meta

from projections.ledger import LedgerLine, ledger_of
from projections.standings import Standing, standings_of
from projections.viewer_projection import VisibleEntry
from server.commands import auth
from server.http.answers import PERSONAL, json_answer
from server.http.app_keys import TABLES
from server.http.auth import caller_of
from server.http.bodies import number, seconds
from server.http.connections import require_listener, woken_when_lost
from server.http.contract import AFTER, EPOCH, VIEWING, Answer, Parameter, Routes
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
    """Entries after a version, as one viewer saw them. `version` is where to continue; `more`: there are more."""

    version: int
    epoch: str
    entries: list[VisibleEntry]
    more: bool


class ChronicleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of one entry."""

    version: int
    at: str
    chronicle: list[str]


class ChroniclePage(msgspec.Struct, frozen=True, kw_only=True):
    """Sentences after a version. `version` is where to continue; `more`: there are more."""

    version: int
    epoch: str
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


async def _page(tables: Tables, live: LiveTable, feed: ViewerFeed, after: int) -> tuple[list[VisibleEntry], bool]:
    """What a viewer saw after a version, at most a page, and whether there is more."""
    version = feed.version
    seen = feed.since(after)
    if seen is None:
        seen = await tables.reader.history(live.id, feed.table.viewer, after, PAGE, feed.last_seen)
    page = seen[:PAGE]
    return page, after + len(page) < version


def _cursor(request: web.Request, feed: ViewerFeed) -> int:
    after, epoch = number(request, "after", 0), request.query.get("epoch")
    if epoch not in (None, feed.epoch) or after > feed.version:
        detail = "This cursor belongs to another log. Start over from the table's view."
        raise Problem(409, "log_replaced", detail, extra={"epoch": feed.epoch})
    return after


async def _wait(services: Services, feed: ViewerFeed, wake_up: asyncio.Event, until: datetime) -> None:
    """Wait for a wake-up, or until the time has come."""
    wake_up.clear()
    alarm = services.clock.call_at(until, wake_up.set)
    try:
        with feed.listening(wake_up):
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

ROUTES: Final = Routes("Viewing", "viewer", (*VIEWING, "invalid_query", "log_replaced"))


@ROUTES.add(
    "GET /api/tables/{table}/events",
    Answer("The entries after that version, oldest first.", EventsPage),
    parameters=(AFTER, EPOCH, _WAIT),
    compressed="without_token",
)
async def get_events(request: web.Request) -> web.Response:
    """Get events.

    With `wait`, this is a long poll: it returns as soon as there is a newer version.
    """
    tables, caller = request.app[TABLES], caller_of(request)
    services = tables.services
    live, feed = await auth.require_watcher(caller)
    after = _cursor(request, feed)
    until = services.clock.now() + timedelta(seconds=seconds(request, "wait", MOST_WAIT))
    wake_up = asyncio.Event()
    while feed.version <= after and services.clock.now() < until and not tables.stopping:
        require_listener(request)
        if not live.dropped and live.credentials == caller.credentials:
            with woken_when_lost(request, wake_up):
                await _wait(services, feed, wake_up, until)
        if live.dropped or live.credentials != caller.credentials:
            live, feed = await auth.require_watcher(caller)
            after = _cursor(request, feed)
    page, more = await _page(tables, live, feed, after)
    answer = EventsPage(version=after + len(page), epoch=feed.epoch, entries=page, more=more)
    return json_answer(answer, headers=PERSONAL)


@ROUTES.add(
    "GET /api/tables/{table}/chronicle",
    Answer("Sentences, oldest first.", ChroniclePage),
    parameters=(AFTER, EPOCH),
    compressed="without_token",
)
async def get_chronicle(request: web.Request) -> web.Response:
    """Get the chronicle.

    What happened, in sentences.
    """
    tables = request.app[TABLES]
    live, feed = await auth.require_watcher(caller_of(request))
    after = _cursor(request, feed)
    page, more = await _page(tables, live, feed, after)
    entries = [ChronicleEntry(version=seen.version, at=seen.at, chronicle=seen.chronicle) for seen in page]
    answer = ChroniclePage(version=after + len(page), epoch=feed.epoch, entries=entries, more=more)
    return json_answer(answer, headers=PERSONAL)


@ROUTES.add(
    "GET /api/tables/{table}/ledger",
    Answer("Movements, oldest first, and the current balances.", LedgerPage),
    parameters=(AFTER, EPOCH),
    compressed="without_token",
)
async def get_ledger(request: web.Request) -> web.Response:
    """Get the ledger.

    Every movement of coins that the caller may see.
    """
    tables = request.app[TABLES]
    live, feed = await auth.require_watcher(caller_of(request))
    after = _cursor(request, feed)
    accounts = dict(feed.table.accounts)
    page, more = await _page(tables, live, feed, after)
    answer = LedgerPage(version=after + len(page), accounts=accounts, lines=ledger_of(page), more=more)
    return json_answer(answer, headers=PERSONAL)


@ROUTES.add(
    "GET /api/tables/{table}/standings",
    Answer("The standings.", StandingsPage),
    problems=VIEWING,
    compressed="without_token",
)
async def get_standings(request: web.Request) -> web.Response:
    """Get the standings.

    Each player's rounds, wins and coins, and the cheats that were caught.
    """
    live, feed = await auth.require_watcher(caller_of(request))
    missed = await missed_cheats(request.app[TABLES], live, feed.table)
    answer = StandingsPage(version=feed.version, standings=standings_of(feed.table, missed))
    return json_answer(answer, headers=PERSONAL)
