"""Opens a store by its address, as given on the command line."""

import asyncio
from pathlib import Path
from typing import Final

from events.store import Store, StoreError
from events.stores.memory import MemoryStore
from events.stores.sqlite import SqliteStore
from events.stores.sqlite.file import missing

__all__ = ["ADDRESSES", "UnknownAddress", "missing", "open_store"]

ADDRESSES: Final = "memory: (lost at exit), sqlite:///FILE (a relative path) or sqlite:////FILE (an absolute path)"
"""The addresses that `open_store` accepts, for help texts."""

_SQLITE: Final = "sqlite://"


class UnknownAddress(StoreError):
    """The address has no known form."""

    code = "unknown_store_address"


async def open_store(address: str, *, read_only: bool = False, create: bool = True) -> Store:
    """Open the store at `address`, one of `ADDRESSES`; `read_only` for programs that only read.

    A missing file becomes a new store only with `create`.

    Raises `UnknownAddress`, and what opening that kind of store raises.
    """
    if address == "memory:":
        if read_only:
            raise UnknownAddress("memory: exists only within its server, so there is nothing to read")
        return MemoryStore()
    if address.startswith("sqlite:"):
        path = _sqlite_path(address)
        return await asyncio.to_thread(SqliteStore.open, path, read_only=read_only, create=create)
    hint = "" if not address or ":" in address else f" For a file, write sqlite:///{address}"
    raise UnknownAddress(f"{address!r} is not the address of a store. Use {ADDRESSES}.{hint}")


def _sqlite_path(address: str) -> Path:
    rest = address.removeprefix(_SQLITE)
    # A NUL ends a path for the operating system, though not for Python.
    if rest == address or not rest.startswith("/") or rest == "/" or rest.endswith("/") or "\0" in rest:
        raise UnknownAddress(f"{address!r} does not name a file. Use {ADDRESSES}.")
    return Path(rest.removeprefix("/"))
