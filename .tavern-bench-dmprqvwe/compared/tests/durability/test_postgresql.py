"""PostgreSQL and two real servers on it are killed and paused in turn, under load."""

import asyncio
import os
import random
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from tests.durability.several_servers import nothing_is_lost
from tests.durability.test_kill import Server
from tests.postgres import Postgres

KILLS: Final = 5
KILLS_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_KILLS", "100"))
PAUSE: Final = 1.0
PAUSE_OF_A_CAMPAIGN: Final = 10.0
"""Seconds for which a server is stopped, and then goes on with a stale memory."""


async def kill_next(
    kill: int, postgres: Postgres, servers: list[Server], session: aiohttp.ClientSession, pause: float
) -> None:
    """Kill or pause what is next in turn, have it go on, and wait until all servers are ready."""
    match kill % 6:
        case 0:
            await asyncio.to_thread(postgres.kill)
            await asyncio.to_thread(postgres.start)
        case 3 | 5 as turn:
            paused = servers[turn == 5]
            paused.pause()
            await asyncio.sleep(pause)
            paused.go_on()
        case turn:
            for victim in {1: servers[:1], 2: servers[1:], 4: servers}[turn]:
                await asyncio.to_thread(victim.kill)
                victim.start()
    for server in servers:
        await server.ready(session)


@pytest.mark.parametrize(
    ("kills", "pause"),
    [(KILLS, PAUSE), pytest.param(KILLS_OF_A_CAMPAIGN, PAUSE_OF_A_CAMPAIGN, marks=pytest.mark.campaign)],
)
async def test_nothing_acknowledged_is_lost_whatever_is_killed(
    postgres: Postgres, tmp_path: Path, kills: int, pause: float
) -> None:
    chance = random.Random("postgres")

    async def disturb(servers: list[Server], session: aiohttp.ClientSession) -> None:
        for kill in range(kills):
            await asyncio.sleep(chance.uniform(0.2, 0.6))
            await kill_next(kill, postgres, servers, session, pause)

    await nothing_is_lost(postgres.address, tmp_path, disturb)
