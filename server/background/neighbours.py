"""Follows other servers on the same store.

Tables in memory take in what is committed elsewhere when the store notifies this server, or at its next look. If
another server died, this one takes over its work: it wakes tables whose deadline has long passed.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from events.store import StoreError
from server.background.supervisor import Scheduler, Supervisor
from server.clock import Alarm, stamp
from server.problems import LogDamaged, Problem
from server.tables.other_servers import OtherServers

_EVERY: Final = timedelta(seconds=2)
"""The time between two looks at what was written elsewhere: how late news may come that was lost."""
_GRACE: Final = 10.0
"""Seconds after which nobody seems to play a deadline; NPCs may pause before."""
_AGAIN: Final = timedelta(seconds=60)
"""After this time, a table that was woken in vain may be woken again."""
_MOST_WOKEN: Final = 100


class Neighbours(Scheduler):
    """Follows what other servers do, if the store is shared."""

    def __init__(self, supervisor: Supervisor) -> None:
        super().__init__(supervisor)
        self._tables = supervisor.tables
        self._alarm: Alarm | None = None
        self._fetched: set[str] = set()
        self._woken: dict[str, datetime] = {}

    def start(self) -> None:
        """Listen, and look now and then."""
        others = self._tables.others
        if others is not None:
            others.sharing.on_news(self._heard)
            self._schedule_look()

    def _schedule_look(self) -> None:
        if not self._supervisor.stopping:
            clock = self._services.clock
            self._alarm = clock.call_at(clock.now() + _EVERY, self._ring)

    def _ring(self) -> None:
        others = self._tables.others
        if others is not None:
            self._supervisor.run_dispensable(self._look(others))

    def _heard(self, table: str) -> None:
        if self._supervisor.stopping or table in self._fetched or self._tables.at_hand(table) is None:
            return
        self._fetched.add(table)
        self._supervisor.run_dispensable(self._fetch(table))

    async def _fetch(self, table: str) -> None:
        # What is written from here on has news of its own.
        self._fetched.discard(table)
        # What fails is found at the next look, or by the next reader.
        with suppress(StoreError, LogDamaged, Problem):
            await self._tables.open(table, used=False)

    async def _look(self, others: OtherServers) -> None:
        try:
            # The store's watcher logs its failures, and reading a damaged table logs the damage.
            with suppress(StoreError, LogDamaged):
                await others.refresh_all(self._tables.in_memory())
            with suppress(StoreError):
                await self._wake_abandoned(others)
        finally:
            self._schedule_look()

    async def _wake_abandoned(self, others: OtherServers) -> None:
        now = self._services.clock.now()
        patience = timedelta(seconds=_GRACE + 2 * self._services.config.npc_seconds)
        self._woken = {table: at for table, at in self._woken.items() if at > now - _AGAIN}
        for table in await others.sharing.overdue(stamp(now - patience), _MOST_WOKEN):
            if table not in self._woken and not self._supervisor.stopping:
                self._woken[table] = now
                _ = self._supervisor.resume(table)

    def stop(self) -> None:
        """Look no more."""
        if self._alarm is not None:
            self._alarm.cancel()
