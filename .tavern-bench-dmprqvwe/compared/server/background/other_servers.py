"""Follows other servers on the same store.

Tables in memory take in entries committed elsewhere when the store wakes this server, or at its next poll. If another
server dies, this one takes over its work: it wakes tables whose deadlines have long passed.
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
"""The time between two polls for entries written elsewhere: the longest delay after a lost wake-up."""
_GRACE: Final = 10.0
"""Seconds after which no server seems to handle a deadline. It is longer than NPCs pause."""
_AGAIN: Final = timedelta(seconds=60)
"""The time after which a table that was woken in vain may be woken again."""
_MOST_WOKEN: Final = 100


class OtherServersFollower(Scheduler):
    """Follows the other servers, if the store is shared."""

    def __init__(self, supervisor: Supervisor) -> None:
        super().__init__(supervisor)
        self._tables = supervisor.tables
        self._alarm: Alarm | None = None
        self._fetched: set[str] = set()
        self._woken: dict[str, datetime] = {}

    def start(self) -> None:
        """Listen for wake-ups, and poll regularly."""
        others = self._tables.others
        if others is not None:
            others.sharing.on_news(self._notified)
            self._schedule_poll()

    def _schedule_poll(self) -> None:
        if not self._supervisor.stopping:
            clock = self._services.clock
            self._alarm = clock.call_at(clock.now() + _EVERY, self._poll_now)

    def _poll_now(self) -> None:
        others = self._tables.others
        if others is not None:
            self._supervisor.run_dispensable(self._poll(others))

    def _notified(self, table: str) -> None:
        if self._supervisor.stopping or table in self._fetched or self._tables.at_hand(table) is None:
            return
        self._fetched.add(table)
        self._supervisor.run_dispensable(self._fetch(table))

    async def _fetch(self, table: str) -> None:
        # Entries written from here on send their own wake-ups.
        self._fetched.discard(table)
        # The next poll, or the next reader, finds what fails here.
        with suppress(StoreError, LogDamaged, Problem):
            await self._tables.open(table, used=False)

    async def _poll(self, others: OtherServers) -> None:
        try:
            # The store's watcher logs its failures, and reading a damaged table logs the damage.
            with suppress(StoreError, LogDamaged):
                await others.refresh_all(self._tables.in_memory())
            with suppress(StoreError):
                await self._wake_abandoned(others)
        finally:
            self._schedule_poll()

    async def _wake_abandoned(self, others: OtherServers) -> None:
        now = self._services.clock.now()
        patience = timedelta(seconds=_GRACE + 2 * self._services.config.npc_seconds)
        self._woken = {table: at for table, at in self._woken.items() if at > now - _AGAIN}
        for table in await others.sharing.overdue(stamp(now - patience), _MOST_WOKEN):
            if table not in self._woken and not self._supervisor.stopping:
                self._woken[table] = now
                _ = self._supervisor.resume(table)

    def stop(self) -> None:
        """Stop polling."""
        if self._alarm is not None:
            self._alarm.cancel()
