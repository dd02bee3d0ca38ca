"""A store in one SQLite file: durable when an append returns, readable by other programs while a server runs."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar, cast

from events.store import (
    Answered,
    AppendRecords,
    ExportSignature,
    Listing,
    NoSuchTable,
    RoundSpan,
    Said,
    Snapshot,
    Stored,
    StoreDamaged,
    StoreReadOnly,
    StoreUnavailable,
    StoreUnreadable,
    TableInfo,
    Token,
)
from events.stores import sqlite_queries as queries
from events.stores import sqlite_writes as writes
from events.stores.fitness import refuse_unfit, refuse_unfit_archive, refuse_unfit_chat
from events.stores.group_commit import GroupCommit
from events.stores.sqlite_file import SameFile, ServerLock, open_for_writing
from events.stores.sqlite_queries import Row
from events.stores.sqlite_reader import Reader, VisitingReader
from events.stores.sqlite_writes import Grown

T = TypeVar("T")

PAGE: Final = 128
"""How many lines are read at once, before others in the event loop have their turn: half a millisecond's worth."""

_HIGHEST: Final = 2**63 - 1


class SqliteStore:
    """The `Store` in a SQLite file. Made by `open`; one server at a time, any number of readers.

    What is erased or deleted is gone from the file, and from the write-ahead log beside it, when the call returns:
    SQLite writes zeros over it (`secure_delete`), and the log is emptied into the file. There are three reservations.
    While another program is reading (a `tavern` command, a backup) the log cannot be emptied: that is tried again at
    each commit, when the store is closed, and when it is opened again after a crash. What SQLite moved within the file
    earlier, to fill gaps that a deletion left, may have left a trace of lines where it was, until `compact`. And of
    backups, and of what the file system or the disk keep of former versions, nothing is known here.
    """

    def __init__(
        self, path: Path, reader: Reader | VisitingReader, group: GroupCommit | None, lock: ServerLock | None
    ) -> None:
        self._path = path
        self._reader = reader
        self._group = group
        self._lock = lock
        self._closed = False
        self._size = 0
        self._size_in_doubt = False
        if group is not None:
            self._size = self._sum()
            group.on_doubt = self._doubt_size

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> "SqliteStore":
        """Open the store at `path`, for a server, or with `read_only` for a program that only looks.

        For a server a missing file is made and the file's lock is held until `close`. With `read_only` nothing is
        written or locked, and the store shows what a server beside it has committed. Raises `StoreInUse`,
        `StoreReadOnly`, `StoreUnreadable`, `StoreFull`, `StoreUnavailable`.
        """
        path = path.resolve()
        if read_only:
            return cls(path, VisitingReader(path), None, None)
        lock = ServerLock(path)
        try:
            connection = open_for_writing(path)
        except BaseException:
            lock.release()
            raise
        group = GroupCommit(connection, path, SameFile(path).require)
        return cls(path, Reader(path), group, lock)

    async def append(self, table: str, seq: int, line: bytes, beside: AppendRecords) -> int:
        """Append a line as entry `seq`, with `beside`, in the next group; see `Store.append`."""
        refuse_unfit(table, seq, beside)
        position = await self._grow(lambda connection: writes.append(connection, table, seq, line, beside))
        return cast("int", position)

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        """The table's lines with `after` < seq <= `upto`."""
        last = _bounded(upto)
        reached = _bounded(after)
        lines: list[Stored] = []
        while True:
            page = self._page(table, reached, last, bool(lines))
            lines += [Stored(position, table, seq, line) for position, seq, line in page]
            if len(page) < PAGE:
                return lines
            reached = lines[-1].seq
            await asyncio.sleep(0)

    def _page(self, table: str, after: int, last: int, begun: bool) -> list[Row]:
        """The next lines of a table; those before the place where the file is damaged."""
        try:
            return self._rows(queries.READ_TABLE, table, after, last, PAGE)
        except StoreDamaged:
            found: list[Row] = []
            try:
                while rows := self._rows(queries.READ_TABLE, table, found[-1][1] if found else after, last, 1):
                    found += rows
            except StoreDamaged:
                if not found and not begun:
                    raise
            # Fewer than a page: whoever reads on meets the damage as the first.
            return found[: PAGE - 1]

    async def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        """All tables' lines in order of position, those appended meanwhile too."""
        reached = _bounded(after)
        while page := self._rows(queries.READ_ALL, reached, PAGE):
            for row in page:
                yield Stored(*row)
            reached = page[-1][0]
            await asyncio.sleep(0)

    async def tables(self) -> Sequence[TableInfo]:
        """All tables, by the position of their first entry."""
        found: list[TableInfo] = []
        reached = 0
        while page := self._rows(queries.LIST_TABLES, reached, PAGE):
            found += [queries.info(row) for row in page]
            reached = page[-1][0]
            await asyncio.sleep(0)
        return found

    async def table(self, table: str) -> TableInfo | None:
        """One table's info, None where it is unknown."""
        row = self._row(queries.FIND_TABLE, table)
        return None if row is None else queries.info(row)

    async def secret(self, table: str) -> bytes:
        """The table's secret. Raises `NoSuchTable`."""
        row = self._row(queries.SECRETS_BY_TABLE, table)
        if row is None:
            raise NoSuchTable(f"the store has no secret of a table {table!r}")
        (secret,) = row
        return bytes(secret)

    async def token(self, table: str, token_hash: str) -> Token | None:
        """The token with this hash, if the table has it."""
        return queries.token(self._row(queries.TOKENS_BY_HASH, table, token_hash))

    async def token_of(self, table: str, viewer: str) -> Token | None:
        """The token that a viewer has now."""
        return queries.token(self._row(queries.TOKENS_BY_VIEWER, table, viewer))

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        """Which entry answered this idempotency key."""
        return queries.answered(self._row(queries.FIND_ANSWERED, scope, caller, request_id))

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        """The rounds with numbers above `after`."""
        found = self._rows(queries.LIST_ROUNDS, table, _bounded(after), _HIGHEST, _bounded(limit))
        return [queries.round_span(row) for row in found]

    async def round(self, table: str, number: int) -> RoundSpan | None:
        """The round of that number."""
        if not 0 < number <= _HIGHEST:
            return None
        row = self._row(queries.LIST_ROUNDS, table, number - 1, number, 1)
        return None if row is None else queries.round_span(row)

    async def listings(self, after: str | None, limit: int) -> Sequence[Listing]:
        """The open tables that are listed."""
        return [queries.listing(row) for row in self._rows(queries.LIST_LISTINGS, after, _bounded(limit))]

    def size(self) -> int:
        """How many bytes all tables have together: kept in memory by the writer, added up anew by a visitor."""
        return self._sum() if self._group is None else self._size

    async def say(self, table: str, by: str, at: str, text: str) -> int:
        """Keep what somebody says, with the next group, and return its number."""
        refuse_unfit_chat(table, by, at, text)
        said = text.encode()
        return cast("int", await self._grow(lambda connection: writes.say(connection, table, by, at, said)))

    async def erase_chat(self, table: str, by: str, at: str, numbers: Sequence[int] | None) -> int | None:
        """Blank texts where they lie, and return the number of the erasure; see the class for what is gone when."""
        refuse_unfit_chat(table, by, at)
        asked = None if numbers is None else list(numbers)
        return await self._grow(lambda connection: writes.erase_chat(connection, table, by, at, asked), erases=True)

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        """What was said and erased, with numbers above `after`."""
        return [queries.said(row) for row in self._rows(queries.LIST_CHAT, table, _bounded(after), _bounded(limit))]

    async def chat_last(self, table: str) -> int:
        """The newest number in a table's chat."""
        ((last,),) = self._rows(queries.LAST_SAID, table) or [(0,)]
        return int(last)

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot with the next group, unless it is ahead of the log."""
        await self._write(lambda connection: writes.save_snapshot(connection, table, snapshot))

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot with seq <= `upto`."""
        row = self._row(queries.FIND_SNAPSHOT, table, _bounded(upto))
        if row is None:
            return None
        seq, data = row
        return Snapshot(seq=seq, data=bytes(data))

    async def server_key(self, fresh: bytes) -> bytes:
        """The server's key: the one kept, or `fresh`. Raises `StoreReadOnly` where none can be kept."""
        return await self._keep_once("server_key", fresh)

    async def signing_key(self, fresh: bytes) -> bytes:
        """The seed of the signing key: the one kept, or `fresh`. Raises `StoreReadOnly` where none can be kept."""
        return await self._keep_once("signing_key", fresh)

    async def export_signature(self, table: str) -> ExportSignature | None:
        """The signature that an archive's export came with, if any."""
        return queries.signed(self._row(queries.FIND_SIGNED, table))

    async def epoch(self, fresh: str) -> str:
        """The log's epoch: the one kept, or `fresh`. Raises `StoreReadOnly` where none can be kept."""
        return (await self._keep_once("epoch", fresh.encode())).decode()

    async def import_table(
        self, table: str, lines: Sequence[bytes], tokens: Sequence[Token], signed: ExportSignature | None = None
    ) -> None:
        """Keep a whole log as an archive, in one transaction."""
        refuse_unfit_archive(table, lines, tokens)
        await self._grow(lambda connection: writes.import_table(connection, table, lines, tokens, signed))

    async def delete(self, table: str) -> None:
        """Delete a table, in one transaction; see the class for what is gone when."""
        try:
            table.encode()
        except UnicodeEncodeError:
            raise NoSuchTable(f"there is no table {table!r} to delete") from None
        await self._grow(lambda connection: writes.delete(connection, table), erases=True)

    async def compact(self) -> None:
        """Write the whole file anew, without what was deleted. It needs as much room again meanwhile."""
        await self._writer().compact()

    async def check(self) -> None:
        """See that the file is still where it was opened, and read from it."""
        if self._group is not None:
            self._group.guard()
        self._rows(queries.FIND_META, "epoch")

    async def close(self) -> None:
        """Finish what is waiting and let go of the file."""
        if self._closed:
            return
        self._closed = True
        if self._group is not None:
            # The reader goes first, so that the writer can tidy up, on its thread.
            self._reader.close()
            await self._group.close()
        else:
            self._reader.close()
        if self._lock is not None:
            self._lock.release()

    def _writer(self) -> GroupCommit:
        if self._group is None:
            raise StoreReadOnly(f"{self._path} was opened for reading only.")
        return self._group

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await self._writer().run(work)

    async def _grow(self, work: Callable[[sqlite3.Connection], Grown], *, erases: bool = False) -> int | None:
        """Do what makes tables grow or shrink, and count it once it is durable, whether or not its caller waits."""
        done = _adding_up(work) if self._size_in_doubt else work
        return (await self._writer().run(done, kept=self._count, erases=erases)).number

    def _count(self, grown: Grown) -> None:
        if grown.total is None:
            self._size += grown.bytes
        else:
            self._size, self._size_in_doubt = grown.total, False

    def _doubt_size(self) -> None:
        # Whether the commit was kept is unknown now: the next one adds up everything anew.
        self._size_in_doubt = True

    def _sum(self) -> int:
        ((total,),) = self._rows(queries.SIZE)
        return int(total)

    async def _keep_once(self, name: str, fresh: bytes) -> bytes:
        row = self._row(queries.FIND_META, name)
        if row is None:
            return await self._write(lambda connection: writes.keep_once(connection, name, fresh))
        (value,) = row
        return bytes(value)

    def _rows(self, query: str, *parameters: object) -> list[Row]:
        if self._closed:
            raise StoreUnavailable(f"{self._path} is closed.")
        asked = queries.BEFORE.get(self._reader.version, {}).get(query, query)
        if asked is None:
            raise StoreUnreadable(
                f"{self._path} has schema {self._reader.version}, which keeps no rounds, listings or chat: start this "
                f"version's server on it once."
            )
        return self._reader.rows(asked, parameters)

    def _row(self, query: str, *parameters: object) -> Row | None:
        return next(iter(self._rows(query, *parameters)), None)


def _adding_up(work: Callable[[sqlite3.Connection], Grown]) -> Callable[[sqlite3.Connection], Grown]:
    """The same work, after which all tables' bytes are added up."""

    def added_up(connection: sqlite3.Connection) -> Grown:
        grown = work(connection)
        (total,) = connection.execute(queries.SIZE).fetchone()
        return grown._replace(total=total)

    return added_up


def _bounded(seq: int | None) -> int:
    """A seq, position or number that SQLite can hold; None is the highest."""
    return _HIGHEST if seq is None else min(max(seq, 0), _HIGHEST)
