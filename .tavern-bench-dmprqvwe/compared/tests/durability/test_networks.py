"""Two servers and their database on a network that is slow, or cut between them one way or the other, under load."""

import asyncio
import os
import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from tests.durability.several_servers import SERVERS, all_ready, nothing_is_lost, servers_on
from tests.durability.test_kill import Server
from tests.lines import Line, Way, laid
from tests.postgres import Postgres

CUTS: Final = 3
CUTS_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_KILLS", "100"))
ROUND_TRIP: Final = 0.04
ROUND_TRIP_OF_A_CAMPAIGN: Final = 0.2
"""Seconds from a server to the database and back, on the slow network."""

WAYS: Final[tuple[tuple[Way, ...], ...]] = (("back",), ("there",), ("there", "back"))
"""Which ways are cut, in turn. Where the answers are lost, what was asked is done."""


async def play_over(
    postgres: Postgres, folder: Path, seconds: float, cuts: int, longest: float, *, last_seconds: float = 120
) -> None:
    """Play at servers whose way to the database takes so long; cut it so often, for at most so long."""
    chance = random.Random("lines")
    async with AsyncExitStack() as stack:
        lines: list[Line] = [
            await stack.enter_async_context(laid(postgres.port, seconds=seconds)) for _ in range(SERVERS)
        ]
        addresses = [postgres.address.replace(f":{postgres.port}", f":{line.port}") for line in lines]

        async def disturb(servers: list[Server], session: aiohttp.ClientSession) -> None:
            await asyncio.sleep(2)
            for cut in range(cuts):
                line = lines[cut % SERVERS]
                line.cut(*WAYS[cut % len(WAYS)])
                await asyncio.sleep(chance.uniform(0.5, longest))
                line.mend()
                await all_ready(servers, session)
                await asyncio.sleep(chance.uniform(0.1, 0.5))

        await nothing_is_lost(
            postgres.address,
            folder,
            disturb,
            servers=servers_on(*addresses, folder=folder),
            last_seconds=last_seconds,
        )


@pytest.mark.parametrize(
    ("round_trip", "cuts"), [(ROUND_TRIP, 0), pytest.param(ROUND_TRIP_OF_A_CAMPAIGN, 4, marks=pytest.mark.campaign)]
)
async def test_a_database_far_away_makes_everything_slow_and_nothing_wrong(
    postgres: Postgres, tmp_path: Path, round_trip: float, cuts: int
) -> None:
    await play_over(postgres, tmp_path, round_trip / 2, cuts, 10, last_seconds=300)


@pytest.mark.parametrize(
    ("cuts", "longest"), [(CUTS, 2.0), pytest.param(CUTS_OF_A_CAMPAIGN, 25.0, marks=pytest.mark.campaign)]
)
async def test_nothing_acknowledged_is_lost_when_a_server_is_cut_off_from_the_database(
    postgres: Postgres, tmp_path: Path, cuts: int, longest: float
) -> None:
    await play_over(postgres, tmp_path, 0, cuts, longest)
