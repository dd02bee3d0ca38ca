"""Notifies other servers through PostgreSQL that a table has something new. A notification carries only its id.

One connection listens and notifies. It notifies after the commit: a commit that notifies takes a lock on the whole
database cluster, under which servers would wait for each other's disks. Servers also poll, in case one is lost.
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
_NOTIFY: Final = "SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id"
_RETRY_SECONDS: Final = 1.0


class Notifications:
    """Notifies other servers of tables that this one wrote to; calls `on_received` with those that others wrote to."""

    def __init__(self, servers: Servers, on_received: Callable[[str], object]) -> None:
        self._servers = servers
        self._on_received = on_received
        self._waiting: set[str] = set()
        self._wake_up = asyncio.Event()
        self._listening = asyncio.Event()
        self._connection: Link | None = None
        self._task = asyncio.get_running_loop().create_task(self._run())

    def notify(self, table: str) -> None:
        """Notify others of a table soon, together with all tables until then."""
        self._waiting.add(table)
        self._wake_up.set()

    def reconnect(self) -> None:
        """Listen on another connection, because the server may have been replaced."""
        if self._connection is not None:
            self._connection.terminate()

    async def listening(self) -> None:
        """Wait until this server receives notifications."""
        await self._listening.wait()

    async def close(self) -> None:
        """Stop notifying and listening."""
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
            connection.add_termination_listener(lambda _: self._wake_up.set())
            await connection.add_listener(_CHANNEL, self._received)
            self._listening.set()
            while not connection.is_closed():
                await self._wake_up.wait()
                self._wake_up.clear()
                tables = [name for name in map(escaped, self._waiting) if len(name.encode()) <= _LONGEST]
                self._waiting.clear()
                if tables:
                    await connection.execute(_NOTIFY, _CHANNEL, tables)
        except asyncio.CancelledError:
            connection.terminate()
            raise

    def _received(self, connection: Any, sender: int, _channel: str, table: object) -> None:
        if sender != connection.get_server_pid():
            self._on_received(unescaped(str(table)))
