"""Waking tables when the server starts: those whose clock ran, and those that wait for an NPC."""

import asyncio
from typing import Final

from events.store import StoreError
from server.background.backoff import Job
from server.background.deadlines import Deadlines
from server.background.supervisor import Scheduler, Supervisor

_JOB: Final = Job("startup")


class Startup(Scheduler):
    """Finds the tables where the server has something to do, and wakes one after the other.

    A deadline that is still to come is followed without loading its table. Where the store cannot list the tables, it
    is asked again, ever more seldom.
    """

    def __init__(self, supervisor: Supervisor, deadlines: Deadlines) -> None:
        super().__init__(supervisor)
        self._deadlines = deadlines

    def start(self) -> None:
        """Wake them in the background."""
        self._supervisor.run(self._wake_tables())

    async def _wake_tables(self) -> None:
        backoff = self._supervisor.backoff
        try:
            infos = await self._services.store.tables()
        except StoreError as error:
            backoff.refused(_JOB, self.start, error)
            return
        backoff.succeeded(_JOB)
        for info in infos:
            if info.deadline is None or info.closed or self._supervisor.stopping:
                continue
            if self._supervisor.tables.at_hand(info.table) is None and info.deadline > self._services.now():
                self._deadlines.follow(info.table, info.deadline)
            else:
                await asyncio.wait([self._supervisor.resume(info.table)])
