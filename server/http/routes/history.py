"""The routes that tell what was: events with a long poll, chronicle, ledger, standings, rounds and their replays."""

import asyncio
from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec
from aiohttp import web
from msgspec import Meta

from events.audience import GM, HOUSE, PUBLIC, Viewer, seat_of
from events.store import StoreError
from projections.ledger import LedgerLine, ledger_of
from projections.standings import Standing, standings_of
from projections.viewer_projection import VisibleEntry
from replays.export import header_line
from replays.rebuild import Frame, Round, Steps, facts_only
from server.http.auth import PERSONAL, TABLES, checked_credentials, json_answer, require_gm, table_id, watching
from server.http.bodies import number, seconds
from server.http.connections import require_listener, rung_when_lost
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
from server.tables.damage import header_of
from server.tables.live_table import LiveTable
from server.tables.rounds import RoundSummary, as_told_to, find_round, summaries, veil
from server.tables.undetected_cheats import missed_at
from server.tables.viewer_feed import ViewerFeed

MOST_WAIT: Final = 30.0
"""Seconds that a long poll may last."""
PAGE: Final = 256
"""Entries that one answer tells of at most."""
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


async def _page(services: Services, live: LiveTable, watch: ViewerFeed, after: int) -> tuple[list[VisibleEntry], bool]:
    """What a viewer saw after a version, a page at most, and whether there is more."""
    version = watch.version
    seen = watch.since(after)
    if seen is None:
        seen = await services.reader.history(live.id, watch.table.viewer, after, PAGE, live.seq)
    page = seen[:PAGE]
    return page, after + len(page) < version


def _cursor(request: web.Request, services: Services, watch: ViewerFeed) -> int:
    after, epoch = number(request, "after", 0), request.query.get("epoch")
    if epoch not in (None, services.epoch) or after > watch.version:
        detail = "The log is another than the one that this cursor belongs to: read the table afresh."
        raise Problem(409, "log_replaced", detail, extra={"epoch": services.epoch})
    return after


async def _ring(services: Services, watch: ViewerFeed, wake_up: asyncio.Event, until: datetime) -> None:
    """Wait until there may be something new, or the time has come."""
    wake_up.clear()
    alarm = services.clock.call_at(until, wake_up.set)
    try:
        with watch.listening(wake_up):
            await wake_up.wait()
    finally:
        alarm.cancel()


async def events(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/events?after=V&epoch=E&wait=S`."""
    tables = request.app[TABLES]
    services = tables.services
    live, watch = await watching(request)
    after = _cursor(request, services, watch)
    until = services.clock.now() + timedelta(seconds=seconds(request, "wait", MOST_WAIT))
    wake_up = asyncio.Event()
    while watch.version <= after and services.clock.now() < until and not tables.stopping:
        require_listener(request)
        if not live.dropped and live.credentials == checked_credentials(request):
            with rung_when_lost(request, wake_up):
                await _ring(services, watch, wake_up, until)
        if live.dropped or live.credentials != checked_credentials(request):
            live, watch = await watching(request)
    page, more = await _page(services, live, watch, after)
    told = Told(version=after + len(page), epoch=services.epoch, entries=page, more=more)
    return json_answer(told, headers=PERSONAL)


async def chronicle(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/chronicle?after=V`."""
    services = request.app[TABLES].services
    live, watch = await watching(request)
    after = _cursor(request, services, watch)
    page, more = await _page(services, live, watch, after)
    entries = [ChronicleEntry(version=seen.version, at=seen.at, chronicle=seen.chronicle) for seen in page]
    answer = ChroniclePage(version=after + len(page), epoch=services.epoch, entries=entries, more=more)
    return json_answer(answer, headers=PERSONAL)


async def ledger(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/ledger?after=V`."""
    services = request.app[TABLES].services
    live, watch = await watching(request)
    after = _cursor(request, services, watch)
    accounts = dict(watch.table.accounts)
    page, more = await _page(services, live, watch, after)
    lines = ledger_of(page).lines
    answer = LedgerPage(version=after + len(page), accounts=accounts, lines=lines, more=more)
    return json_answer(answer, headers=PERSONAL)


async def standings(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/standings`."""
    live, watch = await watching(request)
    missed = await missed_at(request.app[TABLES].services, live, watch.table)
    answer = StandingsPage(version=watch.version, standings=standings_of(watch.table, missed))
    return json_answer(answer, headers=PERSONAL)


async def rounds(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/rounds?after=N&limit=N`."""
    services = request.app[TABLES].services
    live, watch = await watching(request)
    after = number(request, "after", 0)
    limit = min(number(request, "limit", _MOST_ROUNDS), _MOST_ROUNDS)
    told = await summaries(services.store, services.catalogue.codec, watch.table, after, limit, live.seq)
    return json_answer(RoundsPage(rounds=told), headers=PERSONAL)


async def replay(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/rounds/{n}?as=VIEWER&from=VERSION&limit=N`."""
    services = request.app[TABLES].services
    live, watch = await watching(request)
    played = await find_round(services.store, services.catalogue.codec, live.id, int(request.match_info["n"]), live.seq)
    if played is None:
        raise Problem(404, "no_such_round", "This table has had no round of that number.")
    caller = watch.table.viewer
    viewer = _as_whom(request.query.get("as"), caller, watch, played)
    since, limit = number(request, "from", 0), number(request, "limit", FRAMES)
    limit = min(max(limit, 1), _MOST_FRAMES)
    shown, following = await _frames(services, live, played, viewer, caller, since, limit)
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


def _as_whom(asked: str | None, caller: Viewer, watch: ViewerFeed, played: Round) -> Viewer:
    if asked in (None, caller):
        return caller
    if asked == HOUSE:
        if not played.unsealed:
            raise Problem(
                403, "round_sealed", "This round is sealed: nobody sees it whole before its seed is published."
            )
        return HOUSE
    if caller != GM:
        raise Problem(403, "gm_only", "Only the GM sees a round as somebody else saw it.")
    if asked != PUBLIC and seat_of(asked or "") not in watch.table.names:
        raise Problem(422, "no_such_viewer", "as is public, gm, house, or seat: with the id of a seat of this table.")
    return asked or caller


async def _frames(
    services: Services, live: LiveTable, played: Round, viewer: Viewer, caller: Viewer, since: int, limit: int
) -> tuple[list[Frame], int | None]:
    """The first `limit` frames of a round from version `since` on, and the next one's version where there is one.

    Unsealed, a round is told as the house saw it. Then its versions count from the round's first entry: the house's
    own would tell how many entries of other rounds were hidden from whoever asks; and what is not the round's own stays
    as closed to them as it was.
    """
    fold = await services.reader.start(live.id, viewer, played.first - 1)
    await services.reader.advance(fold, played.first - 1)
    veiled = viewer == HOUSE and caller != GM
    if viewer == HOUSE:
        fold.table.version = 0
    if veiled:
        veil(fold.table, caller)
    steps = Steps(services.catalogue, fold.table, played, since)
    shown: list[Frame] = []
    upto = live.seq if played.last is None else played.last
    async for checked in services.reader.entries(live.id, fold.seq, fold.head, upto):
        entry = as_told_to(caller, checked.entry) if veiled else checked.entry
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
    await require_gm(request)
    services, table = request.app[TABLES].services, table_id(request)
    info = await services.store.table(table)
    if info is None:
        raise no_such_table()
    good = await request.app[TABLES].good_part(info)
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
        # The status is sent already: a connection that breaks off is what tells that the file is not whole.
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
