"""A write-ahead log that lost its name, but which the server still has open, is saved into the file."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from events.store import StoreDoubted
from tests.events.stores.committing import SAVE, Bench, insert


async def refusal(bench: Bench) -> str:
    with pytest.raises(StoreDoubted) as caught:
        await bench.group.run(insert(100))
    return str(caught.value)


async def test_a_lost_log_is_saved_once(bench: Bench) -> None:
    await bench.group.run(insert(1))
    bench.log.unlink()
    bench.disk.gate.clear()
    for _ in range(5):
        assert "Stop the server with SIGTERM" in await refusal(bench)
    bench.disk.gate.set()
    while "What it held was moved into" not in await refusal(bench):
        pass
    await refusal(bench)
    await bench.group.close()
    assert bench.disk.saves == 1


@pytest.mark.parametrize("why", ["the disk fails", "somebody reads"])
async def test_a_lost_log_that_cannot_be_saved_is_tried_again(bench: Bench, why: str) -> None:
    await bench.group.run(insert(1))
    reader = sqlite3.connect(bench.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT n FROM numbers").fetchall()
    await bench.group.run(insert(2))
    bench.log.unlink()
    bench.disk.execute("PRAGMA busy_timeout = 0")
    bench.disk.failing = SAVE if why == "the disk fails" else ""
    while bench.disk.saves < 3:
        assert "Stop the server with SIGTERM" in await refusal(bench)
    bench.disk.failing = ""
    reader.close()
    while "What it held was moved into" not in await refusal(bench):
        pass
    saved = bench.path.with_name("saved.db")
    shutil.copy(bench.path, saved)
    with closing(sqlite3.connect(saved)) as connection:
        assert connection.execute("SELECT n FROM numbers").fetchall() == [(1,), (2,)]


async def test_while_the_file_itself_is_in_doubt_nothing_is_moved_into_it(bench: Bench) -> None:
    await bench.group.run(insert(1))
    other = bench.path.with_name("other.db")
    other.hardlink_to(bench.path)
    assert "has 2 names" in await refusal(bench)
    other.unlink()
    assert await bench.group.run(insert(2)) == 2
    assert bench.disk.saves == 0
