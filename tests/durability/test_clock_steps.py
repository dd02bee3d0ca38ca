"""The wall clock of a real server is set while a turn clock runs."""

import time
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from tests.durability.faulty import Faults
from tests.durability.test_kill import Server

TURN_SECONDS: Final = 5
SLACK: Final = 10.0
"""What a busy machine may take in addition."""


@pytest.mark.parametrize("step", [-600, 86_400])
async def test_the_clock_acts_after_the_time_for_a_turn_whatever_the_wall_clock_says(tmp_path: Path, step: int) -> None:
    faults = Faults(tmp_path / "faults")
    server = Server(tmp_path, environment=faults.environment)
    server.start()
    async with aiohttp.ClientSession() as session:
        await server.ready(session)
        body = {"game": "twentyone", "options": {"turn_seconds": TURN_SECONDS}}
        async with session.post(f"{server.url}/api/tables", json=body) as answer:
            opened = await answer.json()
        url = f"{server.url}/api/tables/{opened['table']}"
        for name in ("Bri", "Odo"):
            seat = {"invite": opened["invite"], "name": name, "purse_cp": 50_000}
            async with session.post(f"{url}/seats", json=seat) as answer:
                assert answer.status == 201
        headers = {"Authorization": f"Bearer {opened['gm_token']}"}
        async with session.post(f"{url}/commands", json={"type": "start_round"}, headers=headers) as answer:
            version = (await answer.json())["version"]
        began = time.monotonic()
        faults.set("clock", step)
        async with session.get(f"{url}/events?after={version}&wait=30", headers=headers) as answer:
            (entry, *_) = (await answer.json())["entries"]
        assert entry["actor"] == "clock"
        assert TURN_SECONDS - 1 < time.monotonic() - began < TURN_SECONDS + SLACK
        while '"clock_stepped"' not in server.log():
            assert time.monotonic() - began < TURN_SECONDS + SLACK
        assert server.log().count('"clock_stepped"') == 1
    server.kill()
