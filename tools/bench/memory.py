"""The memory of idle tables, and of tables after eviction.

python -m tools.bench.memory STORE loads all tables of a store as a server does, and prints what they took.
"""

import asyncio
import gc
import os
import secrets
import sys

import click
import msgspec

from events.storage.opening import open_store
from games.installed import CATALOGUE
from server import log
from server.clock import SystemClock
from server.config import Config
from server.services import Services
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from tools.bench import stores
from tools.bench.report import BYTES, Section, figure
from tools.bench.run import Run
from tools.bench.servers import line_of, resident, running
from tools.failures import Failure


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """The memory in bytes that tables took while they were idle, and after they left memory."""

    idle: int
    evicted: int


async def measure_memory(run: Run) -> Section:
    """Load a store's tables, each a copy of one game, with the views of everyone there. Raises `Failure`."""
    path, game = await stores.full(run)
    async with running("-m", "tools.bench.memory", stores.address(path)) as process:
        line = await line_of(process)
    if not line:
        raise Failure("the tables could not be loaded")
    kept, tables = msgspec.json.decode(line, type=_Kept), run.sizes.tables
    beside = "the bytes of its lines"
    return Section(
        name="memory",
        title="Memory",
        how=f"{tables:,} tables of {len(game.seats)} seats and {len(game.lines)} entries, viewed by everyone there",
        figures=[
            figure("an idle table", kept.idle / tables, BYTES, beside, sum(map(len, game.lines))),
            figure("an evicted table", kept.evicted / tables, BYTES),
        ],
    )


async def _keep(address: str) -> None:
    """Load the tables, view each as everyone who sits there, and then evict them.

    Idle tables drop their views; here each does so before the next table is loaded.
    """
    log.configure("json", "error", sys.stderr)
    store = await open_store(address)
    config = Config(store=address)
    tables = Tables(Services(config, store, CATALOGUE, SystemClock(), secrets.token_bytes, log.get_log()))
    await tables.services.begin()
    names = [info.table for info in await store.tables()]
    # Things that are made once, at the first table, do not count.
    (await _look(tables, names[0])).drop()
    before = _resident()
    for name in names:
        (await _look(tables, name)).release_feeds()
    idle = _resident()
    _drop(tables)
    click.echo(msgspec.json.encode(_Kept(idle=max(0, idle - before), evicted=max(0, _resident() - before))))
    tables.stop()
    await tables.finish()
    await store.close()


def _drop(tables: Tables) -> None:
    """Drop all copies; none is held when this returns."""
    for live in tables.in_memory():
        live.drop()


async def _look(tables: Tables, name: str) -> LiveTable:
    table = await tables.open(name)
    for feed in await table.load_feeds():
        feed.view()
    return table


def _resident() -> int:
    gc.collect()
    return resident(os.getpid())


if __name__ == "__main__":
    asyncio.run(_keep(sys.argv[1]))
