"""Tables are read back from the log and its snapshots, and what is wrong with the log is named by its entry."""

from collections.abc import Sequence

import msgspec
import pytest

from events.audience import GM, HOUSE, PUBLIC, Viewer, seat_viewer
from events.entry import encode_entry
from events.round_events import StatusChanged
from events.round_spans import RoundSpan
from events.store import AppendRecords, Snapshot, Store, Stored, StoreDamaged
from events.stores.memory import MemoryStore
from server.problems import LogDamaged
from server.tables.log_reader import LogReader
from tests.playing import TABLE, Playing
from tests.server.serving import AroundStore
from tests.toys.catalogue import TOYS
from tests.toys.secret_choice import Choose

ADA, BO = seat_viewer("ada"), seat_viewer("bo")


def played() -> Playing:
    """Entries 1 to 3 open a table and seat two, 4 begins a round, 5 is Ada's choice, 6 Bo's, and 7 begins another."""
    playing = Playing.open(TOYS, "secret_choice").seat("Ada", "Bo").start()
    playing.give("ada", Choose(number=2))
    playing.give("bo", Choose(number=1))
    return playing.start()


async def kept(playing: Playing) -> MemoryStore:
    store = MemoryStore()
    for seq, line in enumerate(playing.lines, 1):
        await store.append(TABLE, seq, line, AppendRecords())
    return store


async def save(store: Store, reader: LogReader, seq: int, *viewers: Viewer) -> None:
    """Keep a snapshot of the table as it was after an entry, with these viewers' tables."""
    house = reader.blank(TABLE, HOUSE)
    await reader.advance(house, seq)
    seen = []
    for viewer in viewers:
        loaded = reader.blank(TABLE, viewer)
        await reader.advance(loaded, seq)
        seen.append(loaded.table)
    await store.save_snapshot(TABLE, Snapshot(seq=seq, data=reader.snapshots.write(house.head, house.table, seen)))


class Torn(AroundStore):
    """A store that cannot read one line, or has lost it and all after it."""

    def __init__(self, inner: Store, seq: int, *, lost: bool) -> None:
        super().__init__(inner)
        self._seq, self._lost = seq, lost

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        good = [one for one in await super().read(table, after, upto) if one.seq < self._seq]
        if not good and not self._lost:
            raise StoreDamaged("tavern.db is damaged: database disk image is malformed.")
        return good


@pytest.mark.parametrize("seq", [1, 4, 7])
@pytest.mark.parametrize(("lost", "reason"), [(True, "it is missing"), (False, "the store's file is damaged")])
async def test_a_line_that_is_missing_or_cannot_be_read_is_named(seq: int, lost: bool, reason: str) -> None:
    playing = played()
    reader = LogReader(Torn(await kept(playing), seq, lost=lost), TOYS)
    loaded = reader.blank(TABLE, HOUSE)
    with pytest.raises(LogDamaged, match=reason) as found:
        await reader.advance(loaded, 7)
    assert (found.value.seq, loaded.seq) == (seq, seq - 1)


@pytest.mark.parametrize("viewer", [HOUSE, PUBLIC, ADA])
async def test_an_entry_whose_events_do_not_fit_the_table_is_named_although_its_line_follows(viewer: Viewer) -> None:
    playing = played()
    last = playing.written[-1]
    unfit = msgspec.structs.replace(
        last.entry, prev=last.hash, events=[StatusChanged(seat="nobody", status="folded", why="left")]
    )
    store = await kept(playing)
    await store.append(TABLE, 8, encode_entry(unfit), AppendRecords())
    reader = LogReader(store, TOYS)
    loaded = reader.blank(TABLE, viewer)
    with pytest.raises(LogDamaged, match="its events do not fit the table") as found:
        await reader.advance(loaded, 8)
    assert (found.value.seq, loaded.seq) == (8, 7)


@pytest.mark.parametrize("saved", [(), (4,), (5,), (6,), (2, 6)])
async def test_a_table_as_it_was_before_an_entry_is_the_same_with_snapshots_of_any_entries(
    saved: tuple[int, ...],
) -> None:
    playing = played()
    store = await kept(playing)
    reader = LogReader(store, TOYS)
    before = reader.blank(TABLE, ADA)
    await reader.advance(before, 4)
    for seq in saved:
        await save(store, reader, seq, PUBLIC, GM, ADA, BO)
    loaded, checked, seen = await reader.at_entry(TABLE, ADA, 5)
    assert (loaded.seq, checked.entry.seq) == (4, 5)
    assert seen is not None
    assert seen.version == before.table.version + 1


async def test_a_viewer_who_is_not_in_the_newest_snapshot_is_found_in_an_older_one() -> None:
    store = await kept(played())
    reader = LogReader(store, TOYS)
    await save(store, reader, 4, PUBLIC, GM, ADA, BO)
    await save(store, reader, 5, PUBLIC, GM, BO)
    assert [(await reader.start(TABLE, viewer, 7)).since for viewer in (HOUSE, PUBLIC, ADA, BO)] == [5, 5, 4, 5]
    assert (await reader.start(TABLE, ADA, 2)).since == 0


async def test_a_snapshot_that_cannot_be_used_is_passed_over_for_the_one_before() -> None:
    store = await kept(played())
    reader = LogReader(store, TOYS)
    await save(store, reader, 4, PUBLIC)
    await store.save_snapshot(TABLE, Snapshot(seq=5, data=b"broken"))
    assert (await reader.start(TABLE, HOUSE, 7)).since == 4


async def test_the_rounds_are_found_where_a_table_is_folded_from_its_first_entry() -> None:
    store = await kept(played())
    reader = LogReader(store, TOYS)
    whole = await reader.start(TABLE, HOUSE, 7)
    await reader.advance(whole, 7)
    assert list(whole.spans.values()) == [RoundSpan(round=1, first=4, last=6, unsealed=6), RoundSpan(round=2, first=7)]
    await save(store, reader, 6, PUBLIC)
    later = await reader.start(TABLE, HOUSE, 7)
    await reader.advance(later, 7)
    assert (later.since, later.spans) == (6, {})
    assert later.table == whole.table


async def test_a_snapshot_of_another_log_is_left_aside() -> None:
    playing, other = played(), Playing.open(TOYS, "secret_choice").seat("Ada", "Bo").start()
    other.give("ada", Choose(number=3))
    store = await kept(playing)
    reader = LogReader(store, TOYS)
    strange = await kept(other)
    await save(strange, LogReader(strange, TOYS), 5, PUBLIC)
    snapshot = await strange.snapshot(TABLE)
    assert snapshot is not None
    await store.save_snapshot(TABLE, snapshot)
    assert (await reader.start(TABLE, HOUSE, 7)).since == 0
    assert (await LogReader(strange, TOYS).start(TABLE, HOUSE, 5)).since == 5


@pytest.mark.parametrize("limit", [1, 2, 6, 100])
async def test_a_history_is_read_a_page_at_a_time(limit: int) -> None:
    reader = LogReader(await kept(played()), TOYS)
    whole = (await reader.history(TABLE, ADA, 0, 100, 7)).entries
    assert [one.entry.version for one in whole] == list(range(1, len(whole) + 1))
    page = await reader.history(TABLE, ADA, 1, limit, 7)
    assert (page.seen, page.entries) == (whole[0].seen, whole[1 : 1 + limit])
