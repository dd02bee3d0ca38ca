"""A bot that sits down and plays by a policy.

python -m tools.bot URL TABLE INVITE NAME [POLICY]
"""

import asyncio
import random
import sys
from contextlib import suppress

import msgspec

from games.installed import CATALOGUE
from games.policies import Policy, UnknownPolicy, named, names, view_from
from tavern_client import ApiProblem, Chat, ClientError, Tavern
from tools.output import note


async def play(tavern: Tavern, table: str, invite: str, name: str, policy: Policy, chance: random.Random) -> None:
    """Sit down and play until the table is closed."""
    bot = await tavern.sit(table, invite, name=name, purse_cp=10_000)
    game = ""
    async with bot.live() as live:
        async for item in live:
            if isinstance(item, Chat) or (view := item.view) is None:
                continue
            if view.closed:
                return
            if view.game != game and policy.name not in names(view.game):
                note(f"{policy.name} does not know {view.game}; these do: {', '.join(names(view.game))}")
            game = view.game
            if bot.seat in view.to_act:
                seen = view_from(msgspec.to_builtins(view), CATALOGUE.rulebooks)
                if chosen := policy.choose(seen, chance):
                    with suppress(ApiProblem):  # another player was faster; the next entry has the new actions
                        await bot.command(chosen.pop("type"), **chosen)


async def main(url: str, table: str, invite: str, name: str, policy: str = "random") -> None:
    """Play as `name`."""
    async with Tavern(url) as tavern:
        await play(tavern, table, invite, name, named(policy), random.Random())


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        note("Usage: python -m tools.bot URL TABLE INVITE NAME [POLICY]")
        sys.exit(2)
    try:
        asyncio.run(main(*sys.argv[1:]))
    except UnknownPolicy as error:
        note(f"Error: {error}")
        sys.exit(2)
    except ClientError as error:
        sys.exit(f"Error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
