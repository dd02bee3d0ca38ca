"""Compresses answers for clients that accept it, unless a body's compressed size could reveal a secret.

A body with both a secret and text that another person chose is never compressed: the author of the text, seeing the
size of the answer, could guess the secret bit by bit (BREACH). A seat’s or the GM’s view is such a body, with hidden
dice beside names and luck words.
"""

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial, wraps
from typing import Final, Literal

from aiohttp import hdrs, web

from server.http.answers import Response
from server.http.requests import Request

Handler = Callable[[Request], Awaitable[web.StreamResponse]]
Compressed = Literal["always", "without_token", "never"]
"""Whether a route's answers may be compressed; `without_token`: only those to callers without a token."""

LEAST: Final = 1_024
"""The smallest body that is compressed, in bytes."""
_OFF_THE_LOOP: Final = 65_536
"""The smallest body that is compressed on a thread, in bytes."""
_WINDOW: Final = {"gzip": 31, "deflate": 15}
"""The codings, best first, with zlib's parameter for each."""
_KEPT: Final = 64


def compressing(handler: Handler, which: Compressed) -> Handler:
    """The handler of a route, with its answers compressed if that is allowed and accepted."""
    if which == "never":
        return handler

    @wraps(handler)
    async def compressed(request: Request) -> web.StreamResponse:
        response = await handler(request)
        if which == "without_token" and hdrs.AUTHORIZATION in request.headers:
            return response
        # Caches must know that other clients may get another encoding; a 304 needs the same headers.
        _add_to_vary(response)
        coding = accepted(request.headers.get(hdrs.ACCEPT_ENCODING, ""))
        if coding is not None and isinstance(response, Response):
            tag = response.headers.get(hdrs.ETAG)
            if tag is not None:
                # The same content may have different bytes: such tags are weak (RFC 9110, 8.8.1).
                response.headers[hdrs.ETAG] = f"W/{tag}"
            if response.status == 200 and len(response.body) >= LEAST:
                # A large body is only worth caching if it never changes: a proof can have megabytes.
                keep = which == "always" or len(response.body) < _OFF_THE_LOOP
                level = zlib.Z_BEST_COMPRESSION if which == "always" else zlib.Z_DEFAULT_COMPRESSION
                await _compress(response, response.body, coding, partial(_kept if keep else _encoded, level=level))
        return response

    return compressed


async def _compress(response: Response, body: bytes, coding: str, encoded: Callable[[bytes, str], bytes]) -> None:
    if len(body) < _OFF_THE_LOOP:
        response.body = encoded(body, coding)
    else:
        response.body = await asyncio.to_thread(encoded, body, coding)
    response.headers[hdrs.CONTENT_ENCODING] = coding


def _encoded(body: bytes, coding: str, level: int) -> bytes:
    """A body in a coding, by a level of zlib's."""
    packer = zlib.compressobj(level, wbits=_WINDOW[coding])
    return packer.compress(body) + packer.flush()


_kept: Final = lru_cache(maxsize=_KEPT)(_encoded)
"""A constant body is compressed once, and a view once for all its viewers."""


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
