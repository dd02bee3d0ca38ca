"""Tokens: derived from the server's key, so that a repeated request gets the same answer; stored only as hashes."""

import base64
import hashlib
import hmac
import re
from typing import Final

from events.audience import Viewer
from events.dice import prefixed
from events.storage.contract import Token

KEY_BYTES: Final = 32
"""Random bytes in a server's key."""
INVITE: Final[Viewer] = "invite"
"""The viewer of an invite, whose holder may take a seat and sees what the public sees."""

TABLE_ID: Final = r"[A-Za-z0-9_-]{1,64}"
"""The pattern of a table's id, in routes."""
TABLE_ID_BYTES: Final = 16
"""Random bytes in a table's id."""
_ACTS_FOR: Final = re.compile(r'[.][a-z0-9-]+"')
"""The end of an ETag that `tag_for` made."""


def _mac(key: bytes, *parts: str) -> bytes:
    # A code in a URL can contain any text.
    return hmac.digest(key, prefixed(*[part.encode(errors="surrogatepass") for part in parts]), "sha256")


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def new_table_id(random: bytes) -> str:
    """A table's id from 16 random bytes: 26 lower-case letters and digits, safe in URLs and on command lines."""
    return base64.b32encode(random[:TABLE_ID_BYTES]).rstrip(b"=").decode().lower()


def derive_token(server_key: bytes, table: str, viewer: Viewer, nonce: str) -> str:
    """A viewer's token: base64url of HMAC-SHA-256 over (kind, table, viewer, nonce), 43 characters."""
    return _text(_mac(server_key, "token v1", table, viewer, nonce))


def derive_whim(server_key: bytes, *about: str) -> bytes:
    """A seed for the server's own random choices, the same for the same arguments: HMAC-SHA-256, 32 bytes."""
    return _mac(server_key, "whim v1", *about)


def derive_code(server_key: bytes, nonce: str) -> int:
    """A number from which a join code is made, derived from `nonce`: 256 bits."""
    return int.from_bytes(_mac(server_key, "join code v1", nonce))


def code_hash(server_key: bytes, code: str) -> str:
    """The hash (hex) under which a join code is stored. It needs the key: codes are few enough to try all."""
    return _mac(server_key, "join code hash v1", code).hex()


def record_of(token: str, viewer: Viewer, nonce: str) -> Token:
    """A token's record in the store."""
    return Token(hash=hash_of(token), viewer=viewer, nonce=nonce)


def hash_of(token: str) -> str:
    """The SHA-256 (hex) under which a token is stored. Accepts any text, since a header can contain any."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def tag_key(server_key: bytes, table: str, viewer: Viewer, epoch: str) -> bytes:
    """The key of the ETags of a viewer's views, in one epoch of the log."""
    return _mac(server_key, "etag v1", table, viewer, epoch)


def entity_tag(key: bytes, version: int, seen: str, deadline: str = "") -> str:
    """The ETag of the view of a version, quotes included: opaque, and never equal to another viewer's.

    `seen` is the digest of the viewer's receipts up to it, `deadline` the one in the view, if it differs from the
    recorded one.
    """
    about = f"{version} {seen} {deadline}" if deadline else f"{version} {seen}"
    return f'"{hashlib.blake2b(about.encode(), digest_size=16, key=key).hexdigest()}"'


def tag_for(tag: str, acts_for: str | None) -> str:
    """The ETag of the GM's view with the actions of the seat `acts_for`; of the plain view if that is None."""
    return tag if acts_for is None else f'{tag[:-1]}.{acts_for}"'


def names_version(header: str | None, tag: str) -> bool:
    """Whether an If-Match header names the view with this tag, whichever seat's actions were in it."""
    if header is None:
        return False
    return names_tag(_ACTS_FOR.sub('"', header), tag)


def names_tag(header: str | None, tag: str) -> bool:
    """Whether an If-Match or If-None-Match header names an entity tag (RFC 9110, section 13.1)."""
    if header is None:
        return False
    named = [candidate.strip().removeprefix("W/") for candidate in header.split(",")]
    return tag in named or "*" in named
