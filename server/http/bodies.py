"""Reads bodies, headers and queries strictly: invalid input is a problem for the client, never a 500."""

import asyncio
import hashlib
import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, cast

import msgspec
from aiohttp import HttpVersion11, web
from multidict import CIMultiDictProxy

from server.http.requests import Request
from server.problems import Problem, decoded

MAX_BODY: Final = 64 * 1024
_SHORTEST_SECRET_KEY: Final = 16
_LONGEST_SHOWN: Final = 100
_COMMAND_ID: Final = re.compile(r"(?! *$)[ -~]{1,200}")
_DIGITS: Final = re.compile(r"[0-9]{1,15}")
_SECONDS: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")

_HIDDEN: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\U000e0000-\U000e007f]")
"""Marks and overrides of the writing direction, deprecated formats, and tags, which carry invisible text."""

_members: Final = msgspec.json.Decoder(dict[str, Any])


def require_plain(headers: CIMultiDictProxy[str]) -> None:
    """Raise a `Problem` (415) if a body has a content coding.

    A few kilobytes can decompress to many megabytes, on the event loop that everybody shares. So nothing is ever
    decompressed, not even to be thrown away.
    """
    for coding in ",".join(headers.getall("Content-Encoding", ())).split(","):
        if coding.strip().lower() not in ("", "identity"):
            detail = "The body has a Content-Encoding, and the server decompresses nothing: send the body as it is."
            raise Problem(415, "encoded_body", detail, headers={"Accept-Encoding": "identity"})


async def read_body(request: Request) -> bytes:
    """The body, 64 KiB at most. A client that waits for 100 Continue gets it now: its body is wanted.

    Raises a `Problem`.
    """
    too_large = Problem(413, "body_too_large", "The body exceeds 64 KiB.")
    if (request.content_length or 0) > MAX_BODY:
        raise too_large
    seconds = request.app.config.body_seconds
    try:
        if request.content.is_eof():
            return await request.read()
        await _go_on(request)
        async with asyncio.timeout(seconds):
            return await request.read()
    except TimeoutError:
        detail = f"The body did not arrive within {seconds:g} s."
        raise Problem(408, "body_too_slow", detail, headers={"Connection": "close"}) from None
    except web.HTTPRequestEntityTooLarge:
        raise too_large from None
    except web.RequestPayloadError:
        raise Problem(400, "malformed_request", "The request is not valid HTTP.") from None


async def _go_on(request: Request) -> None:
    """Send 100 Continue if the client expects it; other expectations are ignored (RFC 9110, 10.1.1)."""
    if request.version == HttpVersion11 and request.headers.get("Expect", "").lower() == "100-continue":
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        # The response itself has not started.
        request.writer.output_size = 0


def fields_of(body: bytes) -> dict[str, Any]:
    """A body's members as plain values. Raises a `Problem`.

    Call it first: it detects invalid JSON and hidden characters anywhere, whereas decoding to a type stops at the first
    member that does not match.
    """
    fields = decoded(_members.decode, body)
    if not body.isascii() or b"\\u" in body:
        _require_plain_texts(fields)
    return fields


def _require_plain_texts(fields: dict[str, Any]) -> None:
    """Raise a `Problem` (422) if a text, at any depth, has characters that can deceive its readers."""
    unread: list[tuple[str, object]] = list(fields.items())
    while unread:
        name, value = unread.pop()
        if isinstance(value, str):
            if (found := _HIDDEN.search(value)) is not None:
                character = f"U+{ord(found[0]):04X} {unicodedata.name(found[0], '')}".rstrip()
                detail = f"{name[:_LONGEST_SHOWN]} has the invisible character {character}."
                raise Problem(422, "hidden_characters", detail)
        elif isinstance(value, dict):
            members = cast("dict[str, object]", value)
            unread += [("a member's name", member) for member in members]
            unread += [(f"{name}.{member}", one) for member, one in members.items()]
        elif isinstance(value, list):
            unread += [(name, one) for one in cast("list[object]", value)]


def command_id(headers: Mapping[str, str], in_body: object) -> str | None:
    """The id of a command, from its body or the `Idempotency-Key` header. Raises a `Problem`."""
    in_header = headers.get("Idempotency-Key")
    given = in_header if in_body is None else in_body
    if given is None:
        return None
    if not isinstance(given, str) or not _COMMAND_ID.fullmatch(given):
        raise Problem(422, "bad_id", "A command's id must be 1 to 200 printable ASCII characters, not only spaces.")
    if in_header not in (None, given):
        raise Problem(422, "bad_id", "The body's id and the Idempotency-Key header differ. Send only one.")
    return given


def secret_key(request: Request) -> str | None:
    """The hash of the `Idempotency-Key` of a request that is answered with a token. Raises a `Problem`.

    The key is enough to get the token again, so it must be unguessable.
    """
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return None
    if not _COMMAND_ID.fullmatch(given) or len(given) < _SHORTEST_SECRET_KEY:
        detail = "This Idempotency-Key is a secret: at least 16 random bytes, as up to 200 printable ASCII characters."
        raise Problem(422, "bad_id", detail)
    return hashlib.sha256(given.encode()).hexdigest()


def number(request: Request, name: str, default: int) -> int:
    """A whole number in the query, 0 or more. Raises a `Problem`."""
    given = request.query.get(name)
    if given is None:
        return default
    if not _DIGITS.fullmatch(given):
        raise Problem(422, "invalid_query", f"{name} must be an integer of 0 or more.")
    return int(given)


def seconds(request: Request, name: str, most: float) -> float:
    """A number of seconds in the query, at most `most`; 0 if it is missing. Raises a `Problem`."""
    given = request.query.get(name, "0")
    if not _SECONDS.fullmatch(given):
        raise Problem(422, "invalid_query", f"{name} must be a number of seconds from 0 to {most:g}.")
    return min(float(given), most)
