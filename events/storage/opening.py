"""Opens a store by its address, as given on the command line."""

import asyncio
from pathlib import Path
from typing import Final

from events.storage.addresses import ADDRESSES, POSTGRESQL, shown
from events.storage.contract import Store, StoreError
from events.storage.contract.copying import CopyableStore, CopyIncomplete
from events.storage.memory import MemoryStore
from events.storage.sqlite import SqliteStore
from events.storage.sqlite.file.opening import missing

__all__ = ["UnknownAddress", "missing", "open_copyable", "open_store"]

_SQLITE: Final = "sqlite://"


class UnknownAddress(StoreError):
    """The address has no known form."""

    code = "unknown_store_address"


async def open_store(address: str, *, read_only: bool = False, create: bool = True, shared: bool = False) -> Store:
    """Open the store at `address`, one of `ADDRESSES`; `read_only` for programs that only read.

    A missing file or schema becomes a new store only with `create`. `shared` is for servers: other servers may open the
    same store, if it is of a kind that allows it.

    Raises `UnknownAddress`, `CopyIncomplete`, and what opening that kind of store raises.
    """
    store = await open_copyable(address, read_only=read_only, create=create, shared=shared)
    try:
        source = None if read_only and not shared else await store.copied_from()
    except StoreError:
        await store.close()
        raise
    if source is not None:
        await store.close()
        raise CopyIncomplete(f"{shown(address)} is an incomplete copy of {source}: run tavern copy again.")
    return store


async def open_copyable(
    address: str, *, read_only: bool = False, create: bool = True, shared: bool = False
) -> CopyableStore:
    """Open a store even if it is an incomplete copy. See `open_store`."""
    if address == "memory:":
        if read_only:
            raise UnknownAddress("memory: exists only within its server, so there is nothing to read")
        return MemoryStore()
    if address.startswith("sqlite:"):
        path = _sqlite_path(address)
        return await asyncio.to_thread(SqliteStore.open, path, read_only=read_only, create=create)
    if address.startswith(POSTGRESQL):
        return await _open_postgresql(address, read_only=read_only, create=create, shared=shared)
    hint = "" if not address or ":" in address else f" For a file, write sqlite:///{address}"
    raise UnknownAddress(f"{shown(address)!r} is not the address of a store. Use {ADDRESSES}.{hint}")


def _sqlite_path(address: str) -> Path:
    rest = address.removeprefix(_SQLITE)
    # A NUL ends a path for the operating system, though not for Python.
    if rest == address or not rest.startswith("/") or rest == "/" or rest.endswith("/") or "\0" in rest:
        raise UnknownAddress(f"{address!r} does not name a file. Use {ADDRESSES}.")
    return Path(rest.removeprefix("/"))


async def _open_postgresql(address: str, *, read_only: bool, create: bool, shared: bool) -> CopyableStore:
    try:
        # Other stores work without the driver.
        from events.storage.postgresql import PostgresqlStore
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise UnknownAddress(
            "for PostgreSQL, install the driver as well: pip install asyncpg (see docs/operations.md)"
        ) from None
    return await PostgresqlStore.open(address, shown(address), read_only=read_only, create=create, shared=shared)
