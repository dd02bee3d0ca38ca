"""A bot: it sits down, and plays by a policy each time it is asked.

python -m tools.bot URL TABLE INVITE NAME [POLICY]
"""

import asyncio
import random
import sys
from contextlib import suppress

import msgspec

from games.installed import CATALOGUE
from games.policies import Policy, named, view_from
from tools.client import ApiProblem, Entry, Reset, Tavern, View


async def play(tavern: Tavern, table: str, invite: str, name: str, policy: Policy, chance: random.Random) -> None:
    """Sit down and play until the table is closed."""
    bot = await tavern.sit(table, invite, name=name, purse_cp=10_000)
    async with bot.live() as live:
        async for item in live:
            match item:
                case Entry(view=View(closed=True)) | Reset(view=View(closed=True)):
                    return
                case Entry(view=View() as view) | Reset(view=view) if bot.seat in view.to_act:
                    seen = view_from(msgspec.to_builtins(view), CATALOGUE.books)
                    if chosen := policy.choose(seen, chance):
                        with suppress(ApiProblem):  # somebody was faster: what is legal now comes with the next entry
                            await bot.command(chosen.pop("type"), **chosen)
                case _:
                    pass


async def main(url: str, table: str, invite: str, name: str, policy: str = "random") -> None:
    """Play as `name`."""
    async with Tavern(url) as tavern:
        await play(tavern, table, invite, name, named(policy), random.Random())


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
