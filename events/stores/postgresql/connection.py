"""What the parts of a PostgreSQL store share: reading rows, writing in groups, and counting bytes."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from events.store import Notice, StoreReadOnly, StoreUnavailable
from events.stores.postgresql import queries
from events.stores.postgresql.errors import FAILURES, LOST, explain
from events.stores.postgresql.group_commit import GroupCommit
from events.stores.postgresql.links import Link, Links, Record

T = TypeVar("T")

PAGE: Final = 256
"""Rows read at once."""
HIGHEST: Final = 2**63 - 1
"""The highest integer that the database can hold."""


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
        self, where: str, pool: Links, group: GroupCommit | None, notices: Sequence[Notice], size: int
    ) -> None:
        self._where = where
        self._pool = pool
        self._group = group
        self._notices = tuple(notices)
        self._closed = False
        self._size = size
        self._size_uncertain = False
        self._news: Callable[[str], None] | None = None
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
            self._tell(grown.heard)

    def _tell(self, table: str) -> None:
        if self._news is not None:
            self._news(table)

    def _doubt_size(self) -> None:
        self._size_uncertain = True

    async def _sum(self) -> None:
        """Add the size up again, between two commits of this server."""

        async def add_up(connection: Link) -> int:
            return int(await connection.fetchval(queries.SIZE))

        def take(size: int) -> None:
            self._size, self._size_uncertain = size, False

        await self._writer().run(add_up, take)

    async def _rows(self, query: str, *parameters: object) -> list[Record]:
        """Rows. A connection that was lost is made again once. Raises a `StoreError`."""
        for last in (False, True):
            if self._closed:
                raise StoreUnavailable(f"{self._where} is closed.")
            try:
                return await self._pool.fetch(query, *parameters)
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
        try:
            return await self._row(query, *map(queries.escaped, names))
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


def bounded(number: int | None) -> int:
    """A seq, position or number that the database can hold; None is the highest."""
    return HIGHEST if number is None else min(max(number, 0), HIGHEST)
