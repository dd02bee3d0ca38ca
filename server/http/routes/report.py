"""The route of reports: a round as one HTML file to share."""

import asyncio
import time
from collections.abc import Iterable
from typing import Final

from events.audience import GM, PUBLIC, seat_of
from replays.analysis.rounds import SeatAnalysis
from server.commands import auth
from server.http.answers import PERSONAL, Response
from server.http.connections import is_gone, require_listener
from server.http.contract import HTML, VIEWING, Answer, Routes
from server.http.problem_codes import REFUSED
from server.http.requests import Request
from server.http.routes.rounds import AS, OF_ONE_ROUND, AskedFor, asked_for
from server.problems import Problem, SecretDamaged
from server.report.making import Order, made
from server.workers import at_work

_HEADERS: Final = {
    **PERSONAL,
    "Content-Type": f"{HTML}; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    # If a browser shows it instead of saving it, it runs nothing of it, and it is not of the server's origin.
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
}

ROUTES: Final = Routes("Rounds", "viewer", VIEWING)


@ROUTES.add(
    "GET /api/tables/{table}/rounds/{n}/report",
    Answer("The file.", media=HTML),
    parameters=(AS,),
    problems=(*OF_ONE_ROUND, "round_running", "report_too_long"),
    head=False,
)
async def get_report(request: Request) -> Response:
    """Get a report of a round.

    One HTML file with what the replay has, as a download: the table step by step, the chronicle, coins, disputes, and
    whether an audit of the log found something; and, of a seat or for the GM, the analysis, if it was made. It needs no
    server. It takes seconds, and one is made at a time.
    """
    tables, asked = request.app.tables, await asked_for(request)
    table, played = asked.live.id, asked.played
    if played.last is None:
        asked.live.require_whole_log()
        raise Problem(REFUSED, "round_running", f"Round {played.round} has not ended.")
    with request.app.limits.report(request.address):
        async with request.app.report:
            require_listener(request)
            await auth.require_unchanged(request.caller)
            live, feed = await auth.require_watcher(request.caller)
            # Not to the end of the log: how many entries follow that the caller does not see must not make it slower.
            upto = max(played.last, feed.last_seen)
            lines = [stored.line async for window in tables.reader.windows(table, 0, upto) for stored in window]
            damage = None if isinstance(live.damage, SecretDamaged | None) else live.damage.reason
            order = Order(
                lines=lines,
                number=played.round,
                viewer=asked.viewer,
                caller=asked.caller,
                damage=damage,
                analyses=await _analyses(request, asked, feed.table.names),
            )
            page = await asyncio.to_thread(_made, order, request)
    await auth.require_unchanged(request.caller)
    file = f"{table}-round-{played.round}.html"
    return Response(page.encode(), headers={**_HEADERS, "Content-Disposition": f'attachment; filename="{file}"'})


async def _analyses(request: Request, asked: AskedFor, seats: Iterable[str]) -> list[SeatAnalysis] | None:
    """The analyses that are kept of what the viewer decided, or for the GM of what all these seats did."""
    own = seat_of(asked.viewer)
    if asked.viewer == PUBLIC or (own is None and asked.caller != GM):
        return None
    return await request.app.analyses.kept(asked.live.id, asked.played.round, [own] if own else [*seats]) or None


def _made(order: Order, request: Request) -> str:
    """The report. Raises a `Problem` if it takes too long, `ConnectionResetError` if the client goes away meanwhile."""
    seconds = request.app.config.report_seconds
    ends = time.monotonic() + seconds

    def over() -> bool:
        return is_gone(request) or time.monotonic() > ends

    with at_work(made, [order], 1, until=over, background=True) as results:
        for _, page in results:
            return page
    require_listener(request)
    detail = f"The report takes longer than {seconds:g} s, the most on this server. `tavern report` has no such limit."
    raise Problem(503, "report_too_long", detail)
