"""The store that a command works on: read-only beside a server, or for changes while none has it open."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from events.store import Store
from events.stores.opening import POSTGRESQL
from server.config import Config
from tools.failures import Failure
from tools.settings import all_shards, read_file
from tools.sources.store_file import SQLITE, StoreFile, file_of, shards_of, unreachable, use_store

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

_USUAL: Final = Config().store


def _servers() -> str:
    """The store in the server's settings. Raises `Failure` if their file cannot be read."""
    file = os.environ.get("TAVERN_CONFIG")
    return str(all_shards(read_file(Path(file)).get("store", _USUAL))) if file else _USUAL


class _StoreOption(click.Option):
    """An option that may be given several times: once for each shard."""

    def __init__(self, *names: Any, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.multiple = True

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """The address as one text."""
        return all_shards(value)

    def value_from_envvar(self, ctx: click.Context) -> Any:
        """The variable as it is: a file's name may have spaces."""
        return self.resolve_envvar_value(ctx)


def store_option(command: F) -> F:
    """The option `--store`; its default comes from the environment or the settings file, as for `serve`."""
    return click.option(
        "--store",
        "-s",
        cls=_StoreOption,
        metavar="STORE",
        envvar="TAVERN_STORE",
        default=_servers,
        show_default=_USUAL,
        help="The store: sqlite:///FILE, just the file, or postgresql://USER@HOST/DATABASE; of several shards, "
        "NAME=STORE for each.",
    )(command)


def path_of(store: str) -> Path:
    """The file of a store. Raises `Failure`."""
    if store.startswith("memory:"):
        raise Failure("a store in memory exists only within its server")
    if shards_of(store):
        raise Failure("this is for one file: name that of one shard")
    if store.startswith(POSTGRESQL):
        raise Failure("this is for stores in a file; for PostgreSQL, use its own tools (docs/operations.md)")
    return file_of(store)


def source_of(store: str) -> StoreFile:
    """A store, which may be given as a file, as a source of logs. A server may have it open. Raises `Failure`."""
    whole = store.startswith(POSTGRESQL) or shards_of(store)
    return StoreFile(store if whole else f"{SQLITE}{path_of(store)}")


def change(store: str, act: Callable[[Store], Awaitable[T]], *, new: bool = False) -> T:
    """Change a store that no server has open. A missing store is created only if `new`. Raises `Failure`."""
    source = source_of(store)
    if not new:
        source.ask(lambda opened: opened.check())
        if missed := unreachable():
            raise Failure(f"nothing was changed: {', '.join(missed)} cannot be reached")
    return use_store(source.url, act, read_only=False)
