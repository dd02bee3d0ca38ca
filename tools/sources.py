"""Where the command line reads logs from: a store, also while a server has it open, or an exported file."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec

from events.codec import UnreadableEntry
from events.entry import Entry
from events.event import Event
from events.store import Store, StoreError
from events.stores.opening import open_store
from events.table_events import TableOpened
from games.catalogue import Catalogue
from replays.export import Header, NotAnExport, parse_export
from tools.failures import Failure, why

SQLITE: Final = "sqlite:///"
_SQLITE_MAGIC: Final = b"SQLite format 3\0"
_STDIN: Final = "-"
_MOST_LISTED: Final = 20

T = TypeVar("T")


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """A table's stored lines; `header` where they came from an export."""

    table: str
    lines: Sequence[bytes]
    header: Header | None = None

    def entries(self, catalogue: Catalogue) -> list[Entry[Event]]:
        """The lines, decoded. Raises `Failure` at the first that is no entry."""
        entries: list[Entry[Event]] = []
        for place, line in enumerate(self.lines, start=1):
            try:
                entries.append(catalogue.codec.decode(line))
            except UnreadableEntry as error:
                told = f"line {place} of table {self.table} is damaged ({error.reason}); tavern audit tells all of it"
                raise Failure(told) from None
        return entries


class Source(Protocol):
    """Something that holds tables' logs."""

    def tables(self) -> list[str]:
        """The ids of the tables."""
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
        self._log = Log(table=export.header.table, lines=export.lines, header=export.header)

    def tables(self) -> list[str]:
        """The one table."""
        return [self._log.table]

    def log(self, table: str) -> Log:
        """Its log."""
        return self._log

    def first_line(self, table: str) -> bytes | None:
        """Its first line."""
        return next(iter(self._log.lines), None)


class StoreFile:
    """A store on disk, opened for reading alone."""

    def __init__(self, url: str) -> None:
        self._url = url

    def _ask(self, question: Callable[[Store], Awaitable[T]]) -> T:
        async def asked() -> T:
            store = await open_store(self._url, read_only=True)
            try:
                return await question(store)
            finally:
                await store.close()

        try:
            return asyncio.run(asked())
        except StoreError as error:
            raise Failure(str(error)) from None

    def tables(self) -> list[str]:
        """The ids of all tables, in the order in which they were opened."""
        return [info.table for info in self._ask(lambda store: store.tables())]

    def log(self, table: str) -> Log:
        """A table's log."""
        stored = self._ask(lambda store: store.read(table))
        return Log(table=table, lines=[line.line for line in stored])

    def first_line(self, table: str) -> bytes | None:
        """A table's first line."""
        stored = self._ask(lambda store: store.read(table, 0, 1))
        return stored[0].line if stored else None


def open_source(where: str) -> Source:
    """What `where` names: `sqlite:///PATH`, a path to a store or to an export, or `-` for an export on standard input.

    Raises `Failure`.
    """
    if where == _STDIN:
        return ExportFile(sys.stdin.buffer)
    if where.startswith("memory:"):
        raise Failure("a store in memory lives in its server alone; ask the server for an export")
    path = Path(where.removeprefix(SQLITE))
    try:
        with path.open("rb") as file:
            if file.read(len(_SQLITE_MAGIC)) != _SQLITE_MAGIC and not where.startswith(SQLITE):
                file.seek(0)
                return ExportFile(file)
    except OSError as error:
        raise Failure(f"{path} cannot be read: {why(error)}") from None
    return StoreFile(f"{SQLITE}{path}")


def name_of(source: Source, catalogue: Catalogue, table: str) -> str:
    """The name that a table's GM gave it; empty where there is none, or its first line is damaged."""
    line = source.first_line(table)
    try:
        entry = None if line is None else catalogue.codec.decode(line)
    except UnreadableEntry:
        return ""
    return next((event.name for event in entry.events if isinstance(event, TableOpened)), "") if entry else ""


def choose_table(source: Source, catalogue: Catalogue, asked: str | None) -> str:
    """The table that is asked for, by id or name; the only one where none is. Raises `Failure`."""
    tables = source.tables()
    if asked is None and len(tables) == 1:
        return tables[0]
    if asked is not None and asked in tables:
        return asked
    if not tables:
        raise Failure("there is no table here yet")
    names = {table: name_of(source, catalogue, table) for table in tables}
    known = ", ".join(f"{table} ({names[table]})" if names[table] else table for table in tables[:_MOST_LISTED])
    more = f" and {len(tables) - _MOST_LISTED} more" if len(tables) > _MOST_LISTED else ""
    if asked is None:
        raise Failure(f"which table? Give one with --table: {known}{more}")
    found = [table for table, name in names.items() if name.casefold() == asked.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise Failure(f"more than one table is named {asked}; give an id: {', '.join(found)}")
    raise Failure(f"there is no table {asked} here; there are: {known}{more}")
