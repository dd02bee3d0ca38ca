"""Merkle trees as RFC 9162 (section 2.1) hashes them, over the commitments to a table's future rounds.

A leaf is SHA-256(0x00 ‖ commitment), a node SHA-256(0x01 ‖ left ‖ right). A table's first range holds 4,096 rounds.
Later ones hold 1,024. So a path has twelve or ten hashes, from the leaf's sibling upwards.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

from events.dice import seeds_of

RANGE: Final = 1024
"""Rounds under a root, except a table's first."""
FIRST_RANGE: Final = 4_096
"""Rounds under a table's first root."""
AHEAD: Final = RANGE // 2
"""The root of a later range is published this many rounds before the range's first round."""
_HASH_BYTES: Final = 32


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf's data."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node."""
    return sha256(b"\x01" + left + right).digest()


def root_from(commitment: bytes, index: int, path: Sequence[bytes]) -> bytes:
    """The root to which `path` leads from the leaf at `index` (from 0)."""
    node = leaf_hash(commitment)
    for sibling in path:
        node = node_hash(sibling, node) if index & 1 else node_hash(node, sibling)
        index >>= 1
    return node


def last_of(first: int) -> int:
    """The last round of the range that starts at `first`."""
    return first - 1 + (FIRST_RANGE if first == 1 else RANGE)


def path_length(first: int, last: int) -> int:
    """The number of hashes in the path of each round of a range."""
    return (last - first).bit_length()


def announcing(first: int) -> int | None:
    """The round whose start publishes the root of the range from `first`; None if the table's opening publishes it."""
    return None if first == 1 else first - AHEAD


class CommitmentTree:
    """The tree over the commitments of the rounds `first` to `last` of a table's secret.

    It holds the roots of its subtrees and the subtree that was used last, 16 KiB at most, so that many open tables take
    little memory and starting a round is cheap. A subtree has about as many leaves as there are subtrees.

    `nodes` are the concatenated roots of the subtrees, if known; then nothing is hashed until it is needed.
    `fitting_tree` checks them, not this class.
    """

    def __init__(self, secret: bytes, first: int, last: int, nodes: bytes | None = None) -> None:
        self.first, self.last = first, last
        self._seeds: Callable[[int, int], list[bytes]] = seeds_of(secret)
        self._size = 1 << path_length(first, last) // 2
        self._lower: tuple[int, list[bytes]] | None = None
        if nodes is None:
            nodes = b"".join([self._subtree(at)[-1] for at in range(first, last + 1, self._size)])
        self.nodes = nodes
        self._upper = _levels(nodes)

    def _subtree(self, start: int) -> list[bytes]:
        seeds = self._seeds(start, start + self._size)
        return _levels(b"".join([sha256(b"\x00" + sha256(seed).digest()).digest() for seed in seeds]))

    @property
    def root(self) -> bytes:
        """The root over all commitments (32 bytes)."""
        return self._upper[-1]

    def path(self, round_number: int) -> list[bytes]:
        """The Merkle path of a round of this range, from its leaf upwards."""
        index = round_number - self.first
        return _path(self._subtree_of(index), index % self._size) + _path(self._upper, index // self._size)

    def derives(self, round_number: int) -> bool:
        """Whether the subtree with this round follows from the secret, and not only from the given `nodes`."""
        at = (round_number - self.first) // self._size
        return self._subtree_of(at * self._size)[-1] == _at(self.nodes, at)

    def _subtree_of(self, index: int) -> list[bytes]:
        start = index // self._size * self._size
        if self._lower is None or self._lower[0] != start:
            self._lower = (start, self._subtree(self.first + start))
        return self._lower[1]


def fitting_tree(
    secret: bytes, first: int, last: int, root: str, nodes: bytes | None, round_number: int
) -> CommitmentTree | None:
    """The tree of a secret over a range, if it has this root (hex); None if the secret is another one.

    Also None for a range for which no root is ever published. With stored `nodes`, only they and the subtree
    of `round_number` are hashed: nodes that lead to the root are correct, and only the right secret yields the subtree.
    Nodes that do not lead to the root are ignored.
    """
    if last != last_of(first):
        return None
    if nodes is not None and len(nodes) == (last - first + 1 >> path_length(first, last) // 2) * _HASH_BYTES:
        tree = CommitmentTree(secret, first, last, nodes)
        if tree.root.hex() == root:
            return tree if tree.derives(min(max(round_number, first), last)) else None
    tree = CommitmentTree(secret, first, last)
    return tree if tree.root.hex() == root else None


def _at(level: bytes, index: int) -> bytes:
    return level[index * _HASH_BYTES : (index + 1) * _HASH_BYTES]


def _levels(leaves: bytes) -> list[bytes]:
    """The levels of a tree from its leaves to its root, each with its hashes concatenated."""
    levels = [leaves]
    pair = 2 * _HASH_BYTES
    while len(level := levels[-1]) > _HASH_BYTES:
        starts = range(0, len(level), pair)
        levels.append(b"".join([sha256(b"\x01" + level[at : at + pair]).digest() for at in starts]))
    return levels


def _path(levels: Sequence[bytes], index: int) -> list[bytes]:
    return [_at(level, (index >> height) ^ 1) for height, level in enumerate(levels[:-1])]
