"""How a tavern looks from a browser, for `tavern doctor`: name, TLS, the page, proxies and live streams."""

import asyncio
import re
import ssl
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import click
import msgspec
from yarl import URL

from server.config import Config
from tools.commands.administer.diagnosis import Diagnosis, State, good

_SECONDS: Final = 5.0
_MISDIRECTED: Final = HTTPStatus.MISDIRECTED_REQUEST
_CLOCKS_APART: Final = 60
_DAYS_OF_CERTIFICATE: Final = 14
_RENEW: Final = "Let Caddy or certbot get one, for the name that people use; see docs/operations.md."


class _Manifest(msgspec.Struct):
    """What of Foundry's manifest says where the server is."""

    url: str


def address_in(url: str) -> URL:
    """The address of a tavern in that of one of its pages. What else may be in it, such as an invite, is secret."""
    try:
        given = URL(url)
    except ValueError:
        given = URL()
    if given.scheme not in ("http", "https") or not given.host:
        raise click.UsageError("URL begins with http:// or https:// and a host")
    path = re.split(r"/[tj]/", given.path, maxsplit=1)[0].rstrip("/")
    return URL.build(scheme=given.scheme, host=given.host, port=given.explicit_port, path=path)


async def seen_from_browser(config: Config, url: URL) -> list[Diagnosis]:
    """What is found at an address at which a browser would open the tavern."""
    connector = aiohttp.TCPConnector(ssl=ssl.create_default_context())
    timeout = aiohttp.ClientTimeout(total=_SECONDS)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        return [one async for one in _address(config, session, url)]


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
    yield good("address", f"a tavern answers at {reached}")
    for one in (_proxy(config, headers), _clocks(headers)):
        if one is not None:
            yield one
    try:
        for two in (
            await _page(session, reached),
            await _own_address(session, reached),
            await _encryption(reached),
            await _stream(session, reached),
        ):
            if two is not None:
                yield two
    except (aiohttp.ClientError, OSError, ValueError) as error:
        detail = f"a later request failed: {str(error) or 'no answer in time'}."
        yield Diagnosis("address", "wrong", detail, "Try again: the server or the network is slow or unsteady.")


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
    return good("page", "it comes with its content security policy.")


async def _own_address(session: aiohttp.ClientSession, url: URL) -> Diagnosis | None:
    """Whether the server knows at which address it is reached: the module for Foundry contains it."""
    async with session.get(f"{url}/foundry/module.json") as answer:
        body = await answer.read()
    try:
        own = msgspec.json.decode(body, type=_Manifest).url
    except (msgspec.DecodeError, UnicodeDecodeError):
        own = ""
    if own and URL(own) == URL(f"{url}/"):
        return None
    detail = f"the server takes {own or 'something else'} for its address: its module for Foundry would look there."
    remedy = "Let the proxy pass the Host on, set X-Forwarded-Proto and X-Forwarded-Prefix, and be in --trusted-proxy."
    return Diagnosis("Foundry", "doubt", detail, remedy)


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
        return good("proxy", f"{between} is in between. Trusted is {trusted}, which has to be its address.")
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
    return good("live", "live streams arrive at once.")
