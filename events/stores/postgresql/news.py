"""Notifies other servers through PostgreSQL that a table has something new. A notification carries only its id.

One connection listens and notifies. It notifies after the commit: a commit that notifies takes a lock on the whole
database cluster, under which servers would wait for each other's disks. Servers also look for lost notifications.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from events.stores.postgresql.connections.connecting import Servers
from events.stores.postgresql.connections.errors import FAILURES
from events.stores.postgresql.connections.links import Link
from events.stores.postgresql.queries import escaped, unescaped

_CHANNEL: Final = "tavern_news"
_LONGEST: Final = 7_000
"""Bytes of a notification; PostgreSQL takes 8,000."""
_TELL: Final = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told"
_RETRY_SECONDS: Final = 1.0


class News:
    """Tells other servers which tables this one wrote to, and calls `heard` with those that others did."""

    def __init__(self, servers: Servers, heard: Callable[[str], object]) -> None:
        self._servers = servers
        self._heard = heard
        self._untold: set[str] = set()
        self._something = asyncio.Event()
        self._listening = asyncio.Event()
        self._connection: Link | None = None
        self._task = asyncio.get_running_loop().create_task(self._run())

    def tell(self, table: str) -> None:
        """Tell of a table soon, with all others until then."""
        self._untold.add(table)
        self._something.set()

    def connect_anew(self) -> None:
        """Listen elsewhere, because the server may have been replaced."""
        if self._connection is not None:
            self._connection.terminate()

    async def listening(self) -> None:
        """Wait until this server hears of what others write."""
        await self._listening.wait()

    async def close(self) -> None:
        """Stop telling and listening."""
        self._task.cancel()
        await asyncio.wait({self._task})

    async def _run(self) -> None:
        while True:
            with suppress(*FAILURES):
                self._connection = await self._servers.connect()
                await self._listen(self._connection)
            self._listening.clear()
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            await asyncio.sleep(_RETRY_SECONDS)

    async def _listen(self, connection: Link) -> None:
        try:
            # Notifications do not change the log, so they need not wait for the disk.
            await connection.execute("SET synchronous_commit = off")
            connection.add_termination_listener(lambda _: self._something.set())
            await connection.add_listener(_CHANNEL, self._received)
            self._listening.set()
            while not connection.is_closed():
                await self._something.wait()
                self._something.clear()
                told = [name for name in map(escaped, self._untold) if len(name.encode()) <= _LONGEST]
                self._untold.clear()
                if told:
                    await connection.execute(_TELL, _CHANNEL, told)
        except asyncio.CancelledError:
            connection.terminate()
            raise

    def _received(self, connection: Any, sender: int, _channel: str, told: object) -> None:
        if sender != connection.get_server_pid():
            self._heard(unescaped(str(told)))
