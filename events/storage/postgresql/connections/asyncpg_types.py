"""asyncpg's types of connections and pools, whose parameter exists for type checkers alone."""

from typing import TYPE_CHECKING

import asyncpg
from asyncpg import Record
from asyncpg.pool import PoolConnectionProxy

if TYPE_CHECKING:
    Connection = asyncpg.Connection[Record]
    Pool = asyncpg.Pool[Record]
    PooledConnection = PoolConnectionProxy[Record]
    AnyConnection = Connection | PooledConnection
else:
    Connection = asyncpg.Connection
    Pool = asyncpg.Pool
    PooledConnection = PoolConnectionProxy
    AnyConnection = Connection | PooledConnection

__all__ = ["AnyConnection", "Connection", "Pool", "PooledConnection", "Record"]
