"""The argument STORE of commands. Unlike `tools.stores`, it loads no store."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import click

from events.storage.addresses import shown
from server.config import Config
from tools.settings import read_file

F = TypeVar("F", bound=Callable[..., object])

_USUAL: Final = Config().store
_NAMED: Final = "tools.store_argument.named"


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
