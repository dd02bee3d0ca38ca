"""One server at a time writes to a file."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from events.store import StoreInUse, StoreUnreadable
from events.stores.sqlite import SqliteStore
from tests.events.stores.filling import fill, seqs

ROOT = Path(__file__).parents[3]

HOLD = """
import sys
from pathlib import Path
from events.stores.sqlite import SqliteStore

store = SqliteStore.open(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


@contextmanager
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the store open."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        try:
            yield process
        finally:
            process.kill()


async def test_a_second_server_learns_who_holds_the_file_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    with holder(path) as process:
        with pytest.raises(StoreInUse) as caught:
            SqliteStore.open(path)
        assert f"in use by another server, process {process.pid}" in str(caught.value)
        assert "Stop that one, or use another store." in str(caught.value)
        assert caught.value.code == "store_in_use"


async def test_the_file_is_free_as_soon_as_its_server_has_died(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    with holder(path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        store = SqliteStore.open(path)
    await fill(store, "t", 1)
    await store.close()
    assert (tmp_path / "tavern.db.lock").read_text() == f"{os.getpid()}\n"


async def test_a_second_store_in_one_process_is_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    first = SqliteStore.open(path)
    with pytest.raises(StoreInUse, match=f"process {os.getpid()}"):
        SqliteStore.open(path)
    await fill(first, "t", 1)
    await first.close()
    second = SqliteStore.open(path)
    assert await seqs(second, "t") == [1]
    await second.close()


async def test_another_name_of_the_same_file_is_no_way_in(tmp_path: Path) -> None:
    (tmp_path / "other.db").symlink_to(tmp_path / "tavern.db")
    store = SqliteStore.open(tmp_path / "tavern.db")
    with pytest.raises(StoreInUse):
        SqliteStore.open(tmp_path / "other.db")
    await store.close()


async def test_a_file_that_could_not_be_opened_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    path.write_bytes(b"Dear diary")
    with pytest.raises(StoreUnreadable):
        SqliteStore.open(path)
    path.unlink()
    store = SqliteStore.open(path)
    await store.close()


async def test_readers_are_no_second_server(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    sqlite3.connect(path).close()
    store = SqliteStore.open(path)
    await fill(store, "t", 1)
    visitors = [SqliteStore.open(path, read_only=True) for _ in range(3)]
    await store.close()
    store = SqliteStore.open(path)
    await fill(store, "t", 1, after=1)
    for visitor in visitors:
        assert await seqs(visitor, "t") == [1, 2]
        await visitor.close()
    await store.close()
