"""Sealed luck: a player commits to a secret contribution to the dice, and reveals it once the seed is committed to.

docs/dice.md specifies the encodings to the byte, with test vectors. They can never change.
"""

import hashlib
import re
from typing import Final

NONCE_BYTES: Final = 16
MOST_WORD: Final = 60
"""The maximum length of the word after the nonce, in characters."""
_DOMAIN: Final = b"tavern luck seal v1"
REVEAL: Final = re.compile(r"[0-9a-f]{32}[^\x00-\x1f\x7f-\x9f]{0,60}")


def _prefixed(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


def seal_of(table: str, round_number: int, seat: str, reveal: str) -> str:
    """The seal (hex): SHA-256 over the domain, the table, the round, the seat and what is revealed, length-prefixed.

    `reveal` is the nonce, 16 random bytes in lower-case hex, followed by the player's word, which may be empty.
    """
    parts = (_DOMAIN, table.encode(), round_number.to_bytes(8, "big"), seat.encode(), reveal.encode())
    return hashlib.sha256(b"".join(map(_prefixed, parts))).hexdigest()
