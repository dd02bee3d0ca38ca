"""Prometheus metrics. No label reveals a table, a game or a type of command."""

import asyncio
import platform
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache
from importlib import metadata
from itertools import accumulate
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)
"""Upper bounds of the duration buckets."""
_BOUNDS: Final = (*map(str, SECONDS), "+Inf")

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

_LAG_EVERY: Final = 0.5

# No creation times: process_start_time_seconds is enough for all metrics.
_no_created_metrics: Callable[[], None] = disable_created_metrics
_no_created_metrics()


class _Cell:
    """Counts of one kind of request: its duration buckets (the last is unbounded) and their total seconds."""

    __slots__ = ("buckets", "seconds", "unmeasured")

    def __init__(self) -> None:
        self.buckets = [0] * (len(SECONDS) + 1)
        self.seconds = 0.0
        self.unmeasured = 0


class Requests(Collector):
    """Requests by method, route pattern and status class. Counting one takes half a microsecond."""

    def __init__(self) -> None:
        self._cells: dict[tuple[str, str, int], _Cell] = {}

    def answered(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """Count a response with its duration; None for one whose duration depends on the client: a stream, or an
        abandoned request."""
        key = (method, route, status // 100)
        cell = self._cells.get(key)
        if cell is None:
            cell = self._cells[key] = _Cell()
        if seconds is None:
            cell.unmeasured += 1
        else:
            cell.buckets[bisect_left(SECONDS, seconds)] += 1
            cell.seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """The metrics, for the registry."""
        labels = ("method", "route", "status")
        total = CounterMetricFamily("tavern_requests", "Requests handled.", labels=labels)
        took = HistogramMetricFamily(
            "tavern_request_duration_seconds", "Response times, except of streams.", labels=labels
        )
        for (method, route, status), cell in self._cells.items():
            named = (method, route, f"{status}xx")
            whole = sum(cell.buckets)
            total.add_metric(named, whole + cell.unmeasured)
            if whole:
                buckets = zip(_BOUNDS, map(float, accumulate(cell.buckets)), strict=True)
                took.add_metric(named, list(buckets), cell.seconds)
        yield total
        yield took


class Appended(Collector):
    """Entries appended to logs, and the events in them. Counting is an addition."""

    def __init__(self) -> None:
        self._entries = self._events = 0

    def add(self, events: int) -> None:
        """Count an entry with this number of events."""
        self._entries += 1
        self._events += events

    def collect(self) -> Iterator[Metric]:
        """The metrics, for the registry."""
        yield CounterMetricFamily("tavern_entries", "Entries appended to logs.", value=self._entries)
        yield CounterMetricFamily("tavern_events", "Events appended to logs.", value=self._events)


@cache
def _version() -> str:
    return metadata.version("tavern-table")


class Metrics:
    """The metrics of one server, in their own registry."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.requests = Requests()
        registry.register(self.requests)
        self.appended = Appended()
        registry.register(self.appended)
        self.tables_live = Gauge("tavern_tables_live", "Tables in memory.", registry=registry)
        self.tables_damaged = Gauge("tavern_tables_damaged", "Tables with a damaged log.", registry=registry)
        self.tables_evicted = Counter("tavern_tables_evicted", "Idle tables evicted from memory.", registry=registry)
        self.connections = Gauge("tavern_connections", "Open connections.", registry=registry)
        self.streams = Gauge("tavern_streams", "Open live streams.", registry=registry)
        self.streams_closed = Counter(
            "tavern_streams_closed", "Closed live streams, by reason.", ["reason"], registry=registry
        )
        self.store_errors = Counter(
            "tavern_store_errors", "Store errors, by problem code.", ["code"], registry=registry
        )
        self.conflicts = Counter(
            "tavern_conflicts",
            "Commands decided again because another server wrote to the table meanwhile.",
            registry=registry,
        )
        self.store_damaged = Gauge(
            "tavern_store_damaged", "Damage in a part of the store, 1 or 0.", ["part"], registry=registry
        )
        self.store_writable = Gauge(
            "tavern_store_writable",
            "Whether the last check of the store found that it can be written, 1 or 0.",
            registry=registry,
        )
        self.store_primary = Gauge(
            "tavern_store_primary", "1 for the database server of the latest connection.", ["server"], registry=registry
        )
        self.store_rebuilt = Counter(
            "tavern_store_rebuilt", "Rebuilds of a damaged part of the store.", ["part"], registry=registry
        )
        self.store_went_back = Counter(
            "tavern_store_went_back", "Starts on a store that is older than before.", registry=registry
        )
        self.limited = Counter("tavern_limited", "Requests over a limit, by limit.", ["what"], registry=registry)
        self.store_bytes = Gauge("tavern_store_bytes", "Storage used by all tables, in bytes.", registry=registry)
        Info("tavern_build", "Versions of the server and Python.", registry=registry).info(
            {"version": _version(), "python": platform.python_version()}
        )
        self.loop_lag = Histogram(
            "tavern_event_loop_lag_seconds",
            "Delay of the event loop in waking a task.",
            buckets=SECONDS,
            registry=registry,
        )
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)

    def exposition(self) -> bytes:
        """The metrics in the Prometheus text format, version 0.0.4."""
        return generate_latest(self.registry)


async def watch_loop(metrics: Metrics) -> None:
    """Measure the delay of the event loop, which every request shares, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_EVERY
        await asyncio.sleep(_LAG_EVERY)
        metrics.loop_lag.observe(max(0.0, loop.time() - due))
