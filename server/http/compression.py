"""Compressing answers, for clients that accept it, where nothing secret can be guessed from how far a body shrinks.

A body that holds a secret beside text of somebody else's choice is never compressed: a person who writes the text and
sees the size of the answer could guess the secret bit by bit (BREACH). A seat’s or the GM’s view is such a body, with
hidden dice beside names and luck words.
"""

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from functools import lru_cache, wraps
from typing import Final, Literal

from aiohttp import hdrs, web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Compressed = Literal["always", "without_token", "never"]
"""Whether the answers of a route may be compressed; `without_token`: those that hold what everybody may see."""

LEAST: Final = 1_024
"""Bytes of the smallest body that is compressed."""
_OFF_THE_LOOP: Final = 65_536
"""Bytes of the smallest body that is compressed in a thread."""
_WINDOW: Final = {"gzip": 31, "deflate": 15}
"""The codings, best first, with what zlib calls them."""
_KEPT: Final = 64


def compressing(handler: Handler, which: Compressed) -> Handler:
    """The handler of a route, with its answers compressed where that is allowed and accepted."""
    if which == "never":
        return handler

    @wraps(handler)
    async def compressed(request: web.Request) -> web.StreamResponse:
        response = await handler(request)
        if which == "without_token" and hdrs.AUTHORIZATION in request.headers:
            return response
        # Caches must know that another client may get it in another encoding; a 304 tells the same.
        _add_to_vary(response)
        coding = accepted(request.headers.get(hdrs.ACCEPT_ENCODING, ""))
        if coding is not None and type(response) is web.Response:
            tag = response.headers.get(hdrs.ETAG)
            if tag is not None:
                # The same content, perhaps in other bytes: such tags are weak (RFC 9110, 8.8.1).
                response.headers[hdrs.ETAG] = f"W/{tag}"
            if response.status == 200 and isinstance(response.body, bytes) and len(response.body) >= LEAST:
                # Only what is always the same is worth keeping if it is large: a proof can have megabytes.
                keep = which == "always" or len(response.body) < _OFF_THE_LOOP
                await _compress(response, response.body, coding, _kept if keep else _encoded)
        return response

    return compressed


async def _compress(response: web.Response, body: bytes, coding: str, encoded: Callable[[bytes, str], bytes]) -> None:
    if len(body) < _OFF_THE_LOOP:
        response.body = encoded(body, coding)
    else:
        response.body = await asyncio.to_thread(encoded, body, coding)
    response.headers[hdrs.CONTENT_ENCODING] = coding


def _encoded(body: bytes, coding: str) -> bytes:
    """A body in a coding."""
    packer = zlib.compressobj(wbits=_WINDOW[coding])
    return packer.compress(body) + packer.flush()


_kept: Final = lru_cache(maxsize=_KEPT)(_encoded)
"""What does not change is compressed once, and a view once for all that look at it."""


def accepted(header: str) -> str | None:
    """The coding to use, by the Accept-Encoding header; None for the body as it is (RFC 9110, 12.5.3)."""
    weights: dict[str, float] = {}
    for part in header.split(","):
        coding, _, given = part.strip().lower().partition(";")
        _, _, weight = given.strip().partition("=")
        try:
            weights[coding.strip()] = float(weight) if weight else 1.0
        except ValueError:
            return None
    best = max(_WINDOW, key=lambda coding: weights.get(coding, weights.get("*", 0.0)))
    return best if weights.get(best, weights.get("*", 0.0)) > 0 else None


def _add_to_vary(response: web.StreamResponse) -> None:
    vary = response.headers.get(hdrs.VARY)
    response.headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING if vary is None else f"{vary}, {hdrs.ACCEPT_ENCODING}"
