"""The memory of idle tables, and of tables after eviction."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.processes import keeper
from tools.bench.processes.children import running
from tools.bench.report import BYTES, Figure, Section, figure

_LINES: Final = "the bytes of its lines"
_TRACED: Final = 1_000
"""Tables whose objects are traced. Tracing is slow, and more tables give the same average."""


async def measure_memory(path: Path, tables: Sequence[str], game: Game) -> Section:
    """Load a store's tables, each a copy of `game`, with the views of everyone there."""
    line_bytes = sum(map(len, game.lines))
    some = min(_TRACED, len(tables))
    figures: list[Figure] = []
    traced, untraced = await _kept(path, tables[:some], [some], trace=True)
    label = f"objects of an idle table, of {some:,}"
    figures.append(figure(label, _each(traced), BYTES, _LINES, line_bytes))
    at = sorted({some, len(tables)})
    *loaded, evicted = await _kept(path, tables, at, trace=False)
    for kept in loaded:
        label = f"memory for an idle table, of {kept.tables:,}"
        figures.append(figure(label, _each(kept), BYTES, _LINES, line_bytes))
    figures.append(figure(f"objects of an evicted table, of {some:,}", _each(untraced), BYTES))
    figures.append(figure(f"memory for an evicted table, of {len(tables):,}", _each(evicted), BYTES))
    return Section(
        name="memory",
        title="Memory",
        how=f"tables of {len(game.seats)} seats and {len(game.lines)} entries, with the views of everyone there",
        figures=figures,
    )


async def _kept(path: Path, tables: Sequence[str], report_at: list[int], *, trace: bool) -> list[keeper.Kept]:
    plan = keeper.Plan(store=stores.address(path), tables=list(tables), report_at=report_at, trace=trace)
    async with running("tools.bench.processes.keeper", plan) as keeping:
        return [await keeping.received(keeper.Kept) for _ in range(len(report_at) + 1)]


def _each(kept: keeper.Kept) -> float:
    return max(0, kept.taken - kept.before) / kept.tables
