"""Load, decide, save: through the store's protocol on PostgreSQL, and with the library `eventsourcing` beside it.

A cycle of the library decides nothing (`tools.bench.scaling.library`). One of ours decides a real command of a game,
except in the cycles that only load and save: they append lines that were decided before.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, Protocol, cast

from events.audience import GM, HOUSE, seat_viewer
from events.entry import GENESIS, line_hash
from events.store import AppendRecords, Request, Store
from events.store.sharing import Sharing
from events.stores.opening import open_store
from games.addressed_command import AddressedCommand
from games.dealer import SecretDealer
from games.deciding.aggregate import TableAggregate
from games.deciding.catalogue import Catalogue
from games.table import resolve
from server.tables.log_reader import LogReader
from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.report import MICROSECONDS, PER_SECOND, Figure, figure
from tools.bench.scaling.database import Database
from tools.bench.scaling.library import Cycled, library_cycles, measured, opened
from tools.failures import Failure

BESIDE: Final = "eventsourcing, its cache"
_BESIDE_COLD: Final = "eventsourcing, no cache"
_SAVED: Final = "load and save, nothing decided"
_FROM: Final = {"memory": "load, decide, save from memory", "log": "load, decide, save from the whole log"}
_AT: Final = "2026-01-10T22:00:00.000Z"
_SALT: Final = "00" * 16


class _Shared(Store, Sharing, Protocol):
    """A store that several servers can use."""


class _Table:
    """A table as a server keeps it in memory, at some command of the game."""

    def __init__(self, catalogue: Catalogue, game: Game, table: str) -> None:
        self.id = table
        self._catalogue = catalogue
        self._game = game
        self._dealer = SecretDealer(game.secret)
        self._kept: tuple[TableAggregate, dict[str, Any]] | None = None
        self.next = 0

    async def cycle(self, store: _Shared, reader: LogReader, *, from_memory: bool) -> None:
        """Load, decide and save the game's next command. In memory, a table is loaded if the store has a newer one."""
        sent = self._game.sent[self.next]
        viewer = GM if sent.seat is None else seat_viewer(sent.seat)
        newest = await store.newest(self.id)
        if newest is None:
            raise Failure("a table is missing")
        if not from_memory or self._kept is None or self._kept[0].table.seq != newest.seq:
            self._kept = await self._loaded(reader, newest.seq, viewer if not from_memory else None)
        aggregate, seen = self._kept
        command = self._catalogue.read_command(self._game.game, sent.body)
        addressed = AddressedCommand(
            actor=viewer,
            seat=sent.seat,
            command=resolve(aggregate.table, self._catalogue.rulebooks, command),
            at=_AT,
        )
        written = aggregate.write(addressed, command_id=f"{self.next}", salt=_SALT, seen=seen[viewer].table)
        request = Request(scope=self.id, caller=viewer, id=f"{self.next}", fingerprint=written.hash)
        await store.append(self.id, newest.seq + 1, written.line, AppendRecords(request=request))
        for projection in seen.values():
            projection.skip(written.entry, written.receipt)
        self.next += 1

    async def _loaded(self, reader: LogReader, upto: int, only: str | None) -> tuple[TableAggregate, dict[str, Any]]:
        """The table and what its viewers, or `only` one, see of it, from the log."""
        viewers = (GM, *map(seat_viewer, self._game.seats)) if only is None else (only,)
        truth = reader.blank(self.id, HOUSE)
        seen = {viewer: reader.blank(self.id, viewer).projection for viewer in viewers}
        opening = ""
        async for checked in reader.entries(self.id, 0, GENESIS, upto):
            opening = opening or checked.hash
            reader.fold(truth.table, checked)
            for projection in seen.values():
                projection.skip(checked.entry, checked.receipt)
            truth.head = checked.hash
        return TableAggregate(self._catalogue, truth.table, self._dealer, truth.head, opening), seen


class _Decided:
    """A table whose entries were decided before."""

    def __init__(self, game: Game, table: str, upto: int) -> None:
        self.id = table
        self._lines = islice(stores.copied(game, table), upto, None)

    async def cycle(self, store: _Shared, reader: LogReader, *, from_memory: bool) -> None:
        """Ask for the newest seq, and append the next line with a request, as servers do."""
        newest = await store.newest(self.id)
        if newest is None:
            raise Failure("a table is missing")
        line, seq = next(self._lines), newest.seq + 1
        request = Request(scope=self.id, caller=GM, id=f"{seq}", fingerprint=line_hash(line))
        await store.append(self.id, seq, line, AppendRecords(request=request))


async def measure_cycles(catalogue: Catalogue, game: Game, database: Database, at_once: int) -> list[Figure]:
    """Measure cycles of one table and of `at_once` tables at once: from memory, from the whole log, and without
    decisions. Raises `Failure`.
    """
    half, each = len(game.sent) // 2, max(1, (len(game.sent) + 1) // 8 - 1)
    store = cast("_Shared", await open_store(database.address, shared=True))
    try:
        names, others = stores.ids(at_once, 1_000_000), stores.ids(at_once, 2_000_000)
        await stores.fill_named(store, game, [*names, *others], game.seated + half)
        decided = [_Decided(game, name, game.seated + half) for name in others]
        tables = [_Table(catalogue, game, name) for name in names]
        for table in tables:
            table.next = half
        reader = LogReader(store, catalogue)
        ours: dict[tuple[str, int], Cycled] = {}
        for kind, cycling in (("memory", tables), ("log", tables), (_SAVED, decided)):
            for some in dict.fromkeys((1, at_once)):
                cycles = partial(_cycles, cycling[:some], store, reader, from_memory=kind == "memory")
                await cycles(1)
                ours[kind, some] = await measured(database, each * some, partial(cycles, each))
    finally:
        await store.close()
    figures: list[Figure] = []
    await database.make_room()
    sizes = [len(line) for line in game.lines[game.seated :]]
    payload = "x" * (sum(sizes) // len(sizes))
    for kinds, beside in ((("memory", _SAVED), BESIDE), (("log",), _BESIDE_COLD)):
        async with opened(database.address, at_once, cached=beside == BESIDE) as app:
            theirs = await library_cycles(app, database, payload, game.seated + half, each, at_once)
        for (what, some), one in ours.items():
            if what in kinds:
                figures += _beside(f"{_FROM.get(what, what)}, {some} at once", one, beside, theirs.get(some))
    return figures


async def _cycles(
    tables: Sequence[_Table] | Sequence[_Decided], store: _Shared, reader: LogReader, each: int, *, from_memory: bool
) -> None:
    async def play(table: _Table | _Decided) -> None:
        for _ in range(each):
            await table.cycle(store, reader, from_memory=from_memory)

    await asyncio.gather(*map(play, tables))


def _beside(what: str, ours: Cycled, beside: str, theirs: Cycled | None) -> list[Figure]:
    found = [
        figure(
            what,
            ours.per_second,
            PER_SECOND,
            beside,
            theirs.per_second if theirs else None,
        ),
        figure(
            f"{what}: processor",
            ours.computed_each,
            MICROSECONDS,
            beside,
            theirs.computed_each if theirs else None,
        ),
    ]
    if (database := ours.database_each) is not None:
        found.append(
            figure(
                f"{what}: database's processor",
                database,
                MICROSECONDS,
                beside,
                theirs.database_each if theirs else None,
            )
        )
    return found
