"""The library `eventsourcing`, with its own recorder for PostgreSQL: a cycle appends an event of so many bytes.

It is a dependency of nobody's: where requirements/scaling.txt is not installed, it is left out.
"""

import asyncio
import importlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from time import perf_counter, process_time
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec

from tools.bench.scaling.database import LIBRARY, Database

_MICRO: Final = 1e6
_THREADS: Final = 32


class Cycled(msgspec.Struct, frozen=True):
    """So many cycles in so many seconds, and the processor seconds of this process and of the database."""

    cycles: int
    wall: float
    computed: float
    database: float | None

    @property
    def per_second(self) -> float:
        """Cycles in a second."""
        return self.cycles / self.wall

    @property
    def computed_each(self) -> float:
        """Microseconds of this process's processor for a cycle."""
        return _MICRO * self.computed / self.cycles

    @property
    def database_each(self) -> float | None:
        """Microseconds of the database's processor for a cycle."""
        return None if self.database is None else _MICRO * self.database / self.cycles


async def measured(database: Database, cycles: int, run: Callable[[], Awaitable[object]]) -> Cycled:
    """Run so many cycles, and measure them."""
    since = await database.count()
    computed, began = process_time(), perf_counter()
    await run()
    wall, took = perf_counter() - began, process_time() - computed
    return Cycled(cycles, wall, took, (await database.spent(since)).seconds)


@asynccontextmanager
async def opened(address: str, at_once: int, *, cached: bool) -> AsyncGenerator[Any]:
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
        "POSTGRES_POOL_SIZE": str(min(at_once, _THREADS)),
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


async def library_cycles(
    app: Any, database: Database, payload: str, events: int, each: int, at_once: int
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
    with ThreadPoolExecutor(min(at_once, _THREADS)) as pool:
        names = await asyncio.gather(*(loop.run_in_executor(pool, filled, n) for n in range(at_once)))
        for some in dict.fromkeys((1, at_once)):

            async def run(some: int = some) -> None:
                await asyncio.gather(*(loop.run_in_executor(pool, cycles, one) for one in names[:some]))

            await run()
            found[some] = await measured(database, each * some, run)
    return found
