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
from typing import ClassVar, Final

import aiohttp
import pytest

from tests.durability.several_servers import RoutedTable, all_ready, nothing_is_lost
from tests.durability.test_kill import Server
from tests.postgres import Postgres, binaries

TIMES: Final = 1
TIMES_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_FULL_DISKS", "10"))
_SIZE: Final = "192m"
_FULL_SECONDS: Final = 120
_STARTED_SECONDS: Final = 10
_MANY_BYTES: Final = "pg_logical_emit_message(false, 'filling', repeat('x', 8000000))"
"""For the write-ahead log alone."""


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


class TableOnSmallDisk(RoutedTable):
    """A table whose commands may be refused because the disk is full: nothing was changed then."""

    tried_again: ClassVar[tuple[int, ...]] = (503, 507)


async def database_down(postgres: Postgres, servers: list[Server], session: aiohttp.ClientSession) -> None:
    """Use up the write-ahead log's last segments, until a server says that it cannot write.

    A table or an index that has to grow is refused its page, and PostgreSQL goes on. It ends when there is no room for
    the next segment.
    """
    async with asyncio.timeout(_FULL_SECONDS):
        while True:
            with suppress(subprocess.CalledProcessError):
                await asyncio.to_thread(postgres.sql, f"SELECT {_MANY_BYTES}; SELECT pg_switch_wal()")
            for server in servers:
                async with session.get(f"{server.url}/readyz") as answer:
                    if answer.status == 503:
                        return
            await asyncio.sleep(0.05)


async def database_up(postgres: Postgres, servers: list[Server], session: aiohttp.ClientSession) -> None:
    """Start PostgreSQL until it stays: it may have begun to recover by itself before there was room, and fail later."""
    async with asyncio.timeout(_FULL_SECONDS):
        while True:
            await asyncio.to_thread(postgres.start_again)
            with suppress(TimeoutError):
                await all_ready(servers, session, seconds=_STARTED_SECONDS)
                return


@pytest.mark.parametrize("times", [TIMES, pytest.param(TIMES_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_nothing_acknowledged_is_lost_when_the_disk_is_full(disk: SmallDisk, tmp_path: Path, times: int) -> None:
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    postgres = Postgres(programs, disk.folder)
    # Or else the write-ahead log itself fills the disk, and nothing that is removed makes room to recover.
    for setting in ("min_wal_size", "max_wal_size"):
        postgres.sql(f"ALTER SYSTEM SET {setting} = '32MB'")
    postgres.sql("SELECT pg_reload_conf()")

    async def disturb(servers: list[Server], session: aiohttp.ClientSession) -> None:
        for _ in range(times):
            await asyncio.sleep(1)
            await asyncio.to_thread(disk.fill)
            await database_down(postgres, servers, session)
            disk.make_room()
            await database_up(postgres, servers, session)
            await asyncio.to_thread(postgres.sql, "CHECKPOINT")

    try:
        await nothing_is_lost(postgres.address, tmp_path, disturb, make_table=TableOnSmallDisk)
    finally:
        if postgres.runs:
            postgres.stop()
