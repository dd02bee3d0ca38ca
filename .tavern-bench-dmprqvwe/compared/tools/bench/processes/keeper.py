"""A child process that loads tables as a server does, and reports their memory.

python -m tools.bench.processes.keeper < plan
"""

import asyncio
import gc
import os
import secrets
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from events.audience import GM, PUBLIC, seat_viewer
from events.stores.opening import open_store
from games.installed import CATALOGUE
from server.clock import Alarm
from server.config import Config
from server.log import get_log
from server.services import Services
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from tools.bench.processes.children import read_plan, resident, send


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a store to load, after how many to report, and whether to trace Python's objects."""

    store: str
    tables: list[str]
    report_at: list[int]
    trace: bool


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """The memory of `tables` tables in bytes: that of the process, or (traced) of its objects.

    `before` is the value before the first table. If `evicted`, the tables have left memory.
    """

    tables: int
    evicted: bool
    before: int
    taken: int


class _Alarm:
    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class _TurnedClock:
    """A clock that only moves when turned, to control when tables become idle."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 11, tzinfo=UTC)
        self._alarms: list[_Alarm] = []

    def now(self) -> datetime:
        return self._now

    def elapsed(self) -> float:
        """The same moment, always."""
        return 0.0

    def call_at(self, when: datetime, callback: Callable[[], object]) -> Alarm:
        alarm = _Alarm(callback)
        self._alarms.append(alarm)
        return alarm

    def turn(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
        alarms, self._alarms = self._alarms, []
        for alarm in alarms:
            if not alarm.cancelled:
                alarm.callback()


async def keep(plan: Plan) -> None:
    """Load the tables, view each as everyone who sits there, and then evict them.

    Idle tables drop their views; here each does so before the next table is loaded.
    """
    store = await open_store(plan.store)
    clock = _TurnedClock()
    config = Config(store=plan.store)
    tables = Tables(Services(config, store, CATALOGUE, clock, secrets.token_bytes, get_log()))
    await tables.services.begin()
    # Things that are made once, at the first table, do not count.
    await _look(tables, plan.tables[0])
    clock.turn(2 * config.idle_seconds)
    measure = _traced if plan.trace else _resident
    if plan.trace:
        tracemalloc.start()
    before = measure()
    for number, table in enumerate(plan.tables, start=1):
        (await _look(tables, table)).release_feeds()
        if number in plan.report_at:
            send(Kept(tables=number, evicted=False, before=before, taken=measure()))
    clock.turn(2 * config.idle_seconds)
    if tables.live_count:
        raise RuntimeError(f"{tables.live_count} tables are still in memory")
    send(Kept(tables=len(plan.tables), evicted=True, before=before, taken=measure()))
    tables.stop()
    await tables.finish()
    await store.close()


async def _look(tables: Tables, table: str) -> LiveTable:
    live = await tables.open(table)
    for viewer in (PUBLIC, GM, *(seat_viewer(seat.seat) for seat in live.truth.present())):
        (await live.feed(viewer)).view()
    return live


def _resident() -> int:
    gc.collect()
    return resident(os.getpid())


def _traced() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def main() -> None:
    """Carry out the plan from standard input."""
    asyncio.run(keep(read_plan(Plan)))


if __name__ == "__main__":
    main()
