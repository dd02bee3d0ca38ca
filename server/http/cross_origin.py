"""Cross-origin rules: which pages may call, and read the answers."""

from collections.abc import Iterable
from typing import Final

from aiohttp import web

_METHODS: Final = "GET, HEAD, POST, DELETE, OPTIONS"
_REQUEST_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer"
_EXPOSED: Final = "ETag, Location, Retry-After"
_PREFLIGHT_SECONDS: Final = "86400"
PREFLIGHT: Final = {
    "Access-Control-Allow-Headers": _REQUEST_HEADERS,
    "Access-Control-Allow-Methods": _METHODS,
    "Access-Control-Max-Age": _PREFLIGHT_SECONDS,
}
"""Headers of every answer to OPTIONS, the same for every caller."""


class CrossOrigin:
    """The pages that may call: those of every origin, or of `listed` ones. There are no cookies to abuse."""

    def __init__(self, listed: Iterable[str]) -> None:
        self._listed = frozenset(listed)

    def set_headers(self, request: web.BaseRequest, response: web.StreamResponse) -> None:
        """Set the headers that let the pages of the request's origin read an answer."""
        headers = response.headers
        headers["Server"] = "tavern"
        headers["Access-Control-Expose-Headers"] = _EXPOSED
        if not self._listed:
            headers["Access-Control-Allow-Origin"] = "*"
            return
        headers["Vary"] = f"{headers['Vary']}, Origin" if "Vary" in headers else "Origin"
        if (origin := request.headers.get("Origin")) in self._listed:
            headers["Access-Control-Allow-Origin"] = str(origin)
