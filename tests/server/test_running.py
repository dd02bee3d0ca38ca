"""A server that runs: it says where, and stops with what is under way finished."""

import asyncio
import os
import signal
from typing import Any

import aiohttp
import msgspec
import pytest

from events.store import StoreUnavailable
from events.stores.memory import MemoryStore
from server.config import BadConfig, Config
from server.running import Addresses, serve
from tests.toys.catalogue import TOYS

pytestmark = pytest.mark.usefixtures("loggers_kept")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_serves_until_it_is_told_to_stop_and_lets_go_of_who_waits(
    capsys: pytest.CaptureFixture[str], number: int
) -> None:
    store = MemoryStore()
    listening: asyncio.Future[Addresses] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(Config(port=0), store, TOYS, on_listening=listening.set_result))
    address = (await listening).players
    async with aiohttp.ClientSession(address) as session:
        async with session.post("/api/tables", json={"game": "race"}) as answer:
            assert answer.status == 201
            table = (await answer.json())["table"]
        poll = asyncio.create_task(session.get(f"/api/tables/{table}/events?after=1&wait=30"))
        await asyncio.sleep(0.05)
        os.kill(os.getpid(), number)
        async with await poll as answer:
            assert (answer.status, (await answer.json())["entries"]) == (200, [])
        await serving
    with pytest.raises(StoreUnavailable):
        await store.check()
    lines = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    told = [(line["event"], line.get("address")) for line in lines if line["event"] != "request"]
    assert told == [("listening", address), ("stopping", None), ("stopped", None)]


async def test_an_address_that_cannot_be_had_is_told_at_once() -> None:
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    store = MemoryStore()
    with pytest.raises(OSError, match="address already in use"):
        await serve(Config(port=port), store, TOYS)
    with pytest.raises(StoreUnavailable):
        await store.check()
    taken.close()
    await taken.wait_closed()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"port": 70_000}, "port is 70000: it must be a whole number from 0 to 65,535"),
        ({"host_key": "short"}, "host_key is a secret of 5 characters: it must have 16 characters or more"),
        ({"snapshot_every": 0}, "snapshot_every is 0: it must be a whole number from 1 to"),
    ],
)
def test_a_setting_that_makes_no_sense_is_told_before_anything_starts(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadConfig, match=sentence):
        Config(**settings)
