"""The part of a store that caches what follows from the log: folds, to load tables quickly, and analyses of rounds."""

from typing import Protocol

import msgspec


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A fold up to entry `seq`. Can be deleted at any time."""

    seq: int
    data: bytes


class SnapshotStore(Protocol):
    """A cache: losing it costs time and nothing else."""

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Store a snapshot. It need not be durable. A snapshot ahead of the log is ignored."""
        ...

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`, if any."""
        ...

    async def save_analysis(self, table: str, number: int, seat: str, data: bytes) -> None:
        """Store the analysis of a seat's decisions in a round. It need not be durable, and replaces an earlier one.

        It is ignored if there is no such table.
        """
        ...

    async def analysis(self, table: str, number: int, seat: str) -> bytes | None:
        """The analysis of a seat's decisions in a round, if there is one."""
        ...
