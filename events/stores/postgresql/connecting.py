"""Makes connections to PostgreSQL, with the settings that all of them share."""

import os
import socket
from typing import Any, Final

import asyncpg

from events.stores.postgresql.links import Link
from events.stores.postgresql.schema import SCHEMA

CONNECT_SECONDS: Final = 5.0
COMMAND_SECONDS: Final = 15.0
"""How long a statement may take before its connection is given up: a hanging database must not hang the server."""
_LOCK_SECONDS: Final = 5
_IDLE_SECONDS: Final = 15
"""How long a transaction may be idle: PostgreSQL ends it if its server hangs, and frees its locks."""


async def connect(address: str, *, read_only: bool = False) -> Link:
    """A connection. Raises the driver's errors."""
    return await asyncpg.connect(address, **options(read_only=read_only))


def options(*, read_only: bool) -> dict[str, Any]:
    """The options that every connection shares."""
    settings = {
        "application_name": f"tavern {socket.gethostname()}:{os.getpid()}",
        "search_path": SCHEMA,
        "client_min_messages": "warning",
        "lock_timeout": f"{_LOCK_SECONDS}s",
        "idle_in_transaction_session_timeout": f"{_IDLE_SECONDS}s",
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "2",
    }
    if read_only:
        settings["default_transaction_read_only"] = "on"
    return {"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS, "server_settings": settings}
