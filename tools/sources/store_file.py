"""A source that is a store, which a server may have open."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, TypeVar

import click
import msgspec

from events.audience import Viewer
from events.storage.addresses import POSTGRESQL, SQLITE, shown
from events.storage.contract import NoSuchTable, Store, StoreDamaged, StoreError, StoreInUse, StoreUnreadable, TableInfo
from events.storage.opening import open_store
from events.storage.sqlite.file.clean_shutdown import LOG_MISSING
from games.engine.catalogue import Catalogue
from projections.game import AnyTable
from replays.integrity import LogClaim
from replays.searching import Anchor
from replays.side_records import SideRecords
from server.tables.log_reader import LogReader
from tools.failures import Failure, failing_on
from tools.output import note
from tools.sources.source import Log

_ALL: Final = 2**63 - 1
_AT_ONCE: Final = 1024
"""Lines of a store that are read at once."""
_LOG_MISSING: Final = "tools.sources.log_missing"

T = TypeVar("T")


class StoreFile:
    """A store, opened read-only: for each question, or once for all in a block of `kept_open`. `url` is its address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._kept: _Opened | None = None

    @property
    def name(self) -> str:
        """The file, or the address without a password."""
        return shown(self.url.removeprefix(SQLITE))

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
            _warn_of_missing_logs(store)
            self._kept = _Opened(runner, store)
            try:
                yield self._kept
            finally:
                self._kept = None
                runner.run(store.close())

    def ask(self, question: Callable[[Store], Awaitable[T]]) -> T:
        """The answer to a question about the store. Raises `Failure`."""
        with self._opened() as opened, _failing(self.url):
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
            except StoreError:
                # Reading the log shows what is wrong, unless it is the snapshot, which nobody needs.
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


def log_missing() -> bool:
    """Whether a file that the running command has read lacks its write-ahead log. It has warned of that."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_LOG_MISSING))


def _warn_of_missing_logs(store: Store) -> None:
    context = click.get_current_context(silent=True)
    if context is None:
        return
    known: set[str] = context.meta.setdefault(_LOG_MISSING, set())
    for notice in store.notices():
        if notice.code == LOG_MISSING and notice.sentence not in known:
            known.add(notice.sentence)
            note(f"Warning: {notice.sentence}")


def use_store(url: str, act: Callable[[Store], Awaitable[T]]) -> T:
    """Open a store to change it, act on it, and close it.

    Raises `Failure`, which names the server if one has the store open.
    """

    async def done() -> T:
        store = await open_store(url)
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
    if url.startswith(POSTGRESQL):
        return error
    held = f" (process {error.holder})" if error.holder else ""
    path = url.removeprefix(SQLITE)
    return Failure(f"a server{held} has {path} open: stop it first and restart it afterwards")
