"""Programs that only look: beside a server, after one, and where nothing can be written."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from events.storage.contract import (
    AppendRecords,
    Snapshot,
    StoreError,
    StoreMissing,
    StoreReadOnly,
    StoreUnavailable,
    StoreUnreadable,
)
from events.storage.sqlite import SqliteStore
from events.storage.sqlite.file.opening import open_for_writing
from events.storage.sqlite.file.reader import ExternalReader
from tests.events.storage.files import break_overflow_chain, contents, leave_as_killed, move, set_mode
from tests.events.storage.filling import NOTHING, SECRET, everything, fill, line, seqs

Unprivileged = Callable[[], AbstractContextManager[None]]


async def test_a_visitor_sees_what_the_server_has_committed_and_what_it_commits_next(tmp_path: Path) -> None:
    server = SqliteStore.open(tmp_path / "tavern.db")
    await fill(server, "t", 1)
    visitor = SqliteStore.open(tmp_path / "tavern.db", read_only=True)
    assert await seqs(visitor, "t") == [1]
    await fill(server, "t", 300, after=1)
    assert await visitor.read("t") == await server.read("t")
    assert await everything(visitor) == await everything(server)
    await visitor.check()
    await visitor.close()
    await server.close()


async def test_a_visitor_adds_up_the_size_of_all_tables_as_it_is_now(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    server = SqliteStore.open(path)
    visitor = SqliteStore.open(path, read_only=True)
    for seq in (1, 2):
        for table in ("a", "b"):
            await fill(server, table, 1, after=seq - 1)
            assert visitor.size() == server.size() > 0
    await visitor.close()
    await server.close()


async def test_a_visitor_after_the_server_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    server = SqliteStore.open(tmp_path / "tavern.db")
    await server.append("t", 1, line("t", 1), AppendRecords(secret=SECRET))
    await server.close()
    before = contents(tmp_path)
    visitor = SqliteStore.open(tmp_path / "tavern.db", read_only=True)
    assert await visitor.secret("t") == SECRET
    assert contents(tmp_path) == before
    await visitor.close()
    assert contents(tmp_path) == before


async def test_a_visitor_stays_when_the_server_starts_writes_and_stops(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    server = SqliteStore.open(path)
    await fill(server, "t", 2)
    await server.close()
    visitor = SqliteStore.open(path, read_only=True)
    assert await seqs(visitor, "t") == [1, 2]
    server = SqliteStore.open(path)
    await fill(server, "t", 300, after=2)
    assert await seqs(visitor, "t", 300) == [301, 302]
    await server.close()
    assert await seqs(visitor, "t", 300) == [301, 302]
    await visitor.close()


async def test_a_visitor_reads_through_a_whole_servers_life(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    server = SqliteStore.open(path)
    await fill(server, "t", 300)
    await server.close()
    visitor = SqliteStore.open(path, read_only=True)
    found: list[int] = []
    async for stored in visitor.read_all():
        if stored.seq == 100:
            server = SqliteStore.open(path)
            await fill(server, "t", 50, after=300)
            await server.close()
        found.append(stored.seq)
    assert found == list(range(1, 351))
    await visitor.close()


async def test_a_visitor_after_a_killed_server_reads_its_newest_entries(tmp_path: Path) -> None:
    path = await leave_as_killed(tmp_path)
    before = contents(path.parent)
    visitor = SqliteStore.open(path, read_only=True)
    assert await seqs(visitor, "t") == [1, 2]
    await visitor.close()
    after = contents(path.parent)
    assert {name: after[name] for name in before} == before
    server = SqliteStore.open(path)
    assert await seqs(server, "t") == [1, 2]
    await server.close()


async def test_a_store_in_a_folder_that_cannot_be_written_is_readable(
    open_folder: Path, unprivileged: Unprivileged
) -> None:
    path = open_folder / "tavern.db"
    server = SqliteStore.open(path)
    await fill(server, "t", 2)
    await server.close()
    set_mode(path, 0o444)
    set_mode(open_folder, 0o555)
    with unprivileged():
        visitor = SqliteStore.open(path, read_only=True)
        assert await seqs(visitor, "t") == [1, 2]
        await visitor.close()


async def test_an_empty_log_in_a_folder_that_cannot_be_written_hides_nothing(
    open_folder: Path, unprivileged: Unprivileged
) -> None:
    path = open_folder / "tavern.db"
    server = SqliteStore.open(path)
    await fill(server, "t", 2)
    await server.close()
    set_mode(path, 0o444)
    log = open_folder / "tavern.db-wal"
    log.touch(0o444)
    set_mode(open_folder, 0o555)
    with unprivileged():
        visitor = SqliteStore.open(path, read_only=True)
        assert await seqs(visitor, "t") == [1, 2]
        await visitor.close()


async def test_newest_entries_that_cannot_be_reached_are_not_passed_over(
    open_folder: Path, unprivileged: Unprivileged
) -> None:
    path = await leave_as_killed(open_folder)
    set_mode(path.parent, 0o555)
    with unprivileged(), pytest.raises(StoreUnavailable, match=r"newest entries .* are in tavern\.db-wal.*copy both"):
        SqliteStore.open(path, read_only=True)
    set_mode(path.parent, 0o755)


async def test_a_visitor_writes_nothing(tmp_path: Path) -> None:
    server = SqliteStore.open(tmp_path / "tavern.db")
    await fill(server, "t", 1)
    visitor = SqliteStore.open(tmp_path / "tavern.db", read_only=True)
    with pytest.raises(StoreReadOnly):
        await visitor.append("t", 2, b"{}", NOTHING)
    with pytest.raises(StoreReadOnly):
        await visitor.save_snapshot("t", Snapshot(seq=1, data=b""))
    with pytest.raises(StoreReadOnly):
        await visitor.epoch("mine")
    assert await server.epoch("the server's") == "the server's"
    assert await visitor.epoch("mine") == "the server's"
    await visitor.close()
    with pytest.raises(StoreUnavailable):
        await visitor.read("t")
    await server.close()


def test_a_visitor_makes_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUnreadable, match="there is no store at"):
        SqliteStore.open(tmp_path / "tavern.db", read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_no_store_to_visit(tmp_path: Path) -> None:
    (tmp_path / "tavern.db").touch()
    with pytest.raises(StoreUnreadable, match="is empty: no server has used it yet"):
        SqliteStore.open(tmp_path / "tavern.db", read_only=True)


def _text(path: Path) -> None:
    path.write_text("Dear diary, today I rolled a 20.")


def _another_programs(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE diary (day)")
    connection.commit()
    connection.close()


def _before_1(path: Path) -> None:
    connection = open_for_writing(path).connection
    connection.execute("PRAGMA application_id = 1952544357")
    connection.close()


def _newer(path: Path) -> None:
    connection = open_for_writing(path).connection
    connection.execute("PRAGMA user_version = 2")
    connection.close()


def _spoiled(path: Path) -> None:
    open_for_writing(path).connection.close()
    spoiled = bytearray(path.read_bytes())
    spoiled[:100] = os.urandom(100)
    path.write_bytes(spoiled)


def _folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        (_text, StoreUnreadable, "is not a database, or its beginning is damaged"),
        (_spoiled, StoreUnreadable, "is not a database, or its beginning is damaged"),
        (_another_programs, StoreUnreadable, "belongs to another program"),
        (_before_1, StoreUnreadable, "was written by a version before 1.0, whose stores are no longer read"),
        (_newer, StoreUnreadable, "has schema 2, but this tavern supports only 1: use a newer version"),
        (_folder, StoreUnavailable, "unable to open database file"),
    ],
)
def test_what_is_no_store_is_named_and_left_alone(
    tmp_path: Path, make: Callable[[Path], None], error: type[StoreError], sentence: str, read_only: bool
) -> None:
    path = tmp_path / "tavern.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(error) as caught:
        SqliteStore.open(path, read_only=read_only)
    assert sentence in str(caught.value)
    assert str(path) in str(caught.value)
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_file_in_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="No such file or directory"):
        SqliteStore.open(tmp_path / "nowhere" / "tavern.db")


async def test_a_visitor_asks_for_nobody_in_vain(tmp_path: Path) -> None:
    server = SqliteStore.open(tmp_path / "tavern.db")
    await fill(server, "t", 1)
    visitor = SqliteStore.open(tmp_path / "tavern.db", read_only=True)
    assert await seqs(visitor, "\ud800") == []
    assert await seqs(visitor, "nobody's") == []
    await visitor.close()
    await server.close()


@pytest.mark.parametrize("beside_a_server", [False, True])
async def test_a_visitor_reads_what_damage_has_left(tmp_path: Path, beside_a_server: bool) -> None:
    path = tmp_path / "tavern.db"
    server = SqliteStore.open(path)
    await fill(server, "good", 2)
    await server.append("bad", 1, b"a long line " * 5_000, NOTHING)
    await server.close()
    break_overflow_chain(path, b"a long line ")
    if beside_a_server:
        server = SqliteStore.open(path)
    visitor = SqliteStore.open(path, read_only=True)
    with pytest.raises(StoreUnavailable, match="is damaged"):
        await visitor.read("bad")
    assert await seqs(visitor, "good") == [1, 2]
    await visitor.close()
    await server.close()


def count(connection: sqlite3.Connection) -> int:
    (found,) = connection.execute("SELECT count(*) FROM log").fetchone()
    return int(found)


async def stored(path: Path, entries: int, *, after: int = 0) -> Path:
    """A store after a server wrote entries and stopped."""
    server = SqliteStore.open(path)
    await fill(server, "t", entries, after=after)
    await server.close()
    return path


async def test_what_is_read_at_one_moment_is_read_again_if_the_file_changed_meanwhile(tmp_path: Path) -> None:
    path = await stored(tmp_path / "tavern.db", 2)
    another = await stored(tmp_path / "another.db", 3)
    reader = ExternalReader(path)
    found: list[int] = []

    def read(connection: sqlite3.Connection) -> int:
        found.append(count(connection))
        if len(found) == 1:
            move(another, path)
        return found[-1]

    assert reader.at_one_moment(read) == 3
    assert found == [2, 3]
    assert reader.at_one_moment(lambda connection: connection.in_transaction)
    assert reader.at_one_moment(count) == 3
    reader.close()


async def test_a_failure_counts_only_if_the_file_did_not_change_meanwhile(tmp_path: Path) -> None:
    path = await stored(tmp_path / "tavern.db", 2)
    another = await stored(tmp_path / "another.db", 3)
    reader = ExternalReader(path)
    with pytest.raises(StoreUnavailable, match=r"tavern\.db: no such table: nowhere"):
        reader.at_one_moment(lambda connection: connection.execute("SELECT * FROM nowhere"))

    def read(connection: sqlite3.Connection) -> int:
        if another.exists():
            move(another, path)
            connection.execute("SELECT * FROM nowhere")
        return count(connection)

    assert reader.at_one_moment(read) == 3
    with pytest.raises(StoreUnavailable, match="no such table: nowhere"):
        reader.rows("SELECT * FROM nowhere")
    assert reader.rows("SELECT count(*) FROM log") == [(3,)]
    reader.close()


async def test_a_file_is_copied_again_if_it_changed_meanwhile(tmp_path: Path) -> None:
    path = await stored(tmp_path / "tavern.db", 2)
    another = await stored(tmp_path / "another.db", 3)
    reader = ExternalReader(path)
    with closing(sqlite3.connect(":memory:")) as copy:
        assert reader.copy_into(copy, "SELECT count(*) FROM log") == (2,)
        assert count(copy) == 2
        move(another, path)
        assert reader.copy_into(copy, "SELECT count(*) FROM log") == (3,)
        assert count(copy) == 3
    reader.close()


async def test_a_failure_to_copy_counts_only_if_the_file_did_not_change_meanwhile(tmp_path: Path) -> None:
    path = await stored(tmp_path / "tavern.db", 2)
    another = await stored(tmp_path / "another.db", 3)
    with closing(sqlite3.connect(another)) as connection:
        # The pages of the one are none of the other.
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA page_size = 8192")
        connection.execute("VACUUM")
    reader = ExternalReader(path)
    path.write_bytes(another.read_bytes())
    with closing(sqlite3.connect(":memory:")) as copy:
        assert reader.copy_into(copy, "SELECT count(*) FROM log") == (3,)
    path.write_bytes(b"no database")
    with closing(sqlite3.connect(":memory:")) as copy, pytest.raises(StoreUnreadable):
        reader.copy_into(copy, "SELECT count(*) FROM log")
    reader.close()


async def test_a_file_that_was_moved_or_replaced_is_not_in_its_place(tmp_path: Path) -> None:
    path = await stored(tmp_path / "tavern.db", 2)
    another = await stored(tmp_path / "another.db", 3)
    reader = ExternalReader(path)
    assert reader.in_place()
    move(path, tmp_path / "moved.db")
    assert not reader.in_place()
    move(another, path)
    assert not reader.in_place()
    move(tmp_path / "moved.db", path)
    assert reader.in_place()
    reader.close()
    with pytest.raises(StoreUnavailable):
        reader.rows("SELECT 1")


async def test_a_file_that_is_gone_or_in_a_closed_folder_is_reported_as_such(
    open_folder: Path, unprivileged: Unprivileged
) -> None:
    path = await stored(open_folder / "tavern.db", 2)
    reader = ExternalReader(path)
    move(path, open_folder / "moved.db")
    with pytest.raises(StoreMissing, match=r"there is no store at .*tavern\.db"):
        reader.rows("SELECT 1")
    move(open_folder / "moved.db", path)
    assert reader.rows("SELECT count(*) FROM log") == [(2,)]
    reader.close()
    set_mode(open_folder, 0o000)
    with unprivileged(), pytest.raises(StoreUnavailable, match="cannot be read: Permission denied"):
        ExternalReader(path)
    set_mode(open_folder, 0o755)


async def test_a_reader_may_be_used_by_another_thread(tmp_path: Path) -> None:
    reader = ExternalReader(await stored(tmp_path / "tavern #1?.db", 2))
    assert await asyncio.to_thread(reader.rows, "SELECT count(*) FROM log") == [(2,)]
    reader.close()
