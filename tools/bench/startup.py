"""Starting up: until the first answer, with few tables and many, and with tables of short logs and long ones."""

from pathlib import Path
from statistics import median
from typing import Final

import aiohttp
import msgspec

from events.audience import GM
from tools.bench import server, stores
from tools.bench.processes import HOST, now, running
from tools.bench.report import MILLISECONDS, Section, figure
from tools.failures import Failure

_EMPTY: Final = "an empty store"
_LOOKS: Final = 3
"""How often, in each run, a table is looked at first: that takes so little that anything disturbs it."""


class Long(msgspec.Struct, frozen=True):
    """A store of one table: its file, the table's id, and how many rounds it has had."""

    path: Path
    table: str
    rounds: int


async def measure_startup(empty: Path, full: Path, tables: int, few: Long, many: Long, repeats: int) -> Section:
    """Start the server on an empty store and on one of so many tables; open a table of few rounds, and of many.

    Medians of `repeats`, in turn.
    """
    starts: dict[Path, list[float]] = {empty: [], full: []}
    opens: dict[int, list[float]] = {few.rounds: [], many.rounds: []}
    for _ in range(repeats):
        for path in (empty, full):
            starts[path].append((await _started(path, None))[0])
        for log in (few, many) * _LOOKS:
            opens[log.rounds].append((await _started(log.path, log.table))[1])
    return Section(
        name="startup",
        title="Starting up",
        how=f"a process that is started, until it answers; medians of {repeats}",
        figures=[
            figure(
                f"until the first answer, {tables:,} tables",
                1000 * median(starts[full]),
                MILLISECONDS,
                _EMPTY,
                1000 * median(starts[empty]),
            ),
            figure(
                f"the first look, {many.rounds:,} rounds",
                1000 * median(opens[many.rounds]),
                MILLISECONDS,
                f"a table of {few.rounds}",
                1000 * median(opens[few.rounds]),
            ),
        ],
    )


async def _started(path: Path, table: str | None) -> tuple[float, float]:
    """Seconds until a fresh server answered, and until it then showed a table to its GM."""
    began = now()
    async with running("tools.bench.server", server.Served(server.Tavern(stores.address(path)))) as serving:
        port = (await serving.told(server.Listening)).port
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
