"""The part of a store that caches folds, so that a table can be loaded without reading its whole log."""

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
