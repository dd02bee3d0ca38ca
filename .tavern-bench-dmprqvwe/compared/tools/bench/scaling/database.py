"""The operator's database that a run borrows: empty before and after, and what it spends meanwhile."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import asyncpg
import msgspec

from events.store import StoreError
from events.stores.opening import POSTGRESQL, open_store, shown
from events.stores.postgresql.connections.connecting import CONNECT_SECONDS
from events.stores.postgresql.connections.links import Link
from tools.bench.processes.children import exactly_computed
from tools.failures import Failure

LIBRARY: Final = "tavern_bench"
"""The schema that other software than the store gets."""
_THERE: Final = "SELECT to_regnamespace('tavern') IS NOT NULL OR to_regnamespace($1) IS NOT NULL"
_WRITTEN: Final = """
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS wal,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS transactions
"""
_SIZE: Final = "SELECT pg_database_size(current_database())"
_PROCESSES: Final = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """What a database spent: processor seconds of its engine's processes (None: they run on another machine), bytes of
    the write-ahead log, transactions that wrote, and bytes that the database grew by.
    """

    seconds: float | None
    wal_bytes: int
    transactions: int
    bytes: int


class _Count(msgspec.Struct, frozen=True):
    processes: dict[int, float]
    wal_bytes: int
    transactions: int
    bytes: int


class Database:
    """The database at an address. `link` is a connection for measuring it."""

    def __init__(self, address: str, link: Link) -> None:
        self.address = address
        self._link = link

    async def count(self) -> _Count:
        """Where all counters are now."""
        size: int = await self._link.fetchval(_SIZE)
        wal, transactions = (await self._link.fetch(_WRITTEN))[0]
        pids = [row["pid"] for row in await self._link.fetch(_PROCESSES)]
        processes = {pid: exactly_computed(pid) for pid in pids if _is_here(pid)}
        return _Count(processes, wal, transactions, size)

    async def spent(self, since: _Count) -> Spent:
        """What was spent since then. Connections that ended meanwhile are not counted."""
        now = await self.count()
        seconds = sum(at - since.processes.get(pid, 0.0) for pid, at in now.processes.items())
        return Spent(
            seconds=seconds if now.processes else None,
            wal_bytes=now.wal_bytes - since.wal_bytes,
            transactions=now.transactions - since.transactions,
            bytes=now.bytes - since.bytes,
        )

    async def make_room(self) -> None:
        """Create the schema for other software."""
        await self._link.execute(f"CREATE SCHEMA IF NOT EXISTS {LIBRARY}")

    async def emptied(self) -> None:
        """Drop the store and all else that a run made."""
        await self._link.execute(f"DROP SCHEMA IF EXISTS tavern CASCADE; DROP SCHEMA IF EXISTS {LIBRARY} CASCADE")


def _is_here(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").startswith("postgres")
    return False


@asynccontextmanager
async def borrowed(address: str) -> AsyncGenerator[Database]:
    """The database at an address, which must have neither a store nor anything of a run before; with an empty store.

    Raises `Failure`, and `StoreError` if the store cannot be made.
    """
    if not address.startswith(POSTGRESQL):
        raise Failure(f"{shown(address)} is not the address of a PostgreSQL database")
    try:
        link: Link = await asyncpg.connect(address, timeout=CONNECT_SECONDS)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        raise Failure(f"{shown(address)} cannot be reached: {error}") from None
    try:
        if await link.fetchval(_THERE, LIBRARY):
            raise Failure(f"{shown(address)} has a store already: a benchmark needs an empty database")
        database = Database(address, link)
        try:
            try:
                await (await open_store(address)).close()
            except StoreError as error:
                raise Failure(str(error)) from None
            yield database
        finally:
            await database.emptied()
    finally:
        await link.close()
