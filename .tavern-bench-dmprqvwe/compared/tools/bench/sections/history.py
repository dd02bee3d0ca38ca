"""Looking back at tables of different lengths whose snapshots are missing, as after an import."""

import asyncio
import subprocess
import sys
from typing import Final

import aiohttp
import msgspec

from events.audience import seat_viewer
from tools.bench import stores
from tools.bench.checkouts import HERE, Server
from tools.bench.playing import SEATS
from tools.bench.processes import server
from tools.bench.processes.children import HOST, running
from tools.bench.report import BYTES, MILLISECONDS, Figure, Section, figure
from tools.bench.sections.startup import Long
from tools.failures import Failure

_MILLI: Final = 1_000
_OFTEN: Final = 20
_TAVERN: Final = (sys.executable, "-c", "from tools.cli import main; main()")
_WEIGHED: Final = (
    sys.executable,
    "-c",
    "import json, resource, subprocess, sys;"
    "status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode;"
    "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
    "print(json.dumps([status, used.ru_utime + used.ru_stime, used.ru_maxrss]))",
)
"""Runs a command from a process of its own: one that is started counts the memory of the one that starts it as its."""


class _Back(msgspec.Struct, frozen=True, kw_only=True):
    """Processor time in seconds: of the first look, of an old round after it, of further views, and of a replay and an
    audit at the command line, with the most memory in bytes that each, or one of its processes, had."""

    first: float
    round: float
    view: float
    replay: float
    replay_bytes: int
    audit: float
    audit_bytes: int


async def measure_history(few: Long, many: Long) -> Section:
    """Look back at a table of few rounds and at one of many; the ceiling is the former. Raises `Failure`."""
    short, long = await _measured(few), await _measured(many)
    beside = f"{few.rounds:,} rounds"

    def ms(what: str, value: float, ceiling: float) -> Figure:
        return figure(f"{what}, {many.rounds:,} rounds", _MILLI * value, MILLISECONDS, beside, _MILLI * ceiling)

    return Section(
        name="history",
        title="Looking back",
        how="processor time of the server, and of tavern replay and audit from start to end; no snapshots at first",
        figures=[
            ms("first look at a table", long.first, short.first),
            ms("an old round after that", long.round, short.round),
            ms("a view", long.view, short.view),
            ms("tavern replay of an old round", long.replay, short.replay),
            figure("memory of tavern replay", long.replay_bytes, BYTES, beside, short.replay_bytes),
            ms("tavern audit", long.audit, short.audit),
            figure("memory of tavern audit", long.audit_bytes, BYTES, beside, short.audit_bytes),
        ],
    )


async def _measured(table: Long) -> _Back:
    number = max(1, table.rounds // 2)
    headers = {"Authorization": f"Bearer {stores.token_of(table.table, seat_viewer(SEATS[0].lower()))}"}
    plan = server.Tavern(stores.address(table.path))
    async with running("tools.bench.processes.server", server.Served(plan)) as process:
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
    replay, replay_bytes = await asyncio.to_thread(_ran, "replay", "--json", "--round", str(number), str(table.path))
    audit, audit_bytes = await asyncio.to_thread(_ran, "audit", "--json", str(table.path))
    return _Back(
        first=first,
        round=played,
        view=view,
        replay=replay,
        replay_bytes=replay_bytes,
        audit=audit,
        audit_bytes=audit_bytes,
    )


def _ran(name: str, *arguments: str) -> tuple[float, int]:
    """The processor time in seconds of a command, and the most memory in bytes that it or one of its processes had."""
    weighed = subprocess.run(  # noqa: S603 - it is this program
        [*_WEIGHED, *_TAVERN, name, *arguments], cwd=HERE, stdout=subprocess.PIPE, check=True
    )
    status, seconds, kilobytes = msgspec.json.decode(weighed.stdout, type=tuple[int, float, int])
    if status:
        raise Failure(f"tavern {name} failed")
    return seconds, kilobytes * 1024
