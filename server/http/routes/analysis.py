"""The routes of analyses: what the decisions of an ended round were worth, from what their players knew then."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from events.audience import GM, PUBLIC, Viewer, seat_of
from replays.analysis.rounds import SeatAnalysis
from replays.rebuild import Round
from replays.what_if import CannotPlayOn, require_playable
from server.commands import auth
from server.http.answers import PERSONAL, Response, json_answer
from server.http.contract import VIEWING, Answer, Routes
from server.http.problem_codes import REFUSED
from server.http.requests import Request
from server.http.routes.rounds import round_in_path
from server.problems import Problem, not_admitted
from server.tables.live_table import LiveTable


class AnalysisAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a round, as far as there is one.

    `state`: `none`, `running` (also while it waits for its turn), `done`, or `failed` by a fault in the server.
    `done` of `of` moves are analysed while it is `running`, those without an alternative among them; `of` is null
    before it begins, both are null otherwise. `seats` has the seats that are ready, each with its decisions: worths
    are in antes, or chances to win where nothing is at stake. After `failed`, or if there was `no_time` for some of a
    seat's moves, another POST goes on.
    """

    round: int
    state: Literal["none", "running", "done", "failed"]
    done: int | None
    of: int | None
    seats: list[SeatAnalysis]


class _Asked(msgspec.Struct, frozen=True):
    live: LiveTable
    played: Round
    asker: Viewer
    seats: Sequence[str]


ROUTES: Final = Routes("Rounds", "player", VIEWING)
_ANSWER: Final = Answer("The analysis, as far as there is one.", AnalysisAnswer)
_PROBLEMS: Final = (*VIEWING, "token_needed", "no_seat", "not_admitted", "no_such_round", "no_advice", "other_rules")
_PATH: Final = "/api/tables/{table}/rounds/{n}/analysis"


@ROUTES.add(f"GET {_PATH}", _ANSWER, problems=_PROBLEMS)
async def get_analysis(request: Request) -> Response:
    """Get the analysis of a round.

    A seat gets that of its own decisions, the GM everybody's. It is made when somebody asks for it by POST.
    """
    return await _answer(request, await _asked(request))


@ROUTES.add(f"POST {_PATH}", _ANSWER, problems=(*_PROBLEMS, "analysis_off"))
async def start_analysis(request: Request) -> Response:
    """Analyse a round.

    What each decision of an ended round was worth is estimated from what its player knew then. It takes seconds of all
    the server's processors. Poll GET until `state` is no longer `running`; the store keeps the result.
    """
    asked = await _asked(request)
    if not request.app.config.analysis_seconds:
        raise Problem(REFUSED, "analysis_off", "This server analyses no rounds.")
    kept = {one.seat for one in await request.app.analyses.kept(asked.live.id, asked.played.round, asked.seats)}
    missing = [seat for seat in asked.seats if seat not in kept]
    request.app.analyses.start(asked.live.id, asked.played, missing, asked.asker, request.address)
    return await _answer(request, asked)


@ROUTES.add(f"DELETE {_PATH}", _ANSWER, problems=_PROBLEMS)
async def cancel_analysis(request: Request) -> Response:
    """Cancel the analysis of a round.

    What the caller asked for is stopped, if it is under way. Finished analyses stay.
    """
    asked = await _asked(request)
    request.app.analyses.cancel(asked.live.id, asked.played.round, asked.asker)
    return await _answer(request, asked)


async def _asked(request: Request) -> _Asked:
    """The round, who asks, and the seats whose decisions they may have analysed. Raises a `Problem`."""
    await auth.require_player(request.caller)
    live, feed = await auth.require_watcher(request.caller)
    played = await round_in_path(request, live)
    if played.last is None:
        live.require_whole_log()
        raise Problem(403, "no_advice", "The round has not ended: an analysis would be advice to its players.")
    try:
        require_playable(request.app.tables.services.catalogue, played, played.first)
    except CannotPlayOn as error:
        raise Problem(REFUSED, error.code, f"{str(error).capitalize()}.") from None
    viewer = feed.table.viewer
    if viewer == PUBLIC:
        raise not_admitted()
    if viewer != GM:
        return _Asked(live, played, viewer, [seat_of(viewer) or ""])
    return _Asked(live, played, viewer, await request.app.analyses.seats(live.id, played))


async def _answer(request: Request, asked: _Asked) -> Response:
    table, number = asked.live.id, asked.played.round
    analyses = request.app.analyses
    progress = analyses.progress(table, number, asked.asker)
    failed = analyses.failed(table, number, asked.asker)
    unfinished = analyses.unfinished(table, number, asked.asker)
    kept = await analyses.kept(table, number, asked.seats)
    found = {one.seat: one for one in (*unfinished, *kept)}
    state: Literal["none", "running", "done", "failed"] = "none"
    if progress:
        state = "running"
    elif failed and len(kept) < len(asked.seats):
        state = "failed"
    elif len(found) == len(asked.seats):
        state = "done"
    answer = AnalysisAnswer(
        round=number,
        state=state,
        done=progress.done if progress else None,
        of=progress.of if progress else None,
        seats=[found[seat] for seat in asked.seats if seat in found],
    )
    return json_answer(answer, headers=PERSONAL)
