"""Watches a running server's store, also while nobody plays, and the wall clock."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from events.store import StoreError
from events.store.sharing import Sharing
from server.log import Log
from server.problems import store_code
from server.services import Services

WENT_BACK: Final = "store_went_back"
"""The code of the notice that acknowledged entries are missing, although the log's epoch is the same."""
_EVERY: Final = 1.0
"""Seconds between two checks."""
_HEAL_AGAIN: Final = 600.0
"""Seconds between two searches for damage that cannot be rebuilt: each reads the whole file."""
_STEP: Final = 1.0
"""From this many seconds on, a difference is a step of the wall clock. Clocks that are only slewed stay far below."""


def report_notices(services: Services) -> None:
    """Log what was found when the store was opened."""
    for notice in services.store.notices():
        report = services.log.warning
        if notice.code == WENT_BACK:
            services.metrics.store_went_back.inc()
            report = services.log.error
        report(notice.code, detail=notice.sentence, **notice.facts)


async def watch_store(services: Services) -> None:
    """Check the store until cancelled. The log says what is wrong, such as `store_doubted`, and then `store_trusted`.

    The sentence of the store's error names files and says what to do; it contains no stored data.
    """
    said = ""
    primary: str | None = None
    heal_again = 0.0
    while True:
        if services.store.suspects_damage() and time.monotonic() >= heal_again:
            await _heal(services)
            heal_again = time.monotonic() + (_HEAL_AGAIN if services.damaged_parts else 0.0)
        try:
            await services.store.check()
        except StoreError as error:
            if str(error) != said:
                said = str(error)
                services.metrics.store_errors.labels(store_code(error)).inc()
                services.log.error(store_code(error), detail=said)
            services.metrics.store_writable.set(0)
        else:
            services.metrics.store_writable.set(1)
            if said:
                services.log.warning("store_trusted")
            said = ""
        primary = _report_primary(services, primary)
        await asyncio.sleep(_EVERY)


def _report_primary(services: Services, before: str | None) -> str | None:
    """Update the metric of the database's latest server, if any, and log a new one. Returns the server."""
    store = services.store
    now = store.primary() if isinstance(store, Sharing) else None
    if now != before:
        services.metrics.store_primary.clear()
        if now is not None:
            services.metrics.store_primary.labels(now).set(1)
            if before is not None:
                services.log.warning("store_primary_changed", primary=now)
    return now


async def _heal(services: Services) -> None:
    """Rebuild damaged parts if possible; log those that were rebuilt, and those that cannot be."""
    try:
        healed = await services.store.heal()
    except StoreError as error:
        services.log.error("store_not_rebuilt", code=store_code(error))
        return
    for part in healed.rebuilt:
        services.log.error("store_rebuilt", part=part)
        services.metrics.store_rebuilt.labels(part).inc()
    for part in {*services.damaged_parts, *healed.damaged}:
        services.metrics.store_damaged.labels(part).set(part in healed.damaged)
        if part in healed.damaged and part not in services.damaged_parts:
            services.log.error("store_damaged", part=part)
    services.damaged_parts = healed.damaged


class WallClock:
    """Detects steps of the wall clock. Both clocks return seconds; `steady` cannot be set."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - steady()

    def step(self) -> float:
        """The seconds by which the wall clock was set since the last call, 0 if it was not."""
        offset = self._wall() - self._steady()
        step, self._offset = offset - self._offset, offset
        return step if abs(step) >= _STEP else 0.0


async def watch_clock(log: Log) -> None:
    """Log each step of the wall clock once, until cancelled."""
    clock = WallClock()
    while True:
        await asyncio.sleep(_EVERY)
        if step := clock.step():
            log.warning("clock_stepped", seconds=round(step, 3))
