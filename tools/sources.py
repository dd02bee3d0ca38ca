"""The sources of logs for the command line: a store, which a server may have open, or an exported file."""

import asyncio
import os
import sys
import weakref
from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from itertools import islice
from pathlib import Path
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, Final, Protocol, TypeVar

import click
import msgspec

from events.audience import Viewer
from events.codec import UnreadableEntry
from events.store import NoSuchTable, Store, StoreDamaged, StoreError, StoreInUse, StoreUnreadable, TableInfo
from events.stores.opening import ADDRESSES, POSTGRESQL, open_store, shard_addresses, shown
from events.stores.sharded import ShardAddress, ShardedStore
from events.table_events import TableOpened
from games.deciding.catalogue import Catalogue
from projections.game import AnyTable
from replays.export import Damage, Header, NotAnExport, read_header
from replays.integrity import IntactLog, LogClaim, intact_part
from replays.searching import Anchor, Search, search
from replays.side_records import SideRecords
from server.tables.log_reader import LogReader
from tools.console import note
from tools.failures import Failure, failing_on, using_file

SQLITE: Final = "sqlite:///"
_SQLITE_MAGIC: Final = b"SQLite format 3\0"
_STDIN: Final = "-"
_MOST_LISTED: Final = 20
_ALL: Final = 2**63 - 1
_AT_ONCE: Final = 1024
"""Lines of a store that are read at once."""
_CHUNK: Final = 1 << 18
"""About how many bytes of an export are read at once."""
_UNREACHABLE: Final = "tools.sources.unreachable"
_IN_MEMORY: Final = 1 << 24
"""How many bytes of standard input are kept in memory, rather than in a temporary file."""

T = TypeVar("T")


class Lines(Protocol):
    """A log's lines, without line ends: read lazily, and as often as needed."""

    def __iter__(self) -> Iterator[bytes]:
        """All lines."""
        ...

    def after(self, seq: int) -> Iterator[bytes]:
        """The lines after line `seq`."""
        ...


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """A table's stored lines and what their source claims about them; the header if they came from an export, and the
    side records if they came from a store."""

    table: str
    lines: Lines
    claim: LogClaim
    header: Header | None = None
    side_records: SideRecords | None = None

    def intact(self, catalogue: Catalogue) -> IntactLog:
        """The good part of the log, decoded."""
        found = intact_part(catalogue.codec, self.table, self.lines, self.claim)
        return IntactLog(found.entries, found.damage or self._headed_damage)

    def search(self, catalogue: Catalogue, number: int | None, anchor: Anchor | None = None) -> Search:
        """The search result for a round in the good part of the log (see `replays.searching`)."""
        found = search(catalogue.codec, self.table, self.lines, number, self.claim, anchor)
        return msgspec.structs.replace(found, damage=found.damage or self._headed_damage)

    @property
    def _headed_damage(self) -> Damage | None:
        return None if self.header is None else self.header.damage or None


class Source(Protocol):
    """A place to read tables' logs from."""

    def kept_open(self) -> AbstractContextManager[None]:
        """Open the source once for everything that is read in the block."""
        ...

    def tables(self) -> dict[str, int]:
        """The size of each table in bytes, by its id, in the order in which they were opened."""
        ...

    def log(self, table: str) -> Log:
        """A table's whole log."""
        ...

    def first_lines(self, tables: Sequence[str]) -> list[bytes | None]:
        """The first line of each of these tables."""
        ...

    def nearest(self, catalogue: Catalogue, table: str, viewer: Viewer, upto: int) -> tuple[AnyTable, int]:
        """A viewer's table from the newest usable snapshot up to entry `upto`, and the snapshot's entry.

        A blank table and 0 if there is none.
        """
        ...

    def anchor(self, catalogue: Catalogue, table: str) -> Anchor | None:
        """The newest line that a usable snapshot confirms."""
        ...


class ExportFile:
    """An exported log in a seekable file."""

    def __init__(self, file: IO[bytes]) -> None:
        file.seek(0)
        first = file.readline()
        if not first:
            raise _neither(NotAnExport("the file is empty"))
        try:
            header = read_header(first.removesuffix(b"\n"))
        except NotAnExport as error:
            raise _neither(error) from None
        claim = LogClaim("the header", header.entries, header.head)
        self._size = file.seek(0, os.SEEK_END) - len(first)
        self._log = Log(table=header.table, lines=_FileLines(file, len(first)), claim=claim, header=header)

    def kept_open(self) -> AbstractContextManager[None]:
        """The file is open already."""
        return nullcontext()

    def tables(self) -> dict[str, int]:
        """The one table."""
        return {self._log.table: self._size}

    def log(self, table: str) -> Log:
        """Its log."""
        return self._log

    def first_lines(self, tables: Sequence[str]) -> list[bytes | None]:
        """Its first line."""
        return [next(iter(self._log.lines), None) for _ in tables]

    def nearest(self, catalogue: Catalogue, table: str, viewer: Viewer, upto: int) -> tuple[AnyTable, int]:
        """The table before its first entry: an export has no snapshots."""
        return catalogue.folding.blank(table, viewer), 0

    def anchor(self, catalogue: Catalogue, table: str) -> Anchor | None:
        """None: an export has no snapshots."""
        return None


def _neither(error: NotAnExport) -> Failure:
    return Failure(f"this is neither a store nor an export: {error.reason}")


class _FileLines:
    """The lines of a file from a position on, some at a time. Closes the file when they are no longer needed."""

    def __init__(self, file: IO[bytes], start: int) -> None:
        self._file = file
        self._start = start
        weakref.finalize(self, file.close)

    def __iter__(self) -> Iterator[bytes]:
        at = self._start
        while True:
            # Another reader may have moved the file's position since.
            self._file.seek(at)
            lines = self._file.readlines(_CHUNK)
            at = self._file.tell()
            if not lines:
                return
            for line in lines:
                yield line.removesuffix(b"\n")

    def after(self, seq: int) -> Iterator[bytes]:
        return islice(self, seq, None)


class StoreFile:
    """A store, opened read-only: for each question, or once for all in a block of `kept_open`. `url` is its address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._kept: _Opened | None = None

    @contextmanager
    def kept_open(self) -> Generator[None]:
        """Open the store once for everything that is asked in the block. Raises `Failure`."""
        with self._opened():
            yield

    @contextmanager
    def _opened(self) -> Generator["_Opened"]:
        if self._kept is not None:
            yield self._kept
            return
        with asyncio.Runner() as runner:
            with _failing(self.url):
                store = runner.run(open_store(self.url, read_only=True))
            self._kept = _Opened(runner, store)
            try:
                yield self._kept
            finally:
                self._kept = None
                runner.run(store.close())

    def ask(self, question: Callable[[Store], Awaitable[T]]) -> T:
        """The answer to a question about the store. Raises `Failure`.

        Warns of shards that cannot be reached: then the answer is about the others.
        """
        with self._opened() as opened, _failing(self.url):
            _warn_of_unreachable(opened.store)
            return opened.runner.run(_awaited(question(opened.store)))

    def tables(self) -> dict[str, int]:
        """All tables."""
        return {info.table: info.bytes for info in self.ask(lambda store: store.tables())}

    def log(self, table: str) -> Log:
        """A table's log as it is now, as far as the file can be read."""
        return self.ask(lambda store: _log(self, store, table))

    def first_lines(self, tables: Sequence[str]) -> list[bytes | None]:
        """The first line of each of these tables. The store is opened once for all of them."""

        async def first_lines(store: Store) -> list[bytes | None]:
            return [stored[0].line if (stored := await store.read(table, 0, 1)) else None for table in tables]

        return self.ask(first_lines)

    def nearest(self, catalogue: Catalogue, table: str, viewer: Viewer, upto: int) -> tuple[AnyTable, int]:
        """A viewer's table from a snapshot that was made after the line that its entry has now."""

        async def start(store: Store) -> tuple[AnyTable, int]:
            loaded = await self._reader(store, catalogue).start(table, viewer, upto)
            return loaded.table, loaded.seq

        return self.ask(start)

    def anchor(self, catalogue: Catalogue, table: str) -> Anchor | None:
        """The line of the newest usable snapshot. None for archives, whose lines other programs may have written."""

        async def newest(store: Store) -> Anchor | None:
            info = await store.table(table)
            if info is None or info.archive:
                return None
            try:
                saved = await self._reader(store, catalogue).saved(table, info.seq)
            except StoreDamaged:
                # Reading the log shows where.
                return None
            return None if saved is None else Anchor(saved.seq, saved.head)

        return self.ask(newest)

    def _reader(self, store: Store, catalogue: Catalogue) -> LogReader:
        """A reader of the open store, kept because making its decoders takes a while."""
        if self._kept is None:
            return LogReader(store, catalogue)
        if self._kept.reader is None:
            self._kept.reader = LogReader(store, catalogue)
        return self._kept.reader


class _Opened(msgspec.Struct):
    """An open store, what runs its coroutines, and a reader of it, once there is one."""

    runner: asyncio.Runner
    store: Store
    reader: LogReader | None = None


class _StoreLines:
    """The lines of a table in a store up to entry `upto`, or to the first that is missing or cannot be read."""

    def __init__(self, source: StoreFile, table: str, upto: int) -> None:
        self._source = source
        self._table = table
        self._upto = upto

    def __iter__(self) -> Iterator[bytes]:
        return self.after(0)

    def after(self, seq: int) -> Iterator[bytes]:
        with self._source.kept_open():
            while lines := self._next(seq):
                yield from lines
                seq += len(lines)

    def _next(self, seq: int) -> list[bytes]:
        return self._source.ask(lambda store: _next_lines(store, self._table, seq, self._upto))


async def _next_lines(store: Store, table: str, seq: int, upto: int) -> list[bytes]:
    """Some lines after line `seq`, up to the first that is missing, so that later ones do not take its place."""
    try:
        stored = await store.read(table, seq, min(seq + _AT_ONCE, upto))
    except StoreDamaged:
        return []
    return [one.line for expected, one in enumerate(stored, seq + 1) if one.seq == expected]


async def _awaited(answer: Awaitable[T]) -> T:
    return await answer


async def _log(source: StoreFile, store: Store, table: str) -> Log:
    info = await store.table(table)
    if info is None:
        return Log(table=table, lines=_StoreLines(source, table, 0), claim=LogClaim("the store", 0, None))
    upto = await _last_line(store, info)
    side_records = await _side_records(store, info)
    claim = LogClaim("the store", info.seq, info.head)
    return Log(table=table, lines=_StoreLines(source, table, upto), claim=claim, side_records=side_records)


async def _last_line(store: Store, info: TableInfo) -> int:
    """The seq of the last line, which is above `info.seq` if the store has lines beyond the table's head.

    Lines that a server appends from now on do not count.
    """
    with suppress(StoreDamaged):
        if beyond := await store.read(info.table, info.seq):
            now = await store.table(info.table)
            last = beyond[-1].seq
            return last if now is None or now.seq < last else info.seq
    return info.seq


async def _side_records(store: Store, info: TableInfo) -> SideRecords:
    secret = nodes = rounds = None
    with suppress(NoSuchTable, StoreDamaged):
        secret = await store.secret(info.table)
        nodes = await store.nodes(info.table)
    # A file with schema 1 has no rounds; unreadable ones are derived again by `tavern repair`.
    with suppress(StoreUnreadable, StoreDamaged):
        rounds = await store.rounds(info.table, 0, _ALL)
    return SideRecords(secret, nodes, rounds, archive=info.archive)


def unreachable() -> dict[str, str]:
    """The shards that the running command could not reach, with the reasons. It has warned of them."""
    context = click.get_current_context(silent=True)
    found: dict[str, str] = {} if context is None else context.meta.setdefault(_UNREACHABLE, {})
    return found


def here() -> str:
    """What a sentence about all tables has to add: where tables were looked for, if not everywhere."""
    missed = unreachable()
    return f" in the shards that could be reached (not {', '.join(missed)})" if missed else ""


def _warn_of_unreachable(store: Store) -> None:
    # Other processes of a command have no context; the command itself has warned.
    if not isinstance(store, ShardedStore) or click.get_current_context(silent=True) is None:
        return
    known = unreachable()
    for name, reason in store.unreachable().items():
        if name not in known:
            known[name] = reason
            note(f"Warning: shard {name} cannot be reached, so its tables are left out: {reason}")


def shards_of(store: str) -> list[ShardAddress]:
    """The shards in a store's address, none if it is a single store. Raises `Failure`."""
    with failing_on(StoreError):
        return shard_addresses(store)


def file_of(address: str) -> Path:
    """The file that a store's address, or a path, names. Raises `Failure` for addresses that no store has."""
    path = address.removeprefix(SQLITE)
    if path == address and "://" in address:
        raise Failure(f"{shown(address)} is not the address of a store; use {ADDRESSES}")
    return Path(path)


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

    with _failing(url):
        return asyncio.run(done())


@contextmanager
def _failing(url: str) -> Generator[None]:
    with failing_on(StoreError):
        try:
            yield
        except StoreInUse as error:
            raise in_use(url, error) from None


def in_use(url: str, error: StoreInUse) -> Exception:
    """What to raise if somebody else has a store open: for a file, a `Failure` that says what to do."""
    if url.startswith(POSTGRESQL) or shards_of(url):
        return error
    held = f" (process {error.holder})" if error.holder else ""
    path = url.removeprefix(SQLITE)
    return Failure(f"a server{held} has {path} open: stop it first and restart it afterwards")


def open_source(where: str) -> Source:
    """The source at `where`: a store's address or file, an export's file, or `-` for stdin. Raises `Failure`."""
    if where == _STDIN:
        with ExitStack() as opened:
            kept: IO[bytes] = opened.enter_context(SpooledTemporaryFile(_IN_MEMORY))
            copyfileobj(sys.stdin.buffer, kept)
            export = ExportFile(kept)
            opened.pop_all()
            return export
    if where.startswith("memory:"):
        raise Failure("a store in memory exists only within its server; ask the server for an export")
    if where.startswith(POSTGRESQL) or shards_of(where):
        return StoreFile(where)
    path = file_of(where)
    with using_file(path, "read"), ExitStack() as opened:
        file = opened.enter_context(path.open("rb"))
        if file.read(len(_SQLITE_MAGIC)) != _SQLITE_MAGIC and not where.startswith(SQLITE):
            file.seek(0)
            export = ExportFile(file)
            opened.pop_all()
            return export
    return StoreFile(f"{SQLITE}{path}")


def name_of(source: Source, catalogue: Catalogue, table: str) -> str:
    """The name that a table's GM gave it; empty if it has none, or its first line is damaged."""
    (line,) = source.first_lines([table])
    return _name_in(line, catalogue)


def _name_in(line: bytes | None, catalogue: Catalogue) -> str:
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
        raise Failure(f"there are no tables yet{here()}")
    lines = source.first_lines(list(tables))
    names = {table: _name_in(line, catalogue) for table, line in zip(tables, lines, strict=True)}
    known = ", ".join(f"{table} ({name})" if name else table for table, name in list(names.items())[:_MOST_LISTED])
    more = f" and {len(tables) - _MOST_LISTED} more" if len(tables) > _MOST_LISTED else ""
    if asked is None:
        raise Failure(f"choose a table with --table: {known}{more}")
    found = [table for table, name in names.items() if name.casefold() == asked.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise Failure(f"several tables are named {asked}; give an id: {', '.join(found)}")
    raise Failure(f"there is no table {asked}{here()}; there are: {known}{more}")
