"""Starting again: the time to the first answer with few tables and many, and until a long log has caught up."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

import aiohttp

from events.audience import GM
from tools.bench import stores
from tools.bench.playing import SEATS, TABLE, play
from tools.bench.report import MILLISECONDS, Figure, Section, figure
from tools.bench.run import Run
from tools.bench.servers import HOST, tavern
from tools.failures import Failure

_FEW_ROUNDS: Final = 10


async def measure_startup(run: Run) -> Section:
    """Start servers on stores of no and of many tables, and of one table with few rounds and with many.

    Raises `Failure`.
    """
    full, _ = await stores.full(run)
    empty = run.folder / "empty.db"
    async with stores.new_store(empty):
        pass
    few, many = [await _long(run, rounds) for rounds in (_FEW_ROUNDS, run.sizes.rounds)]
    imported = {path: (await _looked(path, ("", f"/rounds/{rounds // 2}")))[1:] for path, rounds in (few, many)}
    starts: dict[Path, list[list[float]]] = {}
    for _ in range(run.sizes.repeats):
        for path, looks in ((empty, ()), (full, ()), (few[0], ("",)), (many[0], ("",))):
            starts.setdefault(path, []).append(await _looked(path, looks))

    def ms(what: str, value: float, beside: str, ceiling: float) -> Figure:
        return figure(what, 1000 * value, MILLISECONDS, beside, 1000 * ceiling)

    def medians(path: Path) -> list[float]:
        return [median(column) for column in zip(*starts[path], strict=True)]

    length, beside = f"a table of {many[1]:,} rounds", f"{few[1]:,} rounds"
    return Section(
        name="startup",
        title="Startup",
        how=f"from the start of the process, or the answer before; medians of {run.sizes.repeats}",
        figures=[
            ms(f"first answer, {run.sizes.tables:,} tables", medians(full)[0], "an empty store", medians(empty)[0]),
            ms(f"first view of {length}", medians(many[0])[1], beside, medians(few[0])[1]),
            ms(f"the same without snapshots, {length}", imported[many[0]][0], beside, imported[few[0]][0]),
            ms(f"an old round after that, {length}", imported[many[0]][1], beside, imported[few[0]][1]),
        ],
    )


async def _long(run: Run, rounds: int) -> tuple[Path, int]:
    """A store of one table with so many rounds."""
    path = run.folder / f"rounds-{rounds}.db"
    async with stores.new_store(path) as store:
        await stores.fill_one(store, play(0, names=SEATS[:2], rounds=rounds))
    return path, rounds


async def _looked(path: Path, looks: Sequence[str]) -> list[float]:
    """Seconds until a new server answered, and then until it answered each look of the long table's GM."""
    headers, times = {"Authorization": f"Bearer {stores.token_of(TABLE, GM)}"}, [perf_counter()]
    async with tavern(stores.address(path)) as server, aiohttp.ClientSession(headers=headers) as session:
        for at in ("/readyz", *(f"/api/tables/{TABLE}{look}" for look in looks)):
            async with session.get(f"http://{HOST}:{server.port}{at}") as answer:
                await answer.read()
                if not answer.ok:
                    raise Failure(f"{at} was answered with {answer.status}")
            times.append(perf_counter())
    return [later - earlier for earlier, later in pairwise(times)]
