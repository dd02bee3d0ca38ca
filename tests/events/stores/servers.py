"""Servers that share a PostgreSQL store, for its tests."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from events.stores.postgresql import PostgresqlStore

Opening = Callable[[], Awaitable[PostgresqlStore]]

CUT = """
    CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    EXECUTE FUNCTION cut()
"""
"""A trigger that is checked at the commit, and ends the connection."""


@asynccontextmanager
async def stores_at(address: str) -> AsyncGenerator[Opening]:
    """Opens the store as another server does; all are closed afterwards."""
    stores: list[PostgresqlStore] = []

    async def serve() -> PostgresqlStore:
        stores.append(await PostgresqlStore.open(address, "the store", shared=True))
        return stores[-1]

    yield serve
    for store in stores:
        await store.close()
