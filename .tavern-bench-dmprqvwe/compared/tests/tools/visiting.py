"""The command line beside a server on a store, as another program would call it."""

import asyncio
from pathlib import Path

from click.testing import Result

from events.stores.sqlite import SqliteStore
from games.installed import CATALOGUE
from tests.server.serving import Opened, Served, start_server
from tests.tools.running import tavern


async def visit(*arguments: str | Path, stdin: bytes | None = None, env: dict[str, str] | None = None) -> Result:
    """`tavern ARGUMENTS` beside the running event loop."""
    return await asyncio.to_thread(tavern, *arguments, stdin=stdin, env=env)


async def serve(path: Path, *, chance: int = 1) -> Served:
    """A server on the store in a file. `stop` ends it."""
    return await start_server(CATALOGUE, SqliteStore.open(path), chance=chance)


async def stop(served: Served) -> None:
    """Let a server and its store go."""
    await served.close()
    await served.store.close()


async def a_table(served: Served, name: str = "The Bent Copper") -> Opened:
    """A table at which Bri and Odo have begun a round."""
    table = await served.open("twentyone", name=name, gm={"name": "Mo"})
    for player in ("Bri", "Odo"):
        await table.sit(player)
    await table.gm.did("start_round")
    return table
