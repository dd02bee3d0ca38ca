"""Sealed luck: a player commits to a secret contribution to the dice, and reveals it for one call of a round.

A seal commits to the luck and to the public key of a one-time signature. The reveal signs the call that it answers, so
nobody can move it to another call. The signatures are LM-OTS with SHA-256 and w = 4 (RFC 8554, section 4): they need
only a hash function, and a key that signs once is what a seal is. Here they are checked; clients make them
(`tavern_client/luck/keys.py`).

docs/dice.md specifies the encodings to the byte, with test vectors.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from events.dice import prefixed

NONCE_BYTES: Final = 16
MOST_WORD: Final = 60
"""The maximum length of the word after the nonce, in characters."""

_SEAL: Final = b"tavern luck seal v1"
_CALL: Final = b"tavern luck call v1"
_KEY: Final = b"tavern luck key v1"

# LMOTS_SHA256_N32_W4 of RFC 8554, table 1.
_TYPE: Final = (3).to_bytes(4, "big")
_HASH_BYTES: Final = 32
_CHAINS: Final = 67
_STEPS: Final = 15
"""How often each chain is hashed from the secret to the public key: 2^w - 1."""
_LEAF: Final = bytes(4)
"""The number of the key within a tree of keys, which a single key is not part of."""
_D_PBLC: Final = b"\x80\x80"
_D_MESG: Final = b"\x81\x81"

SIGNATURE_BYTES: Final = 4 + _HASH_BYTES * (1 + _CHAINS)


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """What was fixed when a round was called, which a reveal answers. All hashes are hex.

    `opening` is the hash of the table's first line, `root` the one published for the rounds from `first` on. `seats`
    are in table order; `seals` has the seals of those that sealed, in the same order.
    """

    table: str
    round: int
    game: str
    rules: int
    opening: str
    root: str
    first: int
    commitment: str
    seats: Sequence[str]
    seals: Mapping[str, str]

    def digest(self) -> bytes:
        """The 32 bytes that a reveal signs."""
        seals = (part for seat, seal in self.seals.items() for part in (seat.encode(), bytes.fromhex(seal)))
        return _sha256(
            prefixed(
                _CALL,
                self.table.encode(),
                self.round.to_bytes(8, "big"),
                self.game.encode(),
                self.rules.to_bytes(8, "big"),
                bytes.fromhex(self.opening),
                bytes.fromhex(self.root),
                self.first.to_bytes(8, "big"),
                bytes.fromhex(self.commitment),
                prefixed(*(seat.encode() for seat in self.seats)),
                prefixed(*seals),
            )
        )


def seal_of(table: str, round_number: int, seat: str, reveal: str, key: str) -> str:
    """The seal (hex): SHA-256 over the domain, the table, the round, the seat, what is revealed and the public key.

    `reveal` is the nonce, 16 random bytes in lower-case hex, followed by the player's word, which may be empty.
    """
    parts = (_SEAL, table.encode(), round_number.to_bytes(8, "big"), seat.encode(), reveal.encode(), bytes.fromhex(key))
    return _sha256(prefixed(*parts)).hex()


def answers(table: str, round_number: int, seat: str, key: str, signature: str, call: bytes) -> bool:
    """Whether a signature (hex) by a seat's key for a round is one of this call's digest."""
    try:
        signed = bytes.fromhex(signature)
    except ValueError:
        return False
    if len(signed) != SIGNATURE_BYTES or signed[:4] != _TYPE or signed.hex() != signature:
        return False
    key_id = _sha256(prefixed(_KEY, table.encode(), round_number.to_bytes(8, "big"), seat.encode()))[:16] + _LEAF
    randomizer, *chains = (signed[at : at + _HASH_BYTES] for at in range(4, SIGNATURE_BYTES, _HASH_BYTES))
    digits = _digits(_sha256(key_id + _D_MESG + randomizer + call))
    ends = (_end(key_id, *chain) for chain in zip(range(_CHAINS), chains, digits, strict=True))
    return _sha256(key_id + _D_PBLC + b"".join(ends)).hex() == key


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _digits(digest: bytes) -> list[int]:
    """How far each chain is hashed for this digest: its 64 half-bytes, and three of their checksum."""
    digits = [half for byte in digest for half in divmod(byte, 16)]
    checksum = sum(_STEPS - digit for digit in digits)
    return [*digits, checksum >> 8, checksum >> 4 & 15, checksum & 15]


def _end(key_id: bytes, number: int, value: bytes, digit: int) -> bytes:
    """The end of a chain, from its value after `digit` steps."""
    head = key_id + number.to_bytes(2, "big")
    for step in range(digit, _STEPS):
        value = _sha256(head + bytes((step,)) + value)
    return value
