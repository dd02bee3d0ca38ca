"""Analysing a practice round of Twenty-One on all processors: how long it takes, and how precise it is."""

import os
import time
from math import sqrt
from typing import Final

from events.character import Character
from games.installed import CATALOGUE
from replays.analysis.rounds import by_seat, seats_of, tables_after
from replays.rebuild import rounds_of
from server.analysing import Analyst
from server.workers import at_work
from tools.bench.report import ANTES, MILLISECONDS, Section, figure
from tools.bench.run import Run
from tools.simulate.playing import Seated, Setup, SimulatedTable

_SEATS: Final = ("cautious", "card_sharp", "bully")


async def measure_analysis(run: Run) -> Section:
    """Play a round by three temperaments, and analyse all its decisions."""
    seated = [Seated(policy, Character(), policy) for policy in _SEATS]
    setup = Setup(game="twentyone", seated=seated, options={}, seed=b"bench", most_acts=1_000, table_rounds=1)
    table = SimulatedTable(CATALOGUE, setup, 0)
    table.play_round()
    entries = CATALOGUE.codec.decode_log(table.lines)
    first = rounds_of(entries)[0].first
    seats = seats_of(entries[first - 1 :])
    before = tables_after(CATALOGUE, entries[0].table, entries[: first - 1], seats)
    analyst = Analyst(before, first, table.lines[first - 1 :], run.sizes.worlds)
    began, tasks = time.perf_counter(), analyst.round.tasks(seats)
    processes = os.cpu_count() or 1
    with at_work(analyst, tasks, processes) as done:
        results = {tasks[place]: result for place, result in done}
    spent = time.perf_counter() - began
    analyses = by_seat(seats, tasks, results, analyst.samples, analyst.policy)
    decisions = [decision for seat in analyses for decision in seat.decisions]
    errors = [decision.loss.high - decision.loss.value for decision in decisions]
    return Section(
        name="analysis",
        title="Analysing a round",
        how=f"{len(decisions)} decisions of three seats at Twenty-One, {run.sizes.worlds} worlds for each at most, in "
        f"{processes} processes",
        figures=[
            figure("the round analysed", 1_000 * spent, MILLISECONDS),
            figure("the mean loss, up to ±", sqrt(sum(error * error for error in errors)) / len(errors), ANTES),
            figure("one loss, at worst ±", max(errors), ANTES),
        ],
    )
