"""The capacity model by hand, a simulation without a clock, and the sections that measure databases."""

import asyncio
from math import exp, isclose
from pathlib import Path

import msgspec
import pytest

from events.storage.contract import Store
from events.storage.memory import MemoryStore
from events.storage.opening import open_store
from games.installed import CATALOGUE
from tests.postgres import Postgres
from tests.tools.running import evening, failure_of, json_of, tavern
from tools.bench import stores
from tools.bench.report import Report
from tools.bench.scaling.capacity import SIZES, pace_of
from tools.bench.scaling.model import (
    CONNECTIONS,
    DATABASE_PROCESSOR,
    MEASURED,
    SERVER_MEMORY,
    SERVER_PROCESSOR,
    STREAMS,
    Capacity,
    Costs,
    Machines,
    Pace,
    Prices,
)
from tools.bench.scaling.simulation import CLAIMED, Arrival, Simulation, arrivals, at_once, fill

PACE = Pace(seats_per_table=4, acting_at_once=1.5, think_seconds=10)
"""A table sends 0.15 commands in a second, a seat 2.25 in a minute."""
COSTS = Costs(
    server_command=1_900,
    server_delivery=25,
    database_group=600,
    database_command=400,
    commit_seconds=0.01,
    entry_line=800,
    entry_beside=400,
    snapshot=2_560,
    log_group=500,
    log_command=1_500,
    table_memory=80_000,
    stream_memory=20_000,
    server_memory=100e6,
)
MODEL = Capacity(
    pace=PACE,
    costs=COSTS,
    machines=Machines(connections=140),
    prices=Prices(core=(10, 20), gigabyte=(0.1, 0.2)),
)
EVERY = 256


def test_seats_send_commands_at_the_pace_at_which_people_think() -> None:
    load = MODEL.load(8_000)

    assert isclose(PACE.seat_per_minute, 2.25)
    assert (load.tables, load.commands) == (2_000, 300)


def test_what_arrives_during_a_commit_is_the_next_group() -> None:
    assert isclose(MODEL.load(8_000).group, 3 + exp(-3))
    assert isclose(MODEL.load(8_000, servers=6).group, 0.5 + exp(-0.5))
    assert isclose(MODEL.load(0).group, 1)


def test_a_command_costs_its_server_a_delivery_to_each_seat() -> None:
    assert isclose(MODEL.server_seconds(), 0.002)


def test_a_group_is_paid_once_for_all_its_commands() -> None:
    assert isclose(MODEL.database_seconds(1), 0.001)
    assert isclose(MODEL.database_seconds(3), 0.0006)
    assert isclose(MODEL.log_bytes(5), 1_600)


def test_a_command_stores_its_line_what_is_beside_it_and_a_share_of_a_snapshot() -> None:
    assert MODEL.disk_bytes() == 800 + 400 + 10


def test_each_limit_of_one_server_and_one_database_is_a_number_of_seats() -> None:
    limits = MODEL.limits()

    # Half a core is 250 commands of 2 ms in a second; a seat sends 0.0375.
    assert isclose(limits[SERVER_PROCESSOR], 250 / 0.0375)
    # A quarter of a table and a stream are 40 kB.
    assert isclose(limits[SERVER_MEMORY], 3.9e9 / 40e3)
    assert limits[STREAMS] == 20_000
    # Half of 16 cores are 8,000 commands of 1 ms.
    assert isclose(limits[DATABASE_PROCESSOR], 8_000 / 0.0375)
    # 140 connections are ten servers.
    assert isclose(limits[CONNECTIONS], 10 * 250 / 0.0375)


def test_few_seats_need_one_server_and_one_to_spare() -> None:
    plan = MODEL.plan(1_000)

    assert (plan.servers, plan.cells, plan.exceeded) == (2, 1, [])
    assert plan.connections_per_database == 28
    # 37.5 commands in a second, a quarter of a month of 2,628,000 seconds, 1,210 bytes each.
    assert isclose(plan.disk, 37.5 * 0.25 * 2_628_000 * 1_210)
    # Two cores of servers, three copies of a database with one core and 29.8 GB.
    assert isclose(plan.cost[0], 10 * 5 + 0.1 * 3 * plan.disk / 1e9)
    assert isclose(plan.cost[1], 2 * plan.cost[0])


def test_more_servers_than_a_database_has_connections_for_are_several_taverns() -> None:
    plan = MODEL.plan(1_000_000)

    # 37,500 commands in a second need 150 servers. A tavern has room for nine, and one to spare.
    assert (plan.cells, plan.servers) == (17, 167)
    assert plan.connections_per_database == 140
    assert plan.exceeded[:2] == [SERVER_PROCESSOR, STREAMS]


def test_a_game_s_pace_follows_from_how_many_seats_it_asks_at_once() -> None:
    pace = pace_of(CATALOGUE, evening())

    assert pace.seats_per_table == 4
    assert 1 <= pace.acting_at_once <= 4


def test_commands_arrive_at_random_and_the_same_on_every_run() -> None:
    coming = arrivals(PACE, 100, 60, seed=1)

    assert coming == arrivals(PACE, 100, 60, seed=1)
    assert coming != arrivals(PACE, 100, 60, seed=2)
    assert [one.at for one in coming] == sorted(one.at for one in coming)
    # 900 are to be expected, with a standard deviation of 30.
    assert 780 < len(coming) < 1_020
    assert {one.table for one in coming} == set(range(100))


async def simulated(store: Store, coming: list[Arrival], tables: int, snapshot: bytes) -> tuple[Simulation, list[str]]:
    names = stores.ids(tables)
    await fill(store, evening(), names)
    simulation = Simulation(store, evening(), names, snapshot, EVERY)
    await simulation.play(coming, at_once)
    return simulation, names


async def test_a_simulation_writes_as_many_bytes_as_the_model_says() -> None:
    store, tables, snapshot = MemoryStore(), 64, bytes(2_560)
    coming = arrivals(PACE, tables, 100, seed=3)
    game = evening()
    before = MemoryStore()
    await fill(before, game, stores.ids(tables))

    simulation, names = await simulated(store, coming, tables, snapshot)

    counts = simulation.counts
    infos = {info.table: info for info in await store.tables()}
    grown = sum(info.bytes for info in infos.values()) - sum(info.bytes for info in await before.tables())
    entries = sum(info.seq for info in infos.values()) - sum(info.seq for info in await before.tables())
    assert list(infos) != []
    assert set(infos) == set(names)
    assert counts.commands == entries == len(coming)
    assert counts.line_bytes == grown
    assert counts.reads == tables
    assert counts.claims == 0
    assert counts.snapshot_bytes == counts.snapshots * len(snapshot)
    mean = sum(len(line) for line in game.lines[game.seated :]) / len(game.sent)
    model = Capacity(pace=PACE, costs=msgspec.structs.replace(COSTS, entry_line=mean, entry_beside=0))
    predicted = model.disk_bytes() * model.load(4 * tables).commands * 100
    assert 0.85 < (grown + counts.snapshot_bytes) / predicted < 1.15


async def test_a_file_grows_as_the_simulation_counts(tmp_path: Path) -> None:
    path = tmp_path / "simulated.db"
    tables, coming = 16, arrivals(PACE, 16, 60, seed=4)
    store = await open_store(stores.address(path))
    await fill(store, evening(), stores.ids(tables))
    await store.close()
    before = path.stat().st_size
    store = await open_store(stores.address(path))

    simulation = Simulation(store, evening(), stores.ids(tables), bytes(2_560), EVERY)
    await simulation.play(coming, at_once)
    await store.close()

    grown = path.stat().st_size - before
    # Lines, and less than as much again of ids, indexes and pages that are not full.
    assert simulation.counts.line_bytes < grown < 2 * simulation.counts.line_bytes


async def test_one_command_in_ten_is_claimed_where_servers_share_the_store(postgres: Postgres) -> None:
    store = await open_store(postgres.address, shared=True)
    coming = arrivals(PACE, 8, 60, seed=5)

    simulation, _ = await simulated(store, coming, 8, b"")
    await store.close()

    assert simulation.counts.commands == len(coming)
    assert simulation.counts.claims == len(coming) // CLAIMED


def test_capacity_is_computed_without_a_database(tmp_path: Path) -> None:
    report = msgspec.convert(json_of(tavern("bench", "capacity", "--quick", "--json", "--folder", tmp_path)), Report)

    (section,) = report.sections
    figures = {one.what: one for one in section.figures}
    for seats in SIZES:
        plan = Capacity(pace=PACE, costs=MEASURED).plan(seats)
        assert figures[f"{seats:,} seats: taverns that share nothing"].value >= 1
        assert figures[f"{seats:,} seats: server processes, one to spare"].value >= 2
        assert plan.servers >= 2
    commands = figures["400 seats on a file: commands"]
    assert commands.value > 0
    assert commands.beside == "the model"
    assert list(tmp_path.iterdir()) == []


def test_servers_are_measured_on_databases_that_are_left_empty(postgres: Postgres, tmp_path: Path) -> None:
    addresses = ("--postgres", postgres.address, "--replicated", postgres.second)

    ran = tavern("bench", "scaling", "capacity", "--quick", "--json", "--folder", tmp_path, *addresses)

    scaling, capacity = msgspec.convert(json_of(ran), Report).sections
    figures = {one.what: one for one in scaling.figures}
    for what in ("two servers, each table at one of them", "two servers, one at random for each command"):
        assert figures[f"{what}: commands"].beside == "one server"
        assert figures[f"{what}: servers' processor"].value > 0
        assert figures[f"{what}: decided again, 4 at once"].value >= 0
    assert figures["two servers, each table at one of them: decided again, 4 at once"].value == 0
    assert figures["one server, a synchronous standby: commands"].value > 0
    assert figures["load, decide, save from memory, 1 at once"].value > 0
    assert "400 seats on a database: groups for 1,000 commands" in {one.what for one in capacity.figures}
    there = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tavern%'"
    assert postgres.sql(there).strip() == "0"
    assert postgres.sql(there, postgres.second).strip() == "0"


def test_a_database_that_has_a_store_is_not_measured(postgres: Postgres, tmp_path: Path) -> None:
    asyncio.run(_opened_once(postgres.address))

    words = failure_of(tavern("bench", "capacity", "--quick", "--folder", tmp_path, "--postgres", postgres.address))

    assert words.endswith("has a store already: a benchmark needs an empty database")
    assert postgres.sql("SELECT count(*) FROM meta").strip() != "0"


async def _opened_once(address: str) -> None:
    await (await open_store(address)).close()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["scaling"], "Error: scaling needs --postgres with the address of an empty database"),
        (
            ["capacity", "--postgres", "sqlite:///x.db"],
            "Error: sqlite:///x.db is not the address of a PostgreSQL database",
        ),
        (
            ["capacity", "--postgres", "postgresql://tavern:secret@127.0.0.1:1/x"],
            "Error: postgresql://tavern@127.0.0.1:1/x cannot be reached: ",
        ),
    ],
)
def test_a_database_that_cannot_be_measured_is_reported_in_one_line(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    assert failure_of(tavern("bench", *arguments, "--quick", "--folder", tmp_path)).startswith(words)


def test_the_page_shows_what_the_model_computes_from_the_measured_costs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "performance.md").read_text(encoding="utf-8")
    model = Capacity(pace=Pace(), costs=MEASURED)

    for seats in SIZES:
        plan = model.plan(seats)
        low, high = plan.cost
        cells = [
            f"{seats:,}",
            f"{plan.commands_per_second:,.0f}",
            f"{plan.servers:,}",
            f"{plan.cells:,}",
            f"{plan.connections_per_database:,}",
            f"{plan.disk / 1e12:,.2f} TB",
            f"{low:,.0f} to {high:,.0f}",
            plan.exceeded[0] if plan.exceeded else "nothing",
        ]
        assert f"| {' | '.join(cells)} |" in page
