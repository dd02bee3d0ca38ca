"""Answers in JSON, and their caching headers."""

from typing import Any, Final

import msgspec
from aiohttp import web

from server.tokens import names_tag

JSON: Final = "application/json"
PERSONAL: Final = {"Vary": "Authorization", "Cache-Control": "private, no-cache"}
"""Headers of an answer that depends on the viewer."""
SECRET: Final = {"Cache-Control": "no-store"}
"""Headers of an answer that contains a token."""

_encoder: Final = msgspec.json.Encoder()


def json_answer(value: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer in JSON."""
    return raw_answer(_encoder.encode(value), status=status, headers=headers)


def raw_answer(body: bytes, *, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer whose JSON is already encoded."""
    return web.Response(status=status, body=body, headers={"Content-Type": JSON, **(headers or {})})


def tagged_answer(request: web.Request, body: bytes, tag: str, headers: dict[str, str]) -> web.Response:
    """An answer with an ETag, whose JSON is already encoded; 304 if the caller has it."""
    headers = {**headers, "ETag": tag}
    if names_tag(request.headers.get("If-None-Match"), tag):
        return web.Response(status=304, headers=headers)
    return raw_answer(body, headers=headers)
