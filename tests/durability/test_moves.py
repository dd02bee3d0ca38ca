"""Tables move between shards while two servers play at them; `tavern move` is killed at any moment.

Afterwards one copy counts, nothing that was acknowledged is lost, and who follows a table went on or started over.
"""

import asyncio
import os
import random
import subprocess
from pathlib import Path
from typing import Final

import aiohttp
import msgspec
import pytest

from tests.durability.several_servers import RoutedTable, nothing_is_lost
from tests.durability.test_kill import ROOT, TAVERN, LogReader, Server
from tests.postgres import Postgres

KILLS: Final = 3
KILLS_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_KILLS", "100"))
LONGEST: Final = 4.0
"""After so many seconds at most, a move is killed; by itself it takes less."""


class MovedReader(LogReader):
    """Somebody who follows a table and starts over when it has moved: never further back, and in another epoch."""

    def _take(self, event: dict[str, str]) -> None:
        if event.get("event") == "reset" and self._cursor is not None:
            data = msgspec.json.decode(event["data"])
            assert data["version"] >= self.version, (self.viewer, self._cursor, event)
            assert event["id"].partition(".")[2] != self._cursor.partition(".")[2], (self._cursor, event)
            self._cursor = None
            self.received.clear()
            self._moved.set()
        super()._take(event)


def moving(address: str, table: str, shard: str) -> subprocess.Popen[bytes]:
    """A command that moves a table."""
    command = [*TAVERN, "move", table, shard, "--store", address]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


@pytest.mark.parametrize("kills", [KILLS, pytest.param(KILLS_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_moves_that_are_killed_at_any_moment_leave_one_copy_that_counts(
    postgres: Postgres, tmp_path: Path, kills: int
) -> None:
    chance = random.Random("moves")
    address = postgres.shards
    tables: list[RoutedTable] = []

    def make_table(servers: list[Server], session: aiohttp.ClientSession, number: int) -> RoutedTable:
        tables.append(RoutedTable(servers, session, number))
        return tables[-1]

    async def disturb(_servers: list[Server], _session: aiohttp.ClientSession) -> None:
        for _ in range(kills):
            command = moving(address, chance.choice(tables).id, chance.choice(("one", "two")))
            try:
                await asyncio.wait_for(asyncio.to_thread(command.wait), chance.uniform(0.5, LONGEST))
            except TimeoutError:
                command.kill()
            said = (await asyncio.to_thread(command.communicate))[0].decode()
            # Somebody may always have been faster.
            overtaken = command.returncode == 2 and "since it was copied" in said
            assert overtaken or command.returncode in (0, -9), said

    await nothing_is_lost(address, tmp_path, disturb, make_table=make_table, make_reader=MovedReader)
    for table in tables:
        for shard in ("one", "two"):
            command = moving(address, table.id, shard)
            said = (await asyncio.to_thread(command.communicate))[0].decode()
            assert command.returncode == 0, said
    assert copies(postgres, tables) == {table.id: [0, 1] for table in tables}
    for words in (("check", "--store", address), ("audit", address)):
        checked = await asyncio.to_thread(ended, *words)
        assert checked.returncode == 0, checked.stdout.decode()


def ended(*words: str) -> subprocess.CompletedProcess[bytes]:
    """A command that has ended."""
    return subprocess.run([*TAVERN, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def copies(postgres: Postgres, tables: list[RoutedTable]) -> dict[str, list[int]]:
    """How many logs of each table there are in each shard."""
    asked = "SELECT count(*) FROM heads WHERE id = '{}'"
    places = (postgres.address, postgres.second)
    return {table.id: [int(postgres.sql(asked.format(table.id), place)) for place in places] for table in tables}
