"""The operator's database that a run borrows: empty before and after, and what it spends meanwhile."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import asyncpg

from events.storage.contract import StoreError
from events.storage.opening import POSTGRESQL, open_store, shown
from events.storage.postgresql.connections.asyncpg_types import Connection
from events.storage.postgresql.connections.connecting import CONNECT_SECONDS
from tools.bench.processes.children import exactly_computed
from tools.failures import Failure

_THERE: Final = "SELECT to_regnamespace('tavern') IS NOT NULL"
_PROCESSES: Final = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


class Database:
    """The database at an address. `link` is a connection for measuring it."""

    def __init__(self, address: str, link: Connection) -> None:
        self.address = address
        self._link = link

    async def computed(self) -> dict[int, float]:
        """The processor seconds of its engine's processes so far, by process; none if they run on another machine."""
        pids = [row["pid"] for row in await self._link.fetch(_PROCESSES)]
        return {pid: exactly_computed(pid) for pid in pids if _is_here(pid)}

    async def spent(self, since: dict[int, float]) -> float | None:
        """The processor seconds since then, without connections that ended meanwhile; None if they cannot be known."""
        now = await self.computed()
        return sum(at - since.get(pid, 0.0) for pid, at in now.items()) if now else None

    async def emptied(self) -> None:
        """Drop the store."""
        await self._link.execute("DROP SCHEMA IF EXISTS tavern CASCADE")


def _is_here(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").startswith("postgres")
    return False


@asynccontextmanager
async def borrowed(address: str) -> AsyncGenerator[Database]:
    """The database at an address, which must have no store; with an empty one.

    Raises `Failure`, and `StoreError` if the store cannot be made.
    """
    if not address.startswith(POSTGRESQL):
        raise Failure(f"{shown(address)} is not the address of a PostgreSQL database")
    try:
        link: Connection = await asyncpg.connect(address, timeout=CONNECT_SECONDS)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        raise Failure(f"{shown(address)} cannot be reached: {error}") from None
    try:
        if await link.fetchval(_THERE):
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
