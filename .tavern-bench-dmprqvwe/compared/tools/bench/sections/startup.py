"""Startup: the time to the first answer, with few tables and many, and with short logs and long ones."""

from pathlib import Path
from statistics import median
from typing import Final

import aiohttp
import msgspec

from events.audience import GM
from tools.bench import stores
from tools.bench.processes import server
from tools.bench.processes.children import HOST, now, running
from tools.bench.report import MILLISECONDS, Section, figure
from tools.failures import Failure

_EMPTY: Final = "an empty store"
_LOOKS: Final = 3
"""How often each of several runs measures the first view of a table, which is short and easily disturbed."""


class Long(msgspec.Struct, frozen=True):
    """A store of one table: its file, the table's id, and its number of rounds."""

    path: Path
    table: str
    rounds: int


async def measure_startup(empty: Path, full: Path, tables: int, few: Long, many: Long, repeats: int) -> Section:
    """Start the server on an empty store and on one with `tables` tables; load a table of few rounds, and of many.

    Reports the medians of `repeats` runs, measured in turn.
    """
    starts: dict[Path, list[float]] = {empty: [], full: []}
    opens: dict[int, list[float]] = {few.rounds: [], many.rounds: []}
    looks = _LOOKS if repeats > 1 else 1
    for _ in range(repeats):
        for path in (empty, full):
            starts[path].append((await _started(path, None))[0])
        for log in (few, many) * looks:
            opens[log.rounds].append((await _started(log.path, log.table))[1])
    return Section(
        name="startup",
        title="Startup",
        how=f"from the start of the process to its answer; medians of {repeats}",
        figures=[
            figure(
                f"first answer, {tables:,} tables",
                1000 * median(starts[full]),
                MILLISECONDS,
                _EMPTY,
                1000 * median(starts[empty]),
            ),
            figure(
                f"first view of a table, {many.rounds:,} rounds",
                1000 * median(opens[many.rounds]),
                MILLISECONDS,
                f"a table of {few.rounds}",
                1000 * median(opens[few.rounds]),
            ),
        ],
    )


async def _started(path: Path, table: str | None) -> tuple[float, float]:
    """Seconds until a new server answered, and from then until it showed a table to its GM."""
    began = now()
    async with running("tools.bench.processes.server", server.Served(server.Tavern(stores.address(path)))) as serving:
        port = (await serving.received(server.Listening)).port
        async with aiohttp.ClientSession(f"http://{HOST}:{port}") as session:
            await _get(session, "/readyz", None)
            answered = now()
            if table is not None:
                await _get(session, f"/api/tables/{table}", stores.token_of(table, GM))
            return answered - began, now() - answered


async def _get(session: aiohttp.ClientSession, path: str, token: str | None) -> None:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with session.get(path, headers=headers) as answer:
        await answer.read()
        if not answer.ok:
            raise Failure(f"{path} was answered with {answer.status}")
