"""The types of connections and pools, which take a parameter for the type checker alone."""

from typing import TYPE_CHECKING

from asyncpg import Connection, Pool, Record
from asyncpg.pool import PoolConnectionProxy

if TYPE_CHECKING:
    Link = Connection[Record]
    Links = Pool[Record]
    AnyLink = Connection[Record] | PoolConnectionProxy[Record]
else:
    Link = Connection
    Links = Pool
    AnyLink = Connection | PoolConnectionProxy

__all__ = ["AnyLink", "Link", "Links", "Record"]
