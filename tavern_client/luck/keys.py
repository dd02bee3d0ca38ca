"""The cryptography of sealed luck on the player's side: the call that a reveal answers, and the key that signs it.

A seal commits to the luck and to the public key of a one-time signature, LM-OTS with SHA-256 and w = 4 (RFC 8554,
section 4). docs/dice.md specifies the encodings to the byte, with test vectors. What checks rather than signs is the
verifier's.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from tavern_client import verify
from tavern_client.verify import p, sha256, u64

NONCE_BYTES: Final = 16
SEED_BYTES: Final = 32
"""The length of the secret from which a one-time key is made."""
MOST_WORD: Final = 60
"""The maximum length of the word after the nonce, in characters."""
REVEAL: Final = re.compile(r"[0-9a-f]{32}[^\x00-\x1f\x7f-\x9f]{0,60}")

# LMOTS_SHA256_N32_W4 of RFC 8554, table 1.
_TYPE: Final = (3).to_bytes(4, "big")
_CHAINS: Final = 67
_STEPS: Final = 15
"""How often each chain is hashed from the secret to the public key: 2^w - 1."""
_D_PBLC: Final = b"\x80\x80"
_D_MESG: Final = b"\x81\x81"


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
        called = {**msgspec.structs.asdict(self), "seals": [{"seat": n, "seal": s} for n, s in self.seals.items()]}
        return verify.digest_of(self.table, called, self.root)


class OneTimeKey:
    """The key that signs one call for a seat's luck in a round, made from a secret `seed` of 32 random bytes.

    Signing two different calls would reveal enough to sign others.
    """

    def __init__(self, table: str, round_number: int, seat: str, seed: bytes) -> None:
        name = p(b"tavern luck key v1", table.encode(), u64(round_number), seat.encode())
        self._id = sha256(name)[:16] + bytes(4)
        self._seed = seed

    @property
    def public(self) -> str:
        """The public key (32 bytes in hex)."""
        return sha256(self._id + _D_PBLC + self._chains([_STEPS] * _CHAINS)).hex()

    def sign(self, call: bytes) -> str:
        """The signature (hex) of a call's digest; the same for the same call."""
        randomizer = sha256(p(b"tavern luck randomizer v1", self._seed, call))
        digits = [half for byte in sha256(self._id + _D_MESG + randomizer + call) for half in divmod(byte, 16)]
        checksum = sum(_STEPS - digit for digit in digits)
        digits += [checksum >> 8, checksum >> 4 & 15, checksum & 15]
        return (_TYPE + randomizer + self._chains(digits)).hex()

    def _chains(self, steps: Iterable[int]) -> bytes:
        """Each chain's value after so many steps, one after the other."""
        values: list[bytes] = []
        for number, count in enumerate(steps):
            head = self._id + number.to_bytes(2, "big")
            value = sha256(head + b"\xff" + self._seed)
            for step in range(count):
                value = sha256(head + bytes((step,)) + value)
            values.append(value)
        return b"".join(values)
