"""The store that a command works on: read-only beside a server, or for changes while none has it open."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

import click

from events.store import Store, StoreError, StoreInUse
from events.stores.opening import open_store
from server.config import Config
from tools.failures import Failure
from tools.settings import read_file
from tools.sources import SQLITE, StoreFile

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

_USUAL: Final = Config().store


def _servers() -> str:
    """The store in the server's settings. Raises `Failure` if their file cannot be read."""
    file = os.environ.get("TAVERN_CONFIG")
    return str(read_file(Path(file)).get("store", _USUAL)) if file else _USUAL


def store_option(command: F) -> F:
    """The option `--store`; its default comes from the environment or the settings file, as for `serve`."""
    return click.option(
        "--store",
        "-s",
        metavar="STORE",
        envvar="TAVERN_STORE",
        default=_servers,
        show_default=_USUAL,
        help="The store: sqlite:///FILE, or just the file.",
    )(command)


def path_of(store: str) -> Path:
    """The file of a store. Raises `Failure`."""
    if store.startswith("memory:"):
        raise Failure("a store in memory exists only within its server")
    return Path(store.removeprefix(SQLITE))


def address_of(store: str) -> str:
    """The address of a store, which may be given as a file. Raises `Failure`."""
    return f"{SQLITE}{path_of(store)}"


def source_of(store: str) -> StoreFile:
    """A store as a source of logs."""
    return StoreFile(address_of(store))


def ask(store: str, question: Callable[[Store], Awaitable[T]]) -> T:
    """Read from a store, which a server may have open. Raises `Failure`."""
    return _opened(address_of(store), question, read_only=True)


def change(store: str, act: Callable[[Store], Awaitable[T]], *, new: bool = False) -> T:
    """Change a store that no server has open. A missing store is created only if `new`.

    Raises `Failure`, which names the server if one has the store open.
    """
    address = address_of(store)
    if not new:
        _opened(address, _look, read_only=True)
    return _opened(address, act, read_only=False)


async def _look(store: Store) -> None:
    await store.check()


def _opened(address: str, act: Callable[[Store], Awaitable[T]], *, read_only: bool) -> T:
    async def done() -> T:
        store = await open_store(address, read_only=read_only)
        try:
            return await act(store)
        finally:
            await store.close()

    try:
        return asyncio.run(done())
    except StoreInUse as error:
        held = f" (process {error.holder})" if error.holder else ""
        raise Failure(f"a server{held} has {path_of(address)} open: stop it first and restart it afterwards") from None
    except StoreError as error:
        raise Failure(str(error)) from None
