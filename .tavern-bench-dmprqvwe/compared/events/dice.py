"""Provably fair dice: every draw follows from the round's seed and luck words alone.

docs/dice.md specifies these encodings to the byte, with test vectors. They can never change.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from events.event import Draw
from events.round_events import LuckWord

SECRET_BYTES: Final = 32
_SEED_DOMAIN: Final = b"tavern round seed v1"
_HMAC_BLOCK: Final = 64
_WORD_SPACE: Final = 1 << 32
_WORDS_PER_BLOCK: Final = 8
_PREFIX_OF_A_NUMBER: Final = (8).to_bytes(4, "big")


def prefixed(*parts: bytes) -> bytes:
    """Each part after its length in bytes (4 bytes, big-endian): `p` of docs/dice.md."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def _number(value: int) -> bytes:
    return _PREFIX_OF_A_NUMBER + value.to_bytes(8, "big")


def round_seed(secret: bytes, round_number: int) -> bytes:
    """The 32-byte seed of a round (from 1): HMAC-SHA-256 keyed with the table's secret."""
    return hmac.digest(secret, prefixed(_SEED_DOMAIN) + _number(round_number), "sha256")


def seeds_of(secret: bytes) -> Callable[[int, int], list[bytes]]:
    """A function that returns the seeds of the rounds from `first` up to, but not including, `end`.

    The seeds are those of `round_seed`, computed in a third of the time: the key of the HMAC (RFC 2104) is hashed only
    once.
    """
    key = secret if len(secret) <= _HMAC_BLOCK else hashlib.sha256(secret).digest()
    key = key.ljust(_HMAC_BLOCK, b"\0")
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in key]) + prefixed(_SEED_DOMAIN) + _PREFIX_OF_A_NUMBER).copy
    outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in key])).copy

    def seeds(first: int, end: int) -> list[bytes]:
        found: list[bytes] = []
        for number in range(first, end):
            message, digest = inner(), outer()
            message.update(number.to_bytes(8, "big"))
            digest.update(message.digest())
            found.append(digest.digest())
        return found

    return seeds


def commitment_of(seed: bytes) -> bytes:
    """The commitment to a seed, published before the round: its SHA-256 (32 bytes)."""
    return hashlib.sha256(seed).digest()


def encode_luck(words: Iterable[LuckWord]) -> bytes:
    """All seats' luck words, in order, as used in every draw of the round."""
    return prefixed(*[text.encode() for word in words for text in (word.seat, word.luck)])


def face_from(seed: bytes, prefix: bytes, sides: int, n: int) -> int:
    """The face (1 to `sides`) of the `n`-th draw (from 1) after `prefix`, without modulo bias.

    A block has eight 32-bit big-endian words; words at or above the largest multiple of `sides` are rejected. A block
    without a usable word is followed by the next, so a rejection never shifts another die.
    """
    bound = _WORD_SPACE - _WORD_SPACE % sides
    prefix += _number(sides) + _number(n)
    block = 0
    while True:
        digest = hmac.digest(seed, prefix + _number(block), "sha256")
        for at in range(0, 4 * _WORDS_PER_BLOCK, 4):
            word = int.from_bytes(digest[at : at + 4], "big")
            if word < bound:
                return word % sides + 1
        block += 1


class Dice:
    """The dice of one round. `drawn` counts the recorded draws for each seat, purpose and number of sides.

    Each (seat, purpose, sides) has its own sequence, so one seat never shifts another's dice. Secret rolls have their
    own purposes, so they shift nothing that others see.
    """

    def __init__(self, seed: bytes, round_number: int, luck: Iterable[LuckWord], drawn: Mapping[str, int]) -> None:
        self._seed = seed
        self._round = round_number
        self._luck = luck
        self._head = b""
        self._drawn = drawn
        self._rolled: dict[str, int] = {}

    def are_of(self, round_number: int, luck: Iterable[LuckWord], drawn: Mapping[str, int]) -> bool:
        """Whether these are the dice of that round, with the same objects for words and counts."""
        return self._round == round_number and self._luck is luck and self._drawn is drawn

    def take_up(self) -> None:
        """Begin another command of the same round: only recorded draws count."""
        self._rolled.clear()

    def _face(self, seat: str, purpose: str, sides: int, n: int) -> int:
        # Many commands roll nothing and do not need it.
        self._head = self._head or _number(self._round) + prefixed(encode_luck(self._luck))
        prefix = self._head + prefixed(seat.encode(), purpose.encode())
        return face_from(self._seed, prefix, sides, n)

    def peek(self, seat: str, purpose: str, sides: int) -> int:
        """The face that `roll` will draw next."""
        return self._face(seat, purpose, sides, self._due(sequence_of(seat, purpose, sides)))

    def roll(self, seat: str, purpose: str, sides: int) -> Draw:
        """Draw the next die of `sides` for `seat` and `purpose`."""
        sequence = sequence_of(seat, purpose, sides)
        n = self._rolled[sequence] = self._due(sequence)
        return Draw(seat=seat, purpose=purpose, sides=sides, n=n, face=self._face(seat, purpose, sides, n))

    def _due(self, sequence: str) -> int:
        return max(self._drawn.get(sequence, 0), self._rolled.get(sequence, 0)) + 1


def sequence_of(seat: str, purpose: str, sides: int) -> str:
    """The name by which a sequence's draws are counted."""
    return f"{seat} {purpose} {sides}"
