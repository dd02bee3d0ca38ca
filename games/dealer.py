"""Dealers provide the seeds and dice of a table's rounds. In live play, all seeds derive from the table's secret."""

from typing import Protocol

from events.dice import Dice, commitment_of, round_seed
from events.merkle import CommitmentTree, range_of
from projections.game import AnyTable


class Dealer(Protocol):
    """Provides a table's seeds: from its secret in live play, from the log in a re-run."""

    def root(self, first: int) -> str:
        """The Merkle root (hex) over the commitments of the range of rounds that starts at `first`."""
        ...

    def commitment(self, round_number: int) -> tuple[str, list[str]]:
        """A round's commitment and its Merkle path, in hex."""
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

    def _tree_of(self, first: int) -> CommitmentTree:
        if self._tree is None or self._tree.first != first:
            self._tree = CommitmentTree(self._secret, first)
        return self._tree

    def root(self, first: int) -> str:
        """The Merkle root (hex) over the commitments of the range of rounds that starts at `first`."""
        if self._tree is not None and self._tree.first != first:
            return CommitmentTree(self._secret, first).root.hex()
        return self._tree_of(first).root.hex()

    def commitment(self, round_number: int) -> tuple[str, list[str]]:
        """A round's commitment and its Merkle path, in hex."""
        path = self._tree_of(range_of(round_number)).path(round_number)
        return commitment_of(self.seed(round_number)).hex(), [node.hex() for node in path]

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
