"""Commands over HTTP, decided, durable and answered with the new view; compared with a bare handler."""

from pathlib import Path
from statistics import median
from typing import Final

from events.audience import GM, seat_viewer
from games.catalogue import Catalogue
from tools.bench import sender, server, stores
from tools.bench.playing import Game
from tools.bench.processes import HOST, running
from tools.bench.report import MILLISECONDS, PER_SECOND, Section, figure
from tools.failures import Failure

_BARE: Final = "a bare handler"
_WARM_UP: Final = 4
"""One in this many commands is sent before the clock starts."""


async def measure_commands(catalogue: Catalogue, game: Game, connections: int, repeats: int, folder: Path) -> Section:
    """Play `game` at as many tables as there are connections, with a new store in `folder` each time.

    Tavern and handler are measured in turn, and the medians reported. Raises `Failure` if a command is refused.
    """
    durable: list[sender.Result] = []
    bare: list[sender.Result] = []
    for turn in range(repeats):
        path = folder / f"commands-{turn}.db"
        tables = await stores.made(path, game, connections, game.seated)
        requests = [[request_of(game, table, n) for n in range(len(game.sent))] for table in tables]
        durable.append(await _measured(server.Tavern(stores.address(path)), requests))
        answer_bytes = durable[0].body_bytes // durable[0].requests
        bare.append(await _measured(server.Bare(game.game, answer_bytes), requests))
    first = durable[0]
    return Section(
        name="commands",
        title="Commands over HTTP",
        how=(
            f"{first.requests:,} commands at {connections} tables over as many connections, "
            f"{first.body_bytes // first.requests:,} bytes in each answer; medians of {repeats}"
        ),
        figures=[
            figure(
                "durable commands",
                median(result.per_second for result in durable),
                PER_SECOND,
                _BARE,
                median(result.per_second for result in bare),
            ),
            figure(
                "p50 latency",
                1000 * median(result.p50 for result in durable),
                MILLISECONDS,
                _BARE,
                1000 * median(result.p50 for result in bare),
            ),
            figure(
                "p99 latency",
                1000 * median(result.p99 for result in durable),
                MILLISECONDS,
                _BARE,
                1000 * median(result.p99 for result in bare),
            ),
        ],
    )


def request_of(game: Game, table: str, n: int) -> bytes:
    """The request with the n-th command of a game (from 0), for a copy of its table."""
    sent = game.sent[n]
    token = stores.token_of(table, GM if sent.seat is None else seat_viewer(sent.seat))
    head = (
        f"POST /api/tables/{table}/commands HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(sent.body)}\r\n\r\n"
    )
    return head.encode() + sent.body


async def _measured(plan: server.Plan, requests: list[list[bytes]]) -> sender.Result:
    async with running("tools.bench.server", server.Served(plan)) as serving:
        port = (await serving.received(server.Listening)).port
        warm_up = len(requests[0]) // _WARM_UP
        sending_plan = sender.Plan(host=HOST, port=port, connections=requests, warm_up=warm_up)
        async with running("tools.bench.sender", sending_plan) as sending:
            result = await sending.received(sender.Result)
    if result.failures:
        raise Failure(f"{result.failures} of {result.requests} requests failed")
    return result
