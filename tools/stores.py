"""The store that a command works on: read-only beside a server, or for changes while none has it open."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

import click

from events.storage.contract import Store
from events.storage.opening import POSTGRESQL, shown
from server.config import Config
from tools.failures import Failure
from tools.settings import read_file
from tools.sources.store_file import SQLITE, StoreFile, file_of, use_store

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

_USUAL: Final = Config().store
_NAMED: Final = "tools.stores.named"


def store_argument(metavar: str = "[STORE]") -> Callable[[F], F]:
    """The argument STORE, the last one of every command that works on a store; `--store` gives it as well.

    Its default comes from the environment or the settings file, as for `serve`.
    """

    def decorated(command: F) -> F:
        named = click.option(
            "--store",
            "-s",
            "named_store",
            metavar="STORE",
            is_eager=True,
            expose_value=False,
            callback=_keep_named,
            help=f"STORE: a file, sqlite:///FILE or postgresql://USER@HOST/DB.  [TAVERN_STORE={_USUAL}]",
        )
        return click.argument("store", metavar=metavar, required=False, callback=_chosen)(named(command))

    return decorated


def _keep_named(context: click.Context, _: click.Parameter, store: str | None) -> None:
    context.meta[_NAMED] = store


def _chosen(context: click.Context, _: click.Parameter, given: str | None) -> str:
    named: str | None = context.meta.get(_NAMED)
    if "" in (given, named):
        raise click.UsageError("the store is empty", context)
    if given is not None and named is not None:
        raise click.UsageError(f"the store is given twice: {shown(given)} and --store {shown(named)}", context)
    return given or named or os.environ.get("TAVERN_STORE") or _servers()


def _servers() -> str:
    """The store in the server's settings. Raises `Failure` if their file cannot be read."""
    file = os.environ.get("TAVERN_CONFIG")
    return str(read_file(Path(file)).get("store", _USUAL)) if file else _USUAL


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
