"""Wakes tables when the server starts: those whose clock was running, and those that wait for an NPC."""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec

from events.store import StoreError, TableInfo
from server.background.backoff import Job
from server.background.deadlines import Deadlines
from server.background.supervisor import Scheduler, Supervisor
from server.services import moment_of

_JOB: Final = Job("startup")


class _Dated(msgspec.Struct, frozen=True):
    """The part of a line with the time of its entry."""

    at: str


_decoder: Final = msgspec.json.Decoder(_Dated)


class Startup(Scheduler):
    """Finds the tables where the server has something to do, and wakes them one after the other.

    A future deadline is followed without loading its table. If the store cannot list the tables, this is retried with
    backoff.
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
            at = "" if self._supervisor.tables.at_hand(info.table) is not None else await self._last_at(info)
            now = self._services.clock.now()
            if at and moment_of(at) <= now < moment_of(info.deadline):
                self._deadlines.follow(info.table, info.deadline, (moment_of(info.deadline) - now).total_seconds())
            else:
                # The table has to be loaded: its deadline has passed, or a fast clock wrote to it.
                await asyncio.wait([self._supervisor.resume(info.table)])

    async def _last_at(self, info: TableInfo) -> str:
        """The time of a table's newest entry; empty if it cannot be read, which loading the table will report."""
        with suppress(StoreError, msgspec.DecodeError):
            for stored in await self._services.store.read(info.table, info.seq - 1, info.seq):
                return _decoder.decode(stored.line).at
        return ""
