"""Spectators: how soon each of many has an event, while a table is played as fast as people play."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from typing import Final

from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.processes import readers, server
from tools.bench.processes.children import HOST, Process, now, running
from tools.bench.report import MILLISECONDS, Section, figure
from tools.bench.sections.commands import request_of
from tools.bench.sections.streams import Commander, commander_at
from tools.failures import Failure

_PATIENCE: Final = 60.0
_CENTILES: Final = 100


async def measure_spectators(game: Game, count: int, pause: float, folder: Path) -> Section:
    """Play `game` before `count` spectators, with a pause after each command. Raises `Failure` if the server fails."""
    path = folder / "spectators.db"
    (table,) = await stores.made(path, game, 1, game.seated)
    requests = [(request_of(game, table, n), sent.public) for n, sent in enumerate(game.sent)]
    request = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
    plan = server.Tavern(stores.address(path))
    async with running("tools.bench.processes.server", server.Served(plan)) as serving:
        port = (await serving.received(server.Listening)).port
        watching = readers.Plan(host=HOST, port=port, readers=count, request=request, each=True)
        async with commander_at(port) as commander, running("tools.bench.processes.readers", watching) as crowd:
            await crowd.received(readers.Reached)
            began, busy = now(), serving.seconds_computed
            sending = _send(commander, requests, pause)
            async with asyncio.timeout(_PATIENCE + len(requests) * (pause + 1)):
                sent_at, arrivals = await asyncio.gather(
                    sending, _arrivals(crowd, sum(public for _, public in requests))
                )
            took, busy = now() - began, serving.seconds_computed - busy
    delays = [at - sent for sent, each in zip(sent_at, arrivals, strict=True) for at in each]
    centiles = quantiles(delays, n=_CENTILES, method="inclusive")
    return Section(
        name="spectators",
        title="Spectators",
        how=(
            f"{count:,} live streams of one table, {len(requests):,} commands with {pause:g} s between them; "
            f"{len(delays):,} deliveries"
        ),
        figures=[
            figure("sent to received: p50", 1000 * centiles[49], MILLISECONDS),
            figure("sent to received: p99", 1000 * centiles[98], MILLISECONDS),
            figure("sent to received: maximum", 1000 * max(delays), MILLISECONDS),
            figure("the server's processor", 100 * busy / took, "% of one"),
            figure("deliveries that are missing", count * len(sent_at) - len(delays), f"of {count * len(sent_at):,}"),
        ],
    )


async def _send(commander: Commander, requests: Sequence[tuple[bytes, bool]], pause: float) -> list[float]:
    """Send commands; the times of those that spectators see."""
    sent_at: list[float] = []
    for sent, public in requests:
        if public:
            sent_at.append(now())
        await commander.send(sent)
        await asyncio.sleep(pause)
    return sent_at


async def _arrivals(crowd: Process, events: int) -> list[list[float]]:
    """When each spectator had each event. Raises `Failure` if a stream ends."""
    arrivals: list[list[float]] = []
    while len(arrivals) < events:
        reached = await crowd.received(readers.Reached)
        if reached.cut:
            raise Failure("a live stream ended while it was measured")
        arrivals.append(reached.each)
    return arrivals
