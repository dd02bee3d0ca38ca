"""The sources of logs for the command line: a store, which a server may have open, or an exported file."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec

from events.codec import UnreadableEntry
from events.store import NoSuchTable, Store, StoreDamaged, StoreError, StoreInUse, StoreUnreadable, TableInfo
from events.stores.opening import POSTGRESQL, open_store, shard_addresses
from events.stores.sharded import ShardAddress
from events.table_events import TableOpened
from games.catalogue import Catalogue
from replays.beside import BesideLog
from replays.export import Header, NotAnExport, parse_export
from replays.integrity import IntactLog, LogClaim, intact_part
from tools.failures import Failure, failing_on, using_file

SQLITE: Final = "sqlite:///"
_SQLITE_MAGIC: Final = b"SQLite format 3\0"
_STDIN: Final = "-"
_MOST_LISTED: Final = 20
_ALL: Final = 2**63 - 1

T = TypeVar("T")


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """A table's stored lines and what their source claims about them; the header if they came from an export, and what
    is kept beside them if they came from a store."""

    table: str
    lines: Sequence[bytes]
    claim: LogClaim
    header: Header | None = None
    beside: BesideLog | None = None

    def intact(self, catalogue: Catalogue) -> IntactLog:
        """The good part of the log, decoded."""
        found = intact_part(catalogue.codec, self.table, self.lines, self.claim)
        if found.damage is None and self.header is not None and self.header.damage:
            return IntactLog(found.entries, self.header.damage)
        return found


class Source(Protocol):
    """A place to read tables' logs from."""

    def tables(self) -> dict[str, int]:
        """The size of each table in bytes, by its id, in the order in which they were opened."""
        ...

    def log(self, table: str) -> Log:
        """A table's whole log."""
        ...

    def first_line(self, table: str) -> bytes | None:
        """A table's first line."""
        ...


class ExportFile:
    """An exported log."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        try:
            export = parse_export(lines)
        except NotAnExport as error:
            raise Failure(f"this is neither a store nor an export: {error.reason}") from None
        header = export.header
        claim = LogClaim("the header", header.entries, header.head)
        self._log = Log(table=header.table, lines=export.lines, claim=claim, header=header)

    def tables(self) -> dict[str, int]:
        """The one table."""
        return {self._log.table: sum(map(len, self._log.lines))}

    def log(self, table: str) -> Log:
        """Its log."""
        return self._log

    def first_line(self, table: str) -> bytes | None:
        """Its first line."""
        return next(iter(self._log.lines), None)


class StoreFile:
    """A store, opened read-only. `url` is its address."""

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(self, question: Callable[[Store], Awaitable[T]]) -> T:
        """The answer to a question about the store. Raises `Failure`."""
        return use_store(self.url, question, read_only=True)

    def tables(self) -> dict[str, int]:
        """All tables."""
        return {info.table: info.bytes for info in self.ask(lambda store: store.tables())}

    def log(self, table: str) -> Log:
        """A table's log, as far as the file can be read."""
        return self.ask(lambda store: _log(store, table))

    def first_line(self, table: str) -> bytes | None:
        """A table's first line."""
        stored = self.ask(lambda store: store.read(table, 0, 1))
        return stored[0].line if stored else None


async def _log(store: Store, table: str) -> Log:
    info = await store.table(table)
    try:
        # Up to the first that is missing: those after it would stand in its place.
        lines = [stored.line for seq, stored in enumerate(await store.read(table), 1) if stored.seq == seq]
    except StoreDamaged:
        lines = []
    if info is None:
        return Log(table=table, lines=lines, claim=LogClaim("the store", 0, None))
    beside = await _beside(store, info)
    return Log(table=table, lines=lines, claim=LogClaim("the store", info.seq, info.head), beside=beside)


async def _beside(store: Store, info: TableInfo) -> BesideLog:
    secret = nodes = rounds = None
    with suppress(NoSuchTable, StoreDamaged):
        secret = await store.secret(info.table)
        nodes = await store.nodes(info.table)
    # A file with schema 1 has no rounds; what cannot be read is derived again by `tavern repair`.
    with suppress(StoreUnreadable, StoreDamaged):
        rounds = await store.rounds(info.table, 0, _ALL)
    return BesideLog(secret, nodes, rounds, archive=info.archive)


def shards_of(store: str) -> list[ShardAddress]:
    """The shards in a store's address, none if it is a single store. Raises `Failure`."""
    with failing_on(StoreError):
        return shard_addresses(store)


def use_store(url: str, act: Callable[[Store], Awaitable[T]], *, read_only: bool, shared: bool = False) -> T:
    """Open a store, act on it, and close it; `shared` with servers, if it is of a kind that allows it.

    Raises `Failure`, which names the server if one has the store open.
    """

    async def done() -> T:
        store = await open_store(url, read_only=read_only, create=not shared, shared=shared)
        try:
            return await act(store)
        finally:
            await store.close()

    with failing_on(StoreError):
        try:
            return asyncio.run(done())
        except StoreInUse as error:
            if url.startswith(POSTGRESQL) or shards_of(url):
                raise
            held = f" (process {error.holder})" if error.holder else ""
            path = url.removeprefix(SQLITE)
            raise Failure(f"a server{held} has {path} open: stop it first and restart it afterwards") from None


def open_source(where: str) -> Source:
    """The source at `where`: a store's address or file, an export's file, or `-` for stdin. Raises `Failure`."""
    if where == _STDIN:
        return ExportFile(sys.stdin.buffer)
    if where.startswith("memory:"):
        raise Failure("a store in memory exists only within its server; ask the server for an export")
    if where.startswith(POSTGRESQL) or shards_of(where):
        return StoreFile(where)
    path = Path(where.removeprefix(SQLITE))
    with using_file(path, "read"), path.open("rb") as file:
        if file.read(len(_SQLITE_MAGIC)) != _SQLITE_MAGIC and not where.startswith(SQLITE):
            file.seek(0)
            return ExportFile(file)
    return StoreFile(f"{SQLITE}{path}")


def name_of(source: Source, catalogue: Catalogue, table: str) -> str:
    """The name that a table's GM gave it; empty if it has none, or its first line is damaged."""
    line = source.first_line(table)
    try:
        entry = None if line is None else catalogue.codec.decode(line)
    except UnreadableEntry:
        return ""
    return next((event.name for event in entry.events if isinstance(event, TableOpened)), "") if entry else ""


def choose_table(source: Source, catalogue: Catalogue, asked: str | None) -> str:
    """The table with this id or name, or the only one if none is given. Raises `Failure`."""
    tables = source.tables()
    if asked is None and len(tables) == 1:
        return next(iter(tables))
    if asked is not None and asked in tables:
        return asked
    if not tables:
        raise Failure("there are no tables yet")
    names = {table: name_of(source, catalogue, table) for table in tables}
    known = ", ".join(f"{table} ({name})" if name else table for table, name in list(names.items())[:_MOST_LISTED])
    more = f" and {len(tables) - _MOST_LISTED} more" if len(tables) > _MOST_LISTED else ""
    if asked is None:
        raise Failure(f"choose a table with --table: {known}{more}")
    found = [table for table, name in names.items() if name.casefold() == asked.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise Failure(f"several tables are named {asked}; give an id: {', '.join(found)}")
    raise Failure(f"there is no table {asked}; there are: {known}{more}")
