"""What can go wrong with a disk or a file, truly tried: a clear error, nothing half done, and on it goes."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from events.store import AppendRecords, StoreDamaged, StoreDoubted, StoreFull, StoreReadOnly, StoreUnavailable
from events.stores.sqlite import SqliteStore
from events.stores.sqlite.errors import explain
from tests.events.stores.files import Opened, leave_as_killed, move, set_mode
from tests.events.stores.filling import NOTHING, SECRET, everything, facts, fill, line, request, send, seqs, token

ROOT = Path(__file__).parents[3]
Unprivileged = Callable[[], AbstractContextManager[None]]


# The disk is full


async def test_a_full_disk_fails_the_group_and_keeps_nothing_of_it(opened: Opened) -> None:
    store = opened.store
    await send(store, ["a", "b"], 1)
    before = await everything(store)
    opened.allow(opened.pages())
    outcomes = await send(store, ["a", "b"], 2, b"x" * 10_000)
    assert [type(outcome) for outcome in outcomes] == [StoreFull, StoreFull]
    for outcome in outcomes:
        assert isinstance(outcome, StoreFull)
        assert (outcome.kept, outcome.code) == (False, "disk_full")
        assert "the disk is full, nothing was kept" in str(outcome)
    assert await everything(store) == before
    assert facts(await store.table("a")) == ("a", 1, None, False)


async def test_what_is_beside_the_log_is_not_kept_on_a_full_disk_either(opened: Opened) -> None:
    opened.allow(opened.pages())
    beside = AppendRecords(secret=SECRET, tokens=[token("gm", "g")], request=request("1", ""), closed=True)
    with pytest.raises(StoreFull):
        await opened.store.append("t", 1, b"x" * 100_000, beside)
    assert await opened.store.tables() == []
    assert await opened.store.token_of("t", "gm") is None
    assert await opened.store.answered("", "seat:bri", "1") is None


async def test_appends_work_again_once_there_is_space(opened: Opened) -> None:
    await send(opened.store, ["a", "b"], 1)
    opened.allow(opened.pages())
    for _ in range(3):
        assert {type(outcome) for outcome in await send(opened.store, ["a", "b"], 2, b"x" * 10_000)} == {StoreFull}
    opened.allow(1_000_000)
    assert {type(outcome) for outcome in await send(opened.store, ["a", "b"], 2, b"x" * 10_000)} == {int}
    assert [(stored.table, stored.seq) for stored in await everything(opened.store)] == [
        ("a", 1), ("b", 1), ("a", 2), ("b", 2),
    ]  # fmt: skip


async def fill_the_disk(store: SqliteStore) -> int:
    """How many entries are acknowledged until the disk is full."""
    for seq in count(1):
        try:
            await store.append("t", seq, line("t", seq) * 20, NOTHING)
        except StoreFull:
            return seq - 1
    raise AssertionError


async def test_a_disk_that_fills_up_keeps_all_that_was_acknowledged_and_goes_on_when_there_is_room(
    small_disk: Path,
) -> None:
    path = small_disk / "tavern.db"
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 400_000)
    store = SqliteStore.open(path)
    kept = await fill_the_disk(store)
    assert kept > 10
    with pytest.raises(StoreFull):
        await store.append("u", 1, b"x" * 100_000, NOTHING)
    assert [stored.line for stored in await store.read("t")] == [line("t", seq) * 20 for seq in range(1, kept + 1)]
    ballast.unlink()
    await fill(store, "t", 5, after=kept)
    await store.close()
    store = SqliteStore.open(path)
    assert await seqs(store, "t") == list(range(1, kept + 6))
    assert [info.table for info in await store.tables()] == ["t"]
    await store.close()


def test_a_disk_without_room_for_a_new_store_says_so(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(b"x" * 1024 * 1024)
    with pytest.raises(StoreFull):
        SqliteStore.open(small_disk / "tavern.db")
    (small_disk / "ballast").unlink()
    asyncio.run(SqliteStore.open(small_disk / "tavern.db").close())


class Uncertain(sqlite3.Connection):
    """A connection whose commits can be reported as failed although they took effect."""

    reports_failure = False

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        done = super().execute(sql, *parameters)
        if sql == "COMMIT" and self.reports_failure:
            raise sqlite3.OperationalError("disk I/O error")
        return done


async def test_the_size_of_all_tables_is_right_again_after_a_commit_of_unknown_outcome(tmp_path: Path) -> None:
    opened = Opened(tmp_path / "tavern.db", Uncertain)
    connection, store = opened.connection, opened.store
    assert isinstance(connection, Uncertain)
    await fill(store, "t", 1)
    connection.reports_failure = True
    with pytest.raises(StoreUnavailable):
        await store.append("t", 2, line("t", 2), NOTHING)
    connection.reports_failure = False
    for seq in (3, 4):
        await store.append("t", seq, line("t", seq), NOTHING)
        assert store.size() == sum(len(stored.line) for stored in await store.read("t"))
    await store.close()


async def test_entries_that_erase_nothing_stay_in_the_write_ahead_log(opened: Opened) -> None:
    log = opened.path.with_name("tavern.db-wal")
    sizes: list[int] = []
    for seq in (1, 2, 3):
        await fill(opened.store, "t", 1, after=seq - 1)
        sizes.append(log.stat().st_size)
    assert 0 < sizes[0] < sizes[1] < sizes[2]


LIMITED = """
import asyncio, json, resource, sys
from pathlib import Path
from events.store import AppendRecords, StoreError
from events.stores.sqlite import SqliteStore

async def main():
    store = SqliteStore.open(Path(sys.argv[1]))
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    kept = 0
    try:
        while True:
            await store.append("t", kept + 1, b"x" * 5_000, AppendRecords())
            kept += 1
    except StoreError as error:
        told = [type(error).__name__, error.kept, str(error)]
    seen = len(await store.read("t"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    await store.append("t", seen + 1, b"again", AppendRecords())
    print(json.dumps([kept, told, seen]))
    await store.close()

asyncio.run(main())
"""


def said_by(script: str, path: Path) -> Any:
    """What a script prints as JSON."""
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=True, cwd=ROOT, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


async def test_a_limit_on_the_files_size_is_reported_as_a_failure_of_unknown_outcome(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    kept, (name, outcome, sentence), seen = said_by(LIMITED, path)
    assert (name, outcome) == ("StoreUnavailable", None)
    assert "the disk failed, or a quota or limit was reached" in sentence
    assert seen == kept > 10
    store = SqliteStore.open(path)
    assert [stored.line for stored in await store.read("t")] == [b"x" * 5_000] * kept + [b"again"]
    await store.close()


# The file cannot be written


async def test_a_file_that_its_server_may_not_write_is_refused_at_once(
    open_folder: Path, unprivileged: Unprivileged
) -> None:
    path = open_folder / "tavern.db"
    await SqliteStore.open(path).close()
    set_mode(path, 0o444)
    set_mode(open_folder / "tavern.db.lock", 0o666)
    with unprivileged(), pytest.raises(StoreReadOnly, match=r"cannot be written by this user\. Check who owns it"):
        SqliteStore.open(path)
    set_mode(path, 0o666)
    with unprivileged():
        store = SqliteStore.open(path)
        await fill(store, "t", 1)
        await store.close()


async def test_a_write_ahead_log_that_its_server_may_not_write_is_refused_at_once(
    open_folder: Path, unprivileged: Unprivileged
) -> None:
    path = await leave_as_killed(open_folder)
    set_mode(path.parent, 0o777)
    set_mode(path, 0o666)
    set_mode(path.with_name("tavern.db-wal"), 0o444)
    with unprivileged(), pytest.raises(StoreReadOnly, match="Check who owns the file and its directory"):
        SqliteStore.open(path)


def test_a_folder_that_its_server_may_not_write_is_refused_at_once(
    open_folder: Path, unprivileged: Unprivileged
) -> None:
    open_folder.chmod(0o555)
    with unprivileged(), pytest.raises(StoreReadOnly, match=r"tavern\.db\.lock cannot be opened for writing"):
        SqliteStore.open(open_folder / "tavern.db")


async def test_a_store_that_becomes_read_only_says_so_reads_on_and_recovers(opened: Opened) -> None:
    await fill(opened.store, "t", 1)
    opened.connection.execute("PRAGMA query_only = ON")
    (outcome,) = await send(opened.store, ["t"], 2)
    assert isinstance(outcome, StoreReadOnly)
    assert (outcome.kept, outcome.code) == (False, "store_read_only")
    assert await seqs(opened.store, "t") == [1]
    opened.connection.execute("PRAGMA query_only = OFF")
    await fill(opened.store, "t", 1, after=1)
    assert await seqs(opened.store, "t") == [1, 2]


async def test_nothing_is_acknowledged_into_a_file_that_was_taken_away(opened: Opened) -> None:
    await fill(opened.store, "t", 1)
    elsewhere = opened.path.with_name("elsewhere.db")
    move(opened.path, elsewhere)
    assert await seqs(opened.store, "t") == [1]
    outcomes = await send(opened.store, ["t"], 2) + await send(opened.store, ["u"], 1)
    assert [type(outcome) for outcome in outcomes] == [StoreDoubted, StoreDoubted]
    assert "is gone" in str(outcomes[0])
    with pytest.raises(StoreReadOnly):
        await opened.store.check()
    opened.path.write_bytes(b"")
    with pytest.raises(StoreReadOnly, match="was replaced while the server ran"):
        await opened.store.append("t", 2, b"{}", NOTHING)
    move(elsewhere, opened.path)
    await opened.store.check()
    await fill(opened.store, "t", 1, after=1)
    assert await seqs(opened.store, "t") == [1, 2]


async def test_another_program_that_writes_is_a_failure_only_while_it_does(opened: Opened) -> None:
    other = sqlite3.connect(opened.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    outcomes = await send(opened.store, ["t", "u"], 1)
    assert [type(outcome) for outcome in outcomes] == [StoreUnavailable, StoreUnavailable]
    assert "is being written by another program" in str(outcomes[0])
    other.execute("ROLLBACK")
    other.close()
    assert [type(outcome) for outcome in await send(opened.store, ["t", "u"], 1)] == [int, int]


def test_a_text_that_is_not_utf_8_is_damage_and_is_not_repeated() -> None:
    with (
        closing(sqlite3.connect(":memory:")) as connection,
        pytest.raises(sqlite3.OperationalError, match="secret") as caught,
    ):
        connection.execute("SELECT CAST(x'ff736563726574' AS TEXT)").fetchone()
    explained = explain(caught.value, Path("tavern.db"))
    assert isinstance(explained, StoreDamaged)
    assert "secret" not in str(explained)
