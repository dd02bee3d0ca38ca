"""The store's files are removed, moved, cut short and linked while it is open, and lost after it was killed."""

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from events.storage.contract import Store, StoreDoubted, StoreMissing, StoreUnavailable
from events.storage.sqlite import SqliteStore
from events.storage.sqlite.file.known_bugs import KNOWN_BUGS, bugs_of
from events.storage.sqlite.file.watching import FileWatch
from tests.events.storage.files import Opened, contents, leave_as_killed, move
from tests.events.storage.filling import NOTHING, fill, send, seqs


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


async def refused(store: Store, seq: int) -> str:
    """The sentence with which an append is refused, and the whole store too."""
    (outcome,) = await send(store, ["t"], seq)
    assert isinstance(outcome, StoreDoubted)
    assert (outcome.kept, outcome.code) == (False, "store_doubted")
    with pytest.raises(StoreDoubted):
        await store.check()
    return str(outcome)


async def test_nothing_is_acknowledged_into_a_log_that_was_removed_and_what_it_held_is_saved(opened: Opened) -> None:
    await fill(opened.store, "t", 20)
    log_of(opened.path).unlink()
    assert "tavern.db-wal was removed while the server ran" in await refused(opened.store, 21)
    await opened.store.close()
    again = SqliteStore.open(opened.path)
    assert await seqs(again, "t") == list(range(1, 21))
    await again.close()


async def test_what_a_removed_log_held_is_in_the_file_before_the_server_is_even_stopped(opened: Opened) -> None:
    await fill(opened.store, "t", 20)
    log_of(opened.path).unlink()
    while "What it held was moved into" not in await refused(opened.store, 21):
        pass
    killed = opened.path.with_name("killed.db")
    shutil.copy(opened.path, killed)
    after = SqliteStore.open(killed)
    assert await seqs(after, "t") == list(range(1, 21))
    await after.close()


async def test_a_log_that_another_took_the_place_of_is_doubted_and_trusted_again_once_it_is_back(
    opened: Opened,
) -> None:
    await fill(opened.store, "t", 2)
    log, elsewhere = log_of(opened.path), opened.path.with_name("elsewhere")
    move(log, elsewhere)
    log.write_bytes(elsewhere.read_bytes())
    assert "tavern.db-wal was replaced while the server ran" in await refused(opened.store, 3)
    move(elsewhere, log)
    await opened.store.check()
    await fill(opened.store, "t", 1, after=2)
    assert await seqs(opened.store, "t") == [1, 2, 3]


@pytest.mark.parametrize("size", [0, 4096])
async def test_a_file_that_was_cut_short_is_doubted_until_a_restart(opened: Opened, size: int) -> None:
    await fill(opened.store, "t", 2)
    whole = opened.path.read_bytes()
    os.truncate(opened.path, size)
    sentence = await refused(opened.store, 3)
    assert f"was cut short while the server ran, from {len(whole):,} to {size:,} bytes" in sentence
    assert "tavern repair" in sentence
    opened.path.write_bytes(whole)
    assert await refused(opened.store, 3) == sentence


@pytest.mark.parametrize("size", [0, 8000])
async def test_a_log_that_was_cut_short_is_doubted_until_a_restart(opened: Opened, size: int) -> None:
    await fill(opened.store, "t", 20)
    os.truncate(log_of(opened.path), size)
    assert "tavern.db-wal was cut short while the server ran" in await refused(opened.store, 21)


async def test_a_second_name_of_the_file_is_doubted_as_long_as_it_is_there(opened: Opened) -> None:
    await fill(opened.store, "t", 1)
    other = opened.path.with_name("other.db")
    other.hardlink_to(opened.path)
    assert "has 2 names (hard links)" in await refused(opened.store, 2)
    other.unlink()
    await fill(opened.store, "t", 1, after=1)
    await opened.store.check()


async def test_a_file_with_two_names_is_not_opened_by_either(tmp_path: Path) -> None:
    path, other = tmp_path / "tavern.db", tmp_path / "other.db"
    await SqliteStore.open(path).close()
    other.hardlink_to(path)
    for name in (path, other):
        with pytest.raises(StoreDoubted, match="Remove the other names"):
            SqliteStore.open(name)
    other.unlink()
    await SqliteStore.open(path).close()


async def test_a_commit_into_a_file_that_is_lost_meanwhile_is_not_acknowledged(tmp_path: Path) -> None:
    class Vanishing(sqlite3.Connection):
        lost: Path | None = None

        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            done = super().execute(sql, *parameters)
            if sql == "COMMIT" and self.lost is not None:
                self.lost.unlink()
            return done

    opened = Opened(tmp_path / "tavern.db", factory=Vanishing)
    await fill(opened.store, "t", 1)
    assert isinstance(opened.connection, Vanishing)
    opened.connection.lost = log_of(opened.path)
    with pytest.raises(StoreUnavailable) as caught:
        await opened.store.append("t", 2, b"{}", NOTHING)
    assert caught.value.kept is None
    opened.connection.lost = None
    await opened.store.close()


async def test_the_stores_own_shrinking_is_no_cause_for_doubt(opened: Opened) -> None:
    await fill(opened.store, "t", 20)
    await fill(opened.store, "u", 200)
    await opened.store.delete("u")
    await opened.store.compact()
    await fill(opened.store, "t", 20, after=20)
    await opened.store.check()


async def test_a_look_while_the_store_itself_empties_its_log_is_no_cause_for_doubt(opened: Opened) -> None:
    await fill(opened.store, "t", 20)
    watch = FileWatch(opened.path)
    with watch.rewriting():
        assert opened.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        watch.require()
    watch.require(wait=True)
    os.truncate(opened.path, 4096)
    with pytest.raises(StoreDoubted):
        watch.require()


def watched(folder: Path) -> tuple[Path, FileWatch]:
    """Two files that stand for a database and its log, and their watch."""
    path = folder / "tavern.db"
    path.write_bytes(b"file" * 100)
    log_of(path).write_bytes(b"log" * 100)
    return path, FileWatch(path)


def is_lost(watch: FileWatch) -> bool:
    return watch.log_is_lost


def test_a_log_is_lost_until_it_is_saved_or_put_back(tmp_path: Path) -> None:
    path, watch = watched(tmp_path)
    assert not is_lost(watch)
    move(log_of(path), tmp_path / "elsewhere")
    assert is_lost(watch)
    log_of(path).touch()
    assert is_lost(watch)
    move(tmp_path / "elsewhere", log_of(path))
    assert not is_lost(watch)
    watch.require()
    log_of(path).unlink()
    assert is_lost(watch)
    watch.log_saved()
    assert not is_lost(watch)
    with pytest.raises(StoreDoubted, match="What it held was moved into"):
        watch.require()


@pytest.mark.parametrize("lost", ["gone", "replaced", "linked", "cut short"])
def test_a_log_is_not_saved_into_a_file_that_is_in_doubt_itself(tmp_path: Path, lost: str) -> None:
    path, watch = watched(tmp_path)
    log_of(path).unlink()
    if lost == "cut short":
        os.truncate(path, 399)
    elif lost == "linked":
        path.with_name("other.db").hardlink_to(path)
    else:
        move(path, tmp_path / "elsewhere")
    if lost == "replaced":
        path.write_bytes(b"file" * 100)
    assert not is_lost(watch)
    with pytest.raises(StoreDoubted, match=rf"tavern\.db .*{'names' if lost == 'linked' else lost}"):
        watch.require()
    assert not is_lost(watch)


@pytest.mark.parametrize("what", ["tavern.db", "tavern.db-wal"])
def test_a_file_is_doubted_that_is_shorter_than_it_was_when_last_looked_at(tmp_path: Path, what: str) -> None:
    _, watch = watched(tmp_path)
    grown = tmp_path / what
    grown.write_bytes(b"x" * 1_000)
    watch.require()
    watch.require()
    os.truncate(grown, 999)
    with pytest.raises(StoreDoubted, match=f"{what} was cut short"):
        watch.require()
    grown.write_bytes(b"x" * 1_000)
    with pytest.raises(StoreDoubted, match=f"{what} was cut short"):
        watch.require()


def test_a_file_that_its_store_makes_shorter_may_not_be_cut_shorter_still(tmp_path: Path) -> None:
    path, watch = watched(tmp_path)
    with watch.rewriting():
        os.truncate(path, 50)
        os.truncate(log_of(path), 10)
    watch.require()
    os.truncate(log_of(path), 9)
    with pytest.raises(StoreDoubted, match="cut short"):
        watch.require()


# What opening finds


async def notices(path: Path) -> list[str]:
    store = SqliteStore.open(path)
    await store.close()
    return [notice.code for notice in store.notices()]


async def test_a_store_that_was_closed_in_order_is_opened_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    assert await notices(path) == ["store_created"]
    assert await notices(path) == []


async def test_a_store_that_was_killed_keeps_its_epoch_and_all_it_had(tmp_path: Path) -> None:
    path = await leave_as_killed(tmp_path)
    store = SqliteStore.open(path)
    assert [notice.code for notice in store.notices()] == []
    assert await seqs(store, "t") == [1, 2]
    assert await store.epoch("new") == "new"
    await store.close()
    assert await notices(path) == []


async def killed_with_an_epoch(folder: Path) -> Path:
    """A store that was killed, whose epoch is in the file and whose newest entries are in the log alone."""
    path = folder / "living.db"
    await SqliteStore.open(path).close()
    store = SqliteStore.open(path)
    await store.epoch("first")
    await store.close()
    store = SqliteStore.open(path)
    await fill(store, "t", 20)
    killed = folder / "killed.db"
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", f"{killed}{end}")
    await store.close()
    return killed


async def test_a_store_that_was_killed_and_lost_its_log_begins_another_epoch_and_says_so(tmp_path: Path) -> None:
    path = await killed_with_an_epoch(tmp_path)
    log_of(path).unlink()
    store = SqliteStore.open(path)
    assert [notice.code for notice in store.notices()] == ["log_lost"]
    assert await seqs(store, "t") == []
    assert await store.epoch("second") == "second"
    await store.close()
    store = SqliteStore.open(path)
    assert await store.epoch("third") == "second"
    await store.close()


async def test_an_emptied_log_is_as_good_as_none(tmp_path: Path) -> None:
    path = await killed_with_an_epoch(tmp_path)
    os.truncate(log_of(path), 0)
    assert await notices(path) == ["log_lost"]


async def test_a_log_whose_first_commit_is_damaged_is_as_good_as_none(tmp_path: Path) -> None:
    path = await killed_with_an_epoch(tmp_path)
    with log_of(path).open("r+b") as log:
        log.seek(32 + 24)
        log.write(b"\xff" * 100)
    assert await notices(path) == ["log_lost"]


@pytest.mark.parametrize("written", [32, 32 + 24 + 512], ids=["its header", "a part of its first page"])
async def test_a_log_that_the_power_cut_as_it_began_has_lost_nothing(tmp_path: Path, written: int) -> None:
    path = await killed_with_an_epoch(tmp_path)
    os.truncate(log_of(path), written)
    assert await notices(path) == []


async def test_a_kill_right_after_an_erasure_has_lost_nothing(tmp_path: Path) -> None:
    path = await killed_with_an_epoch(tmp_path)
    store = SqliteStore.open(path)
    await store.say("t", "gm", "2026-01-01T20:00:00.000Z", "secret")
    await store.erase_chat("t", "gm", "2026-01-01T20:00:00.000Z", None)
    again = tmp_path / "again.db"
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", f"{again}{end}")
    await store.close()
    assert await notices(again) == []


async def test_a_store_in_doubt_is_not_marked_as_closed_in_order(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    await fill(store, "t", 1)
    log_of(path).unlink()
    await store.close()
    assert await notices(path) == ["log_lost"]


async def test_an_older_versions_store_has_no_mark_and_is_not_suspected(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    await SqliteStore.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM meta WHERE name = 'state'")
    connection.close()
    assert await notices(path) == []


@pytest.mark.parametrize("there", [False, True])
async def test_a_store_that_is_not_to_be_created_is_missing_and_leaves_nothing(tmp_path: Path, there: bool) -> None:
    path = tmp_path / "tavern.db"
    if there:
        path.touch()
    before = contents(tmp_path)
    with pytest.raises(StoreMissing, match="check that its disk is mounted") as caught:
        SqliteStore.open(path, create=False)
    assert caught.value.code == "store_missing"
    assert {name: data for name, data in contents(tmp_path).items() if not name.endswith(".lock")} == before


# SQLite itself


@pytest.mark.parametrize(
    ("version", "affected"),
    [
        ((3, 6, 23), False), ((3, 7, 0), True), ((3, 40, 1), True), ((3, 44, 5), True), ((3, 44, 6), False),
        ((3, 45, 0), True), ((3, 50, 6), True), ((3, 50, 7), False), ((3, 51, 2), True), ((3, 51, 3), False),
        ((3, 52, 0), False), ((4, 0, 0), False),
    ],
)  # fmt: skip
def test_a_version_of_sqlite_with_a_known_bug_is_named(version: tuple[int, ...], affected: bool) -> None:
    named = bugs_of(version)
    assert len(named) == affected
    assert all(sentence.startswith(f"SQLite {'.'.join(map(str, version))} has ") for sentence in named)
    assert len(KNOWN_BUGS) == 1
