"""`tavern serve`: the server."""

import asyncio
import os
import sys
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import click

from events.store import StoreError
from events.stores.opening import open_store
from games.installed import CATALOGUE
from server import settings
from server.config import SETTINGS, BadConfig, Config, Setting
from server.running import Addresses, CannotListen, serve
from server.settings import Effective
from tools.console import console
from tools.failures import Failure, why

_FILE_PREFIX: Final = "sqlite:///"
_STARTING: Final = "Starting it"
_WIDEST: Final = 120
_FIRST_COLUMN: Final = 32


def _option(setting: Setting) -> click.Option:
    """A setting's option: it takes text, which is read and judged together with all the others."""
    about = setting.about
    if setting.type is bool:
        return click.Option([f"{setting.flag}/--no-{setting.flag[2:]}"], default=None, help=about.told)
    return click.Option([setting.flag], metavar=about.what, multiple=setting.listed, help=about.told)


class Serve(click.Command):
    """The command, whose options are the settings of the server, told under their headings."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options by what they are for, each with its variable and what it usually is."""
        options = {option.name: option for option in self.get_params(ctx) if isinstance(option, click.Option)}
        with formatter.section(_STARTING):
            others = [option for name, option in options.items() if name not in SETTINGS]
            formatter.write_dl([_row(option, "") for option in others], _FIRST_COLUMN)
        for group, members in groupby(SETTINGS.values(), lambda setting: setting.about.group):
            with formatter.section(group):
                rows = [_row(options[setting.name], _usual(setting)) for setting in members]
                formatter.write_dl(rows, _FIRST_COLUMN)


def _row(option: click.Option, usual: str) -> tuple[str, str]:
    names = ", ".join(sorted(option.opts, key=len))
    shown = f"{names} {option.metavar}" if option.metavar else names
    return shown, f"{option.help}  {usual}".rstrip()


def _usual(setting: Setting) -> str:
    if setting.default in (None, ()):
        return f"[{setting.variable}]"
    return f"[{setting.variable}={setting.shown(setting.default)}]"


_CONFIG: Final = click.Option(
    ["--config"],
    metavar="FILE",
    type=click.Path(path_type=Path),
    envvar="TAVERN_CONFIG",
    help="Settings in TOML, by the names of the variables without TAVERN_.  [TAVERN_CONFIG]",
)
_CHECK: Final = click.Option(
    ["--check"], is_flag=True, help="Tell the settings, and whether they and the store are fine; serve nothing."
)


def _command(config: Path | None, check: bool, **flags: Any) -> None:
    try:
        chosen = _settings(config, flags)
        if check:
            asyncio.run(_check(chosen))
        else:
            asyncio.run(_serve(chosen.config))
    except BadConfig as error:
        raise Failure(_told(error)) from None
    except StoreError as error:
        raise Failure(str(error)) from None
    except CannotListen as error:
        raise Failure(f"cannot listen on {error.host} port {error.port}: {why(error)}") from None


def _settings(config: Path | None, flags: dict[str, Any]) -> Effective:
    for name, meant in settings.misspelt(os.environ):
        click.echo(f"Warning: {name} is no setting; did you mean {meant}?", err=True)
    given = {name: None if value == () else value for name, value in flags.items()}
    sources = [settings.from_flags(given), settings.from_environment(os.environ)]
    if config is not None:
        sources.append(settings.from_file(config))
    return settings.effective(*sources)


def _told(error: BadConfig) -> str:
    if len(error.complaints) == 1:
        return str(error)
    return "\n  ".join([f"{len(error.complaints)} settings cannot be used:", *map(str, error.complaints)])


async def _serve(config: Config) -> None:
    store = await open_store(config.store)
    await serve(config, store, CATALOGUE, on_listening=lambda addresses: _greet(config, addresses))


def _greet(config: Config, addresses: Addresses) -> None:
    """A word for whoever started it by hand; the log tells the rest."""
    if not sys.stderr.isatty():
        return
    opens = "who has the host key" if config.host_key is not None else "anybody who can reach it"
    rows = [
        ("page and API", addresses.players),
        ("operator", f"{addresses.operator}/metrics" if addresses.operator else "no address of its own"),
        ("kept in", str(_path(config.store) or "memory alone: all is forgotten when it closes")),
        ("tables are opened by", opens),
    ]
    out = console(stderr=True)
    out.print("The tavern is open. Ctrl-C closes it.")
    for name, value in rows:
        out.print(f"  {name:<20}  {value}")


async def _check(chosen: Effective) -> None:
    """Print the settings, and look at the store without changing it. Raises what opening it raises."""
    rows = chosen.rows()
    names, values = (max(len(row[column]) for row in rows) for column in (0, 1))
    for name, value, source in rows:
        click.echo(f"{name:<{names}}  {value:<{values}}  {source}")
    click.echo(f"\nThe settings are fine. {await _look_at(chosen.config.store)}")


async def _look_at(address: str) -> str:
    path = _path(address)
    if path is None:
        return "What is played is kept in memory alone."
    if not await asyncio.to_thread(_exists, path):
        return f"{path} will be made."
    store = await open_store(address, read_only=True)
    try:
        await store.check()
        tables = await store.tables()
    finally:
        await store.close()
    return f"{path} can be used: {len(tables)} {'table' if len(tables) == 1 else 'tables'}."


def _path(address: str) -> Path | None:
    return Path(address.removeprefix(_FILE_PREFIX)).absolute() if address.startswith(_FILE_PREFIX) else None


def _exists(path: Path) -> bool:
    """Whether the file is there; raises a `Failure` where a server could neither write nor make it."""
    if path.exists():
        if not os.access(path, os.W_OK):
            raise Failure(f"{path} cannot be written")
        return True
    if not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise Failure(f"{path} cannot be made: {path.parent} is no folder that can be written to")
    return False


command: Final = Serve(
    "serve",
    callback=_command,
    params=[_CONFIG, _CHECK, *(_option(setting) for setting in SETTINGS.values())],
    context_settings={"max_content_width": _WIDEST},
    short_help="Open the tavern: serve the HTTP API.",
    help="""Open the tavern: serve the HTTP API, and a page to read and try it on.

    It serves until it is stopped with Ctrl-C or SIGTERM, and finishes then what is under way; a second one cuts that
    short. One server holds a store at a time; replay, audit and export read it meanwhile.

    Every setting can be given as an option, in the environment under the name in brackets, or in a TOML file, and is
    taken from the first of these that gives it. All that is wrong with them is told before anything starts.

    \b
    Examples:
      tavern serve
      tavern serve --store sqlite:////var/lib/tavern/tavern.db --host 0.0.0.0
      tavern serve --config tavern.toml --check
      TAVERN_STORE=memory: TAVERN_PORT=0 tavern serve
    """,
)
