"""Merkle trees as RFC 9162 (section 2.1) hashes them, over the commitments to a table's future rounds.

A leaf is SHA-256(0x00 ‖ commitment), a node SHA-256(0x01 ‖ left ‖ right). A range holds 1,024 rounds, so every path
has ten hashes, from the leaf's sibling upwards.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

from events.dice import commitment_of, round_seed

RANGE: Final = 1024
"""Rounds under one root."""
_SUBTREE: Final = 32


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf's data."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def _levels(leaves: Sequence[bytes]) -> list[Sequence[bytes]]:
    levels: list[Sequence[bytes]] = [leaves]
    while len(level := levels[-1]) > 1:
        levels.append([node_hash(level[at], level[at + 1]) for at in range(0, len(level), 2)])
    return levels


def _path(levels: Sequence[Sequence[bytes]], index: int) -> list[bytes]:
    return [level[(index >> height) ^ 1] for height, level in enumerate(levels[:-1])]


def root_from(commitment: bytes, index: int, path: Sequence[bytes]) -> bytes:
    """The root to which `path` leads from the leaf at `index` (from 0)."""
    node = leaf_hash(commitment)
    for sibling in path:
        node = node_hash(sibling, node) if index & 1 else node_hash(node, sibling)
        index >>= 1
    return node


def range_of(round_number: int) -> int:
    """The first round of the range that contains `round_number` (from 1)."""
    return (round_number - 1) // RANGE * RANGE + 1


class CommitmentTree:
    """The tree over the commitments of the rounds `first` to `first` + 1,023 of a table's secret.

    It holds the roots of subtrees of 32 leaves and the subtree that was used last, about 4 KiB, so that many open
    tables take little memory and starting a round is cheap.
    """

    def __init__(self, secret: bytes, first: int) -> None:
        self._leaf: Callable[[int], bytes] = lambda number: leaf_hash(commitment_of(round_seed(secret, number)))
        self.first = first
        subtrees = [self._subtree(at)[-1][0] for at in range(0, RANGE, _SUBTREE)]
        self._upper = _levels(subtrees)
        self._lower: tuple[int, list[Sequence[bytes]]] | None = None

    def _subtree(self, start: int) -> list[Sequence[bytes]]:
        return _levels([self._leaf(self.first + index) for index in range(start, start + _SUBTREE)])

    @property
    def root(self) -> bytes:
        """The root over all 1,024 commitments (32 bytes)."""
        return self._upper[-1][0]

    def path(self, round_number: int) -> list[bytes]:
        """The Merkle path of a round of this range, from its leaf upwards (ten hashes)."""
        index = round_number - self.first
        return _path(self._subtree_of(index), index % _SUBTREE) + _path(self._upper, index // _SUBTREE)

    def _subtree_of(self, index: int) -> list[Sequence[bytes]]:
        start = index // _SUBTREE * _SUBTREE
        if self._lower is None or self._lower[0] != start:
            self._lower = (start, self._subtree(start))
        return self._lower[1]
