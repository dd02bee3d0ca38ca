"""The store protocol: an append-only log of tables, and what is kept beside it.

A store keeps each table's lines verbatim, in order of seq, and all tables' lines in one global order. Appending is
atomic together with what is kept beside the log; when `append` returns, it is durable. What is said at a table is kept
apart from its log, with numbers of its own, and can be erased. Every implementation passes the one contract suite in
tests/events/stores/.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Final, Protocol

import msgspec


class StoreError(Exception):
    """What every store error is: a stable `code` and a sentence fit for whoever runs the server.

    `kept` tells whether the append took effect: False: certainly not; None: unknown until the log is read again.
    """

    code = "store_error"
    kept: bool | None = False


class Conflict(StoreError):
    """The seq is taken, or leaves a gap: somebody else appended, or the caller's copy is stale."""

    code = "conflict"

    def __init__(self, table: str, expected_seq: int, current_seq: int) -> None:
        super().__init__(f"entry {expected_seq} of table {table} cannot be appended after entry {current_seq}")
        self.table = table
        self.expected_seq = expected_seq
        self.current_seq = current_seq


class StoreFull(StoreError):
    """The disk is full. Nothing was kept."""

    code = "disk_full"


class StoreReadOnly(StoreError):
    """The file cannot be written. Nothing was kept."""

    code = "store_read_only"


class StoreInUse(StoreError):
    """Another server holds the store: the process `holder`, where that is known."""

    code = "store_in_use"

    def __init__(self, sentence: str, holder: str = "") -> None:
        super().__init__(sentence)
        self.holder = holder


class StoreUnavailable(StoreError):
    """The store failed in some other way; whether an append was kept is unknown."""

    code = "store_unavailable"
    kept = None


class StoreDamaged(StoreUnavailable):
    """What is there cannot be read any more: the file is not as it was written. Other tables may be whole."""

    code = "store_damaged"


class StoreUnreadable(StoreError):
    """What is there is no store, or one that a newer version made."""

    code = "store_unreadable"


class NoSuchTable(StoreError):
    """No table of that id is in the store."""

    code = "no_such_table"


class TableExists(StoreError):
    """A table of that id is in the store already."""

    code = "table_exists"


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A credential, of which only the SHA-256 (hex) is kept. `viewer` is gm, seat:ID or invite.

    A viewer has one token at a time: a new one takes the place of the old. `nonce` (hex) is what the token
    is derived from, together with the server's key.
    """

    hash: str
    viewer: str
    nonce: str


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """An idempotency key as used by a caller, with the SHA-256 (hex) of what was asked.

    `scope` is the table's id, or empty for opening tables.
    """

    scope: str
    caller: str
    id: str
    fingerprint: str


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """Which entry answered an idempotency key: its table and seq, and the fingerprint of what was asked."""

    table: str
    seq: int
    fingerprint: str


class AlreadyAnswered(StoreError):
    """The idempotency key was used before, by the entry that `answered` names. Nothing was kept.

    Only the store can tell this when one key opens two tables at once: they have no seq to quarrel about.
    """

    code = "already_answered"

    def __init__(self, answered: Answered) -> None:
        super().__init__(f"the request was answered by entry {answered.seq} of table {answered.table}")
        self.answered = answered


class AppendRecords(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept beside the log, in the transaction of the entry that it belongs to.

    `secret` (32 bytes) with a table's first entry; `revoked` viewers' tokens removed; then `tokens` set or replaced;
    `request` the idempotency key that the entry answers. From now on `deadline` is when somebody has to see to the
    table: its turn deadline (None: none), or this entry's time where it waits for whom the server plays; `closed` says
    whether it is closed, for whoever wakes tables, and `listing` is what the directory tells of it (JSON; None: it is
    not listed). `round_began`, `round_ended` and `round_unsealed` are the numbers of the rounds that the entry begins,
    ends or voids, and unseals.
    """

    secret: bytes | None = None
    tokens: Sequence[Token] = ()
    revoked: Sequence[str] = ()
    request: Request | None = None
    deadline: str | None = None
    closed: bool = False
    listing: bytes | None = None
    round_began: int | None = None
    round_ended: int | None = None
    round_unsealed: int | None = None


class Stored(msgspec.Struct, frozen=True):
    """A line as stored. `position` is its place in the order of all tables (from 1, ascending, gaps allowed)."""

    position: int
    table: str
    seq: int
    line: bytes


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the store's list. `seq` is its newest entry's.

    `bytes` is what its lines and its chat amount to: the lines' lengths, and of everything said the UTF-8 text and
    `SAID_BYTES`. It never shrinks: what is erased keeps its room. `archive` says that the table was imported: it has no
    secret, and is closed to play. `head` is the hash (hex) of the newest entry's line as it was appended: what tells
    that this line is as it was written, since no later one does; None where an older version's file has none.
    """

    table: str
    seq: int
    deadline: str | None
    closed: bool
    bytes: int
    archive: bool
    listed: bool
    head: str | None


class ExportSignature(msgspec.Struct, frozen=True, kw_only=True):
    """Whose key signed an export, and how: both in hex. docs/log-format.md tells what is signed."""

    key: str
    signature: str


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """What the directory tells of a table: the `listing` of its newest entry."""

    table: str
    data: bytes


class RoundSpan(msgspec.Struct, frozen=True, kw_only=True):
    """Where a round is in its table's log: the seqs of the entries that begin, end (or void) and unseal it.

    `last` is None while the round runs, `unsealed` while its seed is not published.
    """

    round: int
    first: int
    last: int | None = None
    unsealed: int | None = None


SAID_BYTES: Final = 64
"""What each thing said, and each erasure, counts for in `TableInfo.bytes`, besides its text."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Something said at a table, or that things said were erased.

    `n` counts a table's from 1 without gaps, `at` is when and `by` who. `text` is None once it was erased, and where
    this is an erasure: then `erases` has the numbers of what it erased, ascending.
    """

    n: int
    at: str
    by: str
    text: str | None
    erases: list[int] | None = None


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A fold as of entry `seq`, so that later ones need not start at the first. Disposable at any time."""

    seq: int
    data: bytes


class Store(Protocol):
    """A log of tables. Reading never waits for durability: what is read was committed."""

    async def append(self, table: str, seq: int, line: bytes, beside: AppendRecords) -> int:
        """Append `line` as entry `seq`, durably and with `beside`, and return its position.

        Raises `AlreadyAnswered` where the request's key has been used (whatever `seq` is), `Conflict` where `seq` is
        not the table's next, `StoreFull`, `StoreReadOnly`, `StoreUnavailable`; `ValueError` for what no log can hold.
        An error for one table leaves the appends of others whole. Whoever is cancelled while waiting may find the
        entry kept.
        """
        ...

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        """The table's lines with `after` < seq <= `upto`, in order; empty where the table is unknown.

        Where the file is damaged in the midst of them, those before the damage; `StoreDamaged` where that is the first.
        """
        ...

    def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        """All tables' lines in order of position, those after position `after`."""
        ...

    async def tables(self) -> Sequence[TableInfo]:
        """All tables, by the position of their first entry."""
        ...

    async def table(self, table: str) -> TableInfo | None:
        """One table's info, None where it is unknown."""
        ...

    async def secret(self, table: str) -> bytes:
        """The table's 32-byte secret. Raises `NoSuchTable`, also for an archive, which has none."""
        ...

    async def token(self, table: str, token_hash: str) -> Token | None:
        """The token with this hash, None where the table has none such."""
        ...

    async def token_of(self, table: str, viewer: str) -> Token | None:
        """The token that a viewer has now."""
        ...

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """Which entry answered this idempotency key. `scope` is a table id, or empty for opening tables."""
        ...

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        """The rounds with numbers above `after`, by number, `limit` of them at most."""
        ...

    async def round(self, table: str, number: int) -> RoundSpan | None:
        """The round of that number, None where it has not begun."""
        ...

    async def listings(self, after: str | None, limit: int) -> Sequence[Listing]:
        """The tables that are listed and not closed, in the order of their first entries, `limit` of them at most.

        Only those after table `after`, which need not be listed itself; none where it is unknown.
        """
        ...

    def size(self) -> int:
        """How many bytes all tables have together, as `TableInfo.bytes` counts them. Cheap."""
        ...

    async def say(self, table: str, by: str, at: str, text: str) -> int:
        """Keep what somebody says at a table, durably, and return its number.

        Raises `NoSuchTable`, `StoreFull`, `StoreReadOnly`, `StoreUnavailable`; `ValueError` for what is no text.
        """
        ...

    async def erase_chat(self, table: str, by: str, at: str, numbers: Sequence[int] | None) -> int | None:
        """Blank the texts of those numbers, None for all, where they lie; return the number of the erasure.

        The erasure takes the next number, and names what it erased: only texts that were still there. None where
        there were none, and nothing has changed. Durable; raises as `say` does. From then on no program can read the
        texts back from the store, whatever it looks at, but for the reservations that a store names.
        """
        ...

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        """What was said and erased at a table, with numbers above `after`, in order, `limit` of them at most."""
        ...

    async def chat_last(self, table: str) -> int:
        """The newest number in a table's chat, 0 where there is none."""
        ...

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot. It may be lost, and need not be durable; one that is ahead of the log is not kept."""
        ...

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`, if any."""
        ...

    async def server_key(self, fresh: bytes) -> bytes:
        """The server's key, from which tokens are derived: the one kept, or `fresh`, which is then kept."""
        ...

    async def signing_key(self, fresh: bytes) -> bytes:
        """The seed of the key with which the server signs exports: the one kept, or `fresh`, which is then kept."""
        ...

    async def epoch(self, fresh: str) -> str:
        """The log's epoch: the one kept, or `fresh`, which is then kept. Another after a restore or an import."""
        ...

    async def export_signature(self, table: str) -> ExportSignature | None:
        """The signature that an archive's export came with; None where there was none, and for other tables."""
        ...

    async def import_table(
        self, table: str, lines: Sequence[bytes], tokens: Sequence[Token], signed: ExportSignature | None = None
    ) -> None:
        """Keep a whole log as an archive, durably or not at all: no secret, closed, its rounds where its lines say.

        `signed` is the signature that its export came with, if any; an export of the archive has it again.

        The log's epoch is forgotten along with it, so that the next server gives another. A table's versions start
        from 1 wherever it is: whoever remembers a version of the table that was here under this id before, or on the
        server that it comes from, may have seen something else at it. And nothing is left in a store of a table that
        was deleted, so that none can tell whether there was one: every import counts as if there had been.

        For tools: no server may have the store open, since it remembers the epoch. Raises `TableExists`, `ValueError`
        for what no log can hold, and what `append` raises.
        """
        ...

    async def delete(self, table: str) -> None:
        """Delete a table, durably: its log and all that is kept beside it, and nothing else.

        Also the idempotency key that opened it: it opens another table then. Positions are not given anew. For tools:
        no server may have the store open, since it may know the table. Raises `NoSuchTable`, and what `append` raises.
        """
        ...

    async def compact(self) -> None:
        """Give back the room of what was deleted, and with it the last traces. For tools. Raises a `StoreError`."""
        ...

    async def check(self) -> None:
        """Whether the store can be reached. Raises a `StoreError`."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of the store."""
        ...
