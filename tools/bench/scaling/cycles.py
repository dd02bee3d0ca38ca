"""Load, decide, save: through the store's protocol on PostgreSQL, and with the library `eventsourcing` beside it.

A cycle of ours decides a real command of a game. One of the library's appends an event with as many bytes, and decides
nothing; it comes with the library's own recorder for PostgreSQL, in the same database.
"""

import asyncio
import importlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache, partial
from time import perf_counter, process_time
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec

from events.audience import GM, HOUSE, seat_viewer
from events.entry import GENESIS
from events.store import AppendRecords, Request, Store
from events.store.sharing import Sharing
from events.stores.opening import open_store
from games.addressed_command import AddressedCommand
from games.aggregate import TableAggregate
from games.catalogue import Catalogue
from games.dealer import SecretDealer
from games.table import resolve
from server.tables.log_reader import LogReader
from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.report import MICROSECONDS, PER_SECOND, Figure, figure
from tools.bench.scaling.databases import LIBRARY, Databases
from tools.failures import Failure

BESIDE: Final = "eventsourcing, its cache"
_BESIDE_COLD: Final = "eventsourcing, no cache"
_FROM: Final = {"memory": "memory", "log": "the whole log"}
_MICRO: Final = 1e6
_AT: Final = "2026-01-10T22:00:00.000Z"
_SALT: Final = "00" * 16


class Cycled(msgspec.Struct, frozen=True):
    """So many cycles in so many seconds, and the processor seconds of this process and of the database."""

    cycles: int
    wall: float
    computed: float
    database: float | None


class _Table:
    """A table as a server keeps it in memory, at some command of the game."""

    def __init__(self, catalogue: Catalogue, game: Game, table: str) -> None:
        self.id = table
        self._catalogue = catalogue
        self._game = game
        self._dealer = SecretDealer(game.secret)
        self._kept: tuple[TableAggregate, dict[str, Any]] | None = None
        self.next = 0

    async def cycle(self, store: Store, reader: LogReader, *, from_memory: bool) -> None:
        """Load, decide and save the game's next command. In memory, a table is loaded if the store has a newer one."""
        sent = self._game.sent[self.next]
        viewer = GM if sent.seat is None else seat_viewer(sent.seat)
        newest = await store.newest(self.id) if isinstance(store, Sharing) else await store.table(self.id)
        if newest is None:
            raise Failure("a table is missing")
        if not from_memory or self._kept is None or self._kept[0].table.seq != newest.seq:
            self._kept = await self._loaded(reader, newest.seq, viewer if not from_memory else None)
        aggregate, seen = self._kept
        command = self._catalogue.read_command(self._game.game, sent.body)
        addressed = AddressedCommand(
            actor=viewer,
            seat=sent.seat,
            command=resolve(aggregate.table, self._catalogue.rulebooks, command),
            at=_AT,
        )
        written = aggregate.write(addressed, command_id=f"{self.next}", salt=_SALT, seen=seen[viewer].table)
        request = Request(scope=self.id, caller=viewer, id=f"{self.next}", fingerprint=written.hash)
        await store.append(self.id, newest.seq + 1, written.line, AppendRecords(request=request))
        for projection in seen.values():
            projection.skip(written.entry)
        self.next += 1

    async def _loaded(self, reader: LogReader, upto: int, only: str | None) -> tuple[TableAggregate, dict[str, Any]]:
        """The table and what its viewers, or `only` one, see of it, from the log."""
        viewers = (GM, *map(seat_viewer, self._game.seats)) if only is None else (only,)
        truth = reader.blank(self.id, HOUSE)
        seen = {viewer: reader.blank(self.id, viewer).projection for viewer in viewers}
        async for checked in reader.entries(self.id, 0, GENESIS, upto):
            reader.fold(truth.table, checked)
            for projection in seen.values():
                projection.skip(checked.entry)
            truth.head = checked.hash
        return TableAggregate(self._catalogue, truth.table, self._dealer, truth.head), seen


async def measure_cycles(catalogue: Catalogue, game: Game, databases: Databases, at_once: int) -> list[Figure]:
    """Measure cycles of one table, and of `at_once` tables at once: from memory, and from the whole log. Raises
    `Failure`.
    """
    half, each = len(game.sent) // 2, max(1, (len(game.sent) + 1) // 8 - 1)
    store = await open_store(databases.address, shared=True)
    try:
        names = stores.ids(at_once, 1_000_000)
        await stores.fill_named(store, game, names, game.seated + half)
        tables = [_Table(catalogue, game, name) for name in names]
        for table in tables:
            table.next = half
        reader = LogReader(store, catalogue)
        ours: dict[tuple[str, int], Cycled] = {}
        for kind, from_memory in (("memory", True), ("log", False)):
            for some in dict.fromkeys((1, at_once)):
                await asyncio.gather(*(t.cycle(store, reader, from_memory=from_memory) for t in tables[:some]))
                run = partial(_cycles, tables[:some], store, reader, each, from_memory=from_memory)
                ours[kind, some] = await _measured(databases, each * some, run)
    finally:
        await store.close()
    figures: list[Figure] = []
    await databases.make_room()
    sizes = [len(line) for line in game.lines[game.seated :]]
    payload = "x" * (sum(sizes) // len(sizes))
    for kind, beside in (("memory", BESIDE), ("log", _BESIDE_COLD)):
        async with _library(databases.address, at_once, cached=kind == "memory") as library:
            theirs = await _library_cycles(library, databases, payload, game.seated + half, each, at_once)
        for (what, some), one in ours.items():
            if what == kind:
                figures += _beside(
                    f"load, decide, save from {_FROM[what]}, {some} at once", one, beside, theirs.get(some)
                )
    return figures


async def _cycles(tables: Sequence[_Table], store: Store, reader: LogReader, each: int, *, from_memory: bool) -> None:
    async def play(table: _Table) -> None:
        for _ in range(each):
            await table.cycle(store, reader, from_memory=from_memory)

    await asyncio.gather(*map(play, tables))


async def _measured(databases: Databases, cycles: int, run: Callable[[], Awaitable[object]]) -> Cycled:
    since = await databases.count()
    computed, began = process_time(), perf_counter()
    await run()
    wall, took = perf_counter() - began, process_time() - computed
    return Cycled(cycles, wall, took, (await databases.spent(since)).seconds)


def _beside(what: str, ours: Cycled, beside: str, theirs: Cycled | None) -> list[Figure]:
    def each(of: Cycled | None, seconds: float | None) -> float | None:
        return None if of is None or seconds is None else _MICRO * seconds / of.cycles

    found = [
        figure(
            what,
            ours.cycles / ours.wall,
            PER_SECOND,
            beside,
            None if theirs is None else theirs.cycles / theirs.wall,
        ),
        figure(
            f"{what}: processor",
            _MICRO * ours.computed / ours.cycles,
            MICROSECONDS,
            beside,
            each(theirs, theirs and theirs.computed),
        ),
    ]
    if (database := each(ours, ours.database)) is not None:
        found.append(
            figure(
                f"{what}: database's processor",
                database,
                MICROSECONDS,
                beside,
                each(theirs, theirs and theirs.database),
            )
        )
    return found


@asynccontextmanager
async def _library(address: str, at_once: int, *, cached: bool) -> AsyncGenerator[Any]:
    """An application of the library on the database; None if it is not installed."""
    try:
        application: Any = importlib.import_module("eventsourcing.application")
        importlib.import_module("eventsourcing.postgres")
    except ModuleNotFoundError:
        yield None
        return
    parts = urlsplit(address)
    settings = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": parts.path.lstrip("/"),
        "POSTGRES_HOST": parts.hostname or "",
        "POSTGRES_PORT": str(parts.port or 5432),
        "POSTGRES_USER": unquote(parts.username or ""),
        "POSTGRES_PASSWORD": unquote(parts.password or ""),
        "POSTGRES_SCHEMA": LIBRARY,
        "POSTGRES_POOL_SIZE": str(min(at_once, 32)),
        "POSTGRES_MAX_OVERFLOW": "8",
        "POSTGRES_POOL_TIMEOUT": "60",
    }
    if cached:
        settings |= {"AGGREGATE_CACHE_MAXSIZE": "10000", "AGGREGATE_CACHE_FASTFORWARD": "y"}
    app = application.Application(env=settings)
    try:
        yield app
    finally:
        app.close()


@cache
def _aggregate() -> Any:
    """The library's kind of table. It looks the class up by its name in this module, once it is read back."""
    domain: Any = importlib.import_module("eventsourcing.domain")

    def play(self: Any, line: str) -> None:
        self.newest = line

    kind = type("Table", (domain.Aggregate,), {"__module__": __name__, "play": domain.event("Played")(play)})
    globals()["Table"] = kind
    return kind


async def _library_cycles(
    app: Any, databases: Databases, payload: str, events: int, each: int, at_once: int
) -> dict[int, Cycled]:
    """The library's cycles for one aggregate and for so many at once, each of which has so many events."""
    if app is None:
        return {}
    kind = _aggregate()

    def filled(_: int) -> Any:
        aggregate = kind()
        for _ in range(events - 1):
            aggregate.play(line=payload)
        app.save(aggregate)
        return aggregate.id

    def cycles(some: Any) -> None:
        for _ in range(each):
            aggregate = app.repository.get(some)
            aggregate.play(line=payload)
            app.save(aggregate)

    found: dict[int, Cycled] = {}
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(min(at_once, 32)) as pool:
        names = list(pool.map(filled, range(at_once)))
        for some in dict.fromkeys((1, at_once)):
            await loop.run_in_executor(None, lambda some=some: list(pool.map(cycles, names[:some])))

            async def run(some: int = some) -> None:
                await asyncio.gather(*(loop.run_in_executor(pool, cycles, one) for one in names[:some]))

            found[some] = await _measured(databases, each * some, run)
    return found
