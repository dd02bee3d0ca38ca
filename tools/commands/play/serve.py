"""`tavern serve`: the server."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click

from events.storage.addresses import POSTGRESQL, shown
from events.storage.contract import StoreError, StoreMissing
from events.storage.opening import missing, open_store
from server.config import Config
from tools import settings
from tools.failures import Failure, failing_on
from tools.sources.files import sqlite_file_of
from tools.sources.store_file import StoreFile
from tools.wording import counted

_MEMORY: Final = "memory:"
_GIVEN: Final = "given_store"
_WIDEST: Final = 120
_FIRST_COLUMN: Final = 32


class WithSettings(click.Command):
    """A command whose options are the settings of the server, in groups."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the settings from all their sources. Raises a `Failure` with everything that is wrong with them."""
        rest = super().parse_args(ctx, args)
        settings.take_store(ctx, ctx.params.pop(_GIVEN, None))
        if not ctx.resilient_parsing:
            self.require_valid(ctx)
        return rest

    def require_valid(self, ctx: click.Context) -> None:
        """Raise the `Failure`, if any setting is wrong."""
        settings.require_valid(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options in groups."""
        general = [option for option in self.get_params(ctx) if option.name not in settings.SETTINGS]
        for group, options in {"General": general, **settings.GROUPS}.items():
            with formatter.section(group):
                rows = [row for option in options if (row := option.get_help_record(ctx))]
                formatter.write_dl(rows, _FIRST_COLUMN)


CONFIG: Final = click.Option(
    ["--config"],
    metavar="FILE",
    type=click.Path(path_type=Path),
    is_eager=True,
    callback=settings.take_file,
    help=f"TOML file of settings, such as port = 8521.  [{settings.PREFIX}_CONFIG]",
)
_CHECK: Final = click.Option(
    ["--check"], is_flag=True, allow_from_autoenv=False, help="Print the effective settings, check the store, and exit."
)

_CREATE: Final = click.Option(
    ["--create"],
    is_flag=True,
    help=f"Create a missing store; without this, only the default one, and only once.  [{settings.PREFIX}_CREATE]",
)


@click.pass_context
def _command(ctx: click.Context, /, check: bool, create: bool, **_: Any) -> None:
    for name, meant in settings.misspelt():
        click.echo(f"Warning: unknown variable {name}; did you mean {meant}?", err=True)
    config = settings.config_of(ctx)
    create = create or _is_first_start(config.store)
    if check:
        _print_settings(ctx)
        checked = checked_store(config.store, create=create)
        click.echo(f"\nThe settings are valid. {checked}")
        return
    # The server takes longer to load than all that a check needs.
    from tools.commands.play.running import run

    run(config, create=create)


def _print_settings(ctx: click.Context) -> None:
    rows = [(name, setting.shown(ctx.params[name]), setting.source(ctx)) for name, setting in settings.SETTINGS.items()]
    names, values = (max(len(row[column]) for row in rows) for column in (0, 1))
    for name, value, source in rows:
        click.echo(f"{name:<{names}}  {value:<{values}}  {source}")


def _is_first_start(address: str) -> bool:
    """Whether a server starts for the first time in this folder, without a setting for its store."""
    path = sqlite_file_of(address)
    return path is not None and address == Config().store and not path.with_name(f"{path.name}.lock").exists()


def checked_store(address: str, *, create: bool = False) -> str:
    """Check a store as a server does before it opens it, and return the result in a sentence. Raises `Failure`."""
    checked = _checked(address, create or _is_first_start(address))
    _require_whole(address)
    return checked


def _checked(address: str, create: bool) -> str:
    if address.startswith(POSTGRESQL):
        return _checked_database(address, create)
    path = sqlite_file_of(address)
    if path is None:
        return "Tables are kept in memory only."
    if not _exists(path):
        if not create:
            raise Failure(str(missing(path)))
        return f"{path} will be created."
    source = StoreFile(address)
    source.ask(lambda store: store.check())
    return f"{path} is usable: {counted(len(source.tables()), 'table')}."


def _checked_database(address: str, create: bool) -> str:
    try:
        tables = asyncio.run(_tables(address))
    except StoreMissing as error:
        if not create:
            raise Failure(str(error)) from None
        return f"{shown(address)} can be reached, and its store will be created."
    except StoreError as error:
        raise Failure(str(error)) from None
    return f"{shown(address)} is usable: {counted(tables, 'table')}."


async def _tables(address: str) -> int:
    store = await open_store(address, read_only=True)
    try:
        return len(await store.tables())
    finally:
        await store.close()


def _require_whole(address: str) -> None:
    """Raise the `Failure` with which a server refuses the store, such as an incomplete copy."""
    path = sqlite_file_of(address)
    if address == _MEMORY or (path is not None and not path.exists()):
        return
    # A database without a store: it will be created.
    with failing_on(StoreError), suppress(StoreMissing):
        asyncio.run(_open_and_close(address))


async def _open_and_close(address: str) -> None:
    store = await open_store(address, read_only=True, shared=True)
    await store.close()


def _exists(path: Path) -> bool:
    """Whether the file exists. Raises a `Failure` if a server could not write or create it, or its lock beside it."""
    exists = path.exists()
    if exists and not os.access(path, os.W_OK):
        raise Failure(f"cannot write {path}")
    if not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        needed = f"{path}.lock and {path}-wal" if exists else path
        raise Failure(f"cannot create {needed}: {path.parent} is not a writable directory")
    return exists


command: Final = WithSettings(
    "serve",
    callback=_command,
    params=[
        click.Argument([_GIVEN], required=False, metavar="[STORE]"),
        CONFIG,
        _CHECK,
        _CREATE,
        *settings.SETTINGS.values(),
    ],
    context_settings={"auto_envvar_prefix": settings.PREFIX, "max_content_width": _WIDEST},
    short_help="Serve the HTTP API.",
    help="""Serve the HTTP API, and a page to read and try it.

    The server runs until Ctrl-C or SIGTERM, then finishes the requests in progress; a second signal cuts that short.
    Only one server can use a store in a file, but any number of servers one in PostgreSQL; tavern replay, audit and
    export can read it meanwhile. A missing store is created with --create, or if it is the default one and no server
    ran here before: an unmounted disk must not look like an empty tavern.

    STORE is the same as --store. Each setting comes from the first source that has it: option, environment variable,
    file, default. All invalid settings are reported together, before anything starts.

    \b
    Examples:
      tavern serve
      tavern serve /var/lib/tavern/tavern.db --create
      tavern serve --config tavern.toml --check
      tavern serve postgresql://tavern@db.example.org/tavern --create
      TAVERN_STORE=memory: TAVERN_PORT=0 tavern serve
    """,
)
