"""Analyses rounds on all processors, with a progress bar."""

import os
from collections.abc import Collection, Sequence

from events.audience import PUBLIC
from events.entry import Entry
from events.event import Event
from games.installed import CATALOGUE
from games.policies import named
from replays.analysis.rounds import POLICY, SAMPLES, Analysed, SeatAnalysis, Task, by_seat, seats_of, tables_after
from replays.rebuild import Round
from replays.what_if import require_playable
from server.analysing import Analyst
from server.tables.rounds import veil
from server.workers import at_work
from tools.progress import progress_bar


def require_analysable(played: Round, policy: str = POLICY) -> None:
    """Raise `CannotPlayOn` if the rules that decided an ended round are not installed, or `UnknownPolicy`."""
    require_playable(CATALOGUE, played, played.first)
    named(policy, played.game)


def analysed(
    entries: Sequence[Entry[Event]],
    lines: Sequence[bytes],
    played: Round,
    only: Collection[str] | None = None,
    *,
    openly: bool = False,
    samples: int = SAMPLES,
    policy: str = POLICY,
    seed: int = 1,
    jobs: int | None = None,
) -> list[SeatAnalysis]:
    """The analysis of an ended round, seat by seat, or of `only` some, in `jobs` processes (by default, one for
    each processor). `entries` and `lines` have the log up to its end.

    An unsealed round can be analysed `openly`: without the sheets and the crooked sets that seats have in secret, which
    stay hidden then, too.
    """
    first = played.first
    seats = [seat for seat in seats_of(entries[first - 1 : played.last]) if only is None or seat in only]
    before = tables_after(CATALOGUE, entries[0].table, entries[: first - 1], seats)
    for table in before.values() if openly else ():
        veil(table, PUBLIC)
    analyst = Analyst(before, first, lines[first - 1 : played.last], samples, policy, seed)
    tasks = analyst.round.tasks(seats)
    results: dict[Task, Analysed] = {}
    with progress_bar() as progress, at_work(analyst, tasks, jobs or os.cpu_count() or 1) as done:
        bar = progress.add_task(f"decisions of round {played.round}", total=len(tasks))
        for place, result in done:
            progress.advance(bar)
            results[tasks[place]] = result
    return by_seat(dict.fromkeys(seat for seat, _ in tasks), tasks, results, samples, policy)
