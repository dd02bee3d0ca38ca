"""What a running server watches by itself: its store's files, also while nobody plays, and the wall clock."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from events.store import StoreError
from server.log import Log
from server.services import Services

_EVERY: Final = 1.0
"""Seconds between two looks."""
_STEP: Final = 1.0
"""The seconds by which a wall clock is off that was set. Clocks that are only slewed stay far below."""


async def watch_store(services: Services) -> None:
    """Check the store until cancelled. The log says what is wrong, such as `store_doubted`, and then `store_trusted`.

    The sentence of the store's error names files and says what to do; it holds nothing of what is stored.
    """
    said = ""
    while True:
        try:
            await services.store.check()
        except StoreError as error:
            if str(error) != said:
                said = str(error)
                services.metrics.store_errors.labels(error.code).inc()
                services.log.error(error.code, detail=said)
        else:
            if said:
                services.log.warning("store_trusted")
            said = ""
        await asyncio.sleep(_EVERY)


class WallClock:
    """Notices steps of the wall clock: both clocks give seconds, and only `steady` cannot be set."""

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
