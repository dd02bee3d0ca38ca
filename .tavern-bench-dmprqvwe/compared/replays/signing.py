"""Signatures of exports: Ed25519 (RFC 8032) over the facts in the header. See docs/log-format.md.

A signature covers the table, the number of entries, and the hash of the last one, which covers all entries before it.
It shows that the owner of the key vouches for them. The file cannot show who the owner is: compare the key with one
from another source.
"""

import re
from typing import Final

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from replays.export import Header

SEED_BYTES: Final = 32
"""The number of random bytes for a key."""

KEY: Final = re.compile(r"[0-9a-f]{64}")
"""A public key, in hex."""

_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
_DOMAIN: Final = "tavern-log signature v1"
_LENGTH_BYTES: Final = 4


def statement(header: Header) -> bytes:
    """The signed bytes: texts in UTF-8 and numbers as decimal digits, each prefixed with its length in 4 bytes."""
    facts = (_DOMAIN, header.format, str(header.version), header.table, str(header.entries), header.head)
    parts = [part.encode() for part in facts]
    return b"".join(len(part).to_bytes(_LENGTH_BYTES, "big") + part for part in parts)


class Signer:
    """Signs headers with the key from a seed of 32 bytes. `key` is the public key, in hex."""

    def __init__(self, seed: bytes) -> None:
        self._key = SigningKey(seed)
        self.key = bytes(self._key.verify_key).hex()

    def sign(self, header: Header) -> Header:
        """The header with this key and its signature."""
        signature = self._key.sign(statement(header)).signature.hex()
        return msgspec.structs.replace(header, key=self.key, signature=signature)


def flaw_of(header: Header) -> str | None:
    """What is wrong with a header's signature; None if it is valid, or if there is neither signature nor key."""
    key, signature = header.key, header.signature
    if not key and not signature:
        return None
    if not key or not signature:
        return "it has a key but no signature" if key else "it has a signature but no key"
    if not KEY.fullmatch(key) or not _SIGNATURE.fullmatch(signature):
        return "its key and signature are not 32 and 64 bytes in hex"
    try:
        VerifyKey(bytes.fromhex(key)).verify(statement(header), bytes.fromhex(signature))
    except (BadSignatureError, ValueError):
        return f"its signature was not made with the key {key} for this table, entries and head"
    return None
