"""The wall clock of a real server is set, again and again, while turn clocks run.

In a campaign it is set as often as TAVERN_TEST_STEPS says, once a second.
"""

import asyncio
import os
import random
import time
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from tests.durability.faulty import Faults
from tests.durability.test_kill import Server

STEPS: Final = 8
STEPS_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_STEPS", "100"))
TABLES: Final = 3
TURN_SECONDS: Final = 5
EARLY: Final = 0.5
SLACK: Final = 10.0
"""What a busy machine may take in addition."""
DAY: Final = 86_400


class Table:
    """A table at which nobody acts but the clock. `turns` are the seconds that each turn took."""

    def __init__(self, server: Server, session: aiohttp.ClientSession) -> None:
        self._server = server
        self._session = session
        self._url = ""
        self._headers: dict[str, str] = {}
        self.turns: list[float] = []
        self.first_turn = asyncio.Event()

    async def open(self) -> None:
        body = {"game": "twentyone", "options": {"turn_seconds": TURN_SECONDS}}
        async with self._session.post(f"{self._server.url}/api/tables", json=body) as answer:
            opened = await answer.json()
        self._url = f"{self._server.url}/api/tables/{opened['table']}"
        self._headers = {"Authorization": f"Bearer {opened['gm_token']}"}
        for name in ("Bri", "Odo"):
            seat = {"invite": opened["invite"], "name": name, "purse_cp": 50_000}
            async with self._session.post(f"{self._url}/seats", json=seat) as answer:
                assert answer.status == 201

    async def _get(self, path: str = "") -> Any:
        async with self._session.get(f"{self._url}{path}", headers=self._headers) as answer:
            return await answer.json()

    async def wait_turns(self) -> None:
        """Let the clock play one turn after the other, until cancelled."""
        while True:
            view = await self._get()
            if view["phase"] == "lobby":
                body = {"type": "start_round"}
                async with self._session.post(f"{self._url}/commands", json=body, headers=self._headers) as answer:
                    assert answer.status == 200, await answer.text()
                    view = (await answer.json())["view"]
            began = time.monotonic()
            entries = (await self._get(f"/events?after={view['version']}&wait=30"))["entries"]
            assert {entry["actor"] for entry in entries} <= {"clock"}
            self.turns.append(time.monotonic() - began)
            self.first_turn.set()


@pytest.mark.parametrize("steps", [STEPS, pytest.param(STEPS_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_every_turn_takes_its_time_whatever_the_wall_clock_says(tmp_path: Path, steps: int) -> None:
    chance = random.Random("clock")
    faults = Faults(tmp_path / "faults")
    server = Server(tmp_path, environment=faults.environment)
    server.start()
    async with aiohttp.ClientSession() as session:
        await server.ready(session)
        tables = [Table(server, session) for _ in range(TABLES)]
        for table in tables:
            await table.open()
        waiting = [asyncio.create_task(table.wait_turns()) for table in tables]
        for number in range(steps):
            offset = chance.choice([-1, 1]) * chance.randint(2, DAY)
            faults.set("clock", offset if number < steps - 1 else 0)
            await asyncio.sleep(1)
        logged = server.log().count('"clock_stepped"')
        await asyncio.gather(*(table.first_turn.wait() for table in tables))
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    server.kill()
    turns = [turn for table in tables for turn in table.turns]
    assert min(turns) > TURN_SECONDS - EARLY
    assert max(turns) < TURN_SECONDS + SLACK
    assert 1 <= logged <= steps
