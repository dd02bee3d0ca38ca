"""Files are taken from a real server while it runs, and after it was killed: nothing acknowledged is lost unnoticed."""

import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from tests.durability.test_kill import Server

COMMANDS: Final = 10


class Play:
    """A table at a server, whose GM gives commands. `cursor` is the id of the last that a stream would have sent."""

    def __init__(self, server: Server, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session
        self.url = ""
        self.headers: dict[str, str] = {}

    async def open(self) -> None:
        async with self.session.post(f"{self.server.url}/api/tables", json={"game": "twentyone"}) as answer:
            opened = await answer.json()
        self.url = f"{self.server.url}/api/tables/{opened['table']}"
        self.headers = {"Authorization": f"Bearer {opened['gm_token']}"}

    async def command(self) -> tuple[int, Any]:
        body = {"type": "set_options", "options": {}}
        async with self.session.post(f"{self.url}/commands", json=body, headers=self.headers) as answer:
            return answer.status, await answer.json()

    async def version(self) -> int:
        async with self.session.get(self.url, headers=self.headers) as answer:
            version: int = (await answer.json())["version"]
            return version

    async def ready(self) -> int:
        async with self.session.get(f"{self.server.url}/readyz") as answer:
            return answer.status

    async def cursor(self) -> str:
        """The id of the first frame of a live stream: a version and the log's epoch."""
        async with self.session.get(f"{self.url}/live", headers=self.headers) as stream:
            async for line in stream.content:
                if line.startswith(b"id: "):
                    return line.decode().removeprefix("id: ").strip()
        raise AssertionError("the stream has no ids")


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    server = Server(tmp_path)
    server.start()
    async with aiohttp.ClientSession() as session:
        await server.ready(session)
        play = Play(server, session)
        await play.open()
        yield play
    server.kill()


def log_of(store: Path) -> Path:
    return store.with_name(store.name + "-wal")


def remove_log(store: Path) -> None:
    log_of(store).unlink()


def empty_log(store: Path) -> None:
    os.truncate(log_of(store), 0)


def empty_file(store: Path) -> None:
    os.truncate(store, 0)


def link(store: Path) -> None:
    store.with_name("other.db").hardlink_to(store)


@pytest.mark.parametrize("harm", [remove_log, empty_log, empty_file, link])
async def test_after_harm_to_its_files_the_server_acknowledges_nothing_and_is_not_ready(
    play: Play, harm: Callable[[Path], None]
) -> None:
    for _ in range(COMMANDS):
        assert (await play.command())[0] == 200
    assert await play.ready() == 200
    harm(play.server.store)
    for _ in range(3):
        status, problem = await play.command()
        # With half of a file gone, reading fails before anything is written.
        assert (status, problem["code"]) in ((503, "store_doubted"), (503, "store_unavailable"))
    assert await play.ready() == 503


async def test_after_its_log_was_removed_and_it_was_killed_all_that_was_acknowledged_is_there(play: Play) -> None:
    for _ in range(COMMANDS):
        assert (await play.command())[0] == 200
    version = await play.version()
    remove_log(play.server.store)
    status, problem = await play.command()
    assert (status, problem["code"]) == (503, "store_doubted")
    while "was moved into" not in play.server.log():
        assert await play.ready() == 503
    play.server.kill()
    play.server.start()
    await play.server.ready(play.session)
    assert await play.version() == version


async def test_a_cursor_of_a_lost_log_is_not_mistaken_for_one_of_the_new_log(play: Play) -> None:
    _, _, before = (await play.cursor()).partition(".")
    play.server.kill()
    remove_log(play.server.store)
    play.server.start()
    await play.server.ready(play.session)
    assert '"event":"log_lost"' in play.server.log()
    await play.open()
    _, _, after = (await play.cursor()).partition(".")
    assert after != before
