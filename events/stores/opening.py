"""From a store's address, as given on the command line, to the opened store."""

import asyncio
from pathlib import Path
from typing import Final

from events.store import Store, StoreError
from events.stores.memory import MemoryStore
from events.stores.sqlite import SqliteStore

ADDRESSES: Final = "memory: (kept nowhere), sqlite:///FILE (a path from here) or sqlite:////FILE (a path from the root)"
"""What `open_store` understands, in words for a help text."""

_SQLITE: Final = "sqlite://"


class UnknownAddress(StoreError):
    """No store is reached by this address."""

    code = "unknown_store_address"


async def open_store(address: str, *, read_only: bool = False) -> Store:
    """Open the store at `address`, one of `ADDRESSES`; `read_only` for programs that only look.

    Raises `UnknownAddress`, and what opening that kind of store raises.
    """
    if address == "memory:":
        if read_only:
            raise UnknownAddress("a store in memory ends with its server: there is nothing to read in memory:")
        return MemoryStore()
    if address.startswith("sqlite:"):
        path = _sqlite_path(address)
        return await asyncio.to_thread(SqliteStore.open, path, read_only=read_only)
    hint = "" if ":" in address else f" A file is named like this: sqlite:///{address}"
    raise UnknownAddress(f"no store is called {address!r}. It may be {ADDRESSES}.{hint}")


def _sqlite_path(address: str) -> Path:
    rest = address.removeprefix(_SQLITE)
    # A NUL ends a path for the operating system, though not for Python.
    if rest == address or not rest.startswith("/") or rest == "/" or rest.endswith("/") or "\0" in rest:
        raise UnknownAddress(f"{address!r} names no file. A store may be {ADDRESSES}.")
    return Path(rest.removeprefix("/"))
