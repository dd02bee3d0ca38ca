"""All tables of the server: loaded at their first use, one command at a time, dropped and rebuilt on any doubt."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, Final, TypeVar

import msgspec

from events.audience import PUBLIC, Viewer
from events.dice import SECRET_BYTES
from events.store import Snapshot, StoreError, TableInfo, Token
from games.aggregate import TableAggregate
from games.dealer import SecretDealer
from games.legality import Refused
from server.background import turn_clock
from server.background.backoff import Backoff
from server.background.deadlines import Deadlines
from server.background.log_verifier import LogVerifier
from server.background.npc_choices import npcs_of
from server.background.npcs import Npcs
from server.background.startup import Startup
from server.clock import Alarm
from server.http.streams import Streams
from server.log import error_facts
from server.problems import LogDamaged, Problem, no_such_table, unauthorized
from server.services import Services
from server.tables.damage import GoodPart, fold_good_part, fold_whole, good_part
from server.tables.live_table import LiveTable
from server.tables.log_reader import LoadedTable

_SWEEPS: Final = 4
"""How often, while a table would become idle, it is looked for tables that have."""

T = TypeVar("T")


class _First(msgspec.Struct, frozen=True):
    """What is asked of a table's first entry: when it was opened."""

    at: str


_first_decoder: Final = msgspec.json.Decoder(_First)


async def _snapshot_of(live: LiveTable) -> Snapshot | None:
    return await live.snapshot() if live.snapshot_due() else None


class Tables:
    """The live tables by id, and the work that goes on for them in the background."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.stopping = False
        self.streams = Streams(services)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._damaged: dict[str, LogDamaged] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._deadlines = Deadlines(services.clock, self._deadline_passed)
        self._npcs = Npcs(services, self._for_npcs)
        self._revivals = Backoff(services, self._take_up)
        self._looking_back = LogVerifier(services, self.examine, self._run_in_background)
        self._waking = Startup(services, self._wake, self._run_in_background)
        self._sweeping: Alarm | None = None
        services.metrics.tables_live.set_function(lambda: self.live_count)
        services.metrics.tables_damaged.set_function(lambda: self.damaged_count)

    @property
    def live_count(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    @property
    def damaged_count(self) -> int:
        """How many tables were found to have a damaged log since the server began."""
        return len(self._damaged)

    @property
    def busy(self) -> bool:
        """Whether something goes on in the background."""
        return bool(self._tasks)

    def at_hand(self, table: str) -> LiveTable | None:
        """The copy of a table that is in memory now, if any."""
        return self._live.get(table)

    async def open(self, table: str) -> LiveTable:
        """A table, loaded if need be: of a damaged one the good part.

        Raises a `Problem` (404), `LogDamaged` where no entry of it is good, `StoreError`.
        """
        if (live := self._live.get(table)) is not None:
            live.used = self.services.clock.now()
            return live
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = self._spawn(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> LiveTable:
        info = await self.services.store.table(table)
        if info is None:
            raise no_such_table()
        fold, damage = await self._fold(info)
        first = await self._first(table)
        # An archive has no secret, and needs none: nothing more is played there.
        dealer = SecretDealer(bytes(SECRET_BYTES) if info.archive else await self.services.store.secret(table))
        live = LiveTable(
            self.services,
            self,
            TableAggregate(self.services.catalogue, fold.table, dealer, fold.head),
            opened_at=first.at,
            listed=info.listed,
            since=fold.since,
            npc_action_counts=fold.npc_action_counts,
            archive=info.archive,
            damage=damage,
            size=info.bytes,
        )
        if fold.since:
            self._looking_back.later(table)
        return self.adopt(live)

    async def _fold(self, info: TableInfo) -> tuple[LoadedTable, LogDamaged | None]:
        if info.table not in self._damaged:
            try:
                return await fold_whole(self.services.reader, info), None
            except LogDamaged as found:
                self._note(found)
        fold, damage = await fold_good_part(self.services.reader, info)
        if damage is None:
            # Nothing is wrong any more: what could not be read before can be read now.
            del self._damaged[info.table]
        else:
            self._damaged[info.table] = damage
            if fold.seq == 0:
                raise damage.again()
        return fold, damage

    def _note(self, damage: LogDamaged) -> None:
        if damage.table not in self._damaged:
            self.services.log.error("log_damaged", seq=damage.seq)
        self._damaged[damage.table] = damage

    async def examine(self, table: str) -> bool:
        """Look whether a table's log is damaged anywhere; whether that is news. Then the good part takes its place.

        Raises `StoreError`.
        """
        info = await self.services.store.table(table)
        if info is None or table in self._damaged:
            return False
        return (await self.good_part(info)).damage is not None

    async def good_part(self, info: TableInfo) -> GoodPart:
        """How much of a table's log is good. Where that is less than was thought, it takes the table's place."""
        good = await good_part(self.services.reader, info)
        if good.damage is not None and info.table not in self._damaged:
            self._note(good.damage)
            if (live := self._live.get(info.table)) is not None:
                live.drop()
        return good

    async def _first(self, table: str) -> _First:
        lines = await self.services.store.read(table, 0, 1)
        if not lines:
            raise LogDamaged(table, 1, "it is missing")
        try:
            return _first_decoder.decode(lines[0].line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise LogDamaged(table, 1, "it does not open a table") from None

    def adopt(self, live: LiveTable) -> LiveTable:
        """Keep a table that was loaded or opened, and see to its deadline."""
        self._live[live.id] = live
        self._sweep_later()
        self._schedule_work(live)
        return live

    def _schedule_work(self, live: LiveTable) -> None:
        """See to what the server itself is to do at a table, by and by: the clock's part, and that of its players."""
        if not live.archive and live.damage is None and not self.stopping:
            self._schedule_deadline(live)
            if not self._revivals.waits(live.id):
                self._npcs.schedule(live)

    def _schedule_deadline(self, live: LiveTable) -> None:
        """Follow a deadline; where it passed while nobody could act, start it afresh.

        A table that only was out of memory had its deadline followed all the while: then the alarm plays it.
        """
        deadline = live.truth.deadline
        if deadline is not None and deadline <= self.services.now() and not self._deadlines.follows(live.id):
            if not self._revivals.waits(live.id):
                self._see_to(live.id, self.exclusively(live.id, self._refresh))
        else:
            self._deadlines.follow(live.id, deadline)

    async def viewer_of(self, table: str, hashed: str | None) -> Viewer:
        """Who has the token of this hash at this table; the public without one. Raises a `Problem`: 401, or 404."""
        if hashed is None:
            return PUBLIC
        live = self._live.get(table)
        if live is not None and (viewer := live.tokens.get(hashed)) is not None:
            return viewer
        credentials = live.credentials if live is not None else 0
        known: Token | None = await self.services.store.token(table, hashed)
        if known is None:
            if await self.services.store.table(table) is None:
                raise no_such_table()
            raise unauthorized("wrong_token", "Nobody has this token at this table.")
        if live is not None and live.credentials == credentials:
            live.tokens[hashed] = known.viewer
        return known.viewer

    async def exclusively(self, table: str, act: Callable[[LiveTable], Awaitable[T]]) -> T:
        """Do something while nobody else decides anything at the table.

        Where it is cancelled half-way, the copy in memory is dropped: the log then tells what became of it.
        """
        while True:
            live = await self.open(table)
            async with live.lock:
                if not live.dropped:
                    return await act(live)

    def committed(self, table: LiveTable) -> None:
        """See to what the server is to do next, and make a snapshot where one is due."""
        self._revivals.succeeded(table.id)
        self._schedule_work(table)
        if table.snapshot_due():
            self._run_in_background(self._keep_snapshot(table.id))

    def dropped(self, table: LiveTable) -> None:
        """Forget a copy; where the clock was running, or the server plays, take the table up again by and by."""
        if self._live.get(table.id) is table:
            del self._live[table.id]
        self._deadlines.forget(table.id)
        self._npcs.begin_anew(table.id)
        options = table.truth.options
        if (options is not None and options.turn_seconds is not None) or npcs_of(table.truth):
            self._revivals.soon(table.id)

    def _deadline_passed(self, table: str) -> None:
        # Where the store fails, nobody heard the alarm: the deadline is started afresh once the table can be loaded.
        self._see_to(table, self.exclusively(table, self._play_clock), self._deadlines.forget)

    def _for_npcs(self, table: str, act: Callable[[LiveTable], Awaitable[None]]) -> None:
        self._see_to(table, self.exclusively(table, act), self._npcs.begin_anew)

    def _take_up(self, table: str) -> None:
        self._see_to(table, self._revive(table))

    async def _revive(self, table: str) -> None:
        if (live := self._live.get(table)) is not None:
            # The copy is sound, and yet what was to be done at its table failed: see to it anew.
            self._schedule_work(live)
            return
        try:
            await self.open(table)
        except (Problem, LogDamaged):
            self._revivals.forget(table)

    def _sweep_later(self) -> None:
        if self._sweeping is None and not self.stopping:
            when = self.services.clock.now() + timedelta(seconds=self.services.config.idle_seconds / _SWEEPS)
            self._sweeping = self.services.clock.call_at(when, self._sweep)

    def _sweep(self) -> None:
        """Let go of tables that nobody has asked for in a while: they come back from the log when somebody does."""
        self._sweeping = None
        idle = timedelta(seconds=self.services.config.idle_seconds)
        now = self.services.clock.now()
        for live in list(self._live.values()):
            if live.used <= now - idle and live.idle:
                live.leave_memory()
                del self._live[live.id]
                self._npcs.leave_memory(live.id)
                if not self._revivals.waits(live.id):
                    self._revivals.forget(live.id)
                self.services.metrics.tables_evicted.inc()
            elif live.used <= now - idle / _SWEEPS and not live.lock.locked():
                live.forget_sights()
        if self._live:
            self._sweep_later()

    def _see_to(
        self, table: str, work: Coroutine[Any, Any, None], forget: Callable[[str], object] | None = None
    ) -> None:
        self._run_in_background(self._through(table, work, forget))

    async def _through(
        self, table: str, work: Coroutine[Any, Any, None], forget: Callable[[str], object] | None = None
    ) -> None:
        """Do what the server itself has to do at a table. Where that fails, the table is taken up again later.

        Where the store fails, what is known of the table is forgotten first (`forget`). What else fails is raised.
        """
        try:
            await work
        except StoreError as error:
            if forget is not None:
                forget(table)
            self._revivals.refused(table, error)
        except Exception:
            if self._revivals.waits(table):
                # Its copy was given up: whatever breaks down again and again is tried ever more seldom as well.
                self._revivals.failed(table)
            raise

    def _run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for: where it fails, that is told."""
        self._spawn(work).add_done_callback(self._tell_failure)

    def _tell_failure(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreError):
                self.services.metrics.store_errors.labels(error.code).inc()
            self.services.log.error("background_work_failed", **error_facts(error))

    async def _play_clock(self, live: LiveTable) -> None:
        if live.damage is not None:
            return
        try:
            await turn_clock.play_timeout(self.services, live)
        except Refused as refusal:
            self.services.log.error("timeout_refused", game=live.truth.game, code=refusal.code)
        deadline = live.truth.deadline
        if deadline is not None and deadline > self.services.now():
            # The alarm's clock and the one on the wall need not agree to the millisecond: it may have rung too early.
            self._deadlines.again(live.id)

    async def _refresh(self, live: LiveTable) -> None:
        if live.damage is None:
            await turn_clock.refresh_deadline(self.services, live)

    async def _keep_snapshot(self, table: str) -> None:
        """Make a snapshot while nothing is decided at the table, and keep it while play goes on."""
        live = await self.open(table)
        await live.watch_all()
        if (snapshot := await self.exclusively(table, _snapshot_of)) is not None:
            await self.services.store.save_snapshot(table, snapshot)

    def wake_tables(self) -> None:
        """See, in the background, to the tables where the clock ran, or somebody was to act whom the server plays."""
        self._waking.begin()

    async def _wake(self, info: TableInfo) -> None:
        """Follow a deadline that is still to come without loading its table; what passed is started afresh."""
        if info.deadline is not None and info.table not in self._live and info.deadline > self.services.now():
            self._deadlines.follow(info.table, info.deadline)
        else:
            reviving = self._spawn(self._through(info.table, self._revive(info.table)))
            reviving.add_done_callback(self._tell_failure)
            await asyncio.wait([reviving])

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Whoever waited has been told; where nobody did, asking keeps the loop from printing the error.
            task.exception()

    def stop(self) -> None:
        """Begin no more, and let go of everybody who waits for something new."""
        self.stopping = True
        self._deadlines.stop()
        self._npcs.stop()
        self._revivals.stop()
        self._looking_back.stop()
        self._waking.stop()
        if self._sweeping is not None:
            self._sweeping.cancel()
        self.streams.stop()
        for live in self._live.values():
            live.wake()

    async def finish(self) -> None:
        """Wait for what is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)
