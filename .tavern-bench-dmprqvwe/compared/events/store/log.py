"""The part of a store that holds the log: the lines of every table, and the indexes that are derived from them."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

import msgspec

from events.round_spans import RoundSpan
from events.store.credentials import Request, Token


class AppendRecords(msgspec.Struct, frozen=True, kw_only=True):
    """What is stored beside the log, in the transaction of an entry.

    `secret` (32 bytes) comes with a table's first entry, and with it the `nodes` of the first tree over its commitments
    (`events.merkle`), from which the secret can be checked quickly. The tokens of the `revoked` viewers are removed,
    then `tokens` are added or replaced. `request` is the idempotency key that the entry answers. The rest replaces what
    the previous entry said: `deadline` is the time at which the server has to act at the table (its turn deadline, or
    the entry's own time if an NPC is to act; None: never), `closed` whether the table is closed, and `listing` its
    directory entry (JSON; None: not listed).
    """

    secret: bytes | None = None
    nodes: bytes | None = None
    tokens: Sequence[Token] = ()
    revoked: Sequence[str] = ()
    request: Request | None = None
    deadline: str | None = None
    closed: bool = False
    listing: bytes | None = None


class Stored(msgspec.Struct, frozen=True):
    """A line as stored. `position` is its place in the order of all tables (from 1, ascending, with gaps)."""

    position: int
    table: str
    seq: int
    line: bytes


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the store. `seq` is the seq of its newest entry.

    `bytes` is the length of its lines, plus the UTF-8 length of its chat and `SAID_BYTES` for each message. It never
    shrinks: an erased message still counts. An `archive` was imported: it has no secret and is closed to play. `head`
    is the hash (hex) of the newest line when it was appended, since no later line confirms that one; None if an older
    version wrote the file.
    """

    table: str
    seq: int
    deadline: str | None
    closed: bool
    bytes: int
    archive: bool
    listed: bool
    head: str | None


class DirectoryEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the directory: the `listing` of its newest entry."""

    table: str
    data: bytes


class LogStore(Protocol):
    """An append-only log of tables. Reads return committed data only, and never wait for a commit."""

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        """Append `line` as entry `seq` together with `records`, durably, and return its position.

        Raises `AlreadyAnswered` if the idempotency key was used before (whatever `seq` is), `Conflict` if `seq` is not
        the table's next (optimistic concurrency), `StoreFull`, `StoreReadOnly`, `StoreUnavailable`; `ValueError` for
        arguments that are invalid in any log. An error at one table does not affect concurrent appends to others. If
        the caller is cancelled while it waits, the entry may have been kept.
        """
        ...

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        """The table's lines with `after` < seq <= `upto`, in order; empty for an unknown table.

        If the file is damaged in that range, the lines before the damage; `StoreDamaged` if there are none.
        """
        ...

    def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        """The lines of all tables in order of position, those after position `after`.

        Nothing in the server needs it yet. It is the only way for another process to follow a store that several
        servers share, and the contract tests use it to check that a refused append leaves no trace.
        """
        ...

    async def tables(self) -> Sequence[TableInfo]:
        """All tables, by the position of their first entries."""
        ...

    async def table(self, table: str) -> TableInfo | None:
        """One table, None if it is unknown."""
        ...

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        """At most `limit` rounds with numbers above `after`, by number, as `events.round_spans` finds them."""
        ...

    async def round(self, table: str, number: int) -> RoundSpan | None:
        """The round with that number, None if it has not begun."""
        ...

    async def directory(self, after: str | None, limit: int) -> Sequence[DirectoryEntry]:
        """At most `limit` tables that are listed and not closed, by the position of their first entries.

        With `after`, only those after that table, which need not be listed itself; none if it is unknown.
        """
        ...

    async def epoch(self, fresh: str) -> str:
        """The log's epoch: the stored one, or else `fresh`, which is then stored. It changes with restores and imports.

        Clients that counted versions in another epoch start over. Only servers ask for it: a store may note from then
        on how far its log has come, to give a notice if the next server finds less in the same epoch.
        """
        ...
