"""The part of a store that makes it a shard: one of a server's several stores, between which tables move.

Each move of a table has a higher number than all its moves before. The shard that has the table notes the number, and
the other one takes a copy. Then the first deletes the table and notes where it went, in one transaction that requires
the table to be unchanged since the copy. A step whose number is no longer the highest is refused, so late steps of an
interrupted or overtaken move do no harm. At last, the shards where a lookup begins note where the table is, so that it
does not pass through the shards where the table was in between.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from events.round_spans import RoundSpan
from events.store.credentials import Token
from events.store.errors import StoreError


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """What a shard knows about where a table is.

    `move` is the highest number of a move that this shard took part in, or was told of. `to` is the shard in which the
    table has been since move `since`; empty if it never left this shard, or is back. A lookup that was sent here by a
    move later than `since` ends here: the table is back, although the move that brought it was interrupted before this
    shard noted that.
    """

    move: int = 0
    to: str = ""
    since: int = 0


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


class Overtaken(StoreError):
    """Another move of the table began later, or something was written to it since it was copied. Nothing was kept."""

    code = "overtaken"


class Movable(Protocol):
    """A store that can be a shard."""

    async def shard(self) -> str | None:
        """The name of the shard that the store is; None if it never was one."""
        ...

    async def become_shard(self, name: str) -> str:
        """Store the name of the shard unless there is one already, and return the stored one."""
        ...

    async def place(self, table: str) -> Place | None:
        """What this shard knows about where a table is; None if the table never moved here or away."""
        ...

    async def places(self) -> Mapping[str, Place]:
        """The known place of every table that ever moved here or away."""
        ...

    async def begin_move(self, table: str, move: int) -> None:
        """Note the number of a move away. Raises `NoSuchTable`, `Overtaken`, and what `append` raises."""
        ...

    async def take_out(self, table: str) -> WholeTable:
        """The whole table as of one moment. Raises `NoSuchTable`."""
        ...

    async def put_in(self, whole: WholeTable, move: int) -> None:
        """Store a whole table, durably or not at all. It replaces a copy that an earlier move left here.

        Raises `Overtaken`, `TableExists` if a table with this id is here that no move brought, and what `append`
        raises.
        """
        ...

    async def discard(self, table: str, move: int) -> None:
        """Delete the copy that a move put in, if it is still that move's. For moves that were certainly refused."""
        ...

    async def hand_over(self, whole: WholeTable, move: int, to: str) -> None:
        """Delete a table that was copied to another shard, and note where it is, durably or not at all.

        Raises `NoSuchTable`, `Overtaken`, and what `append` raises.
        """
        ...

    async def settle(self, table: str, move: int, to: str) -> None:
        """Note where a table is since a move that is complete: in shard `to`, or here if that is empty.

        Does nothing if this shard knows of a later move. Raises what `append` raises.
        """
        ...
