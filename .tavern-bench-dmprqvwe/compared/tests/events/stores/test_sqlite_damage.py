"""A damaged file: the tables that it does not touch are read and written on."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from events.store import StoreDamaged, StoreUnavailable
from events.stores.sqlite import SqliteStore
from events.stores.sqlite.connection import PAGE
from events.stores.sqlite.file import open_for_reading
from events.stores.sqlite.queries import Row
from events.stores.sqlite.reader import InProcessReader
from tests.events.stores.files import Opened, break_overflow_chain
from tests.events.stores.filling import NOTHING, everything, facts, fill, line, send, seqs


async def test_changed_bytes_in_one_line_are_handed_on_as_they_are_and_other_tables_are_whole(opened: Opened) -> None:
    store = opened.store
    for table in ("good", "bad"):
        await fill(store, table, 3)
    other = sqlite3.connect(opened.path, isolation_level=None)
    changed = other.execute("UPDATE log SET line = ? WHERE line = ?", (b'{"table": \xff', line("bad", 2)))
    assert changed.rowcount == 1
    as_text = other.execute("UPDATE log SET line = ? WHERE line = ?", ("put in by hand ß", line("bad", 3)))
    assert as_text.rowcount == 1
    other.close()
    assert [stored.line for stored in await store.read("bad")] == [
        line("bad", 1), b'{"table": \xff', "put in by hand ß".encode(),
    ]  # fmt: skip
    assert [stored.line for stored in await store.read("good")] == [line("good", seq) for seq in (1, 2, 3)]
    assert len(await everything(store)) == 6
    await fill(store, "good", 1, after=3)
    await fill(store, "bad", 1, after=3)


async def test_a_damaged_page_fails_its_own_table_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    await fill(store, "good", 3)
    await store.append("bad", 1, b"a long line " * 5_000, NOTHING)
    await fill(store, "bad", 1, after=1)
    await store.close()
    break_overflow_chain(path, b"a long line ")

    store = SqliteStore.open(path)
    with pytest.raises(StoreUnavailable, match=r"is damaged: .* Other tables may be whole; restore it from a backup"):
        await store.read("bad")
    with pytest.raises(StoreUnavailable):
        await everything(store)
    assert [stored.line for stored in await store.read("good")] == [line("good", seq) for seq in (1, 2, 3)]
    assert [stored.line for stored in await store.read("bad", 1)] == [line("bad", 2)]
    assert [type(outcome) for outcome in await send(store, ["good"], 4)] == [int]
    assert await seqs(store, "good") == [1, 2, 3, 4]
    await store.close()


@pytest.mark.parametrize("before", [5, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE + 4])
async def test_a_damaged_table_is_read_up_to_its_damage_and_again_from_after_it(tmp_path: Path, before: int) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    await fill(store, "good", 3)
    await asyncio.gather(*(store.append("bad", seq, line("bad", seq), NOTHING) for seq in range(1, before + 1)))
    await store.append("bad", before + 1, b"a long line " * 5_000, NOTHING)
    await fill(store, "bad", 2, after=before + 1)
    await store.close()
    break_overflow_chain(path, b"a long line ")

    store = SqliteStore.open(path)
    assert await seqs(store, "bad") == list(range(1, before + 1))
    assert await seqs(store, "bad", before - 2) == [before - 1, before]
    assert await seqs(store, "bad", 0, before) == list(range(1, before + 1))
    with pytest.raises(StoreUnavailable, match="is damaged"):
        await store.read("bad", before)
    assert await seqs(store, "bad", before + 1) == [before + 2, before + 3]
    await store.close()


class Mended(InProcessReader):
    """A reader that meets damage some times, until another thread has rebuilt what was damaged."""

    damaged = 0

    def rows(self, query: str, parameters: tuple[object, ...] = ()) -> list[Row]:
        if self.damaged:
            self.damaged -= 1
            raise StoreDamaged("tavern.db is damaged: database disk image is malformed.")
        return super().rows(query, parameters)


async def test_a_table_whose_damage_is_mended_while_it_is_read_is_read_whole(tmp_path: Path) -> None:
    path, count = tmp_path / "tavern.db", 3 * PAGE + 5
    opened = Opened(path)
    await asyncio.gather(*(opened.store.append("t", seq, line("t", seq), NOTHING) for seq in range(1, count + 1)))
    reader = Mended(path, open_for_reading(path))
    store = SqliteStore(path, reader, None, None)
    for after in (0, 1, count - 1):
        reader.damaged = 1
        assert await seqs(store, "t", after) == list(range(after + 1, count + 1))
    reader.damaged = 2
    with pytest.raises(StoreDamaged):
        await store.read("t")
    await store.close()
    await opened.store.close()


async def test_an_append_that_meets_damage_fails_none_of_those_sent_with_it(opened: Opened) -> None:
    store = opened.store
    await send(store, ["good", "bad", "fine"], 1)
    # A head that is behind its log, as no program leaves it: the table's next line cannot be put in.
    await store.append("bad", 2, b"{}", NOTHING)
    opened.connection.execute("UPDATE heads SET seq = 1 WHERE id = 'bad'")
    outcomes = await send(store, ["good", "bad", "fine"], 2)
    assert [type(outcome) for outcome in outcomes] == [int, StoreUnavailable, int]
    assert await seqs(store, "good") == [1, 2]
    assert await seqs(store, "fine") == [1, 2]
    assert facts(await store.table("bad")) == ("bad", 1, None, False)
