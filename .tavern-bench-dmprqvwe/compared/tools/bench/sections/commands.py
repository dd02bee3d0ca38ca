"""Commands over HTTP, decided, durable and answered with the new view; compared with a bare handler."""

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from events.audience import GM, seat_viewer
from games.deciding.catalogue import Catalogue
from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.processes import sender, server
from tools.bench.processes.children import HOST, running
from tools.bench.report import MILLISECONDS, PER_SECOND, Figure, Section, figure
from tools.failures import Failure

MINIMAL_ANSWER: Final = "Prefer: return=minimal\r\n"
_BARE: Final = "a bare handler"
_WARM_UP: Final = 4
"""The clock starts when a table has had a fourth to a half of its commands, each table a different share."""


async def measure_commands(catalogue: Catalogue, game: Game, connections: int, repeats: int, folder: Path) -> Section:
    """Play `game` at as many tables as there are connections, with a new store in `folder` each time.

    Tavern and handler are measured in turn, and the medians reported. Raises `Failure` if a command is refused.
    """
    results: dict[str, list[tuple[sender.Result, sender.Result]]] = {}
    for turn in range(repeats):
        for what, headers in (("durable commands", ""), ("minimal answers", MINIMAL_ANSWER)):
            path = folder / f"{what.replace(' ', '-')}-{turn}.db"
            tables = await stores.made(path, game, connections, game.seated)
            requests = [[request_of(game, table, n, headers) for n in range(len(game.sent))] for table in tables]
            ours = await _measured(server.Tavern(stores.address(path)), requests)
            bare = await _measured(server.Bare(game.game, ours.body_bytes // ours.requests), requests)
            results.setdefault(what, []).append((ours, bare))
    (with_view, _), (minimal, _) = (turns[0] for turns in results.values())
    return Section(
        name="commands",
        title="Commands over HTTP",
        how=(
            f"{with_view.requests:,} commands at {connections} tables over as many connections, "
            f"{with_view.body_bytes // with_view.requests:,} bytes in each answer, "
            f"{minimal.body_bytes // minimal.requests:,} in a minimal one; medians of {repeats}"
        ),
        figures=[one for what, turns in results.items() for one in _figures(what, turns)],
    )


def _figures(what: str, turns: Sequence[tuple[sender.Result, sender.Result]]) -> list[Figure]:
    """Medians of turns, each with its bare handler's."""

    def beside(name: str, unit: str, value: Callable[[sender.Result], float]) -> Figure:
        ours, bare = (median(value(turn[n]) for turn in turns) for n in (0, 1))
        return figure(name, ours, unit, _BARE, bare)

    return [
        beside(what, PER_SECOND, lambda result: result.per_second),
        beside(f"{what}: p50 latency", MILLISECONDS, lambda result: 1000 * result.p50),
        beside(f"{what}: p99 latency", MILLISECONDS, lambda result: 1000 * result.p99),
    ]


def request_of(game: Game, table: str, n: int, headers: str = "") -> bytes:
    """The request with the n-th command of a game (from 0), for a copy of its table. `headers` end in CRLF."""
    sent = game.sent[n]
    token = stores.token_of(table, GM if sent.seat is None else seat_viewer(sent.seat))
    head = (
        f"POST /api/tables/{table}/commands HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\n{headers}Content-Length: {len(sent.body)}\r\n\r\n"
    )
    return head.encode() + sent.body


def _staggered(port: int, requests: list[list[bytes]]) -> sender.Plan:
    """All tables play the same game, so each is measured from another command on.

    Otherwise all of them would begin their rounds, the most expensive commands, at the same moment.
    """
    share = len(requests[0]) // _WARM_UP
    return sender.Plan(
        host=HOST,
        port=port,
        connections=requests,
        warm_ups=[share + n * share // len(requests) for n in range(len(requests))],
        counted=len(requests[0]) - 2 * share,
    )


async def _measured(plan: server.Plan, requests: list[list[bytes]]) -> sender.Result:
    async with running("tools.bench.processes.server", server.Served(plan)) as serving:
        port = (await serving.received(server.Listening)).port
        sending_plan = _staggered(port, requests)
        async with running("tools.bench.processes.sender", sending_plan) as sending:
            result = await sending.received(sender.Result)
    if result.failures:
        raise Failure(f"{result.failures} of {result.requests} requests failed")
    return result
