"""The power is cut under a real server, at any moment: what was acknowledged is there, and the file is whole.

In a campaign it is cut as often as TAVERN_TEST_CUTS says.
"""

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from events.entry import GENESIS, line_hash
from events.storage.sqlite import SqliteStore
from tests.durability.faulty import Faults
from tests.durability.power import Disk, steps_in
from tests.durability.test_files_lost import Play
from tests.durability.test_kill import Server

CUTS: Final = 40
CUTS_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_CUTS", "500"))
COMMANDS: Final = 150
TABLES: Final = 3


async def recorded(folder: Path) -> tuple[Path, list[tuple[int, str, int]]]:
    """The record of a server's writes, and what it acknowledged: at which length of the record, table and version."""
    faults = Faults(folder / "faults")
    faults.set("journal", 1)
    server = Server(folder, "--snapshot-every", "20", environment=faults.environment)
    record = folder / "faults" / "journaled"
    acknowledged: list[tuple[int, str, int]] = []
    server.start()
    async with aiohttp.ClientSession() as session:
        await server.ready(session)
        plays = [Play(server, session) for _ in range(TABLES)]
        for play in plays:
            await play.open()
        for number in range(COMMANDS):
            play = plays[number % TABLES]
            status, answer = await play.command()
            assert status == 200
            acknowledged.append((record.stat().st_size, play.url.rpartition("/")[2], answer["version"]))
    server.kill()
    return record, acknowledged


def laid_out(folder: Path, files: dict[str, bytes]) -> Path:
    """The store in the files that a power cut left."""
    folder.mkdir()
    for name, contents in files.items():
        if name.startswith("tavern.db") and not name.endswith(".lock"):
            (folder / name).write_bytes(contents)
    return folder / "tavern.db"


async def check(path: Path, acknowledged: dict[str, int]) -> None:
    """Open a store as a power cut left it, and find in it whole logs with all that was acknowledged."""
    store = SqliteStore.open(path)
    codes = [notice.code for notice in store.notices() if notice.code != "store_created"]
    assert codes == []
    found: dict[str, int] = {}
    for info in await store.tables():
        head = GENESIS
        lines = [stored.line for stored in await store.read(info.table)]
        for line in lines:
            assert f'"prev":"{head}"'.encode() in line
            head = line_hash(line)
        assert (len(lines), head) == (info.seq, info.head)
        found[info.table] = len(lines)
    await store.close()
    assert {table: found.get(table, 0) >= seq for table, seq in acknowledged.items()} == dict.fromkeys(
        acknowledged, True
    )
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("cuts", [CUTS, pytest.param(CUTS_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_after_a_power_cut_everything_acknowledged_is_there_and_the_file_is_whole(
    tmp_path: Path, cuts: int
) -> None:
    record, acknowledged = await recorded(tmp_path)
    steps = steps_in(record)
    assert {step.what for step in steps} >= {"w", "f"}
    chance = random.Random("power")
    moments = sorted(chance.sample(range(1, len(steps)), min(cuts, len(steps) - 1)))
    disk, taken = Disk(), 0
    for number, moment in enumerate(moments):
        for step in steps[taken:moment]:
            disk.take(step)
        taken = moment
        reached = steps[moment - 1].end
        so_far = {table: version for at, table, version in acknowledged if at <= reached}
        await check(laid_out(tmp_path / f"cut {number}", disk.cut(chance)), so_far)
