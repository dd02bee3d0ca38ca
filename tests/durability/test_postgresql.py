"""PostgreSQL and two real servers on it are killed in turn, under load.

What was acknowledged is there, once; who follows a table through whichever server sees every version once, in order;
and what was not answered is sent again, until it is.
"""

import asyncio
import os
import random
import subprocess
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from tests.durability.test_kill import ROOT, TAVERN, LogReader, Server, Table
from tests.postgres import Postgres

KILLS: Final = 4
KILLS_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_KILLS", "100"))
TABLES: Final = 2
CLIENTS_A_TABLE: Final = 2


class RoutedTable(Table):
    """A table whose callers are sent to any server, for every request."""

    def __init__(self, servers: list[Server], session: aiohttp.ClientSession, number: int) -> None:
        self._servers = servers
        self._path = ""
        super().__init__(servers[0], session, number)

    @property
    def url(self) -> str:
        return f"{self._chance.choice(self._servers).url}{self._path}"

    @url.setter
    def url(self, url: str) -> None:
        self._path = "/api/tables" + url.partition("/api/tables")[2] if url else ""

    async def give(self, body: dict[str, Any]) -> bytes:
        """Send a command until it is answered; the answer."""
        while True:
            try:
                status, answer = await self.send(body)
            except (aiohttp.ClientError, TimeoutError):
                status, answer = 503, b""
            if status == 200:
                return answer
            assert status == 503, answer
            await asyncio.sleep(0.02)

    async def go_on(self, client: int, over: asyncio.Event) -> None:
        """Give one command after the other."""
        n = 0
        while not over.is_set():
            n += 1
            sent = f"{client:04}-{n:016}-of-a-test"
            body: dict[str, Any] = {"id": sent, "type": "set_listed", "listed": bool(n % 2)}
            self.acknowledged[sent] = (body, await self.give(body))


async def kill_one(kill: int, postgres: Postgres, servers: list[Server], session: aiohttp.ClientSession) -> None:
    """Kill what is next in turn, start it again, and wait until all servers are ready."""
    victim = kill % 3 - 1
    if victim < 0:
        await asyncio.to_thread(postgres.kill)
        await asyncio.to_thread(postgres.start)
    else:
        await asyncio.to_thread(servers[victim].kill)
        servers[victim].start()
    for server in servers:
        await server.ready(session)


@pytest.mark.parametrize("kills", [KILLS, pytest.param(KILLS_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_nothing_acknowledged_is_lost_whatever_is_killed(postgres: Postgres, tmp_path: Path, kills: int) -> None:
    chance = random.Random("postgres")
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    servers = [Server(folder, address=postgres.address) for folder in folders]
    for server in servers:
        server.start()
    timeout = aiohttp.ClientTimeout(total=60)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        for server in servers:
            await server.ready(session)
        tables = [RoutedTable(servers, session, number) for number in range(TABLES)]
        for table in tables:
            await table.open()
        readers = [LogReader(table, session, viewer) for table in tables for viewer in ("gm", "Bri")]
        following = [asyncio.create_task(reader.read()) for reader in readers]
        over = asyncio.Event()
        playing = [
            asyncio.create_task(table.go_on(client, over)) for table in tables for client in range(CLIENTS_A_TABLE)
        ]
        for kill in range(kills):
            await asyncio.sleep(chance.uniform(0.2, 0.6))
            await kill_one(kill, postgres, servers, session)
        over.set()
        async with asyncio.timeout(120):
            await asyncio.gather(*playing)
            for table in tables:
                await check(table, [reader for reader in readers if reader.table is table])
        for task in following:
            task.cancel()
        await asyncio.wait(following)
    audit = [*TAVERN, "audit", postgres.address]
    audited = await asyncio.to_thread(subprocess.run, audit, cwd=ROOT, capture_output=True, check=False)
    for server in servers:
        assert server.stop(30) == 0, server.log()
    assert audited.returncode == 0, audited.stdout.decode() + audited.stderr.decode()


async def check(table: RoutedTable, readers: list[LogReader]) -> None:
    """Each acknowledged command is in the log once, and gives the same answer again; readers saw every version."""
    entries = await table.log()
    ids = [entry["id"] for entry in entries]
    assert sorted(table.acknowledged) == sorted(sent for sent in ids if sent in table.acknowledged)
    for body, answer in list(table.acknowledged.values())[-5:]:
        assert await table.give(body) == answer
    for reader in readers:
        await reader.come_to((await table.get("", reader.viewer))["version"])
        await reader.check({})
