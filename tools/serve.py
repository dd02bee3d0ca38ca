"""`tavern serve`: the server."""

import asyncio
import sys
from typing import Final, Literal

import click

from events.store import StoreError
from events.stores.opening import ADDRESSES, open_store
from games.installed import CATALOGUE
from server.config import BadConfig, Config
from server.running import serve
from tools.console import console
from tools.failures import Failure, why

_USUAL: Final = Config()


@click.command("serve", context_settings={"auto_envvar_prefix": "TAVERN", "show_default": True})
@click.option("--store", default=_USUAL.store, show_envvar=True, help=f"Where tables are kept: {ADDRESSES}.")
@click.option("--host", default=_USUAL.host, show_envvar=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option("--port", default=_USUAL.port, show_envvar=True, help="The port to listen on; 0 takes a free one.")
@click.option("--allow-seeds", is_flag=True, show_envvar=True, help="Let tables be opened with a given secret.")
@click.option(
    "--host-key", show_envvar=True, metavar="KEY", help="Only who has it opens tables; better in the environment."
)
@click.option(
    "--allow-origin", multiple=True, show_envvar=True, metavar="ORIGIN", help="Whose pages may call; all if none."
)
@click.option(
    "--log-format",
    type=click.Choice(["auto", "json", "console"]),
    default=_USUAL.log_format,
    show_envvar=True,
    help="JSON, or lines for people; auto: whichever fits what it is written to.",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default=_USUAL.log_level,
    show_envvar=True,
    help="From which level on.",
)
def command(
    store: str,
    host: str,
    port: int,
    allow_seeds: bool,
    host_key: str | None,
    allow_origin: tuple[str, ...],
    log_format: Literal["auto", "json", "console"],
    log_level: Literal["debug", "info", "warning", "error"],
) -> None:
    """Open the tavern: serve the HTTP API.

    It serves until it is stopped with Ctrl-C or SIGTERM, and finishes then what is under way. Every option can be given
    in the environment instead, under the name in brackets. One server holds a store at a time; replay, audit and export
    read it meanwhile.

    A secret that is given with a table (--allow-seeds) makes its dice repeatable, for tests and demonstrations, and is
    told of in every view: whoever gave it knows every roll.

    \b
    Examples:
      tavern serve
      tavern serve --store sqlite:////var/lib/tavern/tavern.db --host 0.0.0.0
      TAVERN_STORE=memory: TAVERN_PORT=0 tavern serve
    """
    try:
        config = Config(
            store=store,
            host=host,
            port=port,
            allow_seeds=allow_seeds,
            host_key=host_key,
            allow_origin=allow_origin,
            log_format=log_format,
            log_level=log_level,
        )
        asyncio.run(_serve(config))
    except (BadConfig, StoreError) as error:
        raise Failure(str(error)) from None
    except OSError as error:
        raise Failure(f"cannot listen on {host} port {port}: {why(error)}") from None


async def _serve(config: Config) -> None:
    store = await open_store(config.store)
    await serve(config, store, CATALOGUE, on_listening=lambda address: _greet(config, address))


def _greet(config: Config, address: str) -> None:
    """A word for whoever started it by hand; the log tells the rest."""
    if sys.stderr.isatty():
        kept = "forgotten when it closes" if config.store.startswith("memory:") else f"kept in {config.store}"
        console(stderr=True).print(f"The tavern is open at {address}; what is played is {kept}. Ctrl-C closes it.")
