"""`tavern doctor`: what is wrong with a set-up, seen from this machine and from a browser, and what to do."""

import asyncio
import os
import re
import shutil
import socket
import ssl
import time
from collections.abc import AsyncGenerator, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from errno import EADDRINUSE
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, Literal

import aiohttp
import click
import msgspec
from yarl import URL

from events.storage.opening import POSTGRESQL
from events.storage.sqlite.file.known_bugs import bugs_of_this
from server.config import Config
from tools import settings
from tools.commands.play.serve import CONFIG, WithSettings, checked_store
from tools.console import Text, console
from tools.failures import Failure, why
from tools.output import print_json
from tools.sources.store_file import SQLITE

_WRONG: Final = 1
_SECONDS: Final = 5.0
_MIB: Final = 1 << 20
_LITTLE_SPACE: Final = 1024 * _MIB
_NO_SPACE: Final = 100 * _MIB
_MISDIRECTED: Final = HTTPStatus.MISDIRECTED_REQUEST
_CLOCKS_APART: Final = 60
_DAYS_OF_CERTIFICATE: Final = 14
_NEWER_THAN: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""This program is younger than that."""
_SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737). Nothing is sent to it: it only chooses an interface."""
_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared only
"""The addresses that stand for all, and by which such a server is reached from its own machine."""
_MARKS: Final = {"good": ("✓", "good"), "doubt": ("!", "coins"), "wrong": ("✗", "bad")}

State = Literal["good", "doubt", "wrong"]


class Diagnosis(msgspec.Struct, frozen=True):
    """What was found about one part of a set-up, and what to do about it, if anything."""

    part: str
    state: State
    detail: str
    remedy: str = ""


def _good(part: str, detail: str) -> Diagnosis:
    return Diagnosis(part, "good", detail)


@click.pass_context
def _command(ctx: click.Context, /, url: str | None, as_json: bool, **_: Any) -> None:
    config = settings.config_of(ctx)
    address = None if url is None else _address_in(url)
    found = [*_settings(ctx, known=address is None), *_store(config), *_sqlite(config), *_clock()]
    found += asyncio.run(_network(config, address))
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


def _address_in(url: str) -> URL:
    """The address of a tavern in that of one of its pages. What else may be in it, such as an invite, is secret."""
    try:
        given = URL(url)
    except ValueError:
        given = URL()
    if given.scheme not in ("http", "https") or not given.host:
        raise click.UsageError("URL begins with http:// or https:// and a host")
    path = re.split(r"/[tj]/", given.path, maxsplit=1)[0].rstrip("/")
    return URL.build(scheme=given.scheme, host=given.host, port=given.explicit_port, path=path)


async def _network(config: Config, url: URL | None) -> list[Diagnosis]:
    connector = aiohttp.TCPConnector(ssl=ssl.create_default_context())
    timeout = aiohttp.ClientTimeout(total=_SECONDS)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        found = [one async for one in _port(config, session)]
        found += _other_machines(config)
        if url is not None:
            found += [one async for one in _address(config, session, url)]
    return found


# This machine


def _store(config: Config) -> Iterator[Diagnosis]:
    try:
        yield _good("store", checked_store(config.store))
    except Failure as failure:
        yield Diagnosis("store", "wrong", failure.message)
    except OSError as error:
        remedy = "Run doctor as the user of the server, such as with sudo."
        yield Diagnosis("store", "doubt", f"it cannot be read: {why(error)}.", remedy)
        return
    if config.store.startswith(SQLITE):
        path = Path(config.store.removeprefix(SQLITE)).absolute()
        if path.parent.is_dir():
            yield _space(path.parent)
        if os.name == "posix" and path.exists() and path.stat().st_mode & 0o077:
            remedy = f"It has every covered die: chmod 600 {path}"
            yield Diagnosis("store", "doubt", f"other users of this machine may read or change {path}.", remedy)
    elif not config.store.startswith(POSTGRESQL):
        remedy = "Use a store in a file: --store sqlite:///tavern.db"
        yield Diagnosis("store", "doubt", "everything is lost when the server stops.", remedy)


def _space(folder: Path) -> Diagnosis:
    free = shutil.disk_usage(folder).free
    detail = f"{free // _MIB:,} MiB are free for {folder}."
    if free < _NO_SPACE:
        return Diagnosis("disk", "wrong", detail, "Make room: a server on a full disk refuses commands.")
    if free < _LITTLE_SPACE:
        return Diagnosis("disk", "doubt", detail, "An evening takes a few MiB, and a backup as much as the store.")
    return _good("disk", detail)


def _sqlite(config: Config) -> Iterator[Diagnosis]:
    if config.store.startswith(SQLITE):
        yield from (Diagnosis("SQLite", "doubt", bug) for bug in bugs_of_this())


def _clock() -> Iterator[Diagnosis]:
    now = datetime.now(UTC)
    if now < _NEWER_THAN:
        detail = f"this machine believes it is {now:%Y-%m-%d %H:%M} UTC."
        yield Diagnosis("clock", "wrong", detail, "Set it, and let it follow a time server: the log records times.")


def _settings(ctx: click.Context, *, known: bool) -> Iterator[Diagnosis]:
    """What is wrong with the settings. Unless they are `known` to be the server's, defaults are doubtful."""
    if not known and all(setting.source(ctx) == "default" for setting in settings.SETTINGS.values()):
        remedy = "Give doctor those of the server: its options, its variables, or --config."
        yield Diagnosis("settings", "doubt", "none are given: the defaults are assumed.", remedy)
    for wrong in settings.who_opens_tables(ctx):
        yield Diagnosis("settings", "wrong", wrong)
    for name, meant in settings.misspelt():
        yield Diagnosis("settings", "doubt", f"nothing reads the variable {name}.", f"Did you mean {meant}?")


async def _port(config: Config, session: aiohttp.ClientSession) -> AsyncGenerator[Diagnosis]:
    """Whether the port is free, or a tavern answers at it."""
    local = _local_address(config)
    try:
        taken = await _listens(config)
    except OSError as error:
        detail = f"nobody can listen on {config.host} port {config.port}: {why(error)}."
        yield Diagnosis("port", "wrong", detail, "Use an address of this machine for --host, and a port above 1023.")
        return
    if not taken:
        yield _good("port", f"{config.port} is free; no server runs there yet.")
        return
    try:
        async with session.get(f"{local}/readyz") as answer:
            if answer.headers.get("Server") == "tavern":
                ready = answer.status == 200
                detail = f"a tavern answers at {local}" + (
                    "." if ready else f", but is not ready: {await answer.text()}"
                )
                yield Diagnosis("port", "good" if ready else "wrong", detail)
                return
    except aiohttp.ClientError:
        pass
    except TimeoutError:
        detail = f"what listens at port {config.port} does not answer: a tavern that hangs, or another program."
        yield Diagnosis("port", "wrong", detail, "See in its log what it waits for, and restart it.")
        return
    detail = f"another program uses port {config.port}."
    yield Diagnosis("port", "wrong", detail, f"Stop it, or use another port: --port {config.port + 1}")


def _local_address(config: Config) -> str:
    host = _ANYWHERE.get(config.host, config.host)
    return f"http://[{host}]:{config.port}" if ":" in host else f"http://{host}:{config.port}"


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
    anywhere = config.host in _ANYWHERE
    own = _address_in_network() if anywhere else config.host
    if not config.exposed:
        detail = "only browsers on this machine reach the server."
        remedy = "For phones: set TAVERN_HOST_KEY and --host 0.0.0.0. Behind a proxy on this machine, that is right."
        yield Diagnosis("phones", "doubt", detail, remedy)
    elif own is None:
        yield Diagnosis("phones", "doubt", "this machine is in no network.", "Connect it to the players' network.")
    else:
        at = f"http://{own}:{config.port or '…'}/"
        yield _good("phones", f"in this network they open {at} unless a firewall on this machine refuses them.")


def _address_in_network() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE_ELSE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


# From a browser


async def _address(config: Config, session: aiohttp.ClientSession, url: URL) -> AsyncGenerator[Diagnosis]:
    """Whether the page and the API can be used at an address, and what lies between."""
    try:
        async with session.get(url / "api/games") as answer:
            body, headers, status = await answer.read(), answer.headers, answer.status
            reached = URL(str(answer.url).removesuffix("/api/games"))
    except aiohttp.ClientConnectorCertificateError as error:
        yield Diagnosis("TLS", "wrong", f"browsers do not trust the certificate: {error.certificate_error}.", _RENEW)
        return
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        detail = f"{url} cannot be reached: {str(error) or 'no answer in time'}."
        yield Diagnosis("address", "wrong", detail, "Check the name, the port, the firewall and that the server runs.")
        return
    if status == _MISDIRECTED:
        remedy = f"Start the server with --allow-host {reached.host} (or TAVERN_ALLOW_HOST)."
        yield Diagnosis("address", "wrong", f"the server does not answer for the name {reached.host}.", remedy)
        return
    if status != HTTPStatus.OK or not _is_catalogue(body):
        detail = f"what answers at {reached} is no tavern (status {status} for /api/games)."
        yield Diagnosis("address", "wrong", detail, "If it is a proxy, let it pass every path on unchanged.")
        return
    yield _good("address", f"a tavern answers at {reached}")
    for one in (_proxy(config, headers), _clocks(headers)):
        if one is not None:
            yield one
    try:
        for two in (await _page(session, reached), await _encryption(reached), await _stream(session, reached)):
            if two is not None:
                yield two
    except (aiohttp.ClientError, OSError, ValueError) as error:
        detail = f"a later request failed: {str(error) or 'no answer in time'}."
        yield Diagnosis("address", "wrong", detail, "Try again: the server or the network is slow or unsteady.")


_RENEW: Final = "Let Caddy or certbot get one, for the name that people use; see docs/operations.md."


def _is_catalogue(body: bytes) -> bool:
    try:
        return bool(msgspec.json.decode(body, type=dict[str, Any]).get("games"))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


async def _page(session: aiohttp.ClientSession, url: URL) -> Diagnosis:
    """Whether the page comes as the server sends it: with its policy, which a proxy must not replace."""
    async with session.get(f"{url}/") as answer:
        kind, policy = answer.content_type, answer.headers.get("Content-Security-Policy", "")
    if answer.status != HTTPStatus.OK or kind != "text/html":
        return Diagnosis("page", "wrong", f"{url}/ is not the page (status {answer.status}, {kind}).")
    if "script-src" not in policy and "default-src" not in policy:
        remedy = "Let the proxy keep the header Content-Security-Policy."
        return Diagnosis("page", "doubt", "the page has lost its content security policy.", remedy)
    return _good("page", "it comes with its content security policy.")


async def _encryption(url: URL) -> Diagnosis | None:
    if url.scheme == "https":
        _, writer = await asyncio.open_connection(url.host, url.port, ssl=ssl.create_default_context())
        certificate: dict[str, Any] = writer.get_extra_info("peercert")
        writer.close()
        days = int((ssl.cert_time_to_seconds(certificate["notAfter"]) - time.time()) // 86_400)
        state: State = "doubt" if days < _DAYS_OF_CERTIFICATE else "good"
        remedy = _RENEW if state == "doubt" else ""
        return Diagnosis("TLS", state, f"the certificate is trusted, for {days} more days.", remedy)
    if url.host in ("localhost", "127.0.0.1", "::1"):
        return None
    detail = "it is not encrypted: anyone in between can read tokens and dice."
    return Diagnosis("TLS", "doubt", detail, "At home that may do. On the Internet, put Caddy or nginx in front.")


def _proxy(config: Config, headers: Any) -> Diagnosis | None:
    """A proxy names itself; the server then has to trust what it says about callers."""
    between = headers.get("Via") or headers.get("Server", "")
    if between == "tavern":
        return None
    if config.trusted_proxy:
        trusted = ", ".join(config.trusted_proxy)
        return _good("proxy", f"{between} is in between. Trusted is {trusted}, which has to be its address.")
    detail = f"{between} is in between, but no proxy is trusted: all players count as one address."
    remedy = "Limits then hit all at once. Set --trusted-proxy to the proxy's address, such as 127.0.0.1."
    return Diagnosis("proxy", "wrong", detail, remedy)


def _clocks(headers: Any) -> Diagnosis | None:
    try:
        there = parsedate_to_datetime(headers.get("Date", ""))
    except ValueError:
        return None
    apart = int(abs((there - datetime.now(UTC)).total_seconds()))
    if apart <= _CLOCKS_APART:
        return None
    detail = f"the server's differs from this machine's by {apart:,} seconds."
    return Diagnosis("clock", "doubt", detail, "Let both follow a time server.")


async def _stream(session: aiohttp.ClientSession, url: URL) -> Diagnosis | None:
    """Whether a live stream begins at once: proxies that collect answers hold it back. Needs a public table."""
    async with session.get(f"{url}/api/tables") as answer:
        listed = await answer.json()
    tables: list[dict[str, Any]] = listed.get("tables", [])
    if not tables:
        return None
    try:
        async with session.get(f"{url}/api/tables/{tables[0]['table']}/live") as live:
            await live.content.readline()
    except TimeoutError:
        remedy = "Turn off its buffering for /api, as deploy/nginx.conf and deploy/Caddyfile do."
        return Diagnosis("live", "wrong", "the proxy holds live streams back.", remedy)
    if live.status != HTTPStatus.OK:
        return Diagnosis("live", "wrong", f"live streams are refused (status {live.status}).")
    return _good("live", "live streams arrive at once.")


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
      tavern doctor https://tavern.example.org --config /etc/tavern.toml
      tavern doctor http://192.168.1.20:8521 --host 0.0.0.0
    """,
)
