"""The bot as a program: what it cannot do it says in one line."""

import asyncio
import io
import random
import sys
from collections.abc import AsyncIterator
from contextlib import redirect_stderr

import pytest

from games.installed import CATALOGUE
from games.policies import named
from tavern_client import Tavern
from tools.bot import play
from tools.serving import local_server

EVERYWHERE = "random, cautious, reckless, card_sharp, bully, drunkard"


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with local_server(CATALOGUE) as url:
        yield url


async def ran(*arguments: str) -> tuple[int | None, str]:
    """How the bot ended, and what it said on standard error."""
    pipe = asyncio.subprocess.PIPE
    bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "tools.bot", *arguments, stderr=pipe)
    _, said = await bot.communicate()
    return bot.returncode, said.decode()


async def test_an_unknown_policy_is_reported_in_one_line_before_any_request() -> None:
    status, said = await ran("http://127.0.0.1:9", "table", "invite", "Bo", "sober")

    assert status == 2
    assert said.startswith(f"Error: no policy is called 'sober'; there are: {EVERYWHERE}, ")
    assert said.count("\n") == 1


async def test_missing_arguments_are_answered_with_the_usage() -> None:
    assert await ran("http://127.0.0.1:9") == (
        2,
        "Usage: python -m tools.bot URL TABLE INVITE NAME [POLICY]\n",
    )


async def test_a_wrong_invite_is_reported_in_one_line(url: str) -> None:
    async with Tavern(url) as tavern:
        gm = await tavern.open_table("twentyone")

    status, said = await ran(url, gm.table, "not-the-invite", "Bo", "cautious")

    assert status == 1
    assert said.startswith("Error: ")
    assert said.count("\n") == 1


class Said(io.StringIO):
    """Standard error, of which each line can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = asyncio.Queue[str]()

    def write(self, text: str, /) -> int:
        if text:
            self.lines.put_nowait(text)
        return super().write(text)


async def test_a_bot_says_once_for_each_game_that_its_policy_is_a_stranger_to_it(url: str) -> None:
    async with Tavern(url) as tavern, asyncio.timeout(20):
        gm = await tavern.open_table("goblin")
        with redirect_stderr(Said()) as said:
            bot = asyncio.create_task(play(tavern, gm.table, gm.invite, "Bo", named("threshold"), random.Random(1)))
            assert await said.lines.get() == f"threshold does not know goblin; these do: {EVERYWHERE}\n"
            await gm.command("set_options", options={"ante_cp": 200})
            await gm.command("set_game", game="farkle", options={})
            await gm.command("set_game", game="mountains", options={})
            more = ", flat, best_play"
            assert await said.lines.get() == f"threshold does not know mountains; these do: {EVERYWHERE}{more}\n"
            await gm.command("close_table")
            await bot
        assert said.lines.empty()
