"""Dealers provide the seeds and dice of a table's rounds. In live play, all seeds derive from the table's secret."""

from collections.abc import Sequence
from typing import Protocol

from events.dice import Dice, commitment_of, round_seed
from events.merkle import CommitmentTree, fitting_tree, root_from
from projections.game import AnyTable
from projections.table import Root


class WrongSecret(Exception):
    """A table's secret does not give the published root, so no round under it could ever be proved."""

    def __init__(self, root: Root) -> None:
        self.reason = f"it does not lead to the root that was published for rounds {root.first} to {root.last}"
        super().__init__(self.reason)


class Dealer(Protocol):
    """Provides a table's seeds: from its secret in live play, from the log in a re-run."""

    def root(self, first: int, last: int) -> str:
        """The Merkle root (hex) over the commitments of the rounds `first` to `last`."""
        ...

    def commitment(self, round_number: int, root: Root) -> tuple[str, list[str]]:
        """A round's commitment and its Merkle path to `root`, in hex. Raises `WrongSecret` if it leads elsewhere."""
        ...

    def seed(self, round_number: int) -> bytes:
        """A round's seed (32 bytes)."""
        ...

    def dice(self, table: AnyTable) -> Dice:
        """The dice of the current round, continuing after those already drawn: `seeded_dice` of the round's seed."""
        ...


class SecretDealer:
    """Derives everything from a table's secret (32 bytes). Caches the range's tree, and the round's seed and dice."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._tree: CommitmentTree | None = None
        self._seed: tuple[int | None, bytes] = (None, b"")
        self._dice: Dice | None = None

    def require_roots(self, roots: Sequence[Root], round_number: int, nodes: bytes | None) -> None:
        """Check the secret against the published roots that cover `round_number` and later rounds.

        `nodes` are what the store keeps of the first range's tree. Raises `WrongSecret`.
        """
        for root in [root for root in roots if root.last >= round_number] or roots[-1:]:
            known = nodes if root.first == 1 else None
            tree = fitting_tree(self._secret, root.first, root.last, root.root, known, round_number)
            if tree is None:
                raise WrongSecret(root)
            if root.first <= max(round_number, 1):
                self._tree = tree

    def nodes(self, first: int, last: int) -> bytes:
        """What the store keeps of the tree over the rounds `first` to `last`, to check the secret quickly."""
        return self._tree_of(first, last).nodes

    def _tree_of(self, first: int, last: int) -> CommitmentTree:
        if self._tree is None or (self._tree.first, self._tree.last) != (first, last):
            self._tree = CommitmentTree(self._secret, first, last)
        return self._tree

    def root(self, first: int, last: int) -> str:
        """The Merkle root (hex) over the commitments of the rounds `first` to `last`."""
        if self._tree is not None and self._tree.first != first:
            return CommitmentTree(self._secret, first, last).root.hex()
        return self._tree_of(first, last).root.hex()

    def commitment(self, round_number: int, root: Root) -> tuple[str, list[str]]:
        """A round's commitment and its Merkle path to `root`, in hex. Raises `WrongSecret` if it leads elsewhere."""
        path = self._tree_of(root.first, root.last).path(round_number)
        commitment = commitment_of(self.seed(round_number))
        if root_from(commitment, round_number - root.first, path).hex() != root.root:
            raise WrongSecret(root)
        return commitment.hex(), [node.hex() for node in path]

    def seed(self, round_number: int) -> bytes:
        """A round's seed (32 bytes)."""
        if self._seed[0] != round_number:
            self._seed = (round_number, round_seed(self._secret, round_number))
        return self._seed[1]

    def dice(self, table: AnyTable) -> Dice:
        """The dice of the current round, continuing after those already drawn."""
        if self._dice is not None and self._dice.are_of(table.round, table.luck, table.drawn):
            self._dice.take_up()
        else:
            self._dice = seeded_dice(table, self.seed(table.round))
        return self._dice


def seeded_dice(table: AnyTable, seed: bytes) -> Dice:
    """The dice of the current round, from its seed, continuing after those already drawn."""
    return Dice(seed, table.round, table.luck, table.drawn)
