"""The part of a store that makes it the source or the target of a copy: from a file to a database, or back.

A copy is made while no server has either store open. Until it is complete, the target names the source, and no server
can open it. A copy that was interrupted can be made again: the tables that arrived are compared, the others copied.
"""

from collections.abc import Mapping
from typing import Protocol

import msgspec

from events.store.errors import StoreError, StoreUnreadable
from events.store.moving import Place, WholeTable


class StoreWide(msgspec.Struct, frozen=True, kw_only=True):
    """What a store keeps for all its tables: the servers' keys, its name as a shard, and where tables moved."""

    server_key: bytes | None
    signing_key: bytes | None
    shard: str | None
    places: Mapping[str, Place]


class StoreNotEmpty(StoreError):
    """The store has something that a copy would overwrite. Nothing was changed."""

    code = "store_not_empty"


class CopyIncomplete(StoreUnreadable):
    """The store is the target of a copy that was not completed."""

    code = "copy_incomplete"


class Copyable(Protocol):
    """A store that can be copied, and copied into."""

    async def store_wide(self) -> StoreWide:
        """What the store keeps for all its tables."""
        ...

    async def copied_from(self) -> str | None:
        """The source of a copy into this store that is not complete; None if there is none."""
        ...

    async def begin_copy(self, source: str, wide: StoreWide) -> None:
        """Note the source of a copy, and take over what it keeps for all its tables.

        Raises `StoreNotEmpty` unless the store is empty or has only what an incomplete copy of this source put there,
        and what `append` raises.
        """
        ...

    async def copy_in(self, whole: WholeTable) -> None:
        """Store a whole table, durably or not at all; replaces the one with its id. Raises what `append` raises."""
        ...

    async def end_copy(self) -> None:
        """Note that the copy is complete. The log has no epoch, so the next server begins one."""
        ...


def refuse_target(
    source: str, wide: StoreWide, *, begun: str | None, tables: int, shard: str | None, places: int
) -> None:
    """Raise `StoreNotEmpty` if a copy of a source may not be written over what a store has."""
    if begun is not None and begun != source:
        raise StoreNotEmpty(f"it has an incomplete copy of {begun}: complete that one, or begin with an empty store.")
    if begun is not None:
        return
    if tables:
        raise StoreNotEmpty(f"it has tables ({tables}), and a copy needs an empty store.")
    if shard not in (None, wide.shard):
        raise StoreNotEmpty(f"it is shard {shard.lstrip('*')} of another store.")
    if places:
        raise StoreNotEmpty(f"it knows where tables moved ({places}), and a copy needs an empty store.")
