"""The disk of PostgreSQL is full, under two servers and under load, until there is room again.

Its folder is a small file system in memory, so the test needs the right to mount one.
"""

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from tests.durability.several_servers import all_ready, nothing_is_lost
from tests.durability.test_kill import Server
from tests.postgres import Postgres, binaries

TIMES: Final = 1
TIMES_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_FULL_DISKS", "10"))
_SIZE: Final = "192m"
_FULL_SECONDS: Final = 120


class SmallDisk:
    """A file system in memory, which can be filled to the last byte."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Leave no room."""
        with self._ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(65_536))
        with self._ballast.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(512))

    def make_room(self) -> None:
        """Take away what fills it."""
        self._ballast.unlink()


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    folder = Path(tempfile.mkdtemp(prefix="tavern-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tavern-disk", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        folder.rmdir()
        pytest.skip("a small disk can be mounted by root only")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        shutil.rmtree(folder, ignore_errors=True)


async def refused(servers: list[Server], session: aiohttp.ClientSession) -> None:
    """Wait until a server says that it cannot write."""
    async with asyncio.timeout(_FULL_SECONDS):
        while True:
            for server in servers:
                async with session.get(f"{server.url}/readyz") as answer:
                    if answer.status == 503:
                        return
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("times", [TIMES, pytest.param(TIMES_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_nothing_acknowledged_is_lost_when_the_disk_is_full(disk: SmallDisk, tmp_path: Path, times: int) -> None:
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    postgres = Postgres(programs, disk.folder)

    async def disturb(servers: list[Server], session: aiohttp.ClientSession) -> None:
        for _ in range(times):
            await asyncio.sleep(1)
            await asyncio.to_thread(disk.fill)
            # The write-ahead log goes on in the segment that it has. A bigger one has no room.
            with suppress(subprocess.CalledProcessError):
                await asyncio.to_thread(postgres.sql, "SELECT pg_switch_wal()")
            await refused(servers, session)
            disk.make_room()
            await asyncio.to_thread(postgres.start_again)
            await all_ready(servers, session)

    try:
        await nothing_is_lost(postgres.address, tmp_path, disturb)
    finally:
        if postgres.runs:
            postgres.stop()
