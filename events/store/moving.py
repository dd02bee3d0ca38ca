"""The part of a store that makes it a shard, one of several stores of a server: tables move from one to another.

A move has a number, higher than that of any move of the table before. The shard that has the table notes the number,
the other one takes a copy, and then the first one deletes the table and notes where it went, in one transaction that
requires that the table is as it was copied. A step with a number that is no longer the highest is refused, so a move
that was interrupted or overtaken does no harm, whenever its steps come.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from events.round_spans import RoundSpan
from events.store.credentials import Token
from events.store.errors import StoreError


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """What a shard knows of where a table is.

    `move` is the highest number of a move that this shard took part in. `to` is the shard to which the table went from
    here, in move `since`; empty if it never did. Who comes here from a later move than `since` has arrived: the table
    is back.
    """

    move: int = 0
    to: str = ""
    since: int = 0


class KeptRequest(msgspec.Struct, frozen=True, kw_only=True):
    """An idempotency key with the entry that answered it; `opening`: the one with which the table was opened."""

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
    """A table with everything that is stored of it but snapshots. `size` is its `TableInfo.bytes`."""

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
        """As which shard the store is known; None if it never was one."""
        ...

    async def become_shard(self, name: str) -> str:
        """Note as which shard the store is known, unless it is already, and return what is noted."""
        ...

    async def place(self, table: str) -> Place | None:
        """What this shard knows of where a table is; None if the table never moved here or away."""
        ...

    async def places(self) -> Mapping[str, Place]:
        """All that this shard knows of where tables are."""
        ...

    async def begin_move(self, table: str, move: int) -> None:
        """Note the number of a move away. Raises `NoSuchTable`, `Overtaken`, and what `append` raises."""
        ...

    async def take_out(self, table: str) -> WholeTable:
        """All of a table as of one moment. Raises `NoSuchTable`."""
        ...

    async def put_in(self, whole: WholeTable, move: int) -> None:
        """Store a whole table, durably or not at all, in place of a copy that an earlier move left here.

        Raises `Overtaken`, `TableExists` if a table with this id never came from elsewhere, and what `append` raises.
        """
        ...

    async def discard(self, table: str, move: int) -> None:
        """Delete the copy that a move put in, if it is still that move's. For a move that was certainly refused."""
        ...

    async def hand_over(self, whole: WholeTable, move: int, to: str) -> None:
        """Delete a table that was copied to another shard, and note where it is, durably or not at all.

        Raises `NoSuchTable`, `Overtaken`, and what `append` raises.
        """
        ...
