"""A bot: it sits down, and does something legal, whatever it is, each time it is asked.

python -m tools.bot URL TABLE INVITE NAME
"""

import asyncio
import random
import sys
from contextlib import suppress

from tools.choosing import choose_command
from tools.client import ApiProblem, Entry, Reset, Tavern, View


async def play(tavern: Tavern, table: str, invite: str, name: str, chance: random.Random) -> None:
    """Sit down and play until the table is closed."""
    bot = await tavern.sit(table, invite, name=name, purse_cp=10_000)
    async with bot.live() as live:
        async for item in live:
            match item:
                case Entry(view=View(closed=True)) | Reset(view=View(closed=True)):
                    return
                case Entry(view=View() as view) | Reset(view=view) if bot.seat in view.to_act:
                    if chosen := choose_command(view.actions, chance):
                        with suppress(ApiProblem):  # somebody was faster: what is legal now comes with the next entry
                            await bot.command(chosen.pop("type"), **chosen)
                case _:
                    pass


async def main(url: str, table: str, invite: str, name: str) -> None:
    """Play as `name`."""
    async with Tavern(url) as tavern:
        await play(tavern, table, invite, name, random.Random())


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
