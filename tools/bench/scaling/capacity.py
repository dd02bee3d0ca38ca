"""The section `capacity`: what so many seats need, and a simulation that checks the model's predictions.

First the costs are measured, on tables that play as fast as the store takes it: one alone, where each command is a
group, and many at once. The model predicts from them what tables spend at human pace. Then they play at that pace.
"""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import fmean, median
from typing import Final

import msgspec

from events.storage.contract import Store
from events.storage.contract.sharing import Sharing
from events.storage.opening import open_store
from games.engine.catalogue import Catalogue
from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.report import BYTES, MICROSECONDS, MILLISECONDS, PER_SECOND, Figure, Section, figure
from tools.bench.scaling.database import Database, Spent, borrowed
from tools.bench.scaling.model import MEASURED, Capacity, Costs, Pace, Plan
from tools.bench.scaling.simulation import Counts, Simulation, Stopwatch, arrivals, fill, in_time

SIZES: Final = (1_000, 100_000, 10_000_000)
"""The numbers of seats that are planned for."""
_MODEL: Final = "the model"
_MANY: Final = 64
_MICRO: Final = 1e6
_GIGA: Final = 1e9
_TRANSACTIONS_OF_GROUP: Final = 2
"""A group's own, and the notification of other servers."""
_SEED: Final = 1


class Pacing(msgspec.Struct, frozen=True, kw_only=True):
    """So many seats play for so many seconds; `idle`: seconds in which nobody plays, to see what PostgreSQL itself
    takes; `hurry`: commands of each table while costs are measured.
    """

    seats: int
    seconds: float
    idle: float
    hurry: int


class _Store(msgspec.Struct, frozen=True):
    """A store that is open as a server has it, and its database, if it is not a file."""

    store: Store
    database: Database | None


class _Ran(msgspec.Struct, frozen=True, kw_only=True):
    counts: Counts
    computed: float
    wall: float
    spent: Spent | None

    def each(self, amount: float | None) -> float:
        """An amount for each command."""
        return (amount or 0.0) / max(1, self.counts.commands)


def pace_of(catalogue: Catalogue, game: Game) -> Pace:
    """The pace of a game: how many seats are asked at the same time, on average over all entries of its rounds."""
    table = catalogue.folding.blank(game.table)
    asked: list[int] = []
    for entry in catalogue.codec.decode_log(game.lines):
        catalogue.folding.fold_entry(table, entry)
        if table.running and table.to_act:
            asked.append(len(table.to_act))
    return Pace(seats_per_table=len(game.seats), acting_at_once=fmean(asked))


async def measure_capacity(
    catalogue: Catalogue, game: Game, folder: Path, postgres: str | None, pacing: Pacing
) -> Section:
    """Plan for so many seats, and simulate some. Without a database, on a file. Raises `Failure`."""
    pace = pace_of(catalogue, game)
    figures: list[Figure] = []
    async with AsyncExitStack() as stack:
        if postgres is None:
            opened = _Store(await open_store(stores.address(folder / "capacity.db")), None)
        else:
            database = await stack.enter_async_context(borrowed(postgres))
            opened = _Store(await open_store(postgres, shared=True), database)
        stack.push_async_callback(opened.store.close)
        if isinstance(opened.store, Sharing):
            # Servers notify each other.
            opened.store.on_news(lambda _: None)
        snapshot = stores.snapshot_of(catalogue, game).data
        costs, idle = await _measured(opened, game, snapshot, pacing)
        model = Capacity(pace=pace, costs=costs)
        if opened.database is not None:
            figures += _cost_figures(costs)
        figures += [figure(f"the limit of {what}", seats, "seats") for what, seats in model.limits().items()]
        for seats in SIZES:
            figures += _planned(model.plan(seats))
        figures += await _simulated(opened, game, snapshot, model, pacing, idle)
    factors = ", ".join(f"1 of {max(1, size // pacing.seats):,} of {size:,}" for size in SIZES)
    return Section(
        name="capacity",
        title="What seats need",
        how=(
            f"{pace.seat_per_minute:.2f} commands of a seat in a minute; {pacing.seats:,} seats ({factors}) played for "
            f"{pacing.seconds:g} seconds; server's costs and prices as in tools/bench/scaling/model.py"
        ),
        figures=figures,
    )


async def _measured(one: _Store, game: Game, snapshot: bytes, pacing: Pacing) -> tuple[Costs, float]:
    """What the store's part of the costs is here, and what the database computes in a second in which nobody plays."""
    names = stores.ids(1 + _MANY, 0)
    await fill(one.store, game, names[:1])
    await fill(one.store, game, names[1:])
    every = int(MEASURED.snapshot_every)
    alone = Simulation(one.store, game, names[:1], snapshot, every)
    await alone.hurry(1, 1)
    lone = await _timed(one, alone, 1, len(game.sent) // 2)
    together = Simulation(one.store, game, names[1:], snapshot, every)
    await together.hurry(_MANY, 1)
    many = await _timed(one, together, _MANY, pacing.hurry)
    lines = [len(line) for line in game.lines[game.seated :]]
    costs = msgspec.structs.replace(
        MEASURED,
        entry_line=fmean(lines),
        snapshot=float(len(snapshot)),
        commit_seconds=median(lone.counts.appending),
    )
    if one.database is None or lone.spent is None or many.spent is None:
        return costs, 0.0
    since = await one.database.count()
    await asyncio.sleep(pacing.idle)
    idle = (await one.database.spent(since)).seconds or 0.0
    groups = max(1.0, (many.spent.transactions - many.counts.claims) / _TRANSACTIONS_OF_GROUP)
    inverse = groups / many.counts.commands
    processor = _split(lone.each(lone.spent.seconds), many.each(many.spent.seconds), inverse)
    log = _split(lone.each(lone.spent.wal_bytes), many.each(many.spent.wal_bytes), inverse)
    grown = (many.spent.bytes - many.counts.line_bytes - many.counts.snapshot_bytes) / many.counts.commands
    return msgspec.structs.replace(
        costs,
        database_group=_MICRO * processor[0],
        database_command=_MICRO * processor[1],
        log_group=log[0],
        log_command=log[1],
        entry_beside=grown,
    ), idle / pacing.idle if pacing.idle else 0.0


def _split(alone: float, together: float, inverse: float) -> tuple[float, float]:
    """What a group takes and what each command in it does; commands take `together` in groups of 1 / `inverse`."""
    group = max(0.0, (alone - together) / (1 - inverse)) if inverse < 1 else 0.0
    return group, max(0.0, alone - group)


async def _timed(one: _Store, simulation: Simulation, tables: int, each: int) -> _Ran:
    simulation.counts = Counts(appending=[])
    since = None if one.database is None else await one.database.count()
    watch = Stopwatch()
    await simulation.hurry(tables, each)
    computed, wall = watch.seconds()
    spent = None if one.database is None or since is None else await one.database.spent(since)
    return _Ran(counts=simulation.counts, computed=computed, wall=wall, spent=spent)


def _cost_figures(costs: Costs) -> list[Figure]:
    return [
        figure("a group, from begin to commit", 1000 * costs.commit_seconds, MILLISECONDS),
        figure("a line", costs.entry_line, BYTES),
        figure("a snapshot", costs.snapshot, BYTES),
        figure("database's processor for a group", costs.database_group, MICROSECONDS),
        figure("database's processor for a command in it", costs.database_command, MICROSECONDS),
        figure("write-ahead log for a group", costs.log_group, BYTES),
        figure("write-ahead log for a command in it", costs.log_command, BYTES),
        figure("disk beside an entry's line", costs.entry_beside, BYTES),
    ]


def _planned(plan: Plan) -> list[Figure]:
    what = f"{plan.seats:,.0f} seats"
    low, high = plan.cost
    return [
        figure(f"{what}: commands", plan.commands_per_second, PER_SECOND),
        figure(f"{what}: server processes, one to spare", plan.servers, "processes"),
        figure(f"{what}: taverns that share nothing", plan.cells, "taverns"),
        figure(f"{what}: connections of a database", plan.connections_per_database, "connections"),
        figure(f"{what}: disk of one copy in a month", plan.disk / _GIGA, "GB"),
        figure(f"{what}: cost of a month, lowest", low, "dollars"),
        figure(f"{what}: cost of a month, highest", high, "dollars"),
    ]


async def _simulated(
    one: _Store, game: Game, snapshot: bytes, model: Capacity, pacing: Pacing, idle: float
) -> list[Figure]:
    """Play at human pace, and put what was measured beside what the model says."""
    load = model.load(pacing.seats)
    tables = max(1, round(load.tables))
    names = stores.ids(tables, 1 + _MANY)
    await fill(one.store, game, names)
    coming = arrivals(model.pace, tables, pacing.seconds, _SEED)
    simulation = Simulation(one.store, game, names, snapshot, int(model.costs.snapshot_every))
    since = None if one.database is None else await one.database.count()
    watch = Stopwatch()
    await simulation.play(coming, in_time())
    _, wall = watch.seconds()
    counts = simulation.counts
    where = "a file" if one.database is None else "a database"
    what = f"{pacing.seats:,} seats on {where}"
    asked = max(1, counts.commands)
    hours = pacing.seats * wall / 3600
    found = [
        figure(f"{what}: commands", counts.commands, "commands", _MODEL, load.commands * pacing.seconds),
        figure(f"{what}: bytes of a line", counts.line_bytes / asked, BYTES, _MODEL, model.costs.entry_line),
        figure(f"{what}: p50 of appending", 1000 * median(counts.appending or [0.0]), MILLISECONDS),
    ]
    if one.database is None or since is None:
        return found
    spent = await one.database.spent(since)
    transactions = (spent.transactions - counts.claims) / asked
    found.append(
        figure(f"{what}: groups for 1,000 commands", 1000 * transactions / 2, "groups", _MODEL, 1000 / load.group)
    )
    if spent.seconds is not None:
        predicted = model.database_seconds(load.group) + idle * wall / asked
        found.append(
            figure(
                f"{what}: database's processor",
                _MICRO * spent.seconds / asked,
                MICROSECONDS,
                _MODEL,
                _MICRO * predicted,
            )
        )
    predicted_log = model.log_bytes(load.group)
    disk = model.disk_bytes() * model.pace.seat_per_minute * 60
    return [
        *found,
        figure(f"{what}: write-ahead log for a command", spent.wal_bytes / asked, BYTES, _MODEL, predicted_log),
        figure(f"{what}: disk for a seat in an hour", spent.bytes / hours, BYTES, _MODEL, disk),
    ]
