"""The files that stores are in, by what names the stores. Unlike `tools.sources.store_file`, it loads no store."""

from pathlib import Path

from events.storage.addresses import ADDRESSES, SQLITE, address_of, shown
from tools.failures import Failure


def file_of(address: str) -> Path:
    """The file that a store's address, or a path, names. Raises `Failure` for addresses that no store has."""
    url = address_of(address)
    if not url.startswith(SQLITE):
        raise Failure(f"{shown(address)} is not the address of a store; use a file, {ADDRESSES}")
    return Path(url.removeprefix(SQLITE))


def sqlite_file_of(address: str) -> Path | None:
    """The absolute path of the file at a store's address; None if the address is not that of a file."""
    return Path(address.removeprefix(SQLITE)).absolute() if address.startswith(SQLITE) else None
