"""Runs the server's own work, at single tables and for all: the one owner of its tasks, retries and failures.

Schedulers decide what to do and when. The supervisor does it, logs and counts failures, retries with backoff, and waits
for running work when the server stops.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from events.storage.contract import StoreError
from server.background.backoff import Backoff, Job
from server.log import error_facts
from server.problems import LogDamaged, Problem, store_code
from server.tables.live_table import LiveTable, TableObserver
from server.tables.npc_seats import npcs_of
from server.tables.registry import Tables

_TABLE: Final = "table"
"""The name of the job for all work at one table."""


_CLAIM_AGAIN: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""Seconds between tries to claim a table at which another server works, which usually takes milliseconds."""


class _WorkedElsewhere(Exception):
    """Another server keeps its claim to the work at a table."""


class Scheduler(TableObserver):
    """Decides on one kind of background work. Methods do nothing unless overridden."""

    def __init__(self, supervisor: "Supervisor") -> None:
        self._supervisor = supervisor
        self._services = supervisor.services

    def start(self) -> None:
        """Called when the server starts."""

    def schedule(self, live: LiveTable) -> None:
        """Called when there may be work at a table: it was loaded, an entry was committed, or it is resumed.

        Not called for archives and damaged tables, or once the server is stopping.
        """

    def stop(self) -> None:
        """Called when the server stops (`Supervisor.stopping`): cancel every alarm."""


class Supervisor(TableObserver):
    """Runs the background work of a server's tables. Once it is `stopping`, schedulers begin nothing."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.services = tables.services
        self.backoff = Backoff(tables.services)
        self._schedulers: tuple[Scheduler, ...] = ()
        self._tasks: set[asyncio.Task[None]] = set()
        self._dispensable: set[asyncio.Task[None]] = set()
        self._watching: set[asyncio.Task[None]] = set()
        self.stopping = False
        tables.observer = self

    def start(self, *schedulers: Scheduler) -> None:
        """Start these schedulers. They are always called in this order."""
        self._schedulers = schedulers
        for scheduler in schedulers:
            scheduler.start()

    @property
    def busy(self) -> bool:
        """Whether work is in progress."""
        return bool(self._tasks)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run in the background; log failures."""
        _ = self._spawn(work)

    def run_dispensable(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background that can also be done after a restart: it is cancelled when the server stops."""
        task = self._spawn(work)
        self._dispensable.add(task)
        task.add_done_callback(self._dispensable.discard)

    def watch(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work that goes on until the server stops, which cancels it. It does not count as `busy`."""
        task = asyncio.get_running_loop().create_task(work)
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)
        task.add_done_callback(self._finished)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreError):
                self.services.metrics.store_errors.labels(store_code(error)).inc()
            self.services.log.error("background_work_failed", **error_facts(error))

    def run_at(
        self,
        table: str,
        act: Callable[[LiveTable], Awaitable[None]],
        on_store_error: Callable[[], object] | None = None,
        *,
        claimed: bool = True,
    ) -> None:
        """Run `act` at a table in the background, holding the table's lock.

        If another server works at the table, `act` waits for its turn, and has to find out what is left to do. If the
        store fails, or the other server takes too long, `on_store_error` is called, and the table is resumed later.
        Work that commits nothing need not be `claimed`: several servers may do it at once.
        """
        self.run(self._attempt(table, self._act_at(table, act, claimed=claimed), on_store_error))

    async def _act_at(self, table: str, act: Callable[[LiveTable], Awaitable[None]], *, claimed: bool) -> None:
        others = self.tables.others
        if others is None or not claimed:
            await self._act_here(table, act)
            return
        for seconds in (*_CLAIM_AGAIN, None):
            async with others.sharing.claim(table) as mine:
                if mine:
                    await self._act_here(table, act)
                    return
            if seconds is not None:
                await asyncio.sleep(seconds)
        raise _WorkedElsewhere

    async def _act_here(self, table: str, act: Callable[[LiveTable], Awaitable[None]]) -> None:
        async with self.tables.exclusive(table) as live:
            await act(live)

    def resume(self, table: str) -> asyncio.Task[None]:
        """Call the schedulers for a table again in the background; load it if needed."""
        return self._spawn(self._attempt(table, self._resume(table)))

    async def _resume(self, table: str) -> None:
        if (live := self.tables.at_hand(table)) is not None:
            # The copy is sound, but the work at its table failed.
            self._schedule_work(live)
            return
        try:
            await self.tables.open(table)
        except (Problem, LogDamaged):
            self.backoff.forget(Job(_TABLE, table))

    async def _attempt(
        self, table: str, work: Awaitable[None], on_store_error: Callable[[], object] | None = None
    ) -> None:
        """Work at a table; if that fails, resume the table later. Raises everything but store errors."""
        job = Job(_TABLE, table)
        try:
            await work
        except _WorkedElsewhere:
            if on_store_error is not None:
                on_store_error()
            # An entry committed by the other server ends the wait.
            self.backoff.soon(job, lambda: self.resume(table))
        except StoreError as error:
            if on_store_error is not None:
                on_store_error()
            self.backoff.refused(job, lambda: self.resume(table), error)
        except Exception:
            # The copy was dropped: work that fails repeatedly also backs off.
            if self.resumes(table):
                self.backoff.failed(job, lambda: self.resume(table))
            raise

    def resumes(self, table: str) -> bool:
        """Whether a table is waiting to be resumed."""
        return self.backoff.waits(Job(_TABLE, table))

    def loaded(self, live: LiveTable) -> None:
        """Called when a table was loaded or opened."""
        self._tell(lambda scheduler: scheduler.loaded(live))
        self._schedule_work(live)

    def committed(self, live: LiveTable) -> None:
        """Called when an entry was committed and published: clears earlier failures at the table."""
        self.backoff.succeeded(Job(_TABLE, live.id))
        self._schedule_work(live)
        self._tell(lambda scheduler: scheduler.committed(live))

    def _schedule_work(self, live: LiveTable) -> None:
        if not live.archive and live.damage is None and not self.stopping:
            self._tell(lambda scheduler: scheduler.schedule(live))

    def _tell(self, what: Callable[[Scheduler], None]) -> None:
        """Tell every scheduler. One that fails keeps no command from its answer, and no other from its work."""
        for scheduler in self._schedulers:
            try:
                what(scheduler)
            except Exception as error:  # noqa: BLE001 - it is logged
                self.services.log.error("background_work_failed", **error_facts(error))

    def dropped(self, live: LiveTable) -> None:
        """Called when a copy was dropped: if the clock runs, or an NPC plays, the table is resumed soon."""
        self._tell(lambda scheduler: scheduler.dropped(live))
        options = live.truth.options
        if (options is not None and options.turn_seconds is not None) or npcs_of(live.truth):
            self.backoff.soon(Job(_TABLE, live.id), lambda: self.resume(live.id))

    def evicted(self, live: LiveTable) -> None:
        """Called when an idle table was evicted."""
        self._tell(lambda scheduler: scheduler.evicted(live))
        if not self.resumes(live.id):
            self.backoff.forget(Job(_TABLE, live.id))

    def stop(self) -> None:
        """Start no more work."""
        self.stopping = True
        self.backoff.stop()
        for scheduler in self._schedulers:
            scheduler.stop()
        for task in (*self._dispensable, *self._watching):
            task.cancel()

    async def finish(self) -> None:
        """Wait for work in progress, once it is `stopping`."""
        while tasks := self._tasks | self._watching:
            await asyncio.wait(tasks)
