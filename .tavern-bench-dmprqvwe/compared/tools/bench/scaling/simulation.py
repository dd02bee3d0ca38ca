"""Tables that play at human pace through the store's protocol: who acts when, and all that a server asks of the store.

For each command: the table's newest numbers; for one in ten, a claim, as for a deadline or an NPC; an append with the
command's id; and a snapshot where one is due. A table is read when it is played first. Lines are a game's.
"""

import asyncio
import hashlib
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from time import perf_counter, process_time
from typing import Final

import msgspec

from events.store import AppendRecords, Request, Snapshot, Store
from events.store.sharing import Sharing
from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.scaling.model import Pace

CLAIMED: Final = 10
"""One command in so many is the server's own, and needs a claim."""
STAGES: Final = 8
"""Tables begin at so many different entries of the game."""
_PHASE: Final = 37
"""Tables are at different distances from their next snapshot."""

Wait = Callable[[float], Awaitable[object]]
"""Waits until so many seconds after the start."""


class Counts(msgspec.Struct, kw_only=True):
    """What was done: commands, bytes of their lines, and calls of the store."""

    commands: int = 0
    line_bytes: int = 0
    reads: int = 0
    claims: int = 0
    snapshots: int = 0
    snapshot_bytes: int = 0
    appending: list[float] = []
    """Seconds of each append."""


class Arrival(msgspec.Struct, frozen=True):
    """A command: seconds after the start, and the number of its table."""

    at: float
    table: int


def arrivals(pace: Pace, tables: int, seconds: float, seed: int) -> list[Arrival]:
    """When commands come: at each table a Poisson process, so at all tables together, too."""
    chance, rate = random.Random(seed), tables * pace.table_per_second
    found: list[Arrival] = []
    at = chance.expovariate(rate)
    while at < seconds:
        found.append(Arrival(at, chance.randrange(tables)))
        at += chance.expovariate(rate)
    return found


class _Table:
    """A table that goes on with the game's next line at each command."""

    def __init__(self, game: Game, table: str, played: int, phase: int) -> None:
        self.id = table
        self.turn = asyncio.Lock()
        self.seq = played
        self.phase = phase
        self.known = False
        self._lines: Iterator[bytes] = stores.copied(game, table)
        for _ in range(played):
            next(self._lines)

    def line(self) -> bytes | None:
        """The next entry's line, None at the end of the game."""
        return next(self._lines, None)


def _played(game: Game, n: int) -> int:
    """How many entries the n-th table begins with."""
    return game.seated + n % STAGES * (len(game.sent) // (2 * STAGES))


async def fill(store: Store, game: Game, names: Sequence[str]) -> None:
    """Write the tables of a simulation into a store. Raises `StoreError`."""
    for stage in range(min(STAGES, len(names))):
        await stores.fill_named(store, game, list(names[stage::STAGES]), _played(game, stage))


class Simulation:
    """Tables in a store, which have come to different entries of the first half of a game."""

    def __init__(self, store: Store, game: Game, names: Sequence[str], snapshot: bytes, snapshot_every: int) -> None:
        self._store = store
        self._snapshot = snapshot
        self._every = snapshot_every
        self._tables = [_Table(game, name, _played(game, n), n * _PHASE) for n, name in enumerate(names)]
        self.counts = Counts(appending=[])

    async def play(self, coming: Sequence[Arrival], wait: Wait) -> None:
        """Carry out the commands, each when it comes, or after the one before at its table."""
        async with asyncio.TaskGroup() as group:
            for arrival in coming:
                await wait(arrival.at)
                group.create_task(self._command(self._tables[arrival.table]))

    async def hurry(self, tables: int, each: int) -> None:
        """Carry out so many commands at each of the first tables, as fast as the store takes them."""

        async def play(table: _Table) -> None:
            for _ in range(each):
                await self._command(table)

        await asyncio.gather(*map(play, self._tables[:tables]))

    async def _command(self, table: _Table) -> None:
        async with table.turn:
            if (line := table.line()) is None:
                return
            store, counts = self._store, self.counts
            if not table.known:
                table.known = True
                counts.reads += 1
                await store.read(table.id)
            if isinstance(store, Sharing):
                await store.newest(table.id)
            counts.commands += 1
            counts.line_bytes += len(line)
            async with self._claimed(table.id, counts.commands):
                table.seq += 1
                began = perf_counter()
                await store.append(table.id, table.seq, line, _records(table.id, table.seq))
                counts.appending.append(perf_counter() - began)
            if (table.seq + table.phase) % self._every == 0:
                counts.snapshots += 1
                counts.snapshot_bytes += len(self._snapshot)
                await store.save_snapshot(table.id, Snapshot(seq=table.seq, data=self._snapshot))

    def _claimed(self, table: str, number: int) -> AbstractAsyncContextManager[object]:
        if number % CLAIMED or not isinstance(self._store, Sharing):
            return _unclaimed()
        self.counts.claims += 1
        return self._store.claim(table)


@asynccontextmanager
async def _unclaimed() -> AsyncGenerator[bool]:
    yield True


def _records(table: str, seq: int) -> AppendRecords:
    digest = hashlib.sha256(f"{table} {seq}".encode()).hexdigest()
    return AppendRecords(request=Request(scope=table, caller="seat:bri", id=digest[:36], fingerprint=digest))


async def at_once(_: float) -> None:
    """A clock that does not wait."""
    await asyncio.sleep(0)


def in_time() -> Wait:
    """A clock that starts now."""
    began = perf_counter()

    async def wait(at: float) -> None:
        if (left := began + at - perf_counter()) > 0:
            await asyncio.sleep(left)

    return wait


class Stopwatch:
    """The processor time of this process, and the time that went by."""

    def __init__(self) -> None:
        self._computed, self._began = process_time(), perf_counter()

    def seconds(self) -> tuple[float, float]:
        """Seconds computed, and gone by."""
        return process_time() - self._computed, perf_counter() - self._began
