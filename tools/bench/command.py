"""`tavern bench`: how fast this machine is."""

import asyncio
import os
import platform
import resource
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import msgspec

from server import log
from tools.bench.analysis import measure_analysis
from tools.bench.memory import measure_memory
from tools.bench.replay import measure_replay
from tools.bench.report import Report, Section, print_report
from tools.bench.requests import compare, measure_requests
from tools.bench.run import Run, Sizes
from tools.bench.startup import measure_startup
from tools.bench.streams import measure_streams
from tools.console import console
from tools.failures import failing_on

T = TypeVar("T")


async def _measure_scaling(run: Run) -> Section:
    with failing_on(ModuleNotFoundError):
        # Other sections do without the driver.
        from tools.bench.scaling import measure_scaling
    return await measure_scaling(run)


_SECTIONS: Final[dict[str, Callable[[Run], Awaitable[Section]]]] = {
    "requests": measure_requests,
    "streams": measure_streams,
    "replay": measure_replay,
    "memory": measure_memory,
    "startup": measure_startup,
    "analysis": measure_analysis,
}
_WITH_DATABASES: Final = {"scaling": _measure_scaling}
"""Measured only if it is named: it needs databases."""

_WHOLE: Final = Sizes(
    connections=64, commands=150, readers=1_000, tables=10_000, rounds=10_000, repeats=3, seconds=1.0, worlds=200
)  # fmt: skip
_QUICK: Final = Sizes(connections=2, commands=20, readers=5, tables=4, rounds=12, repeats=1, seconds=0.0, worlds=4)


@click.command("bench")
@click.argument("sections", nargs=-1, type=click.Choice([*_SECTIONS, *_WITH_DATABASES]), metavar="[SECTION]...")
@click.option("--quick", is_flag=True, help="Measure a little of everything, to check that it works.")
@click.option(
    "--connections",
    type=click.IntRange(1, 1_000),
    help=f"Connections that send commands, each to its own table. [default: {_WHOLE.connections}]",
)
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
def command(
    sections: Sequence[str],
    quick: bool,
    connections: int | None,
    folder: Path,
    revision: str | None,
    postgres: str | None,
    replicated: str | None,
    as_json: bool,
) -> None:
    """Measure how fast this machine serves, streams, replays and analyses.

    Each figure is shown with a ceiling, the best value to hope for on this machine, measured in the same run: a bare
    aiohttp handler with answers of the same size, decoding alone, or the bytes of the log. Servers run in their own
    processes, without limits. Compare the ratios, because machines and disks differ.

    A SECTION is requests, streams, replay, memory, startup or analysis; the default is all, which takes minutes. With
    --compare, this checkout and another revision get the same requests in turns.

    One more is measured only if it is named: scaling, with several servers on the databases that you name. It leaves
    them empty, and starts none.

    \b
    Examples:
      tavern bench
      tavern bench requests streams
      tavern bench --compare HEAD~1 --connections 8
      tavern bench scaling --postgres postgresql://tavern@localhost/empty
    """
    log.configure("auto", "error", sys.stderr)
    # This process and the servers have more connections than is usual.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    sizes = _QUICK if quick else _WHOLE
    sizes = msgspec.structs.replace(sizes, connections=connections or sizes.connections)
    with tempfile.TemporaryDirectory(prefix=".tavern-bench-", dir=folder) as there:
        run = Run(folder=Path(there), sizes=sizes, postgres=postgres, replicated=replicated)
        measuring = _measured(run, sections or tuple(_SECTIONS), revision)
        try:
            measured = asyncio.run(_until_terminated(measuring))
        except asyncio.CancelledError:
            sys.exit(128 + signal.SIGTERM)
    report = Report(
        python=platform.python_version(), machine=platform.machine(), cores=os.cpu_count() or 1, sections=measured
    )
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        print_report(console(), report)


async def _measured(run: Run, names: Sequence[str], revision: str | None) -> list[Section]:
    if revision is not None:
        return [await compare(run, revision)]
    known = {**_SECTIONS, **_WITH_DATABASES}
    return [await measure(run) for name, measure in known.items() if name in names]


async def _until_terminated(measuring: Coroutine[Any, Any, T]) -> T:
    """Run to the end, or until SIGTERM cancels the run, which then ends its processes and deletes its stores."""
    task = asyncio.ensure_future(measuring)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task
