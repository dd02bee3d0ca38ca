"""An older copy of a store's file is put in its place: the next server says so, and nothing else makes it say so."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from events.storage.contract import Notice, StoreDoubted, StoreInUse
from events.storage.sqlite import SqliteStore
from events.storage.sqlite.file.lock import ServerLock
from events.storage.sqlite.recovery.backup import back_up
from tests.events.storage.files import move
from tests.events.storage.filling import NOTHING, seqs

EPOCH = "e1"


def time_of(seq: int) -> str:
    return f"2026-01-01T20:{seq:02}:00.000Z"


async def append(store: SqliteStore, table: str, count: int, *, after: int = 0, name: str = "Bri") -> None:
    for seq in range(after + 1, after + count + 1):
        await store.append(table, seq, f'{{"at":"{time_of(seq)}","name":"{name}"}}'.encode(), NOTHING)


async def serve(
    path: Path, count: int = 0, *, after: int = 0, name: str = "Bri", fresh: str = "another"
) -> list[Notice]:
    """Run a server that appends so many entries, and return what it says of a log that went back."""
    store = SqliteStore.open(path)
    await store.epoch(fresh)
    await append(store, "t", count, after=after, name=name)
    await store.close()
    return told(store)


def told(store: SqliteStore) -> list[Notice]:
    return [notice for notice in store.notices() if notice.code == "store_went_back"]


def lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """A store with three entries, beside a copy of it with the first two."""
    path = tmp_path / "tavern.db"
    assert await serve(path, 2, fresh=EPOCH) == []
    shutil.copy(path, tmp_path / "older.db")
    assert await serve(path, 1, after=2) == []
    return path


@pytest.fixture
def older(path: Path) -> Path:
    return path.with_name("older.db")


async def test_an_older_copy_in_the_place_of_the_file_is_reported_once_and_served(path: Path, older: Path) -> None:
    await serve(path, 2, after=3)
    shutil.copy(older, path)
    store = SqliteStore.open(path)
    assert await store.epoch("another") == EPOCH
    (notice,) = told(store)
    assert notice.facts == {"missing": 3, "since": time_of(2)}
    assert f"{path} went back to an older state: it lacks at least 3 of its entries" in notice.sentence
    await append(store, "t", 1, after=2, name="Odo")
    assert await seqs(store, "t") == [1, 2, 3]
    await store.close()
    assert await serve(path) == []


async def test_a_file_without_any_entries_lacks_them_all(path: Path) -> None:
    move(path, path.with_name("elsewhere.db"))
    (notice,) = await serve(path, fresh=EPOCH)
    assert notice.facts == {"missing": 3}


async def test_a_server_that_was_killed_has_noted_what_was_there_at_its_last_check(path: Path, older: Path) -> None:
    store = SqliteStore.open(path)
    await store.epoch(EPOCH)
    await append(store, "t", 3, after=3)
    await store.check()
    await append(store, "t", 1, after=6)
    shutil.copy(lock_of(path), lock_of(older))
    (notice,) = await serve(older)
    assert notice.facts == {"missing": 4, "since": time_of(2)}
    await store.close()


async def test_a_log_whose_end_was_cut_off_after_a_crash_is_reported(path: Path) -> None:
    store = SqliteStore.open(path)
    await store.epoch(EPOCH)
    await append(store, "t", 20, after=3)
    await store.check()
    killed = path.with_name("killed.db")
    for end in ("", "-wal", ".lock"):
        shutil.copy(f"{path}{end}", f"{killed}{end}")
    await store.close()
    log = killed.with_name("killed.db-wal")
    os.truncate(log, log.stat().st_size // 2)
    store = SqliteStore.open(killed)
    assert await store.epoch("another") == EPOCH
    (notice,) = told(store)
    assert notice.facts["missing"] == 23 - len(await seqs(store, "t")) > 0
    await store.close()


async def test_an_older_copy_that_was_used_elsewhere_and_has_as_many_entries_is_reported(
    path: Path, older: Path
) -> None:
    await serve(older, 4, after=2, name="Odo")
    shutil.copy(older, path)
    (notice,) = await serve(path)
    assert notice.facts == {"missing": 1}


async def test_a_tool_that_opens_an_older_copy_first_does_not_hide_it(path: Path, older: Path) -> None:
    shutil.copy(older, path)
    tool = SqliteStore.open(path)
    await append(tool, "u", 1)
    await tool.check()
    await tool.close()
    (notice,) = await serve(path)
    assert notice.facts == {"missing": 1}


def forget(path: Path) -> None:
    lock_of(path).unlink()


def take_anothers_lock(path: Path) -> None:
    lock_of(path).write_bytes(b'1\n{"epoch":"e2","position":1000,"line":"00"}\n')


def restore(path: Path) -> None:
    backup = path.with_name("backup.db")
    back_up(path.with_name("older.db"), backup)
    move(backup, path)


def put_back(path: Path) -> None:
    shutil.copy(path.with_name("older.db"), path)


@pytest.mark.parametrize(
    "acts",
    [(), (forget,), (put_back, forget), (put_back, take_anothers_lock), (restore,)],
    ids=["nothing", "the lock is lost", "an older copy alone", "an older copy with another's lock", "a backup"],
)
async def test_a_file_that_cannot_or_need_not_be_compared_is_no_cause_for_alarm(
    path: Path, older: Path, acts: tuple[Callable[[Path], None], ...]
) -> None:
    for act in acts:
        act(path)
    assert await serve(path) == []


@pytest.mark.parametrize("with_lock", [True, False])
async def test_a_file_that_was_moved_is_no_cause_for_alarm(path: Path, older: Path, with_lock: bool) -> None:
    moved = path.with_name("moved.db")
    move(path, moved)
    if with_lock:
        move(lock_of(path), lock_of(moved))
    assert await serve(moved, 1, after=3) == []
    move(moved, path)
    assert await serve(path) == []


@pytest.mark.parametrize(
    "note",
    [
        b"", b"\n", b"\n{", b"\n\0\0\0\0", b"\n[]\n", b'\n{"epoch":"e1"}\n', b'\n{"epoch":"e1","position":"x"}\n',
        b'\n{"epoch":"\xff"}\n', b"7" * 10_000,
    ],
)  # fmt: skip
async def test_a_note_that_cannot_be_read_is_no_cause_for_alarm_and_is_written_anew(
    path: Path, older: Path, note: bytes
) -> None:
    lock_of(path).write_bytes(b"1" + note)
    assert await serve(path) == []
    shutil.copy(older, path)
    assert len(await serve(path)) == 1


async def test_a_log_that_was_lost_begins_another_epoch_and_is_not_reported_twice(path: Path) -> None:
    store = SqliteStore.open(path)
    await store.epoch(EPOCH)
    await append(store, "t", 5, after=3)
    await store.check()
    killed = path.with_name("killed.db")
    for end in ("", ".lock"):
        shutil.copy(f"{path}{end}", f"{killed}{end}")
    await store.close()
    store = SqliteStore.open(killed)
    assert await store.epoch("another") == "another"
    assert [notice.code for notice in store.notices()] == ["log_lost"]
    await store.close()


@pytest.mark.parametrize("noted_after", [False, True])
async def test_deleting_the_table_of_the_newest_entry_is_no_cause_for_alarm(path: Path, noted_after: bool) -> None:
    store = SqliteStore.open(path)
    await store.epoch(EPOCH)
    await append(store, "u", 3)
    await store.close()
    tool = SqliteStore.open(path)
    await tool.delete("u")
    await tool.compact()
    await tool.close()
    if noted_after:
        assert await serve(path) == []
    assert await serve(path, 2, after=3) == []
    assert await serve(path) == []


async def test_a_note_that_cannot_be_written_harms_nobody(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore.open(path)
    await store.epoch(EPOCH)
    await append(store, "t", 1, after=3)
    before = lock_of(path).read_bytes()
    asked: list[bytes] = []

    def full(lock: ServerLock, note: bytes) -> None:
        asked.append(note)
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(ServerLock, "keep", full)
        await store.check()
    assert len(asked) == 1
    assert lock_of(path).read_bytes() == before
    await store.check()
    assert b'"position":4' in lock_of(path).read_bytes()
    await store.close()


async def test_nothing_is_noted_while_nothing_is_appended(path: Path) -> None:
    store = SqliteStore.open(path)
    await store.epoch(EPOCH)
    await store.check()
    before = lock_of(path).stat()
    await store.check()
    await store.say("t", "gm", time_of(1), "hello")
    await store.check()
    assert lock_of(path).stat().st_mtime_ns == before.st_mtime_ns
    await store.close()


# While the server runs


async def doubt(store: SqliteStore) -> str:
    with pytest.raises(StoreDoubted) as caught:
        await store.check()
    return str(caught.value)


async def test_the_doubt_of_a_file_that_an_older_one_replaced_says_what_it_lacks(path: Path, older: Path) -> None:
    store = SqliteStore.open(path)
    await store.epoch(EPOCH)
    await append(store, "t", 2, after=3)
    move(older, path)
    said = await doubt(store)
    assert said.endswith(f"This one is older: it lacks at least 3 of its entries, newer than {time_of(2)}.")
    assert "Put the former file back, or restart the server to use this one." in said
    await store.close()
    (notice,) = await serve(path)
    assert notice.facts["missing"] == 1


async def test_what_was_appended_last_is_in_the_former_file_and_not_mixed_into_the_one_in_its_place(
    path: Path, older: Path
) -> None:
    former = path.with_name("former.db")
    store = SqliteStore.open(path)
    await store.epoch(EPOCH)
    await append(store, "t", 2, after=3)
    move(path, former)
    move(older, path)
    await store.close()
    for one, lines in ((former, 5), (path, 2)):
        store = SqliteStore.open(one)
        assert await seqs(store, "t") == list(range(1, lines + 1))
        await store.close()


async def test_the_doubt_of_another_replacement_says_nothing_of_entries(path: Path, older: Path) -> None:
    same, another = path.with_name("same.db"), path.with_name("another.db")
    shutil.copy(path, same)
    back_up(older, another)
    store = SqliteStore.open(path)
    await store.epoch(EPOCH)
    no_database = path.with_name("diary")
    no_database.write_bytes(b"Dear diary" * 1_000)
    for replacement in (same, another, no_database):
        move(replacement, path)
        assert (await doubt(store)).endswith("restart the server to use this one.")
    move(path, path.with_name("elsewhere.db"))
    assert "is gone" in await doubt(store)
    await store.close()


# The lock


def test_a_lock_names_its_holder_alone_and_keeps_its_note(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    lock = ServerLock(path)
    lock.keep(b"a long note")
    lock.keep(b"a note")
    with pytest.raises(StoreInUse, match=f"process {os.getpid()}: ") as caught:
        ServerLock(path)
    assert caught.value.holder == str(os.getpid())
    lock.release()
    assert lock_of(path).read_bytes() == f"{os.getpid()}\na note\n".encode()
    again = ServerLock(path)
    assert again.note == b"a note"
    again.release()


def test_a_lock_that_was_released_writes_into_no_other_file(tmp_path: Path) -> None:
    lock = ServerLock(tmp_path / "tavern.db")
    lock.release()
    # It gets the number that the lock's file had.
    with (tmp_path / "other").open("w+b") as other:
        lock.keep(b"a note")
        assert other.read() == b""
