"""Load, decide, save: through the store's protocol on PostgreSQL, and with the library `eventsourcing` beside it.

A cycle of ours decides a real command of a game; one of the library's decides nothing (`tools.bench.scaling.library`).
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from events.audience import GM, HOUSE, seat_viewer
from events.entry import GENESIS
from events.store import AppendRecords, Request, Store
from events.store.sharing import Sharing
from events.stores.opening import open_store
from games.addressed_command import AddressedCommand
from games.aggregate import TableAggregate
from games.catalogue import Catalogue
from games.dealer import SecretDealer
from games.table import resolve
from server.tables.log_reader import LogReader
from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.report import MICROSECONDS, PER_SECOND, Figure, figure
from tools.bench.scaling.databases import Databases
from tools.bench.scaling.library import Cycled, library_cycles, measured, opened
from tools.failures import Failure

BESIDE: Final = "eventsourcing, its cache"
_BESIDE_COLD: Final = "eventsourcing, no cache"
_FROM: Final = {"memory": "memory", "log": "the whole log"}
_AT: Final = "2026-01-10T22:00:00.000Z"
_SALT: Final = "00" * 16


class _Table:
    """A table as a server keeps it in memory, at some command of the game."""

    def __init__(self, catalogue: Catalogue, game: Game, table: str) -> None:
        self.id = table
        self._catalogue = catalogue
        self._game = game
        self._dealer = SecretDealer(game.secret)
        self._kept: tuple[TableAggregate, dict[str, Any]] | None = None
        self.next = 0

    async def cycle(self, store: Store, reader: LogReader, *, from_memory: bool) -> None:
        """Load, decide and save the game's next command. In memory, a table is loaded if the store has a newer one."""
        sent = self._game.sent[self.next]
        viewer = GM if sent.seat is None else seat_viewer(sent.seat)
        newest = await store.newest(self.id) if isinstance(store, Sharing) else await store.table(self.id)
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
            projection.skip(written.entry)
        self.next += 1

    async def _loaded(self, reader: LogReader, upto: int, only: str | None) -> tuple[TableAggregate, dict[str, Any]]:
        """The table and what its viewers, or `only` one, see of it, from the log."""
        viewers = (GM, *map(seat_viewer, self._game.seats)) if only is None else (only,)
        truth = reader.blank(self.id, HOUSE)
        seen = {viewer: reader.blank(self.id, viewer).projection for viewer in viewers}
        async for checked in reader.entries(self.id, 0, GENESIS, upto):
            reader.fold(truth.table, checked)
            for projection in seen.values():
                projection.skip(checked.entry)
            truth.head = checked.hash
        return TableAggregate(self._catalogue, truth.table, self._dealer, truth.head), seen


async def measure_cycles(catalogue: Catalogue, game: Game, databases: Databases, at_once: int) -> list[Figure]:
    """Measure cycles of one table, and of `at_once` tables at once: from memory, and from the whole log. Raises
    `Failure`.
    """
    half, each = len(game.sent) // 2, max(1, (len(game.sent) + 1) // 8 - 1)
    store = await open_store(databases.address, shared=True)
    try:
        names = stores.ids(at_once, 1_000_000)
        await stores.fill_named(store, game, names, game.seated + half)
        tables = [_Table(catalogue, game, name) for name in names]
        for table in tables:
            table.next = half
        reader = LogReader(store, catalogue)
        ours: dict[tuple[str, int], Cycled] = {}
        for kind, from_memory in (("memory", True), ("log", False)):
            for some in dict.fromkeys((1, at_once)):
                await asyncio.gather(*(t.cycle(store, reader, from_memory=from_memory) for t in tables[:some]))
                run = partial(_cycles, tables[:some], store, reader, each, from_memory=from_memory)
                ours[kind, some] = await measured(databases, each * some, run)
    finally:
        await store.close()
    figures: list[Figure] = []
    await databases.make_room()
    sizes = [len(line) for line in game.lines[game.seated :]]
    payload = "x" * (sum(sizes) // len(sizes))
    for kind, beside in (("memory", BESIDE), ("log", _BESIDE_COLD)):
        async with opened(databases.address, at_once, cached=kind == "memory") as app:
            theirs = await library_cycles(app, databases, payload, game.seated + half, each, at_once)
        for (what, some), one in ours.items():
            if what == kind:
                figures += _beside(
                    f"load, decide, save from {_FROM[what]}, {some} at once", one, beside, theirs.get(some)
                )
    return figures


async def _cycles(tables: Sequence[_Table], store: Store, reader: LogReader, each: int, *, from_memory: bool) -> None:
    async def play(table: _Table) -> None:
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
