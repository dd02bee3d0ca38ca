"""The part of a store with several shards: where new tables go, and what differs from shard to shard."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable


@runtime_checkable
class Placement(Protocol):
    """What a server needs from a store with several shards. Other stores do not implement it."""

    def placed(self, fresh: str, key: str | None) -> str:
        """The id of a new table, made from a fresh one: it names the shard in which the table is opened.

        Openings with the same idempotency `key` go to the same shard. Raises `StoreUnavailable` if no shard is open for
        new tables.
        """
        ...

    def epoch_of(self, table: str) -> str:
        """The epoch of the shard that has a table, as far as is known. Call `LogStore.epoch` first."""
        ...

    def unreachable(self) -> Mapping[str, str]:
        """The shards that could not be reached at the last `Maintenance.check`, with the reasons, as sentences."""
        ...
