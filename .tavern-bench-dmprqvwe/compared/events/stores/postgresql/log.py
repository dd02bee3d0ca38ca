"""The log in a PostgreSQL store, with the rounds and the directory that are derived from it."""

from collections.abc import AsyncIterator, Sequence

from events.round_spans import RoundSpan
from events.store import AppendRecords, DirectoryEntry, Stored, TableInfo
from events.stores.fitness import refuse_unfit
from events.stores.postgresql import queries
from events.stores.postgresql.appending import Append, Appended
from events.stores.postgresql.connection import PAGE, PostgresqlConnection
from events.stores.postgresql.connections.links import Record
from events.stores.postgresql.queries import HIGHEST, bounded, escaped, unescaped
from events.stores.postgresql.schema import FLOORS, SERVING


class PostgresqlLog(PostgresqlConnection):
    """The `LogStore` part."""

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        """Append a line as entry `seq` with `records`, in the next group."""
        refuse_unfit(table, seq, records)
        kept = AppendRecords(
            secret=records.secret,
            nodes=records.nodes,
            # The caller may change its lists while this waits.
            tokens=tuple(records.tokens),
            revoked=tuple(records.revoked),
            request=records.request,
            deadline=records.deadline,
            closed=records.closed,
            listing=records.listing,
        )
        return (await self._writer().run(Append(table, seq, line, kept), self._count_entry)).position

    def _count_entry(self, appended: Appended) -> None:
        self._size += appended.bytes
        self._notify(appended.table)

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        """The table's lines with `after` < seq <= `upto`."""
        try:
            name = escaped(table)
        except UnicodeEncodeError:
            return []
        last, reached = bounded(upto), bounded(after)
        lines: list[Stored] = []
        while True:
            page = await self._rows(queries.READ_TABLE, name, reached, last, PAGE)
            lines += [Stored(position, table, seq, line) for position, seq, line in page]
            if len(page) < PAGE:
                return lines
            reached = lines[-1].seq

    async def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        """The lines of all tables in order of position, including those appended meanwhile.

        Positions are assigned before their commits, and several servers commit in any order. So this reads up to the
        lowest position that may still be undecided, and never steps over one that is committed later.
        """
        reached = bounded(after)
        while (decided := await self._decided()) > reached:
            page = await self._rows(queries.READ_ALL, reached, decided, PAGE)
            for position, table, seq, line in page:
                yield Stored(position, unescaped(table), seq, line)
            reached = page[-1]["position"] if len(page) == PAGE else decided

    async def _decided(self) -> int:
        """A position up to which all are committed, or will never be: three looks, in this order.

        A transaction that was given a lower position began earlier, and holds its lock until it ends.
        """
        ((highest,),) = await self._rows(queries.HIGHEST_POSITION)
        ((floor,),) = await self._rows(queries.LOWEST_FLOOR, FLOORS, SERVING)
        return int(highest if floor is None else min(highest, floor))

    async def tables(self) -> Sequence[TableInfo]:
        """All tables, by the position of their first entries."""
        found: list[TableInfo] = []
        reached = 0
        while page := await self._rows(queries.LIST_TABLES, reached, PAGE):
            found += map(_info, page)
            reached = page[-1]["table_no"]
        return found

    async def table(self, table: str) -> TableInfo | None:
        """One table, None if it is unknown."""
        row = await self._confirmed_row_of(queries.FIND_CONFIRMED_TABLE, table)
        return None if row is None else _info(row)

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        """The rounds with numbers above `after`."""
        return await self._rounds(table, bounded(after), HIGHEST, bounded(limit))

    async def round(self, table: str, number: int) -> RoundSpan | None:
        """The round with that number."""
        if not 0 < number <= HIGHEST:
            return None
        return next(iter(await self._rounds(table, number - 1, number, 1)), None)

    async def _rounds(self, table: str, after: int, upto: int, limit: int) -> list[RoundSpan]:
        try:
            rows = await self._rows(queries.LIST_ROUNDS, escaped(table), after, upto, limit)
        except UnicodeEncodeError:
            return []
        return [RoundSpan(round=number, first=first, last=last, unsealed=raw) for number, first, last, raw in rows]

    async def directory(self, after: str | None, limit: int) -> Sequence[DirectoryEntry]:
        """The open tables that are listed."""
        reached = 0
        if after is not None:
            row = await self._row_of(queries.FIND_TABLE, after)
            if row is None:
                return []
            reached = row["table_no"]
        rows = await self._rows(queries.LIST_DIRECTORY, reached, bounded(limit))
        return [DirectoryEntry(table=unescaped(table), data=data) for table, data in rows]

    async def epoch(self, fresh: str) -> str:
        """The log's epoch: the stored one or `fresh`. Raises `StoreReadOnly` if none can be stored."""
        return (await self._keep_once("epoch", fresh.encode())).decode()


def _info(row: Record) -> TableInfo:
    return TableInfo(
        table=unescaped(row["id"]),
        seq=row["seq"],
        deadline=None if row["deadline"] is None else unescaped(row["deadline"]),
        closed=row["closed"],
        bytes=row["bytes"],
        archive=row["archive"],
        listed=row["listed"],
        head=None if row["head"] is None else row["head"].hex(),
    )
