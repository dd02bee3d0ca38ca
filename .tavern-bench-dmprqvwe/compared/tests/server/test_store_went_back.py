"""A server that is started on an older copy of its file says so, counts it, and serves what is there."""

import asyncio
import os
import shutil
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from events.stores.opening import open_store
from server.config import Config
from server.running import Addresses, serve
from tests.toys.catalogue import TOYS

pytestmark = pytest.mark.usefixtures("loggers_kept")


async def served(path: Path, plays: Callable[[aiohttp.ClientSession, str], Awaitable[Any]]) -> Any:
    """Run a server on the file, and return what `plays` does with its two addresses."""
    listening: asyncio.Future[Addresses] = asyncio.get_running_loop().create_future()
    config = Config(port=0, operator_port=0, log_level="warning")
    store = await open_store(f"sqlite:///{path}", shared=True)
    serving = asyncio.create_task(serve(config, store, TOYS, on_listening=listening.set_result))
    addresses = await listening
    assert addresses.operator is not None
    async with aiohttp.ClientSession(addresses.players) as session:
        result = await plays(session, addresses.operator)
    os.kill(os.getpid(), signal.SIGTERM)
    await serving
    return result


async def open_table(session: aiohttp.ClientSession, _: str) -> str:
    async with session.post("/api/tables", json={"game": "race"}) as answer:
        table: str = (await answer.json())["table"]
        return table


async def test_it_is_logged_as_an_error_and_counted_and_play_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, older = tmp_path / "tavern.db", tmp_path / "older.db"
    kept = await served(path, open_table)
    shutil.copy(path, older)
    lost = await served(path, open_table)
    shutil.copy(older, path)

    async def look(session: aiohttp.ClientSession, operator: str) -> tuple[list[int], str]:
        statuses = []
        for table in (kept, lost):
            async with session.get(f"/api/tables/{table}") as answer:
                statuses.append(answer.status)
        async with session.get(f"{operator}/metrics") as answer:
            return statuses, await answer.text()

    capsys.readouterr()
    statuses, metrics = await served(path, look)
    assert statuses == [200, 404]
    assert "tavern_store_went_back_total 1.0" in metrics.splitlines()
    lines = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    (line,) = [line for line in lines if line["event"] == "store_went_back"]
    assert (line["level"], line["missing"]) == ("error", 1)
    assert f"newer than {line['since']}" in line["detail"]

    _, metrics = await served(path, look)
    assert "tavern_store_went_back_total 0.0" in metrics.splitlines()
