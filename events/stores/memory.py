"""A store in memory: for tests, demonstrations and tables that nobody wants to keep."""

from bisect import bisect_right
from collections.abc import AsyncIterator, Sequence

import msgspec

from events.entry import line_hash
from events.round_marks import spans_of
from events.store import (
    SAID_BYTES,
    AlreadyAnswered,
    Answered,
    AppendRecords,
    Conflict,
    ExportSignature,
    Listing,
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
    """One table's lines and what is kept beside them."""

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

    def note_rounds(self, seq: int, beside: AppendRecords) -> None:
        """Take in what an entry does to rounds."""
        if (began := beside.round_began) is not None:
            self.rounds[began] = RoundSpan(round=began, first=seq)
        if beside.round_ended is not None and (ended := self.rounds.get(beside.round_ended)):
            self.rounds[ended.round] = msgspec.structs.replace(ended, last=seq)
        if beside.round_unsealed is not None and (unsealed := self.rounds.get(beside.round_unsealed)):
            self.rounds[unsealed.round] = msgspec.structs.replace(unsealed, unsealed=seq)


class MemoryStore:
    """The `Store` that forgets: what is appended is as durable as the process."""

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

    async def append(self, table: str, seq: int, line: bytes, beside: AppendRecords) -> int:
        """Append a line as entry `seq`, with `beside`; see `Store.append`."""
        refuse_unfit(table, seq, beside)
        await self.check()
        request = beside.request
        if request is not None and (used := self._answered.get((request.scope, request.caller, request.id))):
            raise AlreadyAnswered(used)
        kept = self._tables.get(table)
        current = len(kept.lines) if kept is not None else 0
        if seq != current + 1:
            raise Conflict(table, seq, current)
        if kept is None:
            kept = self._tables[table] = _Table(beside.secret)
        position = self._put(table, kept, line)
        for viewer in beside.revoked:
            kept.tokens.pop(viewer, None)
        kept.tokens.update({token.viewer: token for token in beside.tokens})
        kept.note_rounds(seq, beside)
        kept.deadline, kept.closed, kept.listing = beside.deadline, beside.closed, beside.listing
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
        """All tables' lines in order of position, those appended meanwhile too."""
        while (index := bisect_right(self._log, after, key=_position)) < len(self._log):
            stored = self._log[index]
            yield stored
            after = stored.position

    async def tables(self) -> Sequence[TableInfo]:
        """All tables, by the position of their first entry."""
        return [_info(table, kept) for table, kept in self._tables.items()]

    async def table(self, table: str) -> TableInfo | None:
        """One table's info, None where it is unknown."""
        kept = self._tables.get(table)
        return None if kept is None else _info(table, kept)

    async def secret(self, table: str) -> bytes:
        """The table's secret. Raises `NoSuchTable`."""
        kept = self._tables.get(table)
        if kept is None or kept.secret is None:
            raise NoSuchTable(f"the store has no secret of a table {table!r}")
        return kept.secret

    async def token(self, table: str, token_hash: str) -> Token | None:
        """The token with this hash, if the table has it."""
        kept = self._tables.get(table)
        tokens = () if kept is None else kept.tokens.values()
        return next((token for token in tokens if token.hash == token_hash), None)

    async def token_of(self, table: str, viewer: str) -> Token | None:
        """The token that a viewer has now."""
        kept = self._tables.get(table)
        return None if kept is None else kept.tokens.get(viewer)

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """Which entry answered this idempotency key."""
        return self._answered.get((scope, caller, request_id))

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        """The rounds with numbers above `after`."""
        kept = self._tables.get(table)
        rounds = {} if kept is None else kept.rounds
        return [rounds[number] for number in sorted(rounds) if number > after][: max(limit, 0)]

    async def round(self, table: str, number: int) -> RoundSpan | None:
        """The round of that number."""
        kept = self._tables.get(table)
        return None if kept is None else kept.rounds.get(number)

    async def listings(self, after: str | None, limit: int) -> Sequence[Listing]:
        """The open tables that are listed."""
        tables = list(self._tables)
        if after is not None:
            tables = tables[tables.index(after) + 1 :] if after in self._tables else []
        found = [
            Listing(table=table, data=kept.listing)
            for table, kept in ((table, self._tables[table]) for table in tables)
            if kept.listing is not None and not kept.closed
        ]
        return found[: max(limit, 0)]

    def size(self) -> int:
        """How many bytes all tables have together."""
        return self._size

    async def say(self, table: str, by: str, at: str, text: str) -> int:
        """Keep what somebody says, and return its number."""
        refuse_unfit_chat(table, by, at, text)
        kept = await self._speaking(table)
        n = len(kept.chat) + 1
        kept.chat.append(Said(n=n, at=at, by=by, text=text))
        self._grow(kept, SAID_BYTES + len(text.encode()))
        return n

    async def erase_chat(self, table: str, by: str, at: str, numbers: Sequence[int] | None) -> int | None:
        """Blank texts, and return the number of the erasure."""
        refuse_unfit_chat(table, by, at)
        kept = await self._speaking(table)
        asked = None if numbers is None else set(numbers)
        erased = [said.n for said in kept.chat if said.text is not None and (asked is None or said.n in asked)]
        if not erased:
            return None
        for n in erased:
            kept.chat[n - 1] = msgspec.structs.replace(kept.chat[n - 1], text=None)
        n = len(kept.chat) + 1
        kept.chat.append(Said(n=n, at=at, by=by, text=None, erases=erased))
        self._grow(kept, SAID_BYTES + len(msgspec.json.encode(erased)))
        return n

    async def _speaking(self, table: str) -> _Table:
        await self.check()
        kept = self._tables.get(table)
        if kept is None:
            raise NoSuchTable(f"there is no table {table!r} at which anything could be said")
        return kept

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        """What was said and erased, with numbers above `after`."""
        kept = self._tables.get(table)
        return [] if kept is None else kept.chat[max(after, 0) :][: max(limit, 0)]

    async def chat_last(self, table: str) -> int:
        """The newest number in a table's chat."""
        kept = self._tables.get(table)
        return 0 if kept is None else len(kept.chat)

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, unless it is ahead of the log."""
        kept = self._tables.get(table)
        if kept is not None and snapshot.seq <= len(kept.lines):
            kept.snapshots[snapshot.seq] = snapshot

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`."""
        kept = self._tables.get(table)
        snapshots = {} if kept is None else kept.snapshots
        newest = max((seq for seq in snapshots if upto is None or seq <= upto), default=None)
        return None if newest is None else snapshots[newest]

    async def server_key(self, fresh: bytes) -> bytes:
        """The server's key: the one kept, or `fresh`."""
        if self._server_key is None:
            self._server_key = fresh
        return self._server_key

    async def signing_key(self, fresh: bytes) -> bytes:
        """The seed of the signing key: the one kept, or `fresh`."""
        if self._signing_key is None:
            self._signing_key = fresh
        return self._signing_key

    async def export_signature(self, table: str) -> ExportSignature | None:
        """The signature that an archive's export came with, if any."""
        kept = self._tables.get(table)
        return None if kept is None else kept.signed

    async def epoch(self, fresh: str) -> str:
        """The log's epoch: the one kept, or `fresh`."""
        if self._epoch is None:
            self._epoch = fresh
        return self._epoch

    async def import_table(
        self, table: str, lines: Sequence[bytes], tokens: Sequence[Token], signed: ExportSignature | None = None
    ) -> None:
        """Keep a whole log as an archive."""
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
        """Nothing: what was deleted is gone."""
        await self.check()

    async def check(self) -> None:
        """Raises `StoreUnavailable` once the store is closed."""
        if self._closed:
            raise StoreUnavailable("the store is closed")

    async def close(self) -> None:
        """Take no more appends."""
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
