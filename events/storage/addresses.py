"""The addresses of stores, as given on the command line."""

import re
from typing import Final
from urllib.parse import urlsplit, urlunsplit

ADDRESSES: Final = (
    "memory: (lost at exit), sqlite:///FILE (a relative path), sqlite:////FILE (an absolute path) or "
    "postgresql://USER@HOST/DATABASE"
)
"""The addresses that `events.storage.opening` accepts, for help texts."""

POSTGRESQL: Final = "postgresql://"
"""How the address of a PostgreSQL database begins."""

SQLITE: Final = "sqlite:///"
"""How the address of a file begins."""

_ADDRESS: Final = re.compile(r"://|^(memory|sqlite|postgres|postgresql):")
_PASSWORD: Final = re.compile(r"(://[^/@:]*):.*@", re.DOTALL)
"""A password in an address of any kind, up to the last @: it may have one too."""


def address_of(store: str) -> str:
    """The address of a store that is given as an address, right or wrong, or else as the name of a file."""
    return store if not store or _ADDRESS.search(store) else f"{SQLITE}{store}"


def shown(address: str) -> str:
    """An address that may be printed: without a password, and without the parameters of a PostgreSQL address."""
    if not address.startswith(POSTGRESQL):
        return _PASSWORD.sub(r"\1@", address)
    try:
        parts = urlsplit(address)
    except ValueError:
        return POSTGRESQL
    user, at, hosts = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, f"{user.partition(':')[0]}{at}{hosts}", parts.path, "", ""))
