"""Signatures of exports: Ed25519 (RFC 8032) over what a header says of its table. See docs/log-format.md.

What is signed is which table, how many entries, and the hash of the last of them, which covers all before it. It tells
that whoever has the key said so. Whose key that is, is told by nothing in the file: only by a key that one has from
somewhere else.
"""

import re
from typing import Final

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from replays.export import Header

SEED_BYTES: Final = 32
"""Random bytes of which a key is made."""

KEY: Final = re.compile(r"[0-9a-f]{64}")
"""A public key, in hex."""

_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
_DOMAIN: Final = "tavern-log signature v1"
_LENGTH_BYTES: Final = 4


def statement(header: Header) -> bytes:
    """The bytes that are signed: texts in UTF-8, numbers as decimal digits, each after its length in 4 bytes."""
    said = (_DOMAIN, header.format, str(header.version), header.table, str(header.entries), header.head)
    parts = [part.encode() for part in said]
    return b"".join(len(part).to_bytes(_LENGTH_BYTES, "big") + part for part in parts)


class Signer:
    """Signs headers with the key that a seed of 32 bytes makes. `key` is its public half, in hex."""

    def __init__(self, seed: bytes) -> None:
        self._key = SigningKey(seed)
        self.key = bytes(self._key.verify_key).hex()

    def sign(self, header: Header) -> Header:
        """The header with this key and its signature."""
        signature = self._key.sign(statement(header)).signature.hex()
        return msgspec.structs.replace(header, key=self.key, signature=signature)


def flaw_of(header: Header) -> str | None:
    """What is wrong with a header's signature; None where it holds, and where there is neither signature nor key."""
    key, signature = header.key, header.signature
    if not key and not signature:
        return None
    if not key or not signature:
        return "it has a key and no signature" if key else "it has a signature and no key"
    if not KEY.fullmatch(key) or not _SIGNATURE.fullmatch(signature):
        return "its key and signature are not 32 and 64 bytes in hex"
    try:
        VerifyKey(bytes.fromhex(key)).verify(statement(header), bytes.fromhex(signature))
    except (BadSignatureError, ValueError):
        return f"its signature was not made by the key {key} for what it tells: table, entries and head"
    return None
