"""What servers that share a PostgreSQL store ask of it: what the others wrote, and who works at a table."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from typing import Final
from weakref import WeakValueDictionary

from events.store.sharing import Newest
from events.stores.postgresql import queries
from events.stores.postgresql.connection import PostgresqlConnection
from events.stores.postgresql.connections.connecting import BORROW_SECONDS
from events.stores.postgresql.connections.errors import FAILURES, LOST, explain
from events.stores.postgresql.connections.links import Borrowed, Links
from events.stores.postgresql.looks import Looks
from events.stores.postgresql.notifications import Notifications
from events.stores.postgresql.queries import escaped, unescaped

# Work may take longer than a transaction may be idle otherwise.
_BEGIN: Final = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 60000"
_UNCLAIM_SECONDS: Final = 1.0


class PostgresqlSharing(PostgresqlConnection):
    """The `Sharing` part."""

    _claims: Links
    _turns: WeakValueDictionary[str, asyncio.Lock]
    _notifications: Notifications | None = None

    @cached_property
    def _looks(self) -> Looks[str, Newest]:
        return Looks(self.newest_of)

    async def newest(self, table: str) -> Newest | None:
        """The newest numbers that are committed anywhere."""
        return await self._looks.at(table)

    async def newest_of(self, tables: Sequence[str]) -> dict[str, Newest]:
        """The newest numbers of each of these tables that is there."""
        names: list[str] = []
        for table in tables:
            with suppress(UnicodeEncodeError):
                names.append(escaped(table))
        rows = await self._confirmed(queries.NEWEST, names)
        return {unescaped(row["id"]): Newest(row["seq"], row["said"]) for row in rows if row["id"] is not None}

    def on_news(self, heard: Callable[[str], object]) -> None:
        """Listen to what other servers write, and notify them of what this one does."""
        self._writer()
        self._notifications = Notifications(self._servers, heard)
        self._notify_others = self._notifications.notify

    def primary(self) -> str | None:
        """The PostgreSQL server that was connected to last, if any."""
        return self._servers.primary

    async def listening(self) -> None:
        """Wait until notifications are received."""
        if self._notifications is not None:
            await self._notifications.listening()

    @asynccontextmanager
    async def claim(self, table: str) -> AsyncGenerator[bool]:
        """Lock the table's row of claims in a transaction that lasts as long as the context."""
        # Work of this server at one table waits for each other, as it does without claims.
        async with self._turns.setdefault(table, asyncio.Lock()):
            connection, mine = await self._claim(table)
            try:
                yield mine
            finally:
                # Whether it succeeds does not matter: the claim ends with its connection, too.
                await self._unclaim(connection)

    async def _claim(self, table: str) -> tuple[Borrowed, bool]:
        """A connection in a transaction, and whether the claim is made in it."""
        for last in (False, True):
            connection: Borrowed | None = None
            try:
                connection = await self._claims.acquire(timeout=BORROW_SECONDS)
                await connection.execute(_BEGIN)
                return connection, await connection.fetchval(queries.CLAIM, escaped(table)) is not None
            except BaseException as error:
                if connection is not None:
                    await self._unclaim(connection)
                if isinstance(error, LOST) and not last:
                    # The pool's other connections may have ended with this one.
                    await self._claims.expire_connections()
                    continue
                if isinstance(error, FAILURES):
                    raise explain(error, self._where) from error
                raise
        raise AssertionError

    async def _unclaim(self, connection: Borrowed) -> None:
        try:
            await connection.execute("ROLLBACK", timeout=_UNCLAIM_SECONDS)
        except FAILURES:
            with suppress(*FAILURES):
                connection.terminate()
        with suppress(*FAILURES):
            await self._claims.release(connection)

    async def overdue(self, before: str, limit: int) -> Sequence[str]:
        """Open tables with a deadline before this time, whose work nobody has claimed."""
        return [unescaped(row["id"]) for row in await self._rows(queries.OVERDUE, before, limit)]
