"""A damaged file: the tables that it does not touch are read and written on."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from events.storage.contract import StoreDamaged, StoreUnavailable
from events.storage.sqlite import SqliteStore
from events.storage.sqlite.connection import PAGE
from events.storage.sqlite.file.opening import open_for_reading
from events.storage.sqlite.file.reader import InProcessReader
from events.storage.sqlite.queries import Row
from tests.durability.pages import damage, pages_of
from tests.events.storage.files import Opened, break_overflow_chain
from tests.events.storage.filling import AT, NOTHING, everything, facts, fill, line, send, seqs


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


async def test_a_store_whose_tables_cannot_be_counted_is_left_as_it_was_found(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    await fill(store, "t", 3)
    await store.close()
    (heads,) = pages_of(path)["heads"]
    whole = path.read_bytes()
    damage(path, heads)
    for _ in range(2):
        # The second time, too, it is not in use.
        with pytest.raises(StoreDamaged):
            SqliteStore.open(path)
    with path.open("r+b") as file:
        file.seek((heads - 1) * 4096)
        file.write(whole[(heads - 1) * 4096 : heads * 4096])
    store = SqliteStore.open(path)
    assert "log_lost" not in [notice.code for notice in store.notices()]
    assert await seqs(store, "t") == [1, 2, 3]
    await store.close()


async def test_a_message_that_is_no_text_any_more_is_damage(opened: Opened) -> None:
    store = opened.store
    await fill(store, "t", 1)
    for text in ("one", "two"):
        await store.say("t", "gm", AT, text)
    await store.erase_chat("t", "gm", AT, [1])
    with closing(sqlite3.connect(opened.path, isolation_level=None)) as other:
        other.execute("UPDATE chat SET text = x'ff' WHERE n = 2")
        with pytest.raises(StoreDamaged, match="a message is not UTF-8"):
            await store.chat("t", 0, 10)
        assert len(await store.chat("t", 2, 10)) == 1
        other.execute("UPDATE chat SET erases = x'5b' WHERE n = 3")
    with pytest.raises(StoreDamaged, match="an erasure is not JSON"):
        await store.chat("t", 2, 10)


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
