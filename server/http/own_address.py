"""The server's own address as a caller reaches it, for what has to name it in full. Pages and the API do without."""

import re
from typing import TYPE_CHECKING, Final

from server.problems import Problem

if TYPE_CHECKING:
    # `tavern foundry` needs the pattern alone, and nothing of HTTP.
    from server.http.requests import Request

_HOST: Final = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_PREFIX: Final = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
_SCHEMES: Final = ("http", "https")
ADDRESS: Final = re.compile(rf"(?i:https?)://{_HOST.pattern}{_PREFIX.pattern}/?")
"""The addresses that a server's root, or a folder, may have."""


def own_address(request: "Request", path: str) -> str:
    """The address of the server's root, with a slash at its end. `path` is the route's, without a slash before it.

    A trusted proxy says with `X-Forwarded-Proto` and `X-Forwarded-Prefix` what it took away. Raises a `Problem` (400).
    """
    headers = request.headers
    (host, *others) = headers.getall("Host", ()) or ("",)
    scheme, prefix = request.scheme, ""
    if request.app.limits.is_proxy(request.remote):
        # The first proxy is the one that the caller reached.
        scheme = headers.get("X-Forwarded-Proto", scheme).partition(",")[0].strip().lower()
        prefix = headers.get("X-Forwarded-Prefix", "").strip().rstrip("/")
    if others or not _HOST.fullmatch(host) or scheme not in _SCHEMES or not _PREFIX.fullmatch(prefix):
        raise Problem(400, "malformed_request", "The request does not say at which address it reaches the server.")
    return f"{scheme}://{host}{prefix}{request.rel_url.path_safe.removesuffix(path)}"
