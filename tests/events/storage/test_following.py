"""A second store follows a first one: always a store in itself, never behind what it was told, and resumable."""

import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from events.entry import GENESIS, line_hash
from events.storage.contract import AppendRecords, StoreDamaged, StoreInUse, StoreUnavailable, StoreUnreadable
from events.storage.contract.copying import CopyIncomplete, StoreKeys
from events.storage.sqlite import SqliteStore
from events.storage.sqlite.recovery import following
from events.storage.sqlite.recovery.backup import back_up
from events.storage.sqlite.recovery.following import CopyDiverged, Follower
from tests.events.storage.filling import AT, SECRET, request, token

TABLES = ("one", "two", "three")


class Writing:
    """A store in which linked entries, chat, erasures and deletions come about at random."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = SqliteStore.open(path)
        self.chance = random.Random(7)
        self.heads: dict[str, tuple[int, str]] = {}

    async def append(self, table: str) -> None:
        seq, prev = self.heads.get(table, (0, GENESIS))
        events = [{"type": "round_started", "v": 1, "round": seq + 1}] if seq % 3 == 0 else []
        line = msgspec.json.encode({"table": table, "at": AT, "prev": prev, "events": events})
        records = AppendRecords(
            secret=SECRET if seq == 0 else None,
            tokens=[token("gm", f"{table} {seq}")] if self.chance.random() < 0.3 else (),
            request=request(f"{table} {seq}", "" if seq == 0 else table),
            deadline=AT if self.chance.random() < 0.3 else None,
            listing=b"{}",
        )
        await self.store.append(table, seq + 1, line, records)
        self.heads[table] = (seq + 1, line_hash(line))

    async def something(self) -> None:
        table = self.chance.choice(TABLES)
        if table not in self.heads or self.chance.random() < 0.6:
            await self.append(table)
        elif self.chance.random() < 0.7:
            await self.store.say(table, "gm", AT, f"{self.chance.random()}", f"{self.chance.random()}")
        else:
            last = await self.store.chat_last(table)
            await self.store.erase_chat(table, "gm", AT, [self.chance.randint(1, max(1, last))])

    async def delete(self, table: str) -> None:
        await self.store.delete(table)
        del self.heads[table]


def kept(path: Path) -> list[object]:
    """All that counts in a store's file."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return [
            connection.execute(query).fetchall()
            for query in (
                "SELECT table_no, seq, line FROM log WHERE table_no > 0 ORDER BY 1, 2",
                "SELECT * FROM heads ORDER BY 1",
                "SELECT * FROM secrets ORDER BY 1",
                "SELECT * FROM tokens ORDER BY 1, 2",
                "SELECT * FROM requests ORDER BY 1, 2, 3",
                "SELECT * FROM rounds ORDER BY 1, 2",
                "SELECT * FROM chat ORDER BY 1",
                "SELECT * FROM meta WHERE name LIKE '%key' ORDER BY 1",
            )
        ]


@pytest.fixture
async def writing(tmp_path: Path) -> AsyncIterator[Writing]:
    writing = Writing(tmp_path / "tavern.db")
    await writing.store.epoch("first")
    await writing.store.server_key(b"k" * 32)
    yield writing
    await writing.store.close()


def catch_up(follower: Follower) -> None:
    while follower.step().behind:
        pass


async def test_the_copy_has_all_that_the_store_has_after_every_step(writing: Writing, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with closing(Follower(writing.path, copy)) as follower:
        for number in range(120):
            await writing.something()
            if number % 4 == 0:
                follower.step()
                assert kept(copy) == kept(writing.path)


async def test_it_goes_on_where_it_stopped(writing: Writing, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    for _ in range(5):
        for _ in range(10):
            await writing.something()
        with closing(Follower(writing.path, copy)) as follower:
            assert follower.step().entries <= 10
        assert kept(copy) == kept(writing.path)


async def test_a_copy_that_catches_up_is_a_store_at_every_step(
    writing: Writing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(60):
        await writing.something()
    monkeypatch.setattr(following, "MOST_LINES", 7)
    copy = tmp_path / "copy.db"
    with closing(Follower(writing.path, copy)) as follower:
        behind = True
        while behind:
            behind = follower.step().behind
            store = SqliteStore.open(copy, read_only=True)
            for info in await store.tables():
                lines = [stored.line for stored in await store.read(info.table)]
                assert len(lines) == info.seq
                assert not lines or line_hash(lines[-1]) == info.head
            await store.close()
        assert kept(copy) == kept(writing.path)


async def test_a_table_that_is_copied_in_part_is_open_and_has_the_size_of_those_lines(
    writing: Writing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(20):
        await writing.append("one")
    monkeypatch.setattr(following, "MOST_LINES", 7)
    copy = tmp_path / "copy.db"
    with closing(Follower(writing.path, copy)) as follower:
        for count in (7, 14, 20):
            assert follower.step().behind is (count < 20)
            store = SqliteStore.open(copy, read_only=True)
            info = await store.table("one")
            lines = [stored.line for stored in await store.read("one")]
            await store.close()
            assert info is not None
            assert (info.seq, info.bytes, info.closed) == (count, sum(map(len, lines)), False)


async def test_what_was_deleted_and_erased_is_gone_from_the_copy_too(writing: Writing, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    await writing.append("one")
    await writing.append("two")
    await writing.store.say("one", "gm", AT, "swordfish")
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
        assert b"swordfish" in copy.read_bytes()
        await writing.store.erase_chat("one", "gm", AT, None)
        await writing.delete("two")
        catch_up(follower)
        assert b"swordfish" not in copy.read_bytes()
        assert kept(copy) == kept(writing.path)
        await writing.append("three")
        catch_up(follower)
        assert kept(copy) == kept(writing.path)


async def test_no_message_is_missed_whose_number_was_that_of_one_at_a_deleted_table(
    writing: Writing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    for table in ("one", "two"):
        await writing.append(table)
        for number in range(3):
            await writing.store.say(table, "gm", AT, f"{table} {number}")
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
    await writing.delete("two")
    for number in range(5):
        await writing.store.say("one", "gm", AT, f"after {number}")
    await writing.store.erase_chat("one", "gm", AT, [4])
    for _ in range(3):
        await writing.append("three")
    monkeypatch.setattr(following, "MOST_LINES", 2)
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
    assert kept(copy) == kept(writing.path)
    assert b"after 0" not in copy.read_bytes()


async def test_a_server_on_the_copy_begins_another_epoch_and_the_copy_follows_no_longer(
    writing: Writing, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    await writing.append("one")
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
        with pytest.raises(StoreInUse):
            SqliteStore.open(copy)
    served = SqliteStore.open(copy)
    assert [notice.code for notice in served.notices()] == []
    assert await served.epoch("second") == "second"
    assert await served.server_key(b"other") == b"k" * 32
    await served.close()
    with closing(Follower(writing.path, copy)) as follower, pytest.raises(CopyDiverged, match="is another log now"):
        follower.step()


async def test_a_store_of_another_epoch_is_not_followed_into_the_same_copy(writing: Writing, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    await writing.append("one")
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
    with closing(sqlite3.connect(writing.path, isolation_level=None)) as connection:
        connection.execute("UPDATE meta SET value = CAST('second' AS BLOB) WHERE name = 'epoch'")
    with closing(Follower(writing.path, copy)) as follower, pytest.raises(CopyDiverged, match="has another epoch"):
        follower.step()


async def test_an_older_backup_put_in_place_of_the_store_takes_nothing_from_the_copy(
    writing: Writing, tmp_path: Path
) -> None:
    """Until a server is started on it, a backup has no epoch that would tell it from the store."""
    copy, backup = tmp_path / "copy.db", tmp_path / "backup.db"
    await writing.append("one")
    back_up(writing.path, backup)
    await writing.append("two")
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
    before = kept(copy)
    await writing.store.close()
    backup.replace(writing.path)
    with closing(Follower(writing.path, copy)) as follower, pytest.raises(CopyDiverged, match="has another epoch"):
        follower.step()
    assert kept(copy) == before


async def test_a_store_that_was_never_served_deletes_nothing_from_its_copy(writing: Writing, tmp_path: Path) -> None:
    copy, older, newer = tmp_path / "copy.db", tmp_path / "older.db", tmp_path / "newer.db"
    await writing.append("one")
    back_up(writing.path, older)
    await writing.append("two")
    back_up(writing.path, newer)
    with closing(Follower(newer, copy)) as follower:
        catch_up(follower)
    before = kept(copy)
    with closing(Follower(older, copy)) as follower:
        catch_up(follower)
    assert kept(copy) == before


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_store_that_was_moved_away_is_followed_no_longer(
    writing: Writing, tmp_path: Path, *, replaced: bool
) -> None:
    await writing.append("one")
    with closing(Follower(writing.path, tmp_path / "copy.db")) as follower:
        catch_up(follower)
        moved = writing.path.rename(tmp_path / "moved.db")
        if replaced:
            writing.path.write_bytes(moved.read_bytes())
        with pytest.raises(StoreUnavailable, match="was moved, or replaced by another file"):
            follower.step()


async def test_a_line_that_does_not_follow_is_not_copied(writing: Writing, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    for _ in range(3):
        await writing.append("one")
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
        before = kept(copy)
        writing.heads["one"] = (3, "0" * 64)
        await writing.append("one")
        for _ in range(2):
            with pytest.raises(StoreDamaged, match="entry 4 of table one does not follow entry 3 in the copy"):
                follower.step()
            assert kept(copy) == before


async def test_a_line_that_cannot_be_read_is_not_copied(writing: Writing, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    for _ in range(3):
        await writing.append("one")
    with closing(sqlite3.connect(writing.path, isolation_level=None)) as connection:
        connection.execute("UPDATE log SET line = x'ff' WHERE seq = 2")
    with closing(Follower(writing.path, copy)) as follower:
        with pytest.raises(StoreDamaged, match="entry 2 of table one does not follow entry 1 in the copy"):
            follower.step()
        assert kept(copy)[0] == []


@pytest.mark.parametrize("gone", ["one", "two"])
async def test_a_table_that_was_deleted_while_another_was_opened_is_gone_from_the_copy(
    writing: Writing, tmp_path: Path, gone: str
) -> None:
    """The number of the table that was opened last is given to the next one, if it was deleted."""
    copy = tmp_path / "copy.db"
    for table in ("one", "one", "two", "two"):
        await writing.append(table)
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
        await writing.delete(gone)
        await writing.append("three")
        catch_up(follower)
        assert kept(copy) == kept(writing.path)


async def test_a_table_that_came_and_went_between_two_steps_is_passed_once(writing: Writing, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    await writing.append("one")
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
        await writing.append("two")
        await writing.delete("two")
        passed = follower.step()
        again = follower.step()
        assert (again.entries, again.position) == (0, passed.position)
        assert kept(copy) == kept(writing.path)


async def test_only_its_owner_can_read_a_copy(writing: Writing, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with closing(Follower(writing.path, copy)):
        assert copy.stat().st_mode & 0o777 == 0o600


async def test_where_there_is_no_store_to_follow_the_copy_is_free_for_another_try(
    writing: Writing, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    with pytest.raises(StoreUnreadable, match="there is no store"):
        Follower(tmp_path / "elsewhere.db", copy)
    await writing.append("one")
    with closing(Follower(writing.path, copy)) as follower:
        catch_up(follower)
        assert kept(copy) == kept(writing.path)


async def test_nothing_is_copied_over_a_file_of_another_kind(writing: Writing, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_bytes(b"Dear diary, " * 1_000)
    with pytest.raises(StoreUnreadable, match="is not a database"):
        Follower(writing.path, diary)
    assert diary.read_bytes() == b"Dear diary, " * 1_000


async def test_an_incomplete_copy_is_not_followed_as_it_would_look_complete(tmp_path: Path) -> None:
    source = tmp_path / "source.db"
    store = SqliteStore.open(source)
    await store.begin_copy("postgresql://tavern", StoreKeys(server_key=b"k" * 32, signing_key=None))
    with closing(Follower(source, tmp_path / "copy.db")) as follower:
        with pytest.raises(CopyIncomplete, match="incomplete copy of postgresql://tavern: complete it"):
            follower.step()
        await store.end_copy()
        assert not follower.step().behind
    await store.close()
