"""The routes of the past: events with a long poll, chronicle, ledger, standings, rounds and their replays."""

import asyncio
from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec
from aiohttp import web
from msgspec import Meta

from events.audience import GM, HOUSE, Viewer
from events.store import StoreError
from projections.ledger import LedgerLine, ledger_of
from projections.standings import Standing, standings_of
from projections.viewer_projection import VisibleEntry
from replays.export import header_line
from replays.rebuild import Frame, Round, Steps, facts_only
from server.http.answers import PERSONAL, json_answer
from server.http.app_keys import TABLES
from server.http.auth import caller_of
from server.http.bodies import number, seconds
from server.http.connections import require_listener, woken_when_lost
from server.http.contract import (
    AFTER,
    AT_TABLE,
    EPOCH,
    LIMIT,
    LINES,
    ROUND,
    TABLE,
    VIEWING,
    Answer,
    Count,
    Parameter,
    Route,
)
from server.log import error_facts
from server.problems import Problem, no_such_table
from server.services import Services
from server.tables import auth
from server.tables.damage import header_of
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from server.tables.rounds import RoundSummary, find_round, summaries, veil, veiled_entry
from server.tables.undetected_cheats import missed_cheats
from server.tables.viewer_feed import ViewerFeed

MOST_WAIT: Final = 30.0
"""Seconds that a long poll may last."""
PAGE: Final = 256
"""Entries in one answer, at most."""
FRAMES: Final = 100
"""Frames of a replay in one answer, unless fewer or more are asked for."""
_MOST_FRAMES: Final = 500
_FRAMES_AT_ONCE: Final = 16
_MOST_ROUNDS: Final = 200


class Told(msgspec.Struct, frozen=True, kw_only=True):
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


class RoundsPage(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds of a table, by number."""

    rounds: list[RoundSummary]


class ReplayPage(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one viewer saw it, from a version on. `next` is the version to continue from, null at the end.

    Frames have no actions if the round was decided by rules that are not installed: `facts_only` says why. Null
    otherwise.
    """

    round: int
    game: str
    rules: int
    facts_only: str | None
    viewer: Viewer
    frames: list[Frame]
    next: int | None


async def _page(tables: Tables, live: LiveTable, feed: ViewerFeed, after: int) -> tuple[list[VisibleEntry], bool]:
    """What a viewer saw after a version, a page at most, and whether there is more."""
    version = feed.version
    seen = feed.since(after)
    if seen is None:
        seen = await tables.reader.history(live.id, feed.table.viewer, after, PAGE, live.seq)
    page = seen[:PAGE]
    return page, after + len(page) < version


def _cursor(request: web.Request, services: Services, feed: ViewerFeed) -> int:
    after, epoch = number(request, "after", 0), request.query.get("epoch")
    if epoch not in (None, services.epoch) or after > feed.version:
        detail = "This cursor belongs to another log. Start over from the table's view."
        raise Problem(409, "log_replaced", detail, extra={"epoch": services.epoch})
    return after


async def _wait(services: Services, feed: ViewerFeed, wake_up: asyncio.Event, until: datetime) -> None:
    """Wait until there may be something new, or the time has come."""
    wake_up.clear()
    alarm = services.clock.call_at(until, wake_up.set)
    try:
        with feed.listening(wake_up):
            await wake_up.wait()
    finally:
        alarm.cancel()


async def events(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/events?after=V&epoch=E&wait=S`."""
    tables, caller = request.app[TABLES], caller_of(request)
    services = tables.services
    live, feed = await auth.require_watcher(caller)
    after = _cursor(request, services, feed)
    until = services.clock.now() + timedelta(seconds=seconds(request, "wait", MOST_WAIT))
    wake_up = asyncio.Event()
    while feed.version <= after and services.clock.now() < until and not tables.stopping:
        require_listener(request)
        if not live.dropped and live.credentials == caller.credentials:
            with woken_when_lost(request, wake_up):
                await _wait(services, feed, wake_up, until)
        if live.dropped or live.credentials != caller.credentials:
            live, feed = await auth.require_watcher(caller)
    page, more = await _page(tables, live, feed, after)
    answer = Told(version=after + len(page), epoch=services.epoch, entries=page, more=more)
    return json_answer(answer, headers=PERSONAL)


async def chronicle(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/chronicle?after=V`."""
    tables = request.app[TABLES]
    live, feed = await auth.require_watcher(caller_of(request))
    after = _cursor(request, tables.services, feed)
    page, more = await _page(tables, live, feed, after)
    entries = [ChronicleEntry(version=seen.version, at=seen.at, chronicle=seen.chronicle) for seen in page]
    answer = ChroniclePage(version=after + len(page), epoch=tables.services.epoch, entries=entries, more=more)
    return json_answer(answer, headers=PERSONAL)


async def ledger(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/ledger?after=V`."""
    tables = request.app[TABLES]
    live, feed = await auth.require_watcher(caller_of(request))
    after = _cursor(request, tables.services, feed)
    accounts = dict(feed.table.accounts)
    page, more = await _page(tables, live, feed, after)
    lines = ledger_of(page).lines
    answer = LedgerPage(version=after + len(page), accounts=accounts, lines=lines, more=more)
    return json_answer(answer, headers=PERSONAL)


async def standings(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/standings`."""
    live, feed = await auth.require_watcher(caller_of(request))
    missed = await missed_cheats(request.app[TABLES], live, feed.table)
    answer = StandingsPage(version=feed.version, standings=standings_of(feed.table, missed))
    return json_answer(answer, headers=PERSONAL)


async def rounds(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/rounds?after=N&limit=N`."""
    services = request.app[TABLES].services
    live, feed = await auth.require_watcher(caller_of(request))
    after = number(request, "after", 0)
    limit = min(number(request, "limit", _MOST_ROUNDS), _MOST_ROUNDS)
    found = await summaries(services.store, services.catalogue.codec, feed.table, after, limit, live.seq)
    return json_answer(RoundsPage(rounds=found), headers=PERSONAL)


async def replay(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/rounds/{n}?as=VIEWER&from=VERSION&limit=N`."""
    tables = request.app[TABLES]
    services = tables.services
    live, feed = await auth.require_watcher(caller_of(request))
    played = await find_round(services.store, services.catalogue.codec, live.id, int(request.match_info["n"]), live.seq)
    if played is None:
        raise Problem(404, "no_such_round", "The table has no round with this number.")
    viewer = auth.replay_viewer(request.query.get("as"), feed.table, played)
    since, limit = number(request, "from", 0), number(request, "limit", FRAMES)
    limit = min(max(limit, 1), _MOST_FRAMES)
    shown, following = await _frames(tables, live, played, viewer, feed.table.viewer, since, limit)
    page = ReplayPage(
        round=played.round,
        game=played.game,
        rules=played.rules,
        facts_only=facts_only(services.catalogue, played),
        viewer=viewer,
        frames=shown,
        next=following,
    )
    return json_answer(page, headers=PERSONAL)


async def _frames(
    tables: Tables, live: LiveTable, played: Round, viewer: Viewer, caller: Viewer, since: int, limit: int
) -> tuple[list[Frame], int | None]:
    """The first `limit` frames of a round from version `since` on, and the next one's version where there is one.

    An unsealed round can be seen as the house saw it. Then its versions count from the round's first entry: the house's
    own would reveal how many entries of other rounds were hidden from the caller. What is not the round's own stays
    closed to the caller.
    """
    reader = tables.reader
    loaded = await reader.start(live.id, viewer, played.first - 1)
    await reader.advance(loaded, played.first - 1)
    veiled = viewer == HOUSE and caller != GM
    if viewer == HOUSE:
        loaded.table.version = 0
    if veiled:
        veil(loaded.table, caller)
    steps = Steps(tables.services.catalogue, loaded.table, played, since)
    shown: list[Frame] = []
    upto = live.seq if played.last is None else played.last
    async for checked in reader.entries(live.id, loaded.seq, loaded.head, upto):
        entry = veiled_entry(caller, checked.entry) if veiled else checked.entry
        if len(shown) == limit:
            if following := steps.skip(entry):
                return shown, following
        elif frame := steps.take(entry):
            shown.append(frame)
            if len(shown) % _FRAMES_AT_ONCE == 0:
                await asyncio.sleep(0)
    return shown, None


async def export(request: web.Request) -> web.StreamResponse:
    """`GET /api/tables/{table}/export`: a signed header, then the stored lines verbatim, as far as they are good."""
    tables, caller = request.app[TABLES], caller_of(request)
    services, table = tables.services, caller.table
    await auth.require_gm(caller)
    info = await services.store.table(table)
    if info is None:
        raise no_such_table()
    good = await tables.good_part(info)
    header = await header_of(services.store, info, good, services.signer)
    response = web.StreamResponse(
        headers={
            **PERSONAL,
            "Content-Type": "application/x-ndjson",
            "Content-Disposition": f'attachment; filename="{table}.jsonl"',
        }
    )
    await response.prepare(request)
    await response.write(header_line(header))
    seq = 0
    try:
        while seq < good.seq and (lines := await services.store.read(table, seq, min(seq + PAGE, good.seq))):
            await response.write(b"".join(stored.line + b"\n" for stored in lines))
            seq = lines[-1].seq
    except StoreError as error:
        # The status is sent already: only a connection that breaks off shows that the file is not whole.
        services.log.error("export_broken_off", **error_facts(error))
        if request.transport is not None:
            request.transport.abort()
        return response
    await response.write_eof()
    return response


_WAIT: Final = Parameter(
    name="wait",
    where="query",
    kind=Annotated[float, Meta(ge=0, le=MOST_WAIT)],
    summary="Seconds to wait if there is nothing new; default 0.",
    example=0,
)

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        id="get_events",
        method="GET",
        path="/api/tables/{table}/events",
        handler=events,
        group="Viewing",
        who="viewer",
        summary="Get events",
        detail="With `wait`, this is a long poll: it returns as soon as there is a newer version.",
        parameters=(TABLE, AFTER, EPOCH, _WAIT),
        answers=(Answer(summary="The entries after that version, oldest first.", kind=Told),),
        problems=(*VIEWING, "invalid_query", "log_replaced"),
    ),
    Route(
        id="get_chronicle",
        method="GET",
        path="/api/tables/{table}/chronicle",
        handler=chronicle,
        group="Viewing",
        who="viewer",
        summary="Get the chronicle",
        detail="What happened, in sentences.",
        parameters=(TABLE, AFTER, EPOCH),
        answers=(Answer(summary="Sentences, oldest first.", kind=ChroniclePage),),
        problems=(*VIEWING, "invalid_query", "log_replaced"),
    ),
    Route(
        id="get_ledger",
        method="GET",
        path="/api/tables/{table}/ledger",
        handler=ledger,
        group="Viewing",
        who="viewer",
        summary="Get the ledger",
        detail="Every movement of coins that the caller may see.",
        parameters=(TABLE, AFTER, EPOCH),
        answers=(Answer(summary="Movements, oldest first, and the current balances.", kind=LedgerPage),),
        problems=(*VIEWING, "invalid_query", "log_replaced"),
    ),
    Route(
        id="get_standings",
        method="GET",
        path="/api/tables/{table}/standings",
        handler=standings,
        group="Viewing",
        who="viewer",
        summary="Get the standings",
        detail="Each player's rounds, wins and coins, and the cheats that were caught.",
        parameters=(TABLE,),
        answers=(Answer(summary="The standings.", kind=StandingsPage),),
        problems=VIEWING,
    ),
    Route(
        id="list_rounds",
        method="GET",
        path="/api/tables/{table}/rounds",
        handler=rounds,
        group="Rounds",
        who="viewer",
        summary="List rounds",
        parameters=(
            TABLE,
            Parameter(name="after", where="query", kind=Count, summary="Return rounds after this number."),
            LIMIT,
        ),
        answers=(Answer(summary="The rounds, in order.", kind=RoundsPage),),
        problems=(*VIEWING, "invalid_query"),
    ),
    Route(
        id="get_round",
        method="GET",
        path="/api/tables/{table}/rounds/{n}",
        handler=replay,
        group="Rounds",
        who="viewer",
        summary="Replay a round",
        detail=(
            "Each frame has the view that the caller had at that version. The GM may choose another viewer. Once the "
            "round is unsealed, any viewer may choose `house`, which sees the whole round."
        ),
        parameters=(
            TABLE,
            ROUND,
            Parameter(
                name="as",
                where="query",
                kind=Annotated[str, Meta(pattern="^(public|gm|house|seat:.+)$")],
                summary="Whose replay: `public`, `gm`, `house` or `seat:ID`. Default: the caller's.",
            ),
            Parameter(
                name="from",
                where="query",
                kind=Count,
                summary="The version of the first frame, such as the `next` of the previous page.",
            ),
            LIMIT,
        ),
        answers=(Answer(summary="Frames, oldest first.", kind=ReplayPage),),
        problems=(*VIEWING, "invalid_query", "no_such_round", "gm_only", "round_sealed", "no_such_viewer"),
    ),
    Route(
        id="export_table",
        method="GET",
        path="/api/tables/{table}/export",
        handler=export,
        group="Rounds",
        who="gm",
        summary="Export a table",
        detail="The log as stored: a header, then the entries. It reveals everything at the table, so keep it safe.",
        parameters=(TABLE,),
        answers=(Answer(summary="JSON Lines.", media=LINES),),
        problems=(*AT_TABLE, "token_needed", "gm_only"),
        head=False,
    ),
)
