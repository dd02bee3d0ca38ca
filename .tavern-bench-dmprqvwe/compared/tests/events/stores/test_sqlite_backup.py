"""Copies of a whole store: whole, checked, the owner's alone, and over nothing."""

import asyncio
import errno
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from events.store import StoreFull, StoreReadOnly, StoreUnavailable, StoreUnreadable
from events.stores.care.backup import BackupDamaged, BackupExists, back_up, new_file
from events.stores.sqlite import SqliteStore
from tests.events.stores.contract_maintenance import all_of, keep_much
from tests.events.stores.files import break_overflow_chain, contents, leave_as_killed, modes, set_mode
from tests.events.stores.filling import AT, NOTHING, everything, fill, say, seqs

Unprivileged = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "store").mkdir()
    return tmp_path / "store" / "tavern.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    (tmp_path / "copies").mkdir()
    return tmp_path / "copies" / "copy.db"


async def test_a_copy_beside_a_server_has_all_but_the_epoch(path: Path, copy: Path) -> None:
    server = SqliteStore.open(path)
    for table in ("a", "b"):
        await keep_much(server, table)
    await server.delete("b")
    await server.server_key(b"key")
    await server.epoch("first")
    assert back_up(path, copy) == (1, 5)
    assert sorted(contents(copy.parent)) == ["copy.db"]
    restored = SqliteStore.open(copy)
    assert await all_of(restored, "a") == await all_of(server, "a")
    assert await everything(restored) == await everything(server)
    assert await restored.server_key(b"another") == b"key"
    assert await restored.epoch("second") == "second"
    assert await server.epoch("second") == "first"
    assert restored.size() == server.size()
    await restored.close()
    await server.close()


async def test_a_copy_is_as_the_store_was_at_one_moment_while_it_is_written_to(path: Path, copy: Path) -> None:
    server = SqliteStore.open(path)
    await fill(server, "t", 200)
    stopping = False

    async def write() -> None:
        seq = 200
        while not stopping:
            await asyncio.gather(
                *(server.append(table, seq - lag, b"x" * 3000, NOTHING) for table, lag in (("t", -1), ("u", 199)))
            )
            seq += 1

    writing = asyncio.create_task(write())
    copies = [copy.with_name(f"copy-{n}.db") for n in range(5)]
    counts = [await asyncio.to_thread(back_up, path, made) for made in copies]
    stopping = True
    await writing
    for made, (tables, entries) in zip(copies, counts, strict=True):
        restored = SqliteStore.open(made, read_only=True)
        lines = await everything(restored)
        assert (len(await restored.tables()), len(lines)) == (tables, entries)
        there = len(lines) - 200
        assert await seqs(restored, "t") == list(range(1, 201 + there // 2))
        assert await seqs(restored, "u") == list(range(1, there // 2 + 1))
        await restored.close()
    assert counts == sorted(counts)
    await server.close()


async def test_a_copy_of_a_store_that_nobody_has_open_leaves_it_untouched(path: Path, copy: Path) -> None:
    server = SqliteStore.open(path)
    await fill(server, "t", 3)
    await server.close()
    before = contents(path.parent)
    assert back_up(path, copy) == (1, 3)
    assert contents(path.parent) == before


async def test_a_copy_after_a_server_was_killed_has_its_newest_entries(tmp_path: Path, copy: Path) -> None:
    path = await leave_as_killed(tmp_path)
    assert back_up(path, copy) == (1, 2)


async def test_a_copy_is_its_owner_s_alone_whatever_the_store_is(path: Path, copy: Path) -> None:
    server = SqliteStore.open(path)
    await fill(server, "t", 1)
    await server.close()
    set_mode(path, 0o644)
    back_up(path, copy)
    assert modes(copy.parent) == {"copy.db": 0o600}


@pytest.mark.parametrize("there", ["file", "folder", "dangling link"])
def test_nothing_is_written_over(path: Path, copy: Path, there: str) -> None:
    asyncio.run(SqliteStore.open(path).close())
    if there == "file":
        copy.write_bytes(b"precious")
    elif there == "folder":
        copy.mkdir()
    else:
        copy.symlink_to("nowhere.db")
    with pytest.raises(BackupExists, match="exists already and is not overwritten"):
        back_up(path, copy)
    assert [found.name for found in copy.parent.iterdir()] == ["copy.db"]
    assert there != "file" or copy.read_bytes() == b"precious"


def _without_links(path: Path, target: Path) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("links", [True, False], ids=["hard links", "no hard links"])
def test_a_new_file_has_its_name_once_it_is_complete_and_takes_nobodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", _without_links)
    target = tmp_path / "copy.db"
    with new_file(target) as beside:
        beside.write_bytes(b"whole")
        assert not target.exists()
    assert contents(tmp_path) == {"copy.db": b"whole"}
    assert modes(tmp_path) == {"copy.db": 0o600}

    taken = tmp_path / "taken.db"

    def take() -> None:
        with new_file(taken) as beside:
            beside.write_bytes(b"whole")
            taken.write_bytes(b"precious")

    with pytest.raises(BackupExists, match="was created meanwhile and is not overwritten"):
        take()
    assert contents(tmp_path) == {"copy.db": b"whole", "taken.db": b"precious"}


def test_the_store_itself_is_no_place_for_its_copy(path: Path) -> None:
    asyncio.run(SqliteStore.open(path).close())
    with pytest.raises(BackupExists):
        back_up(path, path)


async def test_a_damaged_store_is_not_backed_up_and_leaves_nothing(path: Path, copy: Path) -> None:
    server = SqliteStore.open(path)
    await fill(server, "good", 2)
    await server.append("bad", 1, b"a long line " * 5_000, NOTHING)
    await server.close()
    break_overflow_chain(path, b"a long line ")
    with pytest.raises(BackupDamaged, match="is damaged, so it was not copied"):
        back_up(path, copy)
    assert contents(copy.parent) == {}


async def test_a_store_that_lacks_an_entry_is_not_backed_up(path: Path, copy: Path) -> None:
    server = SqliteStore.open(path)
    await fill(server, "t", 3)
    await server.close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("DELETE FROM log WHERE seq = 2")
    other.close()
    with pytest.raises(BackupDamaged, match="table t has 2 of its 3 entries"):
        back_up(path, copy)
    assert contents(copy.parent) == {}


@pytest.mark.parametrize(("held", "told"), [(None, "there is no store at"), (b"Dear diary", "is not a database")])
def test_what_is_no_store_is_not_backed_up(path: Path, copy: Path, held: bytes | None, told: str) -> None:
    if held is not None:
        path.write_bytes(held)
    with pytest.raises(StoreUnreadable, match=told):
        back_up(path, copy)
    assert contents(copy.parent) == {}


async def test_a_place_that_cannot_be_written_is_reported(
    open_folder: Path, path: Path, unprivileged: Unprivileged
) -> None:
    server = SqliteStore.open(path)
    await fill(server, "t", 1)
    await server.close()
    with pytest.raises(StoreUnavailable, match="No such file or directory"):
        back_up(path, open_folder / "nowhere" / "copy.db")
    source = open_folder / "tavern.db"
    back_up(path, source)
    set_mode(source, 0o644)
    set_mode(open_folder, 0o555)
    with unprivileged(), pytest.raises(StoreReadOnly, match="Permission denied"):
        back_up(source, open_folder / "copy.db")


async def test_a_place_without_room_is_reported_and_left_as_it_was(path: Path, small_disk: Path) -> None:
    server = SqliteStore.open(path)
    await server.append("t", 1, b"x" * 2_000_000, NOTHING)
    with pytest.raises(StoreFull):
        back_up(path, small_disk / "copy.db")
    assert contents(small_disk) == {}
    await server.close()


async def test_what_was_erased_before_is_in_no_copy(path: Path, copy: Path) -> None:
    server = SqliteStore.open(path)
    await fill(server, "t", 1)
    await say(server, "under the hearth")
    await server.erase_chat("t", "gm", AT, None)
    back_up(path, copy)
    await server.close()
    assert b"under the hearth" not in contents(copy.parent)["copy.db"]
