"""A store in one SQLite file: each part of the store is a module, and `store` puts them together."""

from events.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
