"""Runs the server for `tavern serve`."""

import asyncio
import os
import sys
from typing import Final

from events.storage.addresses import POSTGRESQL, shown
from events.storage.contract import StoreError
from events.storage.opening import open_store
from games.installed import CATALOGUE
from server.config import Config
from server.log import get_log
from server.running import Addresses, CannotListen, serve
from tools.console import console
from tools.failures import Failure, failing_on, why
from tools.sources.files import sqlite_file_of

_OVERDUE: Final = 1
"""The exit status of a server that could not stop in time."""


def run(config: Config, *, create: bool) -> None:
    """Run a server until it is stopped. Raises `Failure`."""
    try:
        with failing_on(StoreError):
            asyncio.run(_serve(config, create))
    except CannotListen as error:
        raise Failure(f"cannot listen on {error.host} port {error.port}: {why(error)}") from None


async def _serve(config: Config, create: bool) -> None:
    store = await open_store(config.store, create=create, shared=True)
    await serve(
        config, store, CATALOGUE, on_listening=lambda addresses: _greet(config, addresses), on_overdue=_end_at_once
    )


def _end_at_once() -> None:
    """End the process without waiting for the disk: what was acknowledged is safe, as after a power cut."""
    get_log().error("ended_at_once")
    sys.stdout.flush()
    os._exit(_OVERDUE)


def _greet(config: Config, addresses: Addresses) -> None:
    """A greeting on a terminal; the log has the facts."""
    if not sys.stderr.isatty():
        return
    rows = [
        ("page and API", addresses.players),
        ("metrics", f"{addresses.operator}/metrics" if addresses.operator else "off"),
        ("store", _where(config.store)),
        ("open tables", "anyone who can reach it" if config.host_key is None else "holders of the host key"),
    ]
    out = console(stderr=True)
    out.print("The tavern is open. Ctrl-C closes it.")
    for name, value in rows:
        out.print(f"  {name:<12}  {value}")


def _where(address: str) -> str:
    if address.startswith(POSTGRESQL):
        return shown(address)
    path = sqlite_file_of(address)
    return "memory only; lost when the server stops" if path is None else str(path)
