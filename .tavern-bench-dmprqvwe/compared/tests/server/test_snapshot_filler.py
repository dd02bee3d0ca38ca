"""Missing snapshots are made in passes over the log: how far one has to be away, and who waits for which pass."""

import asyncio
from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Final, cast

import msgspec
import pytest

from events.audience import GM, HOUSE, PUBLIC
from events.entry import encode_entry
from events.round_events import StatusChanged
from events.store import AppendRecords, Snapshot, Stored
from events.stores.memory import MemoryStore
from games.table import GiveCoins
from projections.snapshots import SavedTables
from server.problems import LogDamaged
from server.services import Services
from server.tables.log_reader import LogReader
from server.tables.snapshot_filler import SnapshotFiller
from tests.playing import TABLE, Playing
from tests.server.serving import AroundStore
from tests.server.test_damage import flip
from tests.toys.catalogue import TOYS
from tests.toys.secret_choice import Choose

EVERY: Final = 20


@cache
def rounds() -> Playing:
    """Entries 1 to 3 open a table and seat two; then come 50 rounds of three entries each, up to entry 153."""
    playing = Playing.open(TOYS, "secret_choice").seat("Ada", "Bo")
    for _ in range(50):
        playing.start()
        playing.give("ada", Choose(number=2))
        playing.give("bo", Choose(number=1))
    return playing


@cache
def joined() -> Playing:
    """Rounds that a third seat joins between two snapshots."""
    playing = Playing.open(TOYS, "secret_choice").seat("Ada", "Bo")
    names = ["ada", "bo"]
    for number in range(50):
        if number == 25:
            playing.seat("Cy")
            names.append("cy")
        playing.start()
        for name in names:
            playing.give(name, Choose(number=2 if name == "ada" else 1))
    return playing


@cache
def endless() -> Playing:
    """A round without an end."""
    playing = Playing.open(TOYS, "secret_choice").seat("Ada", "Bo").start()
    for _ in range(100):
        playing.give(None, GiveCoins(target="ada", amount_cp=1, reason=""))
    return playing


class NotingStore(AroundStore):
    """Notes the lines that are read and the snapshots that are saved; one line can be damaged."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        super().__init__(MemoryStore())
        self._lines = lines
        self.lines = 0
        self.snapshots: list[int] = []
        self.flipped = 0

    async def fill(self) -> None:
        for seq, line in enumerate(self._lines, 1):
            await self.inner.append(TABLE, seq, line, AppendRecords())

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        await asyncio.sleep(0)
        found = await super().read(table, after, upto)
        self.lines += len(found)
        return [
            Stored(one.position, one.table, one.seq, flip(one.line, 50)) if one.seq == self.flipped else one
            for one in found
        ]

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        await super().save_snapshot(table, snapshot)
        self.snapshots.append(snapshot.seq)


class Filling:
    """A filler over a log without snapshots."""

    def __init__(self, store: NotingStore, every: int) -> None:
        self.store = store
        self.reader = LogReader(store, TOYS)
        services = SimpleNamespace(store=store, catalogue=TOYS, config=SimpleNamespace(snapshot_every=every))
        self.filler = SnapshotFiller(cast("Services", services), self.reader)

    async def fill(self, upto: int, saved: SavedTables | None = None) -> SavedTables | None:
        return await self.filler.fill(TABLE, saved, upto)


async def filling(lines: Sequence[bytes], every: int = EVERY) -> Filling:
    store = NotingStore(lines)
    await store.fill()
    return Filling(store, every)


async def test_a_snapshot_is_missing_if_the_nearest_is_more_than_four_times_the_usual_distance_away() -> None:
    made = await filling(rounds().lines)
    assert await made.fill(80) is None
    assert (made.store.lines, made.store.snapshots) == (0, [])
    first = await made.fill(81)
    assert first is not None
    assert (first.seq, made.store.lines, made.store.snapshots) == (63, 81, [21, 42, 63])
    assert await made.fill(143, first) is None
    assert made.store.lines == 81
    second = await made.fill(144, first)
    assert second is not None
    # Only what follows the first is read.
    assert (second.seq, made.store.lines, made.store.snapshots) == (126, 2 * 81, [21, 42, 63, 84, 105, 126])


@pytest.mark.parametrize("before", [None, 81, 90])
async def test_snapshots_that_were_made_have_the_tables_of_the_log(before: int | None) -> None:
    made = await filling(joined().lines)
    first = None if before is None else await made.fill(before)
    saved = await made.fill(170 if before is None else before + 81, first)
    assert saved is not None
    for viewer in (HOUSE, PUBLIC, GM, "seat:ada", "seat:bo", "seat:cy"):
        loaded = made.reader.blank(TABLE, viewer)
        await made.reader.advance(loaded, saved.seq)
        found = saved.truth() if viewer == HOUSE else saved.sight(viewer)
        assert found is not None
        assert msgspec.json.encode(found) == msgspec.json.encode(loaded.table)


async def test_where_no_snapshot_can_be_made_none_is_sought_twice() -> None:
    made = await filling(endless().lines)
    assert await made.fill(100) is None
    assert made.store.lines == 100
    for upto in (100, 90):
        assert await made.fill(upto) is None
    assert made.store.lines == 100
    assert await made.fill(101) is None
    assert (made.store.lines, made.store.snapshots) == (201, [])
    assert await made.filler.fill("nowhere", None, 80) is None
    with pytest.raises(LogDamaged):
        await made.filler.fill("nowhere", None, 81)


@pytest.mark.parametrize(("upto", "newest"), [(90, 84), (100, 84), (109, 105), (110, None), (115, None)])
async def test_a_request_that_waited_for_a_pass_which_met_damage_further_on_begins_its_own(
    upto: int, newest: int | None
) -> None:
    made = await filling(rounds().lines)
    made.store.flipped = 109
    further, nearer = await asyncio.gather(made.fill(120), made.fill(upto), return_exceptions=True)
    assert isinstance(further, LogDamaged)
    assert further.seq == 110
    if newest is None:
        assert isinstance(nearer, LogDamaged)
    else:
        assert isinstance(nearer, SavedTables)
        assert nearer.seq == newest


async def test_requests_that_wait_for_the_same_pass_read_nothing_twice() -> None:
    made = await filling(rounds().lines)
    found = await asyncio.gather(*(made.fill(upto) for upto in (120, 100, 85)))
    assert [saved and saved.seq for saved in found] == [105, 84, 84]
    # The snapshots that the others found are checked with one line each.
    assert made.store.lines == 120 + 2
    # A request may go on where the pass for which it waited ended.
    made = await filling(rounds().lines)
    found = await asyncio.gather(*(made.fill(upto) for upto in (85, 153)))
    assert [saved and saved.seq for saved in found] == [84, 84]
    assert made.store.lines == 85 + 1


@pytest.mark.parametrize("callers", [1, 2])
async def test_a_pass_ends_when_nobody_waits_for_it_any_more(callers: int) -> None:
    made = await filling(rounds().lines)
    waiting = [asyncio.create_task(made.fill(150)) for _ in range(callers)]
    for _ in range(3):
        await asyncio.sleep(0)
    for one in waiting:
        one.cancel()
        await asyncio.wait([one])
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(made.store.snapshots) < 7
    saved = await made.fill(150)
    assert saved is not None
    assert saved.seq == 147


async def test_a_pass_is_shared_as_long_as_somebody_waits_for_it() -> None:
    made = await filling(rounds().lines)
    first, second = (asyncio.create_task(made.fill(150)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    third = asyncio.create_task(made.fill(150))
    found = await asyncio.gather(second, third)
    assert [saved and saved.seq for saved in found] == [147, 147]
    assert made.store.lines == 150 + 2


async def test_a_snapshot_is_made_once_the_usual_distance_is_reached() -> None:
    made = await filling(rounds().lines, every=21)
    assert await made.fill(84) is None
    await made.fill(85)
    assert made.store.snapshots == [21, 42, 63, 84]


async def test_a_pass_names_the_entry_whose_events_do_not_fit() -> None:
    written = rounds().written
    unfit = [StatusChanged(seat="nobody", status="folded", why="left")]
    entry = msgspec.structs.replace(written[-1].entry, seq=154, prev=written[-1].hash, events=unfit)
    made = await filling([*rounds().lines, encode_entry(entry)])
    with pytest.raises(LogDamaged, match="its events do not fit the table") as found:
        await made.fill(154)
    assert found.value.seq == 154
