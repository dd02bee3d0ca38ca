"""The part of a store that makes it the source or the target of a copy: from a file to a database, or back.

A copy is made while no server has either store open. Until it is complete, the target names the source, and no server
can open it. A copy that was interrupted can be made again: the tables that arrived are compared, the others copied.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from events.round_spans import RoundSpan
from events.store import Store
from events.store.credentials import Token
from events.store.errors import StoreError, StoreUnreadable


class StoreKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The servers' keys, as far as the store has any yet."""

    server_key: bytes | None
    signing_key: bytes | None


class KeptRequest(msgspec.Struct, frozen=True, kw_only=True):
    """An idempotency key with the entry that answered it; `opening`: whether it opened the table."""

    opening: bool
    caller: str
    id: str
    fingerprint: str
    seq: int


class KeptMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message or an erasure as stored; the text of an erased message is empty."""

    n: int
    at: str
    by: str
    erased: bool
    text: bytes | None
    erases: bytes | None
    key: str | None


class WholeTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table with everything stored for it except snapshots. `size` is its `TableInfo.bytes`."""

    table: str
    lines: Sequence[bytes]
    deadline: str | None
    closed: bool
    size: int
    archive: bool
    listing: bytes | None
    head: bytes | None
    signed: bytes | None
    rounds: Sequence[RoundSpan]
    secret: bytes | None
    nodes: bytes | None
    tokens: Sequence[Token]
    requests: Sequence[KeptRequest]
    messages: Sequence[KeptMessage]


class StoreNotEmpty(StoreError):
    """The store has something that a copy would overwrite. Nothing was changed."""

    code = "store_not_empty"


class CopyIncomplete(StoreUnreadable):
    """The store is the target of a copy that was not completed."""

    code = "copy_incomplete"


class CopyableStore(Store, Protocol):
    """A store that can be copied, and copied into."""

    async def store_keys(self) -> StoreKeys:
        """The servers' keys."""
        ...

    async def copied_from(self) -> str | None:
        """The source of a copy into this store that is not complete; None if there is none."""
        ...

    async def begin_copy(self, source: str, keys: StoreKeys) -> None:
        """Note the source of a copy, and take over its keys.

        Raises `StoreNotEmpty` unless the store has no tables, or has only what an incomplete copy of this source put
        there, and what `append` raises.
        """
        ...

    async def copy_out(self, table: str) -> WholeTable:
        """The whole table as of one moment. Raises `NoSuchTable`."""
        ...

    async def copy_in(self, whole: WholeTable) -> None:
        """Store a whole table, durably or not at all; replaces the one with its id. Raises what `append` raises."""
        ...

    async def end_copy(self) -> None:
        """Note that the copy is complete. The log has no epoch, so the next server begins one."""
        ...


def refuse_target(source: str, *, begun: str | None, tables: int) -> None:
    """Raise `StoreNotEmpty` if a copy of a source may not be written over what a store has.

    `begun` is the source of the store's incomplete copy, if it is one; `tables` is the number of its tables.
    """
    if begun is not None and begun != source:
        raise StoreNotEmpty(f"it has an incomplete copy of {begun}: complete that one, or begin with an empty store.")
    if begun is None and tables:
        raise StoreNotEmpty(f"it has tables ({tables}), and a copy needs an empty store.")
