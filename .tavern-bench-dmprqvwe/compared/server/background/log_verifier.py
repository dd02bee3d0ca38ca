"""Verifies in the background the entries before a snapshot, which were not read when the table was loaded."""

import asyncio
from datetime import timedelta
from typing import Final

from events.store import StoreError
from server.background.backoff import Job
from server.background.supervisor import Scheduler, Supervisor
from server.clock import Alarm
from server.tables.live_table import LiveTable

_DELAY: Final = timedelta(seconds=1)
"""The delay after a table is loaded, so that its first requests do not wait for the check."""
_NAME: Final = "log_verification"


class LogVerifier(Scheduler):
    """Verifies the log of each table that was loaded from a snapshot: each once, and one at a time.

    A log is read a few lines at a time, and requests are served in between. If several logs were read at once, each of
    them would take a turn before any request.
    """

    def __init__(self, supervisor: Supervisor) -> None:
        super().__init__(supervisor)
        self._alarms: dict[str, Alarm] = {}
        self._known: set[str] = set()
        self._turn = asyncio.Lock()

    def loaded(self, live: LiveTable) -> None:
        """Schedule a check of the table's log, unless it was checked or will be."""
        if not live.snapshot_seq or self._supervisor.stopping or live.id in self._known:
            return
        table, clock = live.id, self._services.clock

        def ring() -> None:
            del self._alarms[table]
            self._begin(table)

        self._known.add(table)
        self._alarms[table] = clock.call_at(clock.now() + _DELAY, ring)

    def _begin(self, table: str) -> None:
        self._supervisor.run_dispensable(self._verify(table))

    async def _verify(self, table: str) -> None:
        """Check once the earlier checks are done; not at all if the server stops meanwhile."""
        job = Job(_NAME, table)
        async with self._turn:
            if self._supervisor.stopping:
                return
            try:
                await self._supervisor.tables.examine(table)
            except StoreError as error:
                self._supervisor.backoff.refused(job, lambda: self._begin(table), error)
            else:
                self._supervisor.backoff.succeeded(job)

    def stop(self) -> None:
        """Cancel the checks that have not begun."""
        for alarm in self._alarms.values():
            alarm.cancel()
        self._alarms.clear()
