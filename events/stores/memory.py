"""A store in memory: for tests, demonstrations and tables that nobody wants to keep."""

from collections.abc import AsyncIterator, Sequence

from events.store import (
    AlreadyAnswered,
    Answered,
    Beside,
    Conflict,
    NoSuchTable,
    Snapshot,
    Stored,
    StoreUnavailable,
    TableInfo,
    Token,
)
from events.stores.admission import refuse_unfit


class _Table:
    """One table's lines and what is kept beside them."""

    def __init__(self, secret: bytes | None) -> None:
        self.secret = secret
        self.lines: list[Stored] = []
        self.tokens: dict[str, Token] = {}
        self.snapshots: dict[int, Snapshot] = {}
        self.deadline: str | None = None
        self.closed = False


class MemoryStore:
    """The `Store` that forgets: what is appended is as durable as the process."""

    def __init__(self) -> None:
        self._log: list[Stored] = []
        self._tables: dict[str, _Table] = {}
        self._answered: dict[tuple[str, str, str], Answered] = {}
        self._server_key: bytes | None = None
        self._epoch: str | None = None
        self._closed = False

    async def append(self, table: str, seq: int, line: bytes, beside: Beside) -> int:
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
        stored = Stored(len(self._log) + 1, table, seq, bytes(line))
        self._log.append(stored)
        kept.lines.append(stored)
        for viewer in beside.revoked:
            kept.tokens.pop(viewer, None)
        kept.tokens.update({token.viewer: token for token in beside.tokens})
        kept.deadline, kept.closed = beside.deadline, beside.closed
        if request is not None:
            key = (request.scope, request.caller, request.id)
            self._answered[key] = Answered(table=table, seq=seq, fingerprint=request.fingerprint)
        return stored.position

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        """The table's lines with `after` < seq <= `upto`."""
        kept = self._tables.get(table)
        if kept is None:
            return []
        end = len(kept.lines) if upto is None else max(upto, 0)
        return kept.lines[max(after, 0) : end]

    async def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        """All tables' lines in order of position, those appended meanwhile too."""
        position = max(after, 0)
        while position < len(self._log):
            yield self._log[position]
            position += 1

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

    async def epoch(self, fresh: str) -> str:
        """The log's epoch: the one kept, or `fresh`."""
        if self._epoch is None:
            self._epoch = fresh
        return self._epoch

    async def check(self) -> None:
        """Raises `StoreUnavailable` once the store is closed."""
        if self._closed:
            raise StoreUnavailable("the store is closed")

    async def close(self) -> None:
        """Take no more appends."""
        self._closed = True


def _info(table: str, kept: _Table) -> TableInfo:
    return TableInfo(table=table, seq=len(kept.lines), deadline=kept.deadline, closed=kept.closed)
