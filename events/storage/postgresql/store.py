"""A store in a PostgreSQL database: durable when an append returns, shared by any number of servers."""

import asyncio
from contextlib import suppress
from weakref import WeakValueDictionary

import asyncpg

from events.storage.contract import Notice, StoreError
from events.storage.postgresql import queries
from events.storage.postgresql.chat import PostgresqlChat
from events.storage.postgresql.checking import PostgresqlChecking
from events.storage.postgresql.connections.asyncpg_types import Pool
from events.storage.postgresql.connections.connecting import BORROW_SECONDS, Servers
from events.storage.postgresql.connections.errors import FAILURES, explain_opening
from events.storage.postgresql.copying import PostgresqlCopying
from events.storage.postgresql.credentials import PostgresqlCredentials
from events.storage.postgresql.group_commit import GroupCommit
from events.storage.postgresql.log import PostgresqlLog
from events.storage.postgresql.maintenance import PostgresqlMaintenance
from events.storage.postgresql.schema import prepare, require_schema
from events.storage.postgresql.sharing import PostgresqlSharing
from events.storage.postgresql.snapshots import PostgresqlSnapshots

_READERS = 8
_CLAIMS = 4


class PostgresqlStore(
    PostgresqlLog,
    PostgresqlCredentials,
    PostgresqlChat,
    PostgresqlSnapshots,
    PostgresqlMaintenance,
    PostgresqlChecking,
    PostgresqlSharing,
    PostgresqlCopying,
):
    """The `Store` in a PostgreSQL database, made by `open`: for servers that share it, or one tool that changes it.

    Erased and deleted data is gone from every answer when the call returns. PostgreSQL keeps the former rows in its
    files until it vacuums them, and in its write-ahead log until that is recycled; `compact` rewrites the tables
    without them. Archived logs and backups keep what they have.
    """

    _expiring: set[asyncio.Future[None]]

    @classmethod
    async def open(
        cls, address: str, where: str, *, read_only: bool = False, create: bool = True, shared: bool = False
    ) -> "PostgresqlStore":
        """Open the store at `address`, which errors call `where`: `shared` among servers, alone for a tool that changes
        it, or only to read.

        The schema is created if it is missing and `create` is set. Raises `StoreInUse`, `StoreMissing`,
        `StoreReadOnly`, `StoreUnreadable`, `StoreUnavailable`.
        """
        servers = Servers(address, read_only=read_only)
        group = None if read_only else GroupCommit(servers, where, shared=shared)
        pool = await _pool(servers, _READERS)
        try:
            notices = await _prepare(pool, group, where, create=create)
            async with pool.acquire(timeout=BORROW_SECONDS) as connection:
                size = await connection.fetchval(queries.SIZE)
        except StoreError:
            await _release(pool, group)
            raise
        except (*FAILURES, ValueError) as error:
            await _release(pool, group)
            raise explain_opening(error, where) from error
        store = cls(where, servers, pool, group, notices, size)
        store._claims = await _pool(servers, _CLAIMS)
        servers.on_change = store._reconnect
        store._turns = WeakValueDictionary()
        store._expiring = set()
        return store

    def _reconnect(self) -> None:
        """Make all connections again, because the old ones may be to a server that was replaced."""
        if self._notifications is not None:
            self._notifications.reconnect()
        for connection in tuple(self._in_use):
            with suppress(*FAILURES):
                connection.terminate()
        for pool in (self._pool, self._claims):
            expiring = asyncio.ensure_future(pool.expire_connections())
            self._expiring.add(expiring)
            expiring.add_done_callback(self._expiring.discard)

    async def close(self) -> None:
        """Finish pending writes, and release the connections."""
        if self._closed:
            return
        if self._notifications is not None:
            await self._notifications.close()
        if self._group is not None:
            await self._group.close()
        self._closed = True
        for pool in (self._pool, self._claims):
            await _close(pool)


async def _pool(servers: Servers, most: int) -> Pool:
    return await asyncpg.create_pool(min_size=0, max_size=most, connect=servers.connect)


async def _prepare(pool: Pool, group: GroupCommit | None, where: str, *, create: bool) -> list[Notice]:
    notices: list[Notice] = []
    if group is None:
        async with pool.acquire(timeout=BORROW_SECONDS) as reading:
            await require_schema(reading, where)
        return notices
    connection = await group.connected()
    if await prepare(connection, where, create=create):
        notices.append(Notice("store_created", f"{where} had no store, which was created."))
    for setting in ("fsync", "full_page_writes"):
        off = await connection.fetchval("SELECT current_setting($1)", setting) == "off"
        notices += [Notice(f"{setting}_off", f"{where} has {setting} off: a power cut may damage data.")] * off
    return notices


async def _release(pool: Pool, group: GroupCommit | None) -> None:
    if group is not None:
        await group.close()
    await _close(pool)


async def _close(pool: Pool) -> None:
    with suppress(*FAILURES):
        pool.terminate()
