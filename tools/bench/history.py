"""Looking back at tables of different lengths whose snapshots are missing, as after an import."""

import asyncio
import os
import resource
import subprocess
import sys
from typing import Final

import aiohttp
import msgspec

from events.audience import seat_viewer
from tools.bench import server, stores
from tools.bench.checkouts import HERE, Server
from tools.bench.playing import SEATS
from tools.bench.processes import HOST, running
from tools.bench.report import BYTES, MILLISECONDS, Figure, Section, figure
from tools.bench.startup import Long
from tools.failures import Failure

_MILLI: Final = 1_000
_OFTEN: Final = 20
_REPLAY: Final = (sys.executable, "-c", "from tools.cli import main; main()", "replay", "--json", "--round")


class _Back(msgspec.Struct, frozen=True, kw_only=True):
    """Processor time in seconds: of the first look, of an old round after it, of further views, and of a replay at the
    command line, with the most memory in bytes that it had."""

    first: float
    round: float
    view: float
    replay: float
    replay_bytes: int


async def measure_history(few: Long, many: Long) -> Section:
    """Look back at a table of few rounds and at one of many; the ceiling is the former. Raises `Failure`."""
    short, long = await _measured(few), await _measured(many)
    beside = f"{few.rounds:,} rounds"

    def ms(what: str, value: float, ceiling: float) -> Figure:
        return figure(f"{what}, {many.rounds:,} rounds", _MILLI * value, MILLISECONDS, beside, _MILLI * ceiling)

    return Section(
        name="history",
        title="Looking back",
        how="processor time of the server, and of tavern replay from its start to its end; no snapshots at first",
        figures=[
            ms("first look at a table", long.first, short.first),
            ms("an old round after that", long.round, short.round),
            ms("a view", long.view, short.view),
            ms("tavern replay of an old round", long.replay, short.replay),
            figure("memory of tavern replay", long.replay_bytes, BYTES, beside, short.replay_bytes),
        ],
    )


async def _measured(table: Long) -> _Back:
    number = max(1, table.rounds // 2)
    headers = {"Authorization": f"Bearer {stores.token_of(table.table, seat_viewer(SEATS[0].lower()))}"}
    plan = server.Tavern(stores.address(table.path))
    async with running("tools.bench.server", server.Served(plan)) as process:
        port = (await process.received(server.Listening)).port
        at = Server(port, process.pid)
        async with aiohttp.ClientSession(f"http://{HOST}:{port}", headers=headers) as session:

            async def took(path: str, often: int = 1) -> float:
                before = at.seconds_computed
                for _ in range(often):
                    async with session.get(f"/api/tables/{table.table}{path}") as answer:
                        await answer.read()
                        if not answer.ok:
                            raise Failure(f"{path} was answered with {answer.status}")
                return (at.seconds_computed - before) / often

            first, played, view = await took(""), await took(f"/rounds/{number}"), await took("", _OFTEN)
    usage = await asyncio.to_thread(_replayed, [*_REPLAY, str(number), str(table.path)])
    replay = usage.ru_utime + usage.ru_stime
    return _Back(first=first, round=played, view=view, replay=replay, replay_bytes=usage.ru_maxrss * 1024)


def _replayed(arguments: list[str]) -> resource.struct_rusage:
    process = subprocess.Popen(arguments, cwd=HERE, stdout=subprocess.DEVNULL)  # noqa: S603 - it is this program
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Failure("tavern replay failed")
    return usage
