"""The routes of rounds: their list, their replays, also as texts, and the export of the log."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final, NamedTuple

import msgspec
from aiohttp import web
from msgspec import Meta

from events.audience import Viewer
from events.entry import Entry
from events.event import Event
from events.storage.contract import StoreError
from projections.viewer_projection import ViewerProjection, VisibleEntry
from replays.export import header_line
from replays.notation.rounds import heading_of, write_notation
from replays.rebuild import Frame, Round, Steps, facts_only
from server.commands import auth
from server.http.answers import PERSONAL, Response, json_answer
from server.http.bodies import number
from server.http.contract import AT_TABLE, LIMIT, LINES, TEXT, VIEWING, Answer, Count, Parameter, Routes
from server.http.requests import Request
from server.log import error_facts
from server.problems import Problem, no_such_table
from server.tables.damage import header_of
from server.tables.live_table import LiveTable
from server.tables.log_reader import LoadedTable
from server.tables.registry import Tables
from server.tables.rounds import RoundSummary, as_replayed, find_round, load_before, summaries

FRAMES: Final = 100
"""The default number of frames of a replay in one answer."""
_MOST_FRAMES: Final = 500
_FRAMES_AT_ONCE: Final = 16
_MOST_ROUNDS: Final = 200

_LINES_AT_ONCE: Final = 256


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


ROUTES: Final = Routes("Rounds", "viewer", (*VIEWING, "invalid_query"))

AS: Final = Parameter(
    "as",
    "query",
    Annotated[str, Meta(pattern="^(public|gm|house|seat:.+)$")],
    "Whose replay: `public`, `gm`, `house` or `seat:ID`. Default: the caller's.",
)
OF_ONE_ROUND: Final = (*VIEWING, "invalid_query", "no_such_round", "gm_only", "round_sealed", "no_such_viewer")


@ROUTES.add(
    "GET /api/tables/{table}/rounds",
    Answer("The rounds, in order.", RoundsPage),
    parameters=(Parameter("after", "query", Count, "Return rounds after this number."), LIMIT),
    compressed="without_token",
)
async def list_rounds(request: Request) -> Response:
    """List rounds."""
    services = request.app.tables.services
    live, feed = await auth.require_watcher(request.caller)
    after = number(request, "after", 0)
    limit = min(number(request, "limit", _MOST_ROUNDS), _MOST_ROUNDS)
    found = await summaries(services.store, services.catalogue.codec, feed.table, after, limit, live.seq)
    return json_answer(RoundsPage(rounds=found), headers=PERSONAL)


@ROUTES.add(
    "GET /api/tables/{table}/rounds/{n}",
    Answer("Frames, oldest first.", ReplayPage),
    parameters=(
        AS,
        Parameter("from", "query", Count, "The version of the first frame, such as the `next` of the previous page."),
        LIMIT,
    ),
    problems=OF_ONE_ROUND,
    compressed="without_token",
)
async def get_round(request: Request) -> Response:
    """Replay a round.

    Each frame has the view that the caller had at that version. The GM may choose another viewer. Once the round is
    unsealed, any viewer may choose `house`, which sees the whole round.
    """
    tables = request.app.tables
    asked = await asked_for(request)
    since, limit = number(request, "from", 0), number(request, "limit", FRAMES)
    limit = min(max(limit, 1), _MOST_FRAMES)
    shown, following = await _frames(tables, asked, since, limit)
    played = asked.played
    page = ReplayPage(
        round=played.round,
        game=played.game,
        rules=played.rules,
        facts_only=facts_only(tables.services.catalogue, played),
        viewer=asked.viewer,
        frames=shown,
        next=following,
    )
    return json_answer(page, headers=PERSONAL)


@ROUTES.add(
    "GET /api/tables/{table}/rounds/{n}/notation",
    Answer("The text.", media=TEXT),
    parameters=(AS,),
    problems=OF_ONE_ROUND,
    compressed="without_token",
)
async def get_notation(request: Request) -> Response:
    """Get a round as a text.

    It has what the replay has, in a notation that people can read, to paste in a chat or a bug report.
    """
    tables, asked = request.app.tables, await asked_for(request)
    before = await _before(tables, asked)
    heading = heading_of(before.table, asked.played)
    projection = ViewerProjection(tables.services.catalogue.folding, before.table)
    steps: list[VisibleEntry] = []
    async for entry in _entries(tables, asked, before):
        if step := projection.see(entry):
            steps.append(step)
            if len(steps) % _FRAMES_AT_ONCE == 0:
                await asyncio.sleep(0)
    text = await asyncio.to_thread(write_notation, heading, steps)
    headers = {"Content-Type": f"{TEXT}; charset=utf-8", "X-Content-Type-Options": "nosniff"}
    return Response(text.encode(), headers={**headers, **PERSONAL})


class AskedFor(NamedTuple):
    """The round that a caller asks for, and whose replay of it."""

    live: LiveTable
    played: Round
    viewer: Viewer
    caller: Viewer


async def asked_for(request: Request) -> AskedFor:
    """The round in the path, as the viewer in the query saw it. Raises a `Problem`."""
    live, feed = await auth.require_watcher(request.caller)
    played = await round_in_path(request, live)
    return AskedFor(live, played, auth.replay_viewer(request.query.get("as"), feed.table, played), feed.table.viewer)


async def round_in_path(request: Request, live: LiveTable) -> Round:
    """The round in the path. Raises a `Problem` (404)."""
    services = request.app.tables.services
    n = int(request.parameters["n"])
    played = await find_round(services.store, services.catalogue.codec, live.id, n, live.seq)
    if played is None:
        raise Problem(404, "no_such_round", "The table has no round with this number.")
    return played


async def _before(tables: Tables, asked: AskedFor) -> LoadedTable:
    return await load_before(tables.reader, asked.live.id, asked.played, asked.viewer, asked.caller)


async def _entries(tables: Tables, asked: AskedFor, before: LoadedTable) -> AsyncIterator[Entry[Event]]:
    """The round's entries, after those of the table before it."""
    live, played, viewer, caller = asked
    upto = live.seq if played.last is None else played.last
    async for checked in tables.reader.entries(live.id, before.seq, before.head, upto):
        yield as_replayed(checked.entry, viewer, caller)


async def _frames(tables: Tables, asked: AskedFor, since: int, limit: int) -> tuple[list[Frame], int | None]:
    """The first `limit` frames of a round from version `since` on, and the version of the next one, if any."""
    before = await _before(tables, asked)
    steps = Steps(tables.services.catalogue, before.table, asked.played, since)
    shown: list[Frame] = []
    async for entry in _entries(tables, asked, before):
        if len(shown) == limit:
            if following := steps.skip(entry):
                return shown, following
        elif frame := steps.take(entry):
            shown.append(frame)
            if len(shown) % _FRAMES_AT_ONCE == 0:
                await asyncio.sleep(0)
    return shown, None


@ROUTES.add(
    "GET /api/tables/{table}/export",
    Answer("JSON Lines.", media=LINES),
    who="gm",
    problems=(*AT_TABLE, "token_needed", "gm_only"),
    head=False,
)
async def export_table(request: Request) -> web.StreamResponse:
    """Export a table.

    The log as stored: a header, then the entries. It reveals everything at the table, so keep it safe.
    """
    tables, caller = request.app.tables, request.caller
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
    request.app.cross_origin.set_headers(request, response)
    await response.prepare(request)
    await response.write(header_line(header))
    seq = 0
    try:
        while seq < good.seq and (lines := await services.store.read(table, seq, min(seq + _LINES_AT_ONCE, good.seq))):
            await response.write(b"".join(stored.line + b"\n" for stored in lines))
            seq = lines[-1].seq
    except StoreError as error:
        # The status was already sent: only cutting the connection shows that the file is incomplete.
        services.log.error("export_broken_off", **error_facts(error))
        if request.transport is not None:
            request.transport.abort()
        return response
    await response.write_eof()
    return response
