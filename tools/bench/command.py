"""`tavern bench`: how fast this machine is."""

import asyncio
import os
import platform
import signal
import sys
import tempfile
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import msgspec

from games.engine.catalogue import UnknownGame
from games.installed import CATALOGUE
from server import log
from tools.bench import stores
from tools.bench.picture import draw
from tools.bench.playing import FULL, SEATS, Game, play
from tools.bench.report import Report, Section, print_report
from tools.bench.sections.commands import measure_commands
from tools.bench.sections.history import measure_history
from tools.bench.sections.memory import measure_memory
from tools.bench.sections.operations import compare, measure_operations
from tools.bench.sections.reading import measure_reading
from tools.bench.sections.spectators import measure_spectators
from tools.bench.sections.startup import Long, measure_startup
from tools.bench.sections.streams import measure_streams
from tools.console import console
from tools.failures import Failure, failing_on, why

_SECTIONS: Final = ("commands", "operations", "streams", "spectators", "replay", "memory", "startup", "history")
_WITH_DATABASES: Final = ("scaling",)
"""Sections that are measured only if they are named: they need databases."""
_EVENING: Final = 40
"""Commands at each table of a full store."""
_FEW_ROUNDS: Final = 10


T = TypeVar("T")


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """The sizes of a run: how many of each, how often, and for how many seconds.

    `pause`: seconds between two commands before spectators. NPCs among themselves are hardly faster.
    """

    connections: int
    commands: int
    readers: int
    tables: int
    rounds: int
    repeats: int
    seconds: float
    pause: float


_WHOLE: Final = Sizes(
    connections=64, commands=150, readers=1_000, tables=10_000, rounds=10_000, repeats=3, seconds=1.0, pause=0.25,
)  # fmt: skip
_QUICK: Final = Sizes(
    connections=2, commands=20, readers=5, tables=4, rounds=12, repeats=1, seconds=0.0, pause=0.0,
)  # fmt: skip


def _size(name: str, least: int, most: int | None, text: str) -> click.Option:
    """An option for a size, whose default depends on --quick."""
    kind = click.IntRange(least, most)
    return click.Option([f"--{name}"], type=kind, help=f"{text} [default: {getattr(_WHOLE, name):,}]")


@click.command("bench")
@click.argument("sections", nargs=-1, type=click.Choice((*_SECTIONS, *_WITH_DATABASES)), metavar="[SECTION]...")
@click.option("--game", default="twentyone", show_default=True, help="The game to play.")
@click.option("--quick", is_flag=True, help="Measure a little of everything, to check that it works.")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    default=".",
    show_default=True,
    help="Where to put the stores: on the disk to measure.",
)
@click.option("--compare", "revision", metavar="REV", help="Only compare requests with those of another revision.")
@click.option("--postgres", metavar="ADDRESS", help="scaling: an empty PostgreSQL database.")
@click.option("--replicated", metavar="ADDRESS", help="scaling: an empty database with a synchronous standby.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the figures in an SVG file.")
def command(
    sections: Sequence[str],
    game: str,
    quick: bool,
    folder: Path,
    revision: str | None,
    postgres: str | None,
    replicated: str | None,
    as_json: bool,
    plot: Path | None,
    **given: int | float | None,
) -> None:
    """Measure how fast this machine serves, streams and replays.

    Each figure is shown with a ceiling, the best value to hope for on this machine, measured in the same run: a bare
    aiohttp handler with answers of the same size, decoding alone, or the bytes of the log. Server and clients run in
    their own processes, and the server has no limits. Compare the ratios, because machines and disks differ.

    A SECTION is commands, operations, streams, spectators, replay, memory, startup or history; the default is all,
    which takes minutes. With --compare, this checkout and another revision get the same requests in turns, and only the
    servers' processor time counts.

    One more is measured only if it is named: scaling, with several servers on the databases that you name. It leaves
    them empty, and starts none.

    \b
    Examples:
      tavern bench
      tavern bench commands streams
      tavern bench --compare HEAD~1 --connections 8
      tavern bench --quick --plot figures.svg
      tavern bench scaling --postgres postgresql://tavern@localhost/empty
    """
    try:
        CATALOGUE.rulebook(game)
    except UnknownGame as error:
        raise Failure(str(error)) from None
    log.configure("auto", "error", sys.stderr)
    chosen = {name: value for name, value in given.items() if value is not None}
    sizes = msgspec.structs.replace(_QUICK if quick else _WHOLE, **chosen)
    with tempfile.TemporaryDirectory(prefix=".tavern-bench-", dir=folder) as there:
        bench = _Bench(game, sizes, Path(there), Addresses(postgres=postgres, replicated=replicated))
        wanted = [name for name in (*_SECTIONS, *_WITH_DATABASES) if name in (sections or _SECTIONS)]
        if revision is None:
            measured = asyncio.run(_until_terminated(bench.measure(wanted)))
        else:
            measured = [asyncio.run(_until_terminated(bench.compared(revision)))]
    report = Report(
        python=platform.python_version(),
        machine=platform.machine(),
        cores=os.cpu_count() or 1,
        game=game,
        sections=measured,
    )
    if plot is not None:
        _draw(plot, report)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        print_report(console(), report)


command.params += [
    _size("connections", 1, 1_000, "Connections that send commands, each to its own table."),
    _size("commands", 10, None, "Commands at each table."),
    _size("readers", 1, 10_000, "Live streams of one table."),
    _size("tables", 1, 100_000, "Tables in memory, and in the full store."),
    _size("rounds", 1, 100_000, "Rounds of the table with the long log."),
    _size("repeats", 1, None, "Runs, of which the medians are reported."),
    click.Option(
        ["--seconds"],
        type=click.FloatRange(0),
        help=f"Seconds for each figure of replay. [default: {_WHOLE.seconds:g}]",
    ),
]


async def _until_terminated(measuring: Coroutine[Any, Any, T]) -> T:
    """Run to the end, or until SIGTERM cancels the run, which then ends its processes and deletes its stores.

    The signal's handler does not raise, because it could interrupt a commit, which would then never end.
    """
    loop, run = asyncio.get_running_loop(), asyncio.ensure_future(measuring)
    loop.add_signal_handler(signal.SIGTERM, run.cancel)
    try:
        await asyncio.wait([run])
    except asyncio.CancelledError:
        # Ctrl-C.
        run.cancel()
        await asyncio.wait([run])
        raise
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
    if run.cancelled():
        raise SystemExit(128 + signal.SIGTERM)
    return run.result()


class Addresses(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's databases: one, and one with a synchronous standby."""

    postgres: str | None = None
    replicated: str | None = None


class _Bench:
    """The measurements, section by section. Stores that several of them need are made once."""

    def __init__(self, game: str, sizes: Sizes, folder: Path, addresses: Addresses) -> None:
        self._game = game
        self._addresses = addresses
        self._sizes = sizes
        self._folder = folder
        self._games: dict[int, Game] = {}
        self._full: tuple[Path, list[str], Game] | None = None

    async def measure(self, names: Sequence[str]) -> list[Section]:
        """Measure these sections one after the other. Raises `Failure`."""
        measuring = {
            "commands": self._commands,
            "operations": self._operations,
            "streams": self._streams,
            "spectators": self._spectators,
            "replay": self._replay,
            "memory": self._memory,
            "startup": self._startup,
            "history": self._history,
            "scaling": self._scaling,
        }
        return [await measuring[name]() for name in names]

    def _played(self, commands: int, *, names: Sequence[str] = SEATS, rounds: int = 0) -> Game:
        return play(CATALOGUE, self._game, commands, names=names, rounds=rounds)

    async def _commands(self) -> Section:
        sizes = self._sizes
        game = self._played(sizes.commands)
        return await measure_commands(CATALOGUE, game, sizes.connections, sizes.repeats, self._folder)

    async def _operations(self) -> Section:
        sizes = self._sizes
        return await measure_operations(self._played(sizes.commands), sizes.connections, sizes.repeats, self._folder)

    async def compared(self, revision: str) -> Section:
        """Compare the processor time of requests with that of another revision. Raises `Failure`."""
        sizes = self._sizes
        game = self._played(sizes.commands)
        return await compare(game, revision, sizes.connections, sizes.repeats, self._folder)

    async def _streams(self) -> Section:
        sizes = self._sizes
        game = self._played(sizes.commands)
        return await measure_streams(CATALOGUE, game, sizes.readers, sizes.repeats, self._folder)

    async def _spectators(self) -> Section:
        sizes = self._sizes
        game = self._played(sizes.commands)
        return await measure_spectators(game, sizes.readers, sizes.pause, self._folder)

    async def _replay(self) -> Section:
        full = play(CATALOGUE, self._game, _EVENING, names=FULL, stop_early=True)
        return measure_reading(CATALOGUE, self._played(self._sizes.commands), full, self._sizes.seconds)

    async def _memory(self) -> Section:
        return await measure_memory(*await self._full_store())

    async def _full_store(self) -> tuple[Path, list[str], Game]:
        if self._full is None:
            path, game = self._folder / "full.db", self._played(_EVENING)
            self._full = path, await stores.made(path, game, self._sizes.tables), game
        return self._full

    async def _startup(self) -> Section:
        empty = self._folder / "empty.db"
        full, tables, game = await self._full_store()
        await stores.made(empty, game, 0)
        few, many = [await self._long(rounds) for rounds in (_FEW_ROUNDS, self._sizes.rounds)]
        return await measure_startup(empty, full, len(tables), few, many, self._sizes.repeats)

    async def _history(self) -> Section:
        few, many = [await self._long(rounds, snapshot=False) for rounds in (_FEW_ROUNDS, self._sizes.rounds)]
        return await measure_history(few, many)

    async def _scaling(self) -> Section:
        if self._addresses.postgres is None:
            raise Failure("scaling needs --postgres with the address of an empty database")
        with failing_on(ModuleNotFoundError):
            # Other sections do without the driver.
            from tools.bench.scaling.sections import measure_scaling
        sizes, at = self._sizes, self._addresses
        return await measure_scaling(
            self._played(sizes.commands), self._folder, self._addresses.postgres, at.replicated, sizes.connections
        )  # fmt: skip

    async def _long(self, rounds: int, *, snapshot: bool = True) -> Long:
        path = self._folder / f"rounds-{rounds}-{'snapshot' if snapshot else 'plain'}.db"
        if rounds not in self._games:
            self._games[rounds] = self._played(0, names=SEATS[:2], rounds=rounds)
        table = await stores.made_of_one(path, CATALOGUE, self._games[rounds], snapshot=snapshot)
        return Long(path=path, table=table, rounds=rounds)


def _draw(plot: Path, report: Report) -> None:
    try:
        plot.write_bytes(draw(report))
    except OSError as error:
        raise Failure(f"{plot} cannot be written: {why(error)}") from None
