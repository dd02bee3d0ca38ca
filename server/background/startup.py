"""Waking tables when a server starts: those where the clock ran, or somebody was to act whom the server plays."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from events.store import StoreError, TableInfo
from server.background.backoff import Backoff
from server.services import Services

_ALL: Final = ""
"""Stands for all tables together: none has it for its id."""


class Startup:
    """Finds the tables that have to be seen to, and has each woken by `wake`, one after the other.

    `spawn` has something done in the background. Where the store does not tell which tables there are, it is asked
    again, ever more seldom.
    """

    def __init__(
        self,
        services: Services,
        wake: Callable[[TableInfo], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._store = services.store
        self._wake = wake
        self._spawn = spawn
        self._again = Backoff(services, lambda _: self.begin(), "waking")
        self._stopped = False

    def begin(self) -> None:
        """Begin to wake them, in the background."""
        self._spawn(self._wake_all())

    async def _wake_all(self) -> None:
        try:
            tables = await self._store.tables()
        except StoreError as error:
            self._again.refused(_ALL, error)
            return
        self._again.succeeded(_ALL)
        for info in tables:
            if info.deadline is not None and not info.closed and not self._stopped:
                await self._wake(info)

    def stop(self) -> None:
        """Wake no more."""
        self._stopped = True
        self._again.stop()
