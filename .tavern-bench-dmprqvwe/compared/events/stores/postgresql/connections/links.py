"""The types of connections and pools, which take a parameter for the type checker alone."""

from typing import TYPE_CHECKING

from asyncpg import Connection, Pool, Record
from asyncpg.pool import PoolConnectionProxy

if TYPE_CHECKING:
    Link = Connection[Record]
    Links = Pool[Record]
    Borrowed = PoolConnectionProxy[Record]
    AnyLink = Connection[Record] | Borrowed
else:
    Link = Connection
    Links = Pool
    Borrowed = PoolConnectionProxy
    AnyLink = Connection | Borrowed

__all__ = ["AnyLink", "Borrowed", "Link", "Links", "Record"]
