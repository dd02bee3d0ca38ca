"""`tavern doctor`: what is wrong with a set-up, seen from this machine and from a browser, and what to do."""

import asyncio
import os
import shutil
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from errno import EADDRINUSE
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Final

import click

from events.storage.addresses import POSTGRESQL
from events.storage.sqlite.file.known_bugs import bugs_of_this
from server.config import Config
from tools import settings
from tools.commands.administer.diagnosis import Diagnosis, good
from tools.commands.play.serve import CONFIG, WithSettings, checked_store
from tools.console import Text, console
from tools.failures import Failure, why
from tools.output import print_json
from tools.sources.files import sqlite_file_of

_WRONG: Final = 1
_SECONDS: Final = 5.0
_MIB: Final = 1 << 20
_LITTLE_SPACE: Final = 1024 * _MIB
_NO_SPACE: Final = 100 * _MIB
_NEWER_THAN: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""This program is younger than that."""
_SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737). Nothing is sent to it: it only chooses an interface."""
_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared only
"""The addresses that stand for all, and by which such a server is reached from its own machine."""
_MARKS_OF_CONTAINERS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
_FIRST_CGROUP: Final = Path("/proc/1/cgroup")
_MARKS: Final = {"good": ("✓", "good"), "doubt": ("!", "coins"), "wrong": ("✗", "bad")}


@click.pass_context
def _command(ctx: click.Context, /, url: str | None, as_json: bool, **_: Any) -> None:
    config = settings.config_of(ctx)
    seen = None if url is None else _from_browser(config, url)
    found = [*_settings(ctx, config, known=seen is None), *_store(config), *_sqlite(config), *_clock()]
    found += [*_port(config), *_other_machines(config)]
    if seen is not None:
        found += asyncio.run(seen())
    if as_json:
        print_json(found)
    else:
        _print(found)
    ctx.exit(_WRONG if any(one.state == "wrong" for one in found) else 0)


def _print(found: list[Diagnosis]) -> None:
    out = console()
    for one in found:
        mark, style = _MARKS[one.state]
        out.print(Text(f"{mark} {one.part}: ", style) + Text(one.detail), soft_wrap=True)
        if one.remedy:
            out.print(Text(f"    {one.remedy}"), soft_wrap=True)


def _from_browser(config: Config, url: str) -> Callable[[], Coroutine[Any, Any, list[Diagnosis]]]:
    # A client of HTTP takes longer to load than all the rest.
    from tools.commands.administer.from_browser import address_in, seen_from_browser

    return partial(seen_from_browser, config, address_in(url))


# This machine


def _store(config: Config) -> Iterator[Diagnosis]:
    try:
        yield good("store", checked_store(config.store))
    except Failure as failure:
        yield Diagnosis("store", "wrong", failure.message)
    except OSError as error:
        remedy = "Run doctor as the user of the server, such as with sudo."
        yield Diagnosis("store", "doubt", f"it cannot be read: {why(error)}.", remedy)
        return
    if (path := sqlite_file_of(config.store)) is not None:
        if path.parent.is_dir():
            yield _space(path.parent)
        if os.name == "posix" and path.exists() and path.stat().st_mode & 0o077:
            remedy = f"It has every covered die: chmod 600 {path}"
            yield Diagnosis("store", "doubt", f"other users of this machine may read or change {path}.", remedy)
    elif not config.store.startswith(POSTGRESQL):
        remedy = "Use a store in a file: --store tavern.db"
        yield Diagnosis("store", "doubt", "everything is lost when the server stops.", remedy)


def _space(folder: Path) -> Diagnosis:
    free = shutil.disk_usage(folder).free
    detail = f"{free // _MIB:,} MiB are free for {folder}."
    if free < _NO_SPACE:
        return Diagnosis("disk", "wrong", detail, "Make room: a server on a full disk refuses commands.")
    if free < _LITTLE_SPACE:
        return Diagnosis("disk", "doubt", detail, "An evening takes a few MiB, and a backup as much as the store.")
    return good("disk", detail)


def _sqlite(config: Config) -> Iterator[Diagnosis]:
    if sqlite_file_of(config.store) is not None:
        yield from (Diagnosis("SQLite", "doubt", bug) for bug in bugs_of_this())


def _clock() -> Iterator[Diagnosis]:
    now = datetime.now(UTC)
    if now < _NEWER_THAN:
        detail = f"this machine believes it is {now:%Y-%m-%d %H:%M} UTC."
        yield Diagnosis("clock", "wrong", detail, "Set it, and let it follow a time server: the log records times.")


def _settings(ctx: click.Context, config: Config, *, known: bool) -> Iterator[Diagnosis]:
    """What is wrong with the settings. Unless they are `known` to be the server's, defaults are doubtful."""
    if not known and all(setting.source(ctx) == "default" for setting in settings.SETTINGS.values()):
        remedy = "Give doctor those of the server: its options, its variables, or --config."
        yield Diagnosis("settings", "doubt", "none are given: the defaults are assumed.", remedy)
    for wrong in settings.who_opens_tables(ctx):
        if config.host_key is None and _runs(config):
            remedy = "A tavern runs there already. If it was started with one of them, give doctor the same."
            yield Diagnosis("settings", "doubt", wrong, remedy)
        else:
            yield Diagnosis("settings", "wrong", wrong)
    for name, meant in settings.misspelt():
        yield Diagnosis("settings", "doubt", f"nothing reads the variable {name}.", f"Did you mean {meant}?")


def _port(config: Config) -> Iterator[Diagnosis]:
    """Whether the port is free, or a tavern answers at it."""
    try:
        taken = asyncio.run(_listens(config))
    except OSError as error:
        detail = f"nobody can listen on {config.host} port {config.port}: {why(error)}."
        yield Diagnosis("port", "wrong", detail, "Use an address of this machine for --host, and a port above 1023.")
        return
    if not taken:
        yield good("port", f"{config.port} is free; no server runs there yet.")
        return
    host = _near(config)
    local = f"http://[{host}]:{config.port}" if ":" in host else f"http://{host}:{config.port}"
    try:
        server, status, said = _readiness(host, config.port)
    except TimeoutError:
        detail = f"what listens at port {config.port} does not answer: a tavern that hangs, or another program."
        yield Diagnosis("port", "wrong", detail, "See in its log what it waits for, and restart it.")
        return
    except (OSError, HTTPException):
        server, status, said = None, None, ""
    if server != "tavern":
        detail = f"another program uses port {config.port}."
        yield Diagnosis("port", "wrong", detail, f"Stop it, or use another port: --port {config.port + 1}")
    elif status == HTTPStatus.OK:
        yield good("port", f"a tavern answers at {local}.")
    else:
        yield Diagnosis("port", "wrong", f"a tavern answers at {local}, but is not ready: {said}")


def _near(config: Config) -> str:
    """The address by which the server is reached from its own machine."""
    return _ANYWHERE.get(config.host, config.host)


def _runs(config: Config) -> bool:
    """Whether a tavern answers at the port."""
    with suppress(OSError, HTTPException):
        return _readiness(_near(config), config.port)[0] == "tavern"
    return False


def _readiness(host: str, port: int) -> tuple[str | None, int, str]:
    """What kind of server listens there, and whether it is ready. Raises `OSError`, `HTTPException`."""
    with closing(HTTPConnection(host, port, timeout=_SECONDS)) as connection:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        return answer.getheader("Server"), answer.status, answer.read().decode(errors="replace")


async def _listens(config: Config) -> bool:
    """Whether somebody listens where the server would. Raises `OSError` if nobody can."""
    if config.port == 0:
        return False
    try:
        server = await asyncio.start_server(lambda reader, writer: None, config.host, config.port)
    except OSError as error:
        if error.errno == EADDRINUSE:
            return True
        raise
    server.close()
    await server.wait_closed()
    return False


def _other_machines(config: Config) -> Iterator[Diagnosis]:
    """At what address phones in the same network reach the server."""
    own = _address_in_network() if config.host in _ANYWHERE else config.host
    if not config.exposed:
        detail = "only browsers on this machine reach the server."
        remedy = "For phones: set TAVERN_HOST_KEY and --host 0.0.0.0. Behind a proxy on this machine, that is right."
        yield Diagnosis("phones", "doubt", detail, remedy)
    elif _in_container():
        detail = "this runs in a container: phones need the address of its host, which doctor cannot see from here."
        remedy = "Open http://ADDRESS-OF-THE-HOST:PORT/ with the port that the container publishes."
        yield Diagnosis("phones", "doubt", detail, remedy)
    elif own is None:
        yield Diagnosis("phones", "doubt", "this machine is in no network.", "Connect it to the players' network.")
    else:
        at = f"http://{own}:{config.port or '…'}/"
        yield good("phones", f"in this network they open {at} unless a firewall on this machine refuses them.")


def _in_container() -> bool:
    """Whether this runs in a container of Docker, Podman or Kubernetes, which has an address of its own."""
    if any(mark.exists() for mark in _MARKS_OF_CONTAINERS):
        return True
    try:
        group = _FIRST_CGROUP.read_text(encoding="utf-8")
    except OSError:
        return False
    return any(name in group for name in ("docker", "containerd", "kubepods", "libpod"))


def _address_in_network() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE_ELSE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


class _Doctor(WithSettings):
    def require_valid(self, ctx: click.Context) -> None:
        settings.require_valid(ctx, to_serve=False)


command: Final = _Doctor(
    "doctor",
    callback=_command,
    params=[
        click.Argument(["url"], required=False, metavar="[URL]"),
        click.Option(["--json", "as_json"], is_flag=True, allow_from_autoenv=False, help="Print JSON."),
        CONFIG,
        *settings.SETTINGS.values(),
    ],
    context_settings={"auto_envvar_prefix": settings.PREFIX, "max_content_width": 120},
    help="""Find what is wrong with a set-up, and what to do.

    Give it the settings with which the server runs, by the same options, variables or file. It looks at the store, the
    disk, SQLite, the clock, the port and the address for phones. With URL, the address that players open, it also looks
    from a browser's side: name, TLS, the page, proxies and, if a public table is open, live streams. Nothing is
    changed.

    The exit status is 0 if nothing is wrong, 1 if something is, and 2 if the settings are invalid.

    \b
    Examples:
      tavern doctor
      tavern doctor https://tavern.example.org --config /etc/tavern/tavern.toml
      tavern doctor http://192.168.1.20:8521 --host 0.0.0.0
    """,
)
