"""`tavern copy` is killed at any moment: no server opens what it left, and started again it completes the copy."""

import asyncio
import os
import random
import subprocess
from pathlib import Path
from time import monotonic
from typing import Final

import pytest

from events.storage.contract import StoreInUse, StoreUnreadable
from events.storage.contract.copying import CopyableStore
from events.storage.opening import open_copyable, open_store
from tests.durability.test_kill import ROOT, TAVERN
from tests.postgres import Postgres
from tools.bench import stores
from tools.bench.playing import play

KILLS: Final = 3
KILLS_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_KILLS", "50"))
TABLES: Final = 60
MOMENTS: Final = (0.3, 1.1)
"""When a copy is killed, as parts of the time of a whole one: before it begins, in its midst, or after its end."""


def copy(old: str, new: str, seconds: float | None = None) -> str:
    """What `tavern copy` said, nothing if it took longer and was killed."""
    words = [*TAVERN, "copy", old, "--to", new]
    while True:
        try:
            done = subprocess.run(words, cwd=ROOT, capture_output=True, check=False, timeout=seconds)
        except subprocess.TimeoutExpired:
            return ""
        said = done.stderr.decode()
        # PostgreSQL has yet to notice that the command before was killed.
        if "is in use by" not in said:
            # What was copied completely is a store of its own, to which nothing is copied.
            assert done.returncode == 0 or "it has tables" in said, said
            return said


async def opened(address: str) -> CopyableStore:
    """A store, once PostgreSQL has noticed that the command that had it open was killed."""
    while True:
        try:
            return await open_copyable(address)
        except StoreInUse:
            await asyncio.sleep(0.05)


async def tables_of(store: CopyableStore) -> dict[str, object]:
    """All that a store has of each table."""
    return {info.table: await store.copy_out(info.table) for info in await store.tables()}


async def is_incomplete(address: str) -> bool:
    """Whether a copy was begun and not completed; then no server opens it."""
    store = await opened(address)
    begun, tables = await store.copied_from() is not None, len(await store.tables())
    await store.close()
    if begun:
        with pytest.raises(StoreUnreadable, match="is an incomplete copy of"):
            await open_store(address, shared=True)
    else:
        assert tables in (0, TABLES)
    return begun


@pytest.mark.parametrize("kills", [KILLS, pytest.param(KILLS_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("to_file", [False, True])
async def test_copies_that_are_killed_at_any_moment_are_opened_by_no_server_until_they_are_complete(
    postgres: Postgres, tmp_path: Path, kills: int, to_file: bool
) -> None:
    chance = random.Random(f"copies {to_file}")
    file = f"sqlite:///{tmp_path}/tavern.db"
    old, new = (postgres.address, file) if to_file else (file, postgres.address)
    source = await open_store(old)
    await stores.fill(source, play(40), TABLES)
    await source.close()

    began = monotonic()
    await asyncio.to_thread(copy, old, f"sqlite:///{tmp_path}/another.db")
    whole = monotonic() - began

    incomplete = 0
    for _ in range(kills):
        if not await asyncio.to_thread(copy, old, new, whole * chance.uniform(*MOMENTS)):
            incomplete += await is_incomplete(new)
        elif to_file:
            (tmp_path / "tavern.db").unlink()
        else:
            postgres.empty()
    assert incomplete or kills == KILLS

    await asyncio.to_thread(copy, old, new)
    source, target = await opened(old), await opened(new)
    copied = await tables_of(target)
    assert len(copied) == TABLES
    assert copied == await tables_of(source)
    for store in (source, target):
        await store.close()
    done = await asyncio.to_thread(subprocess.run, [*TAVERN, "audit", new], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode()
