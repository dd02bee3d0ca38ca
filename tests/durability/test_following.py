"""The drill: the disk is lost while the backup follows, and the tavern goes on with the copy."""

import asyncio
import shutil
import subprocess
import time
from pathlib import Path
from typing import Final

import aiohttp

from tests.durability.test_files_lost import Play
from tests.durability.test_kill import ROOT, TAVERN, Server
from tests.tools.running import json_of, tavern

BEHIND: Final = 1.0
SLACK: Final = 5.0
"""What a busy machine may take in addition."""


def started(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)


def wait_for(file: Path, text: str) -> None:
    while text not in file.read_text():
        time.sleep(0.1)


async def test_after_the_disk_is_lost_the_tavern_goes_on_with_the_copy(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    server = Server(first)
    server.start()
    async with aiohttp.ClientSession() as session:
        await server.ready(session)
        play = Play(server, session)
        await play.open()
        cursor = await play.cursor()
        command = [*TAVERN, "backup", "--follow", str(second), "--store", str(server.store)]
        follower = started(command)
        try:
            assert follower.stderr is not None
            assert "has caught up" in await asyncio.to_thread(follower.stderr.readline)
            for _ in range(20):
                assert (await play.command())[0] == 200
            version = await play.version()
            acknowledged = time.monotonic()
            while f'"seq":{version}' not in (second / "heads.jsonl").read_text():
                assert time.monotonic() - acknowledged < BEHIND + SLACK
            server.kill()
            heads = tmp_path / "heads.jsonl"
            shutil.copy(second / "heads.jsonl", heads)
            shutil.rmtree(first)
        finally:
            follower.terminate()
            assert follower.wait(30) == 0
            if follower.stderr is not None:
                follower.stderr.close()
        server.store = second / "tavern.db"
        first.mkdir()
        server.start()
        await server.ready(session)
        assert await play.version() == version
        assert (await play.cursor()).partition(".")[2] != cursor.partition(".")[2]
        assert (await play.command())[0] == 200
        server.stop(30)
    audited = await asyncio.to_thread(tavern, "audit", second / "tavern.db", "--heads", heads, "--json")
    assert (audited.exit_code, json_of(audited)["broken_heads"]) == (0, [])


async def test_the_follower_of_a_store_that_a_backup_replaced_ends_and_keeps_its_copy(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    server = Server(first)
    server.start()
    async with aiohttp.ClientSession() as session:
        await server.ready(session)
        play = Play(server, session)
        await play.open()
        backup = tmp_path / "backup.db"
        assert (await asyncio.to_thread(tavern, "backup", "--to", backup, "--store", server.store)).exit_code == 0
        follower = started([*TAVERN, "backup", "--follow", str(second), "--store", str(server.store)])
        try:
            assert follower.stderr is not None
            assert "has caught up" in await asyncio.to_thread(follower.stderr.readline)
            assert (await play.command())[0] == 200
            version = await play.version()
            await asyncio.to_thread(wait_for, second / "heads.jsonl", f'"seq":{version}')
            server.stop(30)
            (tmp_path / "broken").mkdir()
            for file in first.glob("tavern.db*"):
                file.rename(tmp_path / "broken" / file.name)
            backup.rename(server.store)
            server.start()
            await server.ready(session)
            assert await asyncio.to_thread(follower.wait, 30) == 2
            assert "has another epoch" in follower.stderr.read()
        finally:
            follower.kill()
            if follower.stderr is not None:
                follower.stderr.close()
    server.stop(30)
    assert f'"seq":{version}' in (second / "heads.jsonl").read_text()
