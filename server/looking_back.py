"""Checking by and by what a snapshot stands for: the entries before it were not read when its table was loaded."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

from server.clock import Alarm, Clock

_AFTER: Final = timedelta(seconds=1)
"""After how long: whoever looks at the table first does not wait for it."""


class LookingBack:
    """The tables whose logs are to be looked through, each once, and one at a time.

    Every log is read some lines at a time, and others have their turn in between: of many that were read at once, all
    would have theirs before anybody else. `begin` is called when a table's time has come, and has `through` awaited.
    """

    def __init__(self, clock: Clock, begin: Callable[[str], object]) -> None:
        self._clock = clock
        self._begin = begin
        self._waiting: dict[str, Alarm] = {}
        self._seen: set[str] = set()
        self._turn = asyncio.Lock()
        self._stopped = False

    def later(self, table: str) -> None:
        """Have a table's log looked through after a while, unless it was before."""
        if self._stopped or table in self._seen:
            return

        def ring() -> None:
            del self._waiting[table]
            self._begin(table)

        self._seen.add(table)
        self._waiting[table] = self._clock.call_at(self._clock.now() + _AFTER, ring)

    async def through(self, look: Callable[[], Awaitable[object]]) -> None:
        """Look once those who began before are through; not at all where the server stops meanwhile."""
        async with self._turn:
            if not self._stopped:
                await look()

    def stop(self) -> None:
        """Begin with none any more."""
        self._stopped = True
        for alarm in self._waiting.values():
            alarm.cancel()
        self._waiting.clear()
