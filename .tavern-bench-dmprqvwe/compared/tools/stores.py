"""The store that a command works on: read-only beside a server, or for changes while none has it open."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

import click

from events.store import Store
from events.stores.opening import POSTGRESQL
from server.config import Config
from tools.failures import Failure
from tools.settings import read_file
from tools.sources.store_file import SQLITE, StoreFile, file_of, use_store

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
        help="The store: sqlite:///FILE, just the file, or postgresql://USER@HOST/DATABASE.",
    )(command)


def path_of(store: str) -> Path:
    """The file of a store. Raises `Failure`."""
    if store.startswith("memory:"):
        raise Failure("a store in memory exists only within its server")
    if store.startswith(POSTGRESQL):
        raise Failure("this is for stores in a file; for PostgreSQL, use its own tools (docs/operations.md)")
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
