"""A store in a PostgreSQL database, which several servers share. Needs asyncpg: the extra `postgres`."""

from events.stores.postgresql.store import PostgresqlStore

__all__ = ["PostgresqlStore"]
