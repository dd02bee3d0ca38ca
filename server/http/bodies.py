"""What clients send: bodies, headers and queries, read strictly. What does not fit is a problem, never a 500."""

import asyncio
import hashlib
import re
from typing import Annotated, Any, Final, TypeVar

import msgspec
from aiohttp import web
from msgspec import Meta

from events.character import Character
from games.command_fields import MAX_COINS_CP, Luck, Name, TableName
from server.problems import Problem

MAX_BODY: Final = 64 * 1024
BODY_SECONDS: Final = web.AppKey("body_seconds", float)
"""For how many seconds a request's body is waited for."""
_SHORTEST_SECRET_KEY: Final = 16
_COMMAND_ID: Final = re.compile(r"[ -~]{1,200}")
_DIGITS: Final = re.compile(r"[0-9]{1,15}")
_SECONDS: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")

T = TypeVar("T")


class GmBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game master who opens a table."""

    name: TableName = ""


class OpenBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/tables`. `seed` is the table's secret, 64 hex digits, where the server allows it."""

    game: str
    options: dict[str, Any] = {}
    name: TableName = ""
    gm: GmBody = GmBody()
    listed: bool = False
    seed: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")] | None = None


class NpcBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player whom the server plays: the GM sits them down."""

    temperament: str


class SitBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/tables/{table}/seats`. The purse is in copper pieces."""

    name: Name
    invite: str | None = None
    character: Character = Character()
    purse_cp: Annotated[int, Meta(ge=0, le=MAX_COINS_CP)] = 0
    luck: Luck = ""
    watch: bool = False
    npc: NpcBody | None = None


open_decoder: Final = msgspec.json.Decoder(OpenBody)
sit_decoder: Final = msgspec.json.Decoder(SitBody)

_members: Final = msgspec.json.Decoder(dict[str, Any])
_canonical: Final = msgspec.json.Encoder(order="deterministic")


async def read_body(request: web.Request) -> bytes:
    """The body, 64 KiB at most, which must be there in time.

    Raises a `Problem`, or `HTTPRequestEntityTooLarge` where that is found out late.
    """
    if (request.content_length or 0) > MAX_BODY:
        raise Problem(413, "body_too_large", "The body is too large: 64 KiB at most.")
    try:
        if request.content.is_eof():
            return await request.read()
        async with asyncio.timeout(request.app[BODY_SECONDS]):
            return await request.read()
    except TimeoutError:
        detail = f"The body was not there within {request.app[BODY_SECONDS]:g} s."
        raise Problem(408, "body_too_slow", detail, headers={"Connection": "close"}) from None
    except web.RequestPayloadError:
        raise Problem(400, "unreadable_body", "The body does not come as its headers say.") from None


def decoded(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    """What a body says. Raises a `Problem`: 400 where it is no JSON, 422 where it does not fit."""
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise misfit(error) from None


def misfit(error: msgspec.DecodeError | UnicodeDecodeError | RecursionError) -> Problem:
    """The problem with a body that cannot be decoded."""
    match error:
        case msgspec.ValidationError():
            return Problem(422, "invalid_body", f"The body does not fit: {error}.")
        case RecursionError():
            return Problem(400, "nested_too_deep", "The body is nested too deeply.")
        case UnicodeDecodeError():
            return Problem(400, "malformed_json", "The body is not UTF-8.")
        case _:
            return Problem(400, "malformed_json", f"The body is no JSON: {error}.")


def fields_of(body: bytes) -> dict[str, Any]:
    """A body's members, as they stand there. Raises a `Problem`.

    Asked first, this finds what is no JSON at all; decoding to a type stops at what does not fit it.
    """
    return decoded(_members, body)


def fingerprint(fields: dict[str, Any]) -> str:
    """The SHA-256 (hex) of what is asked, whatever its spacing and the order of its members."""
    return hashlib.sha256(_canonical.encode(fields)).hexdigest()


def command_id(request: web.Request, in_body: object) -> str | None:
    """The id of a command, from its body or the `Idempotency-Key` header. Raises a `Problem`."""
    in_header = request.headers.get("Idempotency-Key")
    given = in_header if in_body is None else in_body
    if given is None:
        return None
    if not isinstance(given, str) or not _COMMAND_ID.fullmatch(given):
        raise Problem(422, "bad_id", "A command's id is a text of 1 to 200 printable ASCII characters.")
    if in_header not in (None, given):
        raise Problem(422, "bad_id", "The body's id and the Idempotency-Key header differ: give one of them.")
    return given


def secret_key(request: web.Request) -> str | None:
    """The `Idempotency-Key` of a request that is answered with a token, as the hash under which it is kept.

    Who knows such a key is answered with the token again, so it must not be guessed. Raises a `Problem`.
    """
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return None
    if not _COMMAND_ID.fullmatch(given) or len(given) < _SHORTEST_SECRET_KEY:
        detail = "Here an Idempotency-Key is a secret: 16 random bytes or more, written in up to 200 ASCII characters."
        raise Problem(422, "bad_id", detail)
    return hashlib.sha256(given.encode()).hexdigest()


def bearer(request: web.Request) -> str | None:
    """The token in the `Authorization` header, None where there is no such header; empty where it holds none."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def names_tag(header: str | None, tag: str) -> bool:
    """Whether an If-Match or If-None-Match header names an entity tag (RFC 9110, section 13.1)."""
    if header is None:
        return False
    named = [candidate.strip().removeprefix("W/") for candidate in header.split(",")]
    return tag in named or "*" in named


def number(request: web.Request, name: str, default: int) -> int:
    """A whole number of a query, 0 or more. Raises a `Problem`."""
    given = request.query.get(name)
    if given is None:
        return default
    if not _DIGITS.fullmatch(given):
        raise Problem(422, "invalid_query", f"{name} is a whole number, 0 or more.")
    return int(given)


def seconds(request: web.Request, name: str, most: float) -> float:
    """A time in seconds of a query, `most` at most; 0 where it is not given. Raises a `Problem`."""
    given = request.query.get(name, "0")
    if not _SECONDS.fullmatch(given):
        raise Problem(422, "invalid_query", f"{name} is a number of seconds, 0 to {most:g}.")
    return min(float(given), most)
