"""The store's records of a table's last entry are compared with its log, and replaced where they are wrong."""

from pathlib import Path
from typing import Any

import pytest
import structlog

from events.store import Store, TableInfo
from events.stores.sqlite import SqliteStore
from tests.server.conftest import Starting
from tests.server.npcs import seat_npc
from tests.server.serving import Opened, Served, until

LONG_AGO = "2020-01-01T20:00:00.000Z"


async def records(store: Store, table: str) -> tuple[TableInfo | None, list[Any]]:
    """What the store keeps beside a table's log, with its listing."""
    return await store.table(table), list(await store.directory(None, 10))


async def loaded(start: Starting, store: Store, table: Opened) -> list[str]:
    """Have another server load the table; what it logged about its records."""
    with structlog.testing.capture_logs() as logged:
        other = await start(store)
        assert "damage" not in await table.again(other.client, table.gm).view()
        await until(lambda: not other.busy)
    return [one["event"] for one in logged if one["event"] == "head_damaged"]


async def playing(start: Starting, path: Path, *, npc: bool = False, **given: Any) -> tuple[Served, Opened]:
    """A table at which a round runs against the clock."""
    server = await start(SqliteStore.open(path), allow_seeds=True, npc_seconds=1_000)
    table = await server.open("race", options={"turn_seconds": 60}, seed="07" * 32, **given)
    await (seat_npc(table, "Ada", "random") if npc else table.sit("Ada"))
    await (seat_npc(table, "Bo", "random") if npc else table.sit("Bo"))
    return server, table


@pytest.mark.parametrize("npc", [False, True])
@pytest.mark.parametrize("listed", [None, False, True])
async def test_records_that_are_as_the_log_has_them_are_left_alone(
    start: Starting, tmp_path: Path, npc: bool, listed: bool | None
) -> None:
    server, table = await playing(start, tmp_path / "tavern.db", npc=npc, listed=True)
    if listed is not None:
        await table.gm.did("set_listed", listed=listed)
    await table.gm.did("start_round")
    await until(lambda: not server.busy)
    before = await records(server.store, table.id)
    assert await loaded(start, server.store, table) == []
    assert await records(server.store, table.id) == before


@pytest.mark.parametrize("npc", [False, True])
@pytest.mark.parametrize(
    ("deadline", "closed", "listing"),
    [(None, False, b"{}"), (LONG_AGO, False, b"{}"), ("", True, b"{}"), ("", False, None)],
    ids=["no deadline", "another deadline", "closed", "not listed"],
)
async def test_records_that_are_not_as_the_log_has_them_are_replaced(
    start: Starting, tmp_path: Path, npc: bool, deadline: str | None, closed: bool, listing: bytes | None
) -> None:
    server, table = await playing(start, tmp_path / "tavern.db", npc=npc)
    await table.gm.did("set_listed", listed=True)
    await table.gm.did("start_round")
    await until(lambda: not server.busy)
    before = await records(server.store, table.id)
    assert before[0] is not None
    assert before[0].listed
    await server.store.rebuild_head(table.id, before[0].deadline if deadline == "" else deadline, closed, listing)
    assert await loaded(start, server.store, table) == ["head_damaged"]
    assert await records(server.store, table.id) == before


async def test_a_table_that_the_gm_took_off_the_list_is_taken_off_again(start: Starting, tmp_path: Path) -> None:
    server, table = await playing(start, tmp_path / "tavern.db")
    await table.gm.did("set_listed", listed=True)
    await table.gm.did("set_listed", listed=False)
    before = await records(server.store, table.id)
    await server.store.rebuild_head(table.id, None, False, b"{}")
    assert await loaded(start, server.store, table) == ["head_damaged"]
    assert await records(server.store, table.id) == before


async def test_a_closed_table_that_its_record_calls_open_is_closed_again(start: Starting, tmp_path: Path) -> None:
    server, table = await playing(start, tmp_path / "tavern.db")
    await table.gm.did("close_table")
    before = await records(server.store, table.id)
    assert before[0] is not None
    assert before[0].closed
    await server.store.rebuild_head(table.id, None, False, None)
    assert await loaded(start, server.store, table) == ["head_damaged"]
    assert await records(server.store, table.id) == before
