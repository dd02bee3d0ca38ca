"""Makes connections to PostgreSQL, with the settings that all of them share, to whichever server can be written to."""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from events.stores.postgresql.connections.confirming import confirm
from events.stores.postgresql.connections.errors import FAILURES
from events.stores.postgresql.connections.links import Link

SCHEMA: Final = "tavern"
"""The schema (namespace) in the database that has all tables of the store."""
CONNECT_SECONDS: Final = 5.0
_CONNECT_SECONDS_OF_SEVERAL: Final = 3.0
"""The same for each of several servers: a dead one must not use up the time of the others."""
COMMAND_SECONDS: Final = 15.0
"""How long a statement may take before its connection is given up: a hanging database must not hang the server."""
BORROW_SECONDS: Final = 20.0
"""How long it may take to have a connection of a pool, and later to give it back."""
_CLOSE_SECONDS: Final = 1.0
_LOCK_SECONDS: Final = 5
_IDLE_SECONDS: Final = 15
"""How long a transaction may be idle: PostgreSQL ends it if its server hangs, and frees its locks."""


class _Closing(Link):
    """A connection that closes quickly and without an error, also when a pool replaces it."""

    def get_reset_query(self) -> str:
        """Returns no query for the driver to send when a connection goes back to its pool.

        Nothing outlasts its transaction there: no setting, lock, cursor or LISTEN. So a reset would only cost every
        read a second round trip.
        """
        return ""

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109 - the driver's signature
        # If it fails, the driver cuts the connection.
        with suppress(*FAILURES):
            await super().close(timeout=_CLOSE_SECONDS if timeout is None else min(timeout, _CLOSE_SECONDS))


class Servers:
    """The PostgreSQL servers that an address names. `primary` is the one that was connected to last.

    Servers are asked in turn, first the one that answered last. Unless it is `read_only`, a connection is made only if
    a commit is confirmed there. A former primary that does not know yet that it was replaced is never one, and nothing
    is read that its standbys may lack.
    """

    def __init__(self, address: str, *, read_only: bool = False) -> None:
        self._addresses = addresses(address)
        self._options = options(read_only=read_only)
        if len(self._addresses) > 1:
            self._options["timeout"] = _CONNECT_SECONDS_OF_SEVERAL
        if read_only and "target_session_attrs=read-write" in address:
            # Their sessions are read-only, but it is the primary that is meant.
            self._options["target_session_attrs"] = "primary"
        self._read_only = read_only
        self.primary: str | None = None
        self.on_change: Callable[[], None] | None = None
        """Called when connections that were made before should not be used any more."""

    async def connect(self, *_: object, **__: object) -> Link:
        """A connection; a pool's own arguments say nothing more. Raises the driver's errors, and `Unconfirmed`."""
        failure: Exception | None = None
        for address in tuple(self._addresses):
            try:
                link = await self._connect(address)
            except asyncpg.TargetServerAttributeNotMatched as error:
                # The others tell more.
                failure = failure or error
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
                failure = error
            else:
                self._take(address)
                return link
        raise failure or OSError("the address names no server")

    async def _connect(self, address: str) -> Link:
        link: Link = await asyncpg.connect(address, connection_class=_Closing, **self._options)
        if self._read_only:
            return link
        try:
            await confirm(link)
        except BaseException:
            link.terminate()
            raise
        return link

    def _take(self, address: str) -> None:
        self._addresses.sort(key=lambda one: one != address)
        if (primary := host(address)) != self.primary:
            self.primary = primary
            if self.on_change is not None:
                self.on_change()

    def doubt(self) -> None:
        """The server that was asked first did not confirm something: ask it last, and make all connections again."""
        self._addresses.append(self._addresses.pop(0))
        if self.on_change is not None:
            self.on_change()


async def connect(address: str, *, read_only: bool = False) -> Link:
    """A connection. Raises the driver's errors."""
    return await Servers(address, read_only=read_only).connect()


def addresses(address: str) -> list[str]:
    """An address for each of the servers that this one names."""
    try:
        parts = urlsplit(address)
    except ValueError:
        # The driver says what is wrong with it.
        return [address]
    user, at, hosts = parts.netloc.rpartition("@")
    if "," not in hosts:
        return [address]
    return [urlunsplit(parts._replace(netloc=f"{user}{at}{one}")) for one in hosts.split(",")]


def host(address: str) -> str:
    """The server that an address names, without anything else."""
    with suppress(ValueError):
        return urlsplit(address).netloc.rpartition("@")[2]
    return ""


def options(*, read_only: bool) -> dict[str, Any]:
    """The options that every connection shares."""
    settings = {
        "application_name": f"tavern {socket.gethostname()}:{os.getpid()}",
        "search_path": SCHEMA,
        "client_min_messages": "warning",
        "lock_timeout": f"{_LOCK_SECONDS}s",
        # What is acknowledged is durable, whatever the database's own setting.
        "synchronous_commit": "on",
        # Rows are found by their keys. Without statistics of tables that are new or have grown, PostgreSQL would read
        # all of their rows, again and again. And planning or compiling a statement takes longer than running it.
        "enable_seqscan": "off",
        "jit": "off",
        "plan_cache_mode": "force_generic_plan",
        "idle_in_transaction_session_timeout": f"{_IDLE_SECONDS}s",
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "2",
    }
    if read_only:
        settings["default_transaction_read_only"] = "on"
    return {"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS, "server_settings": settings}
