"""`tavern bench`: how fast this machine is at it."""

import asyncio
import os
import platform
import sys
import tempfile
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from games.catalogue import UnknownGame
from games.installed import CATALOGUE
from server import log
from tools.bench.commands import Compared, compare
from tools.bench.playing import play
from tools.bench.reading import Rates, measure_reading
from tools.console import console
from tools.failures import Failure


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """All that was measured, and on what."""

    python: str
    machine: str
    cores: int
    game: str
    connections: int
    commands: Compared
    reading: Rates


@click.command("bench")
@click.option("--game", default="twentyone", show_default=True, help="The game that is played.")
@click.option("--connections", type=click.IntRange(1, 1_000), default=64, show_default=True, help="And so many tables.")
@click.option("--commands", "length", type=click.IntRange(10), default=150, show_default=True, help="At each table.")
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True, help="Runs; their medians are told.")
@click.option("--seconds", type=click.FloatRange(0), default=1.0, show_default=True, help="For each kind of reading.")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    show_default=True,
    help="Where the stores lie meanwhile: on the disk that matters.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    game: str, connections: int, length: int, repeats: int, seconds: float, folder: Path, as_json: bool
) -> None:
    """Measure commands per second, and how fast logs are read.

    Whole rounds are played over HTTP at many tables at once, every command by the rules and on the disk before it is
    answered; beside it, in turn, a bare aiohttp handler that decodes the same commands and answers as many bytes. The
    client is a process of its own. Read the figures as ratios: machines differ, and so do their disks.
    """
    try:
        CATALOGUE.book(game)
    except UnknownGame as error:
        raise Failure(str(error)) from None
    log.configure("auto", "error", sys.stderr)
    played = play(CATALOGUE, game, length)
    with tempfile.TemporaryDirectory(prefix=".tavern-bench-", dir=folder) as stores:
        compared = asyncio.run(compare(CATALOGUE, played, connections, repeats, Path(stores)))
    figures = Figures(
        python=platform.python_version(),
        machine=platform.machine(),
        cores=os.cpu_count() or 1,
        game=game,
        connections=connections,
        commands=compared,
        reading=measure_reading(CATALOGUE, played, seconds),
    )
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(figures)).decode())
    else:
        _print(console(), figures)


def _print(out: Console, figures: Figures) -> None:
    where = f"Python {figures.python}, {figures.machine}, {figures.cores} cores, {figures.game}"
    out.print(Text.assemble(("tavern bench", "bold"), f"  {where}", style=""))
    compared = figures.commands
    told = (
        f"{compared.commands:,} commands over {figures.connections} connections, {compared.answer_bytes:,} bytes back"
    )
    out.print(Text(f"\nOver HTTP: {told}", "faint"))
    grid = _grid("", "a second", "median", "99 of 100")
    grid.add_row(
        "a bare handler",
        f"{compared.bare_per_second:,.0f}",
        _milliseconds(compared.bare_p50),
        _milliseconds(compared.bare_p99),
    )
    grid.add_row(
        "by the rules, on the disk",
        Text(f"{compared.durable_per_second:,.0f}", "bold"),
        _milliseconds(compared.durable_p50),
        _milliseconds(compared.durable_p99),
    )
    grid.add_row("ratio", f"{compared.ratio:.2f}")
    out.print(grid)
    out.print(Text("\nReading a log, from stored bytes, in one process", "faint"))
    rates = figures.reading
    grid = _grid("", "a second")
    for what, rate in (
        ("events folded", rates.events_folded),
        ("events chained and folded", rates.events_chained_and_folded),
        ("events audited, without running commands again", rates.events_audited),
        ("commands run again in an audit", rates.commands_run_again),
        ("rounds replayed, with every view", rates.rounds_replayed),
        ("frames of replays", rates.frames_replayed),
    ):
        grid.add_row(what, f"{rate:,.0f}")
    out.print(grid)


def _grid(*headings: str) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="faint")
    for n, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if n else "left", no_wrap=True)
    return grid


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
