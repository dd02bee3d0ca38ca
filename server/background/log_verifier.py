"""Checking by and by what a snapshot stands for: the entries before it were not read when its table was loaded."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, Final

from events.store import StoreError
from server.background.backoff import Backoff
from server.clock import Alarm
from server.services import Services

_AFTER: Final = timedelta(seconds=1)
"""After how long: whoever looks at the table first does not wait for it."""


class LogVerifier:
    """The tables whose logs are to be looked through, each once, and one at a time.

    `examine` looks through one table's log, and `spawn` has something done in the background. Every log is read some
    lines at a time, and others have their turn in between: of many that were read at once, all would have theirs before
    anybody else. Where the store fails, it is tried again, ever more seldom.
    """

    def __init__(
        self,
        services: Services,
        examine: Callable[[str], Awaitable[object]],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._clock = services.clock
        self._examine = examine
        self._spawn = spawn
        self._waiting: dict[str, Alarm] = {}
        self._again = Backoff(services, self._begin, "looking_back")
        self._seen_to: set[str] = set()
        self._turn = asyncio.Lock()
        self._stopped = False

    def later(self, table: str) -> None:
        """Have a table's log looked through after a while, unless it was before, or will be."""
        if self._stopped or table in self._seen_to:
            return

        def ring() -> None:
            del self._waiting[table]
            self._begin(table)

        self._seen_to.add(table)
        self._waiting[table] = self._clock.call_at(self._clock.now() + _AFTER, ring)

    def _begin(self, table: str) -> None:
        self._spawn(self._look(table))

    async def _look(self, table: str) -> None:
        """Look once those who began before are through; not at all where the server stops meanwhile."""
        async with self._turn:
            if self._stopped:
                return
            try:
                await self._examine(table)
            except StoreError as error:
                self._again.refused(table, error)
            else:
                self._again.succeeded(table)

    def stop(self) -> None:
        """Begin with none any more."""
        self._stopped = True
        self._again.stop()
        for alarm in self._waiting.values():
            alarm.cancel()
        self._waiting.clear()
