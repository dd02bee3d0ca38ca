"""A real server stops within its time, whatever its disk does, and loses nothing that it acknowledged."""

import time
from pathlib import Path
from typing import Final

import aiohttp

from tests.durability.faulty import Faults
from tests.durability.test_files_lost import Play
from tests.durability.test_kill import Server

STOP_SECONDS: Final = 2.0
HANGS: Final = 60.0
SLACK: Final = 5.0
"""What a busy machine may take in addition."""


async def test_with_a_disk_that_hangs_it_ends_all_the_same_and_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    faults = Faults(tmp_path / "faults")
    server = Server(tmp_path, "--stop-seconds", str(STOP_SECONDS), environment=faults.environment)
    server.start()
    async with aiohttp.ClientSession() as session:
        await server.ready(session)
        play = Play(server, session)
        await play.open()
        for _ in range(5):
            assert (await play.command())[0] == 200
        version = await play.version()
        faults.set("stall", HANGS)
        began = time.monotonic()
        assert server.stop(STOP_SECONDS + SLACK) == 1
        assert time.monotonic() - began >= STOP_SECONDS * 0.9
        assert "ended_at_once" in server.log()
        faults.clear("stall")
        server.start()
        await server.ready(session)
        assert await play.version() == version
        server.kill()
