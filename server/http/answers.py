"""Answers that are written in one piece, and their caching headers."""

import hashlib
from collections.abc import Mapping
from email.utils import formatdate
from functools import lru_cache
from time import time
from typing import Any, Final

import msgspec
from aiohttp import hdrs, web

from server.tokens import names_tag

JSON: Final = "application/json"
PERSONAL: Final = {"Vary": "Authorization", "Cache-Control": "private, no-cache"}
"""Headers of an answer that depends on the viewer."""
SECRET: Final = {"Cache-Control": "no-store"}
"""Headers of an answer that contains a token."""
_WITHOUT_LENGTH: Final = (204, 304)

_encoder: Final = msgspec.json.Encoder()


class Response(web.StreamResponse):
    """A whole answer, whose `body` may still be replaced.

    `web.Response` also sends bodies that are streamed or compressed by aiohttp, and takes twice as long.
    """

    def __init__(self, body: bytes = b"", *, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status=status, headers=headers)
        self.body = body
        self._request: web.BaseRequest
        self._is_last = False

    def force_close(self) -> None:
        """Close the connection after the answer."""
        self._is_last = True

    @property
    def keep_alive(self) -> bool:
        """Whether the connection can be used again."""
        return not self._is_last

    async def prepare(self, request: web.BaseRequest) -> None:
        """Note the request. The head is written with the body."""
        self._request = request
        if not request.keep_alive:
            self._is_last = True

    async def write_eof(self, data: bytes = b"") -> None:
        """Write the answer. Raises `ConnectionError` if the client is gone."""
        request, headers, status = self._request, self.headers, self.status
        writer, (major, minor) = request.writer, request.version
        if status not in _WITHOUT_LENGTH:
            headers[hdrs.CONTENT_LENGTH] = str(len(self.body))
        headers[hdrs.DATE] = _date(int(time()))
        if self._is_last:
            headers[hdrs.CONNECTION] = "close"
        elif not minor:
            headers[hdrs.CONNECTION] = "keep-alive"
        await writer.write_headers(f"HTTP/{major}.{minor} {status} {self.reason}", headers)
        await writer.write_eof(b"" if request.method == hdrs.METH_HEAD else self.body)


@lru_cache(maxsize=1)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)


class Described(msgspec.Struct, frozen=True):
    """An encoded response body with its ETag. It is the same for all callers while the server runs."""

    body: bytes
    tag: str


def described(body: bytes) -> Described:
    """A body with its ETag, a hash of the body."""
    return Described(body, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def json_answer(value: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer in JSON."""
    return raw_answer(_encoder.encode(value), status=status, headers=headers)


def raw_answer(body: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer whose JSON is already encoded."""
    return Response(body, status=status, headers={"Content-Type": JSON, **(headers or {})})


def tagged_answer(
    request: web.BaseRequest, body: bytes, tag: str, headers: Mapping[str, str], media: str = JSON
) -> Response:
    """An answer with an ETag, whose body is already encoded; 304 if the caller has it."""
    if names_tag(request.headers.get("If-None-Match"), tag):
        return Response(status=304, headers={**headers, "ETag": tag})
    return Response(body, headers={"Content-Type": media, **headers, "ETag": tag})
