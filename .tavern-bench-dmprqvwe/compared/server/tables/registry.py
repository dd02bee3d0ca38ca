"""All tables of the server: loaded on first use, changed by one command at a time, evicted when idle."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Final, TypeVar

from events.store import AlreadyAnswered, Conflict, TableInfo
from events.store.sharing import Sharing
from server.clock import Alarm
from server.services import Services
from server.tables.damage import GoodPart
from server.tables.live_table import LiveTable, TableObserver
from server.tables.loading import TableLoader
from server.tables.log_reader import LogReader
from server.tables.other_servers import OtherServers
from server.tables.snapshot_filler import SnapshotFiller

T = TypeVar("T")

_SWEEPS: Final = 4
"""The number of sweeps for idle tables in the time after which a table is idle."""

_TRIES: Final = 10
"""The most decisions on a request that meets conflicts. Each conflict means that another server made progress."""


class Tables:
    """The live tables by id. `observer` is notified of changes. `others`: other servers, if the store is shared."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.reader = LogReader(services.store, services.catalogue)
        self.reader.filler = SnapshotFiller(services, self.reader)
        self.observer = TableObserver()
        self.others = OtherServers(services.store) if isinstance(services.store, Sharing) else None
        self.stopping = False
        self._loader = TableLoader(services, self.reader)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._awaiting: dict[str, int] = {}
        self._sweeping: Alarm | None = None
        services.metrics.tables_live.set_function(lambda: self.live_count)
        services.metrics.tables_damaged.set_function(lambda: self.damaged_count)

    @property
    def live_count(self) -> int:
        """The number of tables in memory."""
        return len(self._live)

    @property
    def damaged_count(self) -> int:
        """The number of tables with a log found damaged since the server started."""
        return len(self._loader.damaged)

    @property
    def loading(self) -> bool:
        """Whether a table is being loaded."""
        return bool(self._loading)

    def at_hand(self, table: str) -> LiveTable | None:
        """A table's copy in memory, if any."""
        return self._live.get(table)

    def in_memory(self) -> list[LiveTable]:
        """All copies in memory."""
        return list(self._live.values())

    def touch(self, live: LiveTable) -> None:
        """Note that a table was used now."""
        live.used = self.services.clock.now()

    async def open(self, table: str, *, used: bool = True) -> LiveTable:
        """A table, loaded if needed; if damaged, its good part. `used`: whether this counts as use.

        Raises a `Problem` (404), `LogDamaged` if none of its entries is good, `StoreError`.
        """
        while True:
            if (live := self._live.get(table)) is not None:
                if used:
                    self.touch(live)
                if self.others is None:
                    return live
                await self.others.refresh(live)
                if not live.dropped:
                    return live
                # Others may have loaded the table since it was dropped.
                continue
            begun_before = table in self._loading
            live = await self._wait_for_load(table)
            if self.others is None or not begun_before:
                return live
            # What another server wrote since that load began may be missing: refresh the copy.

    async def _wait_for_load(self, table: str) -> LiveTable:
        """Load a table, sharing the load with all concurrent callers."""
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.get_running_loop().create_task(self._load(table))
            loading.add_done_callback(lambda done: self._loaded(table, done))
        self._awaiting[table] = self._awaiting.get(table, 0) + 1
        try:
            return await asyncio.shield(loading)
        finally:
            self._awaiting[table] -= 1
            if not self._awaiting[table]:
                # No caller waits for the table any more; it is loaded by now, or need not be.
                del self._awaiting[table]
                self._loading.pop(table, None)
                loading.cancel()

    async def _load(self, table: str) -> LiveTable:
        return self.adopt(await self._loader.load(table, self))

    def _loaded(self, table: str, loading: asyncio.Task[LiveTable]) -> None:
        if self._loading.get(table) is loading:
            del self._loading[table]
        if not loading.cancelled():
            # Waiting callers got the error. If there are none, retrieving it keeps the loop from printing it.
            loading.exception()

    def adopt(self, live: LiveTable) -> LiveTable:
        """Keep a table that was loaded or opened."""
        self._live[live.id] = live
        self._schedule_sweep()
        self.observer.loaded(live)
        return live

    async def locked(self, table: str) -> LiveTable:
        """A table whose lock the caller has, and has to release: no other command is decided there.

        Raises like `open`.
        """
        while True:
            live = await self.open(table)
            await live.lock.acquire()
            if not live.dropped:
                return live
            live.lock.release()

    @asynccontextmanager
    async def exclusive(self, table: str) -> AsyncGenerator[LiveTable]:
        """A context that holds a table's lock. Raises like `open`."""
        live = await self.locked(table)
        try:
            yield live
        finally:
            live.lock.release()

    async def until_first(self, decide: Callable[[], Awaitable[T]]) -> T:
        """What `decide` returns. On a conflict (another server was faster), it decides again on the new state."""
        if self.others is not None:
            for _ in range(_TRIES - 1):
                with suppress(Conflict, AlreadyAnswered):
                    return await decide()
                self.services.metrics.conflicts.inc()
        return await decide()

    def dropped(self, live: LiveTable) -> None:
        """Forget a copy that was dropped."""
        if self._live.get(live.id) is live:
            del self._live[live.id]
        self.observer.dropped(live)

    async def examine(self, table: str) -> bool:
        """Check a table's log for damage. Returns whether there is new damage; then only the good part is shown.

        Raises `StoreError`.
        """
        info = await self.services.store.table(table)
        if info is None or table in self._loader.damaged:
            return False
        return (await self.good_part(info)).damage is not None

    async def good_part(self, info: TableInfo) -> GoodPart:
        """How much of a table's log is good. If there is new damage, only the good part is shown from now on."""
        good, new_damage = await self._loader.good_part(info)
        if new_damage and (live := self._live.get(info.table)) is not None:
            live.drop()
        return good

    def _schedule_sweep(self) -> None:
        if self._sweeping is None and not self.stopping:
            when = self.services.clock.now() + timedelta(seconds=self.services.config.idle_seconds / _SWEEPS)
            self._sweeping = self.services.clock.call_at(when, self._sweep)

    def _sweep(self) -> None:
        """Evict idle tables; release idle feeds of the others."""
        self._sweeping = None
        idle = timedelta(seconds=self.services.config.idle_seconds)
        now = self.services.clock.now()
        for live in list(self._live.values()):
            if live.used <= now - idle and live.idle:
                self._evict(live)
            elif live.used <= now - idle / _SWEEPS and not live.lock.locked():
                live.release_feeds()
        if self._live:
            self._schedule_sweep()

    def _evict(self, live: LiveTable) -> None:
        live.dropped = True
        del self._live[live.id]
        self.observer.evicted(live)
        self.services.metrics.tables_evicted.inc()

    def stop(self) -> None:
        """Stop evicting, and wake all waiting readers."""
        self.stopping = True
        if self._sweeping is not None:
            self._sweeping.cancel()
        for live in self._live.values():
            live.wake()

    async def finish(self) -> None:
        """Wait for the tables that are being loaded."""
        while self._loading:
            await asyncio.wait(set(self._loading.values()))
