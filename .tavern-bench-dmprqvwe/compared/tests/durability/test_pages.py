"""Any page of a store's file is damaged: what is not on it is found again, and what follows from it is rebuilt.

In a campaign as many pages are damaged as TAVERN_TEST_PAGES says.
"""

import os
import random
import shutil
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from events.store import StoreError
from events.stores.care.pages import scan
from events.stores.care.salvage import salvage
from events.stores.sqlite import SqliteStore
from tests.durability.pages import damage, pages_of
from tests.durability.test_files_lost import Play
from tests.durability.test_kill import Server

PAGES: Final = 10
PAGES_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_PAGES", "200"))
COMMANDS: Final = 60
SECONDS: Final = 30


async def played(folder: Path) -> Path:
    """A store at whose tables something was played."""
    server = Server(folder, "--snapshot-every", "10")
    server.start()
    async with aiohttp.ClientSession() as session:
        await server.ready(session)
        for _ in range(5):
            play = Play(server, session)
            await play.open()
            for _ in range(COMMANDS):
                assert (await play.command())[0] == 200
    server.stop(SECONDS)
    return server.store


async def lines_in(path: Path) -> dict[tuple[str, int], bytes]:
    store = SqliteStore.open(path, read_only=True)
    found: dict[tuple[str, int], bytes] = {}
    for info in await store.tables():
        found |= {(info.table, stored.seq): stored.line for stored in await store.read(info.table)}
    await store.close()
    return found


@pytest.mark.parametrize("pages", [PAGES, pytest.param(PAGES_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_a_damaged_page_costs_what_is_on_it_and_nothing_else(tmp_path: Path, pages: int) -> None:
    whole = await played(tmp_path)
    lines = await lines_in(whole)
    by_name = pages_of(whole)
    names = {number: name for name, numbers in by_name.items() for number in numbers}
    chance = random.Random("pages")
    for number in range(pages):
        page, how = chance.choice(sorted(names)), chance.choice(["ones", "zeros", "noise"])
        path, saved = tmp_path / f"{number}.db", tmp_path / f"{number}.saved.db"
        shutil.copy(whole, path)
        damage(path, page, how, seed=number)
        assert salvage(path, saved)
        found = await lines_in(saved)
        assert found.items() <= lines.items()
        if names[page] != "log":
            assert len(found) == len(lines), (names[page], page, how)
        else:
            on_the_others = sum(len(one.values) == 4 and one.values[0] is None for one in scan(path))
            assert len(found) >= on_the_others, (page, how)
        await rebuild(path, names[page], lines)
        for spent in (path, saved):
            spent.unlink()


async def rebuild(path: Path, name: str, lines: dict[tuple[str, int], bytes]) -> None:
    """What follows from the log is rebuilt: then the store has every line again."""
    try:
        store = SqliteStore.open(path)
    except StoreError:
        assert name in ("sqlite_schema", "sqlite_master", "meta", "heads"), name
        return
    healed = await store.heal()
    if healed.rebuilt and not healed.damaged:
        found: dict[tuple[str, int], bytes] = {}
        for info in await store.tables():
            found |= {(info.table, stored.seq): stored.line for stored in await store.read(info.table)}
        assert found == lines
        assert not (await store.heal()).rebuilt
    await store.close()
