"""The store that a command works on: read-only beside a server, or for changes while none has it open."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from events.storage.addresses import POSTGRESQL, SQLITE, shown
from events.storage.contract import Store
from tools.failures import Failure
from tools.sources.files import file_of
from tools.sources.store_file import StoreFile, use_store

T = TypeVar("T")


def path_of(store: str) -> Path:
    """The file of a store. Raises `Failure`."""
    if store.startswith("memory:"):
        raise Failure(f"the store {store} exists only within its server")
    if store.startswith(POSTGRESQL):
        raise Failure(
            f"{shown(store)} is no file, and this is for stores in a file; for PostgreSQL, use its own tools "
            "(docs/operations.md)"
        )
    return file_of(store)


def source_of(store: str) -> StoreFile:
    """A store, which may be given as a file, as a source of logs. A server may have it open. Raises `Failure`."""
    return StoreFile(store if store.startswith(POSTGRESQL) else f"{SQLITE}{path_of(store)}")


def change(store: str, act: Callable[[Store], Awaitable[T]], *, new: bool = False) -> T:
    """Change a store that no server has open. A missing store is created only if `new`. Raises `Failure`."""
    source = source_of(store)
    if not new:
        source.ask(lambda opened: opened.check())
    return use_store(source.url, act)
