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

REFUSED = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not that'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON log FOR EACH ROW WHEN (new.line = 'not that') EXECUTE FUNCTION refuse()
"""
"""A trigger that refuses one line."""

TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tavern%'"
"""Ends all connections of servers."""


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
