"""What the parts of a PostgreSQL store share: reading rows, writing in groups, and counting bytes."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple, TypeVar

from events.store import Notice, StoreReadOnly, StoreUnavailable
from events.stores.postgresql import queries
from events.stores.postgresql.connections.confirming import Unconfirmed, fetch_confirmed, settle
from events.stores.postgresql.connections.connecting import BORROW_SECONDS, Servers
from events.stores.postgresql.connections.errors import FAILURES, LOST, explain
from events.stores.postgresql.connections.links import Borrowed, Link, Links, Record
from events.stores.postgresql.group_commit import GroupCommit

T = TypeVar("T")
_Fetch = Callable[..., Awaitable[list[Record]]]

PAGE: Final = 256
"""Rows read at once."""


class Grown(NamedTuple):
    """The number that a write assigned, if any, and the bytes its table grew.

    `heard` is the table that other servers are notified of.
    """

    number: int | None
    bytes: int
    heard: str | None = None


class PostgresqlConnection:
    """An open database: a pool of connections to read with, and one to write with, unless it is read-only.

    The size of all tables is kept in memory. It is added up again after a commit whose outcome is unknown, and now and
    then where other servers write as well.
    """

    def __init__(
        self, where: str, servers: Servers, pool: Links, group: GroupCommit | None, notices: Sequence[Notice], size: int
    ) -> None:
        self._where = where
        self._servers = servers
        self._pool = pool
        self._group = group
        self._notices = tuple(notices)
        self._closed = False
        self._size = size
        self._size_uncertain = False
        self._notify_others: Callable[[str], None] | None = None
        self._in_use: set[Borrowed] = set()
        self._reading: set[asyncio.Future[list[Record]]] = set()
        if group is not None:
            group.on_failed_commit = self._doubt_size

    def notices(self) -> Sequence[Notice]:
        """What the operator should know since the store was opened."""
        return self._notices

    def size(self) -> int:
        """The size of all tables together, in bytes: kept in memory, and as of the last look at other servers' part."""
        return self._size

    def _writer(self) -> GroupCommit:
        if self._group is None:
            raise StoreReadOnly(f"{self._where} was opened for reading only.")
        return self._group

    async def _write(self, work: Callable[[Link], Awaitable[T]]) -> T:
        return await self._writer().run(work)

    async def _grow(self, work: Callable[[Link], Awaitable[Grown]]) -> int | None:
        """Run a write that changes the size of a table; count it once it is durable, even if the caller is gone."""
        return (await self._writer().run(work, self._count)).number

    def _count(self, grown: Grown) -> None:
        self._size += grown.bytes
        if grown.heard is not None:
            self._notify(grown.heard)

    def _notify(self, table: str) -> None:
        if self._notify_others is not None:
            self._notify_others(table)

    def _doubt_size(self) -> None:
        self._size_uncertain = True

    async def _sum(self) -> None:
        """Add the size up again, between two commits of this server."""

        async def add_up(connection: Link) -> int:
            return int(await connection.fetchval(queries.SIZE))

        def take(size: int) -> None:
            self._size, self._size_uncertain = size, False

        await self._writer().run(add_up, take)

    @asynccontextmanager
    async def _borrowed(self) -> AsyncGenerator[Borrowed]:
        """A connection of the pool, to read with. It ends if the server is replaced: nobody waits for that one."""
        async with self._pool.acquire(timeout=BORROW_SECONDS) as connection:
            self._in_use.add(connection)
            try:
                yield connection
            finally:
                self._in_use.discard(connection)

    async def _rows(self, query: str, *parameters: object) -> list[Record]:
        """Rows. A connection that was lost is made again once. Raises a `StoreError`."""

        async def fetch(query: str, *parameters: object) -> list[Record]:
            async with self._borrowed() as connection:
                try:
                    return await connection.fetch(query, *parameters)
                except TimeoutError:
                    await settle(connection)
                    raise

        return await self._read(fetch, query, *parameters)

    async def _confirmed(self, query: str, *parameters: object) -> list[Record]:
        """Rows of a query that is confirmed, as `confirming` says. Raises a `StoreError`."""

        async def fetch(query: str, *parameters: object) -> list[Record]:
            async with self._borrowed() as connection:
                try:
                    return await fetch_confirmed(connection, query, *parameters)
                except Unconfirmed:
                    # It may not be the primary any more.
                    self._servers.doubt()
                    raise

        return await self._read(fetch, query, *parameters)

    async def _read(self, fetch: _Fetch, query: str, *parameters: object) -> list[Record]:
        # If its caller gives up, it goes on. The driver would ask the server to cancel it, and keep
        # the connection for minutes where nobody answers.
        reading = asyncio.ensure_future(self._read_patiently(fetch, query, *parameters))
        self._reading.add(reading)
        reading.add_done_callback(self._reading.discard)
        return await asyncio.shield(reading)

    async def _read_patiently(self, fetch: _Fetch, query: str, *parameters: object) -> list[Record]:
        for last in (False, True):
            if self._closed:
                raise StoreUnavailable(f"{self._where} is closed.")
            try:
                return await fetch(query, *parameters)
            except FAILURES as error:
                if last or not isinstance(error, LOST):
                    raise explain(error, self._where) from error
                # The pool's other connections may have ended with this one.
                await self._pool.expire_connections()
        raise AssertionError

    async def _row(self, query: str, *parameters: object) -> Record | None:
        return next(iter(await self._rows(query, *parameters)), None)

    async def _row_of(self, query: str, *names: str) -> Record | None:
        """The row that names lead to; None for those that are no text, which nothing has."""
        return await self._one_of(self._rows, query, *names)

    async def _confirmed_row_of(self, query: str, *names: str) -> Record | None:
        """The same, confirmed."""
        return await self._one_of(self._confirmed, query, *names)

    async def _one_of(self, fetch: _Fetch, query: str, *names: str) -> Record | None:
        try:
            return next(iter(await fetch(query, *map(queries.escaped, names))), None)
        except UnicodeEncodeError:
            return None

    async def _keep_once(self, name: str, fresh: bytes) -> bytes:
        """A value of the whole store: the stored one, or else `fresh`, which is then stored."""
        row = await self._row(queries.FIND_META, name)
        if row is not None:
            return bytes(row["value"])

        async def keep(connection: Link) -> bytes:
            await connection.execute("INSERT INTO meta VALUES ($1, $2) ON CONFLICT DO NOTHING", name, fresh)
            return bytes(await connection.fetchval(queries.FIND_META, name))

        return await self._write(keep)
