"""A store in memory: for tests, demonstrations and tables that nobody wants to keep.

It has the five parts of `events.store` in order.
"""

from bisect import bisect_right
from collections.abc import AsyncIterator, Sequence

import msgspec

from events.entry import line_hash
from events.round_spans import mark_spans, spans_of
from events.store import (
    SAID_BYTES,
    AlreadyAnswered,
    Answered,
    AppendRecords,
    Conflict,
    DirectoryEntry,
    ExportSignature,
    NoSuchTable,
    RoundSpan,
    Said,
    Snapshot,
    Stored,
    StoreUnavailable,
    TableExists,
    TableInfo,
    Token,
)
from events.stores.fitness import refuse_unfit, refuse_unfit_archive, refuse_unfit_chat


class _Table:
    """One table's lines, and what is kept beside them."""

    def __init__(self, secret: bytes | None, *, archive: bool = False) -> None:
        self.secret = secret
        self.archive = archive
        self.lines: list[Stored] = []
        self.tokens: dict[str, Token] = {}
        self.rounds: dict[int, RoundSpan] = {}
        self.chat: list[Said] = []
        self.snapshots: dict[int, Snapshot] = {}
        self.deadline: str | None = None
        self.closed = archive
        self.listing: bytes | None = None
        self.signed: ExportSignature | None = None
        self.bytes = 0


class MemoryStore:
    """A `Store` that lasts as long as the process."""

    def __init__(self) -> None:
        self._log: list[Stored] = []
        self._position = 0
        self._size = 0
        self._tables: dict[str, _Table] = {}
        self._answered: dict[tuple[str, str, str], Answered] = {}
        self._server_key: bytes | None = None
        self._signing_key: bytes | None = None
        self._epoch: str | None = None
        self._closed = False

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        """Append a line as entry `seq`, with `records`."""
        refuse_unfit(table, seq, records)
        await self.check()
        request = records.request
        if request is not None and (used := self._answered.get((request.scope, request.caller, request.id))):
            raise AlreadyAnswered(used)
        kept = self._tables.get(table)
        current = len(kept.lines) if kept is not None else 0
        if seq != current + 1:
            raise Conflict(table, seq, current)
        if kept is None:
            kept = self._tables[table] = _Table(records.secret)
        position = self._put(table, kept, line)
        for viewer in records.revoked:
            kept.tokens.pop(viewer, None)
        kept.tokens.update({token.viewer: token for token in records.tokens})
        mark_spans(kept.rounds, seq, line)
        kept.deadline, kept.closed, kept.listing = records.deadline, records.closed, records.listing
        if request is not None:
            key = (request.scope, request.caller, request.id)
            self._answered[key] = Answered(table=table, seq=seq, fingerprint=request.fingerprint)
        return position

    def _put(self, table: str, kept: _Table, line: bytes) -> int:
        self._position += 1
        stored = Stored(self._position, table, len(kept.lines) + 1, bytes(line))
        self._log.append(stored)
        kept.lines.append(stored)
        self._grow(kept, len(line))
        return stored.position

    def _grow(self, kept: _Table, size: int) -> None:
        kept.bytes += size
        self._size += size

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        """The table's lines with `after` < seq <= `upto`."""
        kept = self._tables.get(table)
        if kept is None:
            return []
        end = len(kept.lines) if upto is None else max(upto, 0)
        return kept.lines[max(after, 0) : end]

    async def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        """The lines of all tables in order of position, including those appended meanwhile."""
        while (index := bisect_right(self._log, after, key=_position)) < len(self._log):
            stored = self._log[index]
            yield stored
            after = stored.position

    async def tables(self) -> Sequence[TableInfo]:
        """All tables, by the position of their first entries."""
        return [_info(table, kept) for table, kept in self._tables.items()]

    async def table(self, table: str) -> TableInfo | None:
        """One table, None if it is unknown."""
        kept = self._tables.get(table)
        return None if kept is None else _info(table, kept)

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        """The rounds with numbers above `after`."""
        kept = self._tables.get(table)
        rounds = {} if kept is None else kept.rounds
        return [rounds[number] for number in sorted(rounds) if number > after][: max(limit, 0)]

    async def round(self, table: str, number: int) -> RoundSpan | None:
        """The round with that number."""
        kept = self._tables.get(table)
        return None if kept is None else kept.rounds.get(number)

    async def directory(self, after: str | None, limit: int) -> Sequence[DirectoryEntry]:
        """The open tables that are listed."""
        tables = list(self._tables)
        if after is not None:
            tables = tables[tables.index(after) + 1 :] if after in self._tables else []
        found = [
            DirectoryEntry(table=table, data=kept.listing)
            for table, kept in ((table, self._tables[table]) for table in tables)
            if kept.listing is not None and not kept.closed
        ]
        return found[: max(limit, 0)]

    async def epoch(self, fresh: str) -> str:
        """The log's epoch: the stored one or `fresh`."""
        if self._epoch is None:
            self._epoch = fresh
        return self._epoch

    async def secret(self, table: str) -> bytes:
        """The table's secret. Raises `NoSuchTable`."""
        kept = self._tables.get(table)
        if kept is None or kept.secret is None:
            raise NoSuchTable(f"the store has no secret for table {table!r}")
        return kept.secret

    async def token(self, table: str, token_hash: str) -> Token | None:
        """The table's token with this hash, if any."""
        kept = self._tables.get(table)
        tokens = () if kept is None else kept.tokens.values()
        return next((token for token in tokens if token.hash == token_hash), None)

    async def token_of(self, table: str, viewer: str) -> Token | None:
        """The viewer's current token, if any."""
        kept = self._tables.get(table)
        return None if kept is None else kept.tokens.get(viewer)

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """The entry that answered this idempotency key."""
        return self._answered.get((scope, caller, request_id))

    async def server_key(self, fresh: bytes) -> bytes:
        """The server's key: the stored one or `fresh`."""
        if self._server_key is None:
            self._server_key = fresh
        return self._server_key

    async def signing_key(self, fresh: bytes) -> bytes:
        """The seed of the signing key: the stored one or `fresh`."""
        if self._signing_key is None:
            self._signing_key = fresh
        return self._signing_key

    async def say(self, table: str, by: str, at: str, text: str) -> int:
        """Store a message, and return its number."""
        refuse_unfit_chat(table, by, at, text)
        kept = await self._chatting(table)
        n = len(kept.chat) + 1
        kept.chat.append(Said(n=n, at=at, by=by, text=text))
        self._grow(kept, SAID_BYTES + len(text.encode()))
        return n

    async def erase_chat(self, table: str, by: str, at: str, numbers: Sequence[int] | None) -> int | None:
        """Erase texts, and return the number of the erasure."""
        refuse_unfit_chat(table, by, at)
        kept = await self._chatting(table)
        chosen = None if numbers is None else set(numbers)
        erased = [said.n for said in kept.chat if said.text is not None and (chosen is None or said.n in chosen)]
        if not erased:
            return None
        for n in erased:
            kept.chat[n - 1] = msgspec.structs.replace(kept.chat[n - 1], text=None)
        n = len(kept.chat) + 1
        kept.chat.append(Said(n=n, at=at, by=by, text=None, erases=erased))
        self._grow(kept, SAID_BYTES + len(msgspec.json.encode(erased)))
        return n

    async def _chatting(self, table: str) -> _Table:
        await self.check()
        kept = self._tables.get(table)
        if kept is None:
            raise NoSuchTable(f"there is no table {table!r} to chat at")
        return kept

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        """Messages and erasures with numbers above `after`."""
        kept = self._tables.get(table)
        return [] if kept is None else kept.chat[max(after, 0) :][: max(limit, 0)]

    async def chat_last(self, table: str) -> int:
        """The newest number in a table's chat."""
        kept = self._tables.get(table)
        return 0 if kept is None else len(kept.chat)

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Store a snapshot, unless it is ahead of the log."""
        kept = self._tables.get(table)
        if kept is not None and snapshot.seq <= len(kept.lines):
            kept.snapshots[snapshot.seq] = snapshot

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`."""
        kept = self._tables.get(table)
        snapshots = {} if kept is None else kept.snapshots
        newest = max((seq for seq in snapshots if upto is None or seq <= upto), default=None)
        return None if newest is None else snapshots[newest]

    async def import_table(
        self, table: str, lines: Sequence[bytes], tokens: Sequence[Token], signed: ExportSignature | None = None
    ) -> None:
        """Store a whole log as an archive."""
        refuse_unfit_archive(table, lines, tokens)
        await self.check()
        if table in self._tables:
            raise TableExists(f"table {table} is in the store already")
        kept = self._tables[table] = _Table(None, archive=True)
        for line in lines:
            self._put(table, kept, line)
        kept.rounds = {span.round: span for span in spans_of(lines)}
        kept.tokens = {token.viewer: token for token in tokens}
        kept.signed = signed
        self._epoch = None

    async def export_signature(self, table: str) -> ExportSignature | None:
        """The signature of the export that an archive was imported from, if any."""
        kept = self._tables.get(table)
        return None if kept is None else kept.signed

    async def delete(self, table: str) -> None:
        """Delete a table."""
        await self.check()
        kept = self._tables.pop(table, None)
        if kept is None:
            raise NoSuchTable(f"there is no table {table!r} to delete")
        self._size -= kept.bytes
        self._log = [stored for stored in self._log if stored.table != table]
        self._answered = {key: answered for key, answered in self._answered.items() if answered.table != table}

    async def compact(self) -> None:
        """Do nothing: deleted data is already gone."""
        await self.check()

    def size(self) -> int:
        """The size of all tables together, in bytes."""
        return self._size

    async def check(self) -> None:
        """Raise `StoreUnavailable` once the store is closed."""
        if self._closed:
            raise StoreUnavailable("the store is closed")

    async def close(self) -> None:
        """Refuse further writes."""
        self._closed = True


def _position(stored: Stored) -> int:
    return stored.position


def _info(table: str, kept: _Table) -> TableInfo:
    return TableInfo(
        table=table,
        seq=len(kept.lines),
        deadline=kept.deadline,
        closed=kept.closed,
        bytes=kept.bytes,
        archive=kept.archive,
        listed=kept.listing is not None,
        head=line_hash(kept.lines[-1].line),
    )
