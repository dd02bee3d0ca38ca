"""Checks Host headers: the defence against DNS rebinding.

If a page's host name suddenly resolves to the server's address, a browser considers page and server the same origin.
But the page's requests still name that host, so unknown host names are refused. An address cannot be rebound.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from aiohttp import web

from server.problems import Problem

ANY: Final = "*"
"""An allowed host that stands for all of them."""
_HOST: Final = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(:[0-9]*)?")
_LOOPBACK: Final = "localhost"
_LONGEST_SHOWN: Final = 100

Address = IPv4Address | IPv6Address


class Hosts:
    """The hosts for which a server answers if it listens on `bound` (an address or a name).

    These are loopback, the bound address (any address if it listens on all) and what the operator `allowed`. Ports do
    not matter.
    """

    def __init__(self, bound: str, allowed: Iterable[str]) -> None:
        names = {_name(host) for host in allowed}
        own = _address(bound)
        self._any = ANY in names
        self._any_address = not bound or (own is not None and own.is_unspecified)
        self._names = names if own is not None else names | {_name(bound)}
        self._addresses = {address for name in names if (address := _address(name)) is not None}

    def require(self, request: web.BaseRequest) -> None:
        """Raise a `Problem` (421) if the request names another host. One without a Host is not from a browser."""
        own: tuple[str, ...] = request.get_extra_info("sockname") or ("",)
        for header in () if self._any else request.headers.getall("Host", ()):
            if not self.known(header, own[0]):
                raise Problem(
                    421,
                    "host_not_allowed",
                    f"This server does not answer for the host {header[:_LONGEST_SHOWN]!r}. If that is its name, the "
                    "operator allows it with the setting allow_host (--allow-host, TAVERN_ALLOW_HOST).",
                )

    def known(self, header: str, own: str) -> bool:
        """Whether connections to the address `own` are answered for the host that a Host header names."""
        name, address = _parsed(header)
        if self._any:
            return True
        if address is None:
            return name in self._names or name == _LOOPBACK or name.endswith(f".{_LOOPBACK}")
        if self._any_address or address.is_loopback or address in self._addresses:
            return True
        return address == _address(own)


@lru_cache(maxsize=256)
def _parsed(header: str) -> tuple[str, Address | None]:
    """The name in a Host header, and its address if it is one. Anything else counts as an unknown name."""
    host = _HOST.fullmatch(header.strip())
    name = _name(host[1]) if host is not None else ""
    return name, _address(name)


def _name(host: str) -> str:
    return host.lower().removesuffix(".")


def _address(text: str) -> Address | None:
    """An address, also in brackets or with a zone; an IPv4 address also in its IPv6 form. None for names."""
    try:
        address = ip_address(text.removeprefix("[").removesuffix("]").partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
