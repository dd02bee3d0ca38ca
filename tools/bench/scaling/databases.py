"""The operator's databases that a run borrows: empty before and after, and what they spend meanwhile."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import asyncpg
import msgspec

from events.store import StoreError
from events.stores.opening import POSTGRESQL, open_store, shard_addresses, shown
from events.stores.postgresql.connections.connecting import CONNECT_SECONDS
from events.stores.postgresql.connections.links import Link
from tools.bench.processes.children import exactly_computed
from tools.failures import Failure

LIBRARY: Final = "tavern_bench"
"""The schema that other software than the store gets."""
_THERE: Final = "SELECT to_regnamespace('tavern') IS NOT NULL OR to_regnamespace($1) IS NOT NULL"
_ENGINE: Final = "SELECT pg_postmaster_start_time()::text || inet_server_port()::text"
_WRITTEN: Final = """
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS wal,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS transactions
"""
_SIZE: Final = "SELECT pg_database_size(current_database())"
_PROCESSES: Final = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """What databases spent: processor seconds of their engines' processes (None: they run on another machine), bytes
    of the write-ahead log, transactions that wrote, and bytes that the databases grew by.
    """

    seconds: float | None
    wal_bytes: int
    transactions: int
    bytes: int


class _Count(msgspec.Struct, frozen=True):
    processes: dict[tuple[str, int], float]
    wal_bytes: int
    transactions: int
    bytes: int


class Databases:
    """The databases of one store's address, one for each shard."""

    def __init__(self, address: str, links: Sequence[Link]) -> None:
        self.address = address
        self._links = links

    async def count(self) -> _Count:
        """Where all counters are now."""
        processes: dict[tuple[str, int], float] = {}
        engines: dict[str, tuple[int, int]] = {}
        grown = 0
        for link in self._links:
            engine: str = await link.fetchval(_ENGINE)
            grown += await link.fetchval(_SIZE)
            row = await link.fetchrow(_WRITTEN)
            if engine in engines or row is None:
                continue
            engines[engine] = row["wal"], row["transactions"]
            pids = [row["pid"] for row in await link.fetch(_PROCESSES)]
            processes |= {(engine, pid): exactly_computed(pid) for pid in pids if _is_here(pid)}
        wal, transactions = (sum(numbers) for numbers in zip(*engines.values(), strict=True))
        return _Count(processes, wal, transactions, grown)

    async def spent(self, since: _Count) -> Spent:
        """What was spent since then. Connections that ended meanwhile are not counted."""
        now = await self.count()
        seconds = sum(at - since.processes.get(one, 0.0) for one, at in now.processes.items())
        return Spent(
            seconds=seconds if now.processes else None,
            wal_bytes=now.wal_bytes - since.wal_bytes,
            transactions=now.transactions - since.transactions,
            bytes=now.bytes - since.bytes,
        )

    async def make_room(self) -> None:
        """Create the schema for other software."""
        for link in self._links:
            await link.execute(f"CREATE SCHEMA IF NOT EXISTS {LIBRARY}")

    async def emptied(self) -> None:
        """Drop the store and all else that a run made."""
        for link in self._links:
            await link.execute(f"DROP SCHEMA IF EXISTS tavern CASCADE; DROP SCHEMA IF EXISTS {LIBRARY} CASCADE")


def _is_here(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").startswith("postgres")
    return False


@asynccontextmanager
async def borrowed(address: str) -> AsyncGenerator[Databases]:
    """The databases at an address, which must have neither a store nor anything of a run before; with an empty store.

    Raises `Failure`, and `StoreError` if the store cannot be made.
    """
    addresses = [shard.address for shard in shard_addresses(address)] or [address]
    async with AsyncExitStack() as stack:
        links: list[Link] = []
        for one in addresses:
            if not one.startswith(POSTGRESQL):
                raise Failure(f"{shown(one)} is not the address of a PostgreSQL database")
            try:
                link: Link = await asyncpg.connect(one, timeout=CONNECT_SECONDS)
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
                raise Failure(f"{shown(one)} cannot be reached: {error}") from None
            stack.push_async_callback(link.close)
            if await link.fetchval(_THERE, LIBRARY):
                raise Failure(f"{shown(one)} has a store already: a benchmark needs an empty database")
            links.append(link)
        databases = Databases(address, links)
        stack.push_async_callback(databases.emptied)
        try:
            await (await open_store(address)).close()
        except StoreError as error:
            raise Failure(str(error)) from None
        yield databases
