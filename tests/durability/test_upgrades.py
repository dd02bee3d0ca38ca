"""Two versions of the server side by side on one database: while one server after the other is upgraded, and back.

The version before is taken from the history of the repository. Clients play at both at random all the time.
"""

import asyncio
import io
import subprocess
import sys
import tarfile
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

import aiohttp
import pytest

from tests.durability.several_servers import RoutedTable, all_ready, nothing_is_lost, servers_on
from tests.durability.test_kill import ROOT, LogReader, Server
from tests.postgres import Postgres

BEFORE: Final = "b099e8773e1a6af3aeafa164a0337473901a66c6"
"""The oldest version that can read what tables record today. Once 1.0 is released, this is 1.0, and stays."""
ROOMS: Final = ("events", "projections", "games", "replays", "server", "tavern_client", "tools")
SECONDS: Final = 1.5
"""How long each step lasts at least."""


class PlayedTable(RoutedTable):
    """A table at which a game is played, and not only anything done."""

    async def go_on(self, client: int, over: asyncio.Event) -> None:
        """Do one thing after the other that is offered; somebody may be faster."""
        while not over.is_set():
            body = await self._choose()
            began = monotonic()
            if answer := await self.give(body):
                self._acknowledge(body, answer, began)

    async def give(self, body: dict[str, Any]) -> bytes:
        """Send a command until it is answered; the answer, or nothing if it came too late to be legal."""
        while True:
            status, answer = 503, b""
            with suppress(aiohttp.ClientError, TimeoutError):
                status, answer = await self.send(body)
            if status != 503:
                assert status in (200, 409), answer
                return answer if status == 200 else b""
            await asyncio.sleep(0.02)


class PlayedReader(LogReader):
    """A reader whose every connection is to a random one of the servers."""

    def __init__(self, table: RoutedTable, session: aiohttp.ClientSession, viewer: str) -> None:
        super().__init__(table, session, viewer)
        self._routed = table

    async def _read_once(self) -> None:
        await self._read_at(self._routed.url_at(self._routed.any_server()))


def version_at(commit: str, folder: Path) -> Path:
    """The program as it was at a commit; the test is skipped where the history does not reach so far."""
    known = subprocess.run(["git", "cat-file", "-e", commit], cwd=ROOT, capture_output=True, check=False)
    if known.returncode != 0:
        pytest.skip(
            f"commit {commit} is not in this clone, so there is no earlier version to run: git fetch --unshallow"
        )
    packed = subprocess.run(["git", "archive", commit, *ROOMS], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    found = [sys.executable, "-c", "import server; print(server.__file__)"]
    path = subprocess.run(found, cwd=folder, capture_output=True, check=True, text=True).stdout
    assert Path(path.strip()).is_relative_to(folder)
    return folder


async def test_servers_are_upgraded_and_downgraded_one_after_the_other(postgres: Postgres, tmp_path: Path) -> None:
    before = version_at(BEFORE, tmp_path / "before")
    servers = servers_on(postgres.address, postgres.address, folder=tmp_path)
    for server in servers:
        server.root = before

    async def disturb(servers: list[Server], session: aiohttp.ClientSession) -> None:
        await asyncio.sleep(SECONDS)
        for server, root in ((0, ROOT), (1, ROOT), (1, before), (1, ROOT)):
            assert await asyncio.to_thread(servers[server].stop, 30) == 0, servers[server].log()
            servers[server].root = root
            servers[server].start()
            await all_ready(servers, session)
            await asyncio.sleep(SECONDS)

    tables = await nothing_is_lost(
        postgres.address,
        tmp_path,
        disturb,
        servers=servers,
        make_table=PlayedTable,
        make_reader=PlayedReader,
    )
    assert all(len(table.acknowledged) > 10 for table in tables)
