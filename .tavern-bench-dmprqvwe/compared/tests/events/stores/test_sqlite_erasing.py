"""What was erased or deleted is in no file any more."""

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from events.store import AppendRecords, Snapshot, StoreFull, StoreInUse, StoreReadOnly, StoreUnavailable
from events.stores.care.watching import FileWatch
from events.stores.sqlite import SqliteStore
from events.stores.sqlite.file import open_for_reading, open_for_writing
from events.stores.sqlite.group_commit import GroupCommit
from events.stores.sqlite.reader import InProcessReader
from tests.events.stores.contract_maintenance import LOG, all_of, keep_much
from tests.events.stores.files import Opened, break_overflow_chain, contents
from tests.events.stores.filling import AT, NOTHING, fill, line, say, seqs, texts, token

WHISPER = "the treasure lies under the hearth"


def found_in(folder: Path, text: str | bytes) -> list[str]:
    """The files in which something stands."""
    wanted = text.encode() if isinstance(text, str) else text
    return sorted(name for name, held in contents(folder).items() if wanted in held)


@pytest.mark.parametrize("times", [1, 30, 1000])
async def test_what_was_said_and_erased_is_in_no_file(tmp_path: Path, times: int) -> None:
    store = SqliteStore.open(tmp_path / "tavern.db")
    await fill(store, "t", 1)
    await say(store, "before", WHISPER * times, "after")
    assert found_in(tmp_path, WHISPER) != []
    await store.erase_chat("t", "gm", AT, [2])
    assert found_in(tmp_path, WHISPER) == []
    assert found_in(tmp_path, "before") == found_in(tmp_path, "after") == ["tavern.db"]
    assert await texts(store) == ["before", None, "after", None]
    await store.close()
    assert found_in(tmp_path, WHISPER) == []


async def test_among_many_tables_that_talk_nothing_of_what_is_erased_is_left(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "tavern.db")
    tables = [f"table-{n}" for n in range(20)]
    for table in tables:
        await fill(store, table, 1)
    for round_ in range(100):
        words = [f"{WHISPER} {round_ % 7 * '.'}" if n % 3 else f"harmless talk {round_}" for n in range(20)]
        await asyncio.gather(*(store.say(table, "gm", AT, text) for table, text in zip(tables, words, strict=True)))
    for n, table in enumerate(tables):
        if n % 3:
            await store.erase_chat(table, "gm", AT, range(1, 60))
            await store.erase_chat(table, "gm", AT, None)
    assert found_in(tmp_path, WHISPER) == []
    assert await texts(store, "table-0") == [f"harmless talk {round_}" for round_ in range(100)]
    assert set(await texts(store, "table-1")) == {None}
    await store.close()


async def test_while_somebody_reads_an_erased_text_lasts_no_longer_than_that(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    await fill(store, "t", 1)
    await say(store, WHISPER)
    reading = sqlite3.connect(path, isolation_level=None)
    reading.execute("BEGIN")
    reading.execute("SELECT count(*) FROM log").fetchone()
    assert await store.erase_chat("t", "gm", AT, None) == 2
    assert await texts(store) == [None, None]
    await fill(store, "t", 1, after=1)
    assert found_in(tmp_path, WHISPER) != []
    reading.close()
    await fill(store, "t", 1, after=2)
    assert found_in(tmp_path, WHISPER) == []
    await store.close()


async def test_a_server_that_was_killed_while_somebody_read_finishes_erasing_at_its_next_start(
    tmp_path: Path,
) -> None:
    living, killed = tmp_path / "living", tmp_path / "killed"
    living.mkdir()
    killed.mkdir()
    store = SqliteStore.open(living / "tavern.db")
    await fill(store, "t", 1)
    await say(store, WHISPER)
    reading = sqlite3.connect(living / "tavern.db", isolation_level=None)
    reading.execute("BEGIN")
    reading.execute("SELECT count(*) FROM log").fetchone()
    await store.erase_chat("t", "gm", AT, None)
    for name in ("tavern.db", "tavern.db-wal"):
        shutil.copy(living / name, killed / name)
    reading.close()
    await store.close()
    assert found_in(killed, WHISPER) != []
    store = SqliteStore.open(killed / "tavern.db")
    assert found_in(killed, WHISPER) == []
    await store.close()


async def test_a_deleted_table_is_in_no_file_with_anything_that_was_beside_it(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "tavern.db")
    secret = bytes(range(100, 132))
    await fill(store, "kept", 3)
    beside = AppendRecords(secret=secret, tokens=[token("gm", "the deleted")], listing=b'{"name":"Sunken Bell"}')
    await store.append("gone", 1, line("gone", 1), beside)
    for seq in range(2, 80):
        await store.append("gone", seq, line("gone", seq) * seq, NOTHING)
        await fill(store, "kept", 1, after=seq + 1)
        await store.save_snapshot("gone", Snapshot(seq=seq, data=b"all they had" * seq))
    await say(store, WHISPER, table="gone")
    marks = [b'"gone"', secret, b"hash of the deleted", b"Sunken Bell", b"all they had", WHISPER.encode()]
    assert [bool(found_in(tmp_path, mark)) for mark in marks] == [True] * len(marks)
    await store.delete("gone")
    assert [found_in(tmp_path, mark) for mark in marks] == [[]] * len(marks)
    size = (tmp_path / "tavern.db").stat().st_size
    await store.compact()
    assert [found_in(tmp_path, mark) for mark in marks] == [[]] * len(marks)
    assert (tmp_path / "tavern.db").stat().st_size < size / 2
    assert await seqs(store, "kept") == list(range(1, 82))
    await store.append("kept", 82, b"{}", NOTHING)
    await store.close()


async def test_play_goes_on_while_the_file_is_rewritten(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "tavern.db")
    await fill(store, "t", 300)
    appends = [store.append(f"table-{n}", 1, b"{}", NOTHING) for n in range(50)]
    outcomes = await asyncio.gather(*appends[:25], store.compact(), store.compact(), *appends[25:])
    assert [type(outcome) for outcome in outcomes] == [int] * 25 + [type(None)] * 2 + [int] * 25
    assert len(await store.tables()) == 51
    await store.close()
    with pytest.raises(StoreUnavailable):
        await store.compact()


async def test_a_deletion_for_which_there_is_no_room_leaves_the_table_as_it_was(opened: Opened) -> None:
    store = opened.store
    await keep_much(store, "t")
    before, size = await all_of(store, "t"), store.size()
    opened.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreReadOnly):
        await store.delete("t")
    opened.connection.execute("PRAGMA query_only = OFF")
    assert await all_of(store, "t") == before
    assert store.size() == size
    await store.delete("t")
    assert store.size() == 0


async def test_a_table_in_which_the_file_is_damaged_is_not_half_deleted(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    await keep_much(store, "bad")
    await store.append("bad", 6, b"a long line " * 5_000, NOTHING)
    await fill(store, "good", 1)
    await store.close()
    break_overflow_chain(path, b"a long line ")
    before = path.read_bytes()
    store = SqliteStore.open(path)
    with pytest.raises(StoreUnavailable, match="is damaged"):
        await store.delete("bad")
    assert await seqs(store, "good") == [1]
    await store.close()
    assert path.read_bytes() == before


async def test_an_import_for_which_there_is_no_room_leaves_the_store_as_it_was(opened: Opened) -> None:
    store = opened.store
    await fill(store, "t", 2)
    await store.epoch("first")
    opened.allow(opened.pages() + 2)
    with pytest.raises(StoreFull):
        await store.import_table("u", [*LOG, b"x" * 100_000], [token("gm", "new")])
    opened.allow(1_000_000)
    assert [info.table for info in await store.tables()] == ["t"]
    assert await store.epoch("second") == "first"
    assert store.size() == sum(info.bytes for info in await store.tables())
    await store.import_table("u", [*LOG, b"x" * 100_000], [token("gm", "new")])
    assert store.size() == sum(info.bytes for info in await store.tables())


class FailingFlush(sqlite3.Connection):
    """A connection whose commits take effect, and are then told to have failed."""

    failing = False

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        done = super().execute(sql, *parameters)
        if sql == "COMMIT" and self.failing:
            raise sqlite3.OperationalError("disk I/O error")
        return done


async def test_after_a_commit_in_doubt_the_size_is_added_up_again(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    open_for_writing(path).connection.close()
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=FailingFlush)
    reader = InProcessReader(path, open_for_reading(path))
    store = SqliteStore(path, reader, GroupCommit(connection, path, FileWatch(path)), None)
    await fill(store, "t", 2)
    connection.failing = True
    with pytest.raises(StoreUnavailable):
        await store.append("t", 3, b"x" * 1000, NOTHING)
    connection.failing = False
    assert await seqs(store, "t") == [1, 2, 3]
    await asyncio.gather(fill(store, "u", 1), fill(store, "v", 2))
    assert store.size() == sum(info.bytes for info in await store.tables())
    await store.close()


async def test_only_who_has_the_file_for_writing_takes_tables_away(tmp_path: Path) -> None:
    server = SqliteStore.open(tmp_path / "tavern.db")
    await fill(server, "t", 1)
    visitor = SqliteStore.open(tmp_path / "tavern.db", read_only=True)
    for asked in (
        visitor.delete("t"),
        visitor.import_table("u", LOG, []),
        visitor.compact(),
        visitor.say("t", "gm", AT, ""),
    ):
        with pytest.raises(StoreReadOnly):
            await asked
    with pytest.raises(StoreInUse):
        SqliteStore.open(tmp_path / "tavern.db")
    await visitor.close()
    await server.close()
