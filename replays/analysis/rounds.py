"""The analysis of a whole round, seat by seat, cut into tasks that can be done in any order."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final

import msgspec

from events.audience import seat_of, seat_viewer
from events.entry import Entry
from events.event import Event
from games.engine.catalogue import Catalogue
from games.policies.played_table import Stuck
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection
from replays.analysis.decisions import ChanceOf, Decision, Precision, accuracy_of, analyse, decisions_of
from replays.analysis.worlds import NoWorld, Sight

SAMPLES: Final = 60
"""In how many worlds each option is tried, by default."""
POLICY: Final = "cautious"
"""How all seats play on, by default."""

Task = tuple[str, int]
"""A move to analyse: whose it is, and its place in what that seat saw."""


class SeatAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's decisions in a round, in order, each from what the seat knew then.

    A move without an alternative is no decision. `left_out` is how many could not be analysed, mostly because no
    world was found that fits what the seat saw; `no_time` is for how many moves there was no time. `accuracy` is a
    percentage, 100 if nothing was lost, null without decisions. Options were tried in up to `samples` worlds, in which
    all seats played on by `policy`.
    """

    seat: str
    decisions: list[Decision]
    left_out: int
    no_time: int
    accuracy: float | None
    samples: int
    policy: str


class Analysed(msgspec.Struct, frozen=True):
    """What became of a task: a decision, None if there was no alternative; or `left_out`, if no world was found."""

    decision: Decision | None = None
    left_out: bool = False


class RoundAnalysis:
    """Analyses an ended round. `entries` are the round's, and `before` has the table of each seat just before it."""

    def __init__(self, catalogue: Catalogue, before: Mapping[str, AnyTable], entries: Sequence[Entry[Event]]) -> None:
        self._catalogue = catalogue
        self._before = before
        self._entries = entries
        self._sights: dict[str, Sight] = {}

    def tasks(self, seats: Iterable[str]) -> list[Task]:
        """The moves of these seats, which take turns: if there is no time for all, each seat has some."""
        of_seats = [[(seat, place) for place in decisions_of(self._sight(seat))] for seat in seats]
        return [task for turn in zip_longest(*of_seats) for task in turn if task is not None]

    def analysed(self, task: Task, precision: Precision, chance_of: ChanceOf) -> Analysed:
        """Carry out a task. Its result depends on nothing but the log and the arguments."""
        seat, place = task
        try:
            return Analysed(analyse(self._sight(seat), place, precision, chance_of))
        except (NoWorld, Stuck):
            return Analysed(left_out=True)

    def _sight(self, seat: str) -> Sight:
        if seat not in self._sights:
            self._sights[seat] = Sight(self._catalogue, self._before[seat], self._entries)
        return self._sights[seat]


def seats_of(entries: Iterable[Entry[Event]]) -> list[str]:
    """The seats that acted in a round, in the order of their first commands."""
    actors = dict.fromkeys(seat_of(entry.actor) for entry in entries)
    return [seat for seat in actors if seat is not None]


def tables_after(
    catalogue: Catalogue, table: str, entries: Sequence[Entry[Event]], seats: Iterable[str]
) -> Mapping[str, AnyTable]:
    """The own table of each seat after the first entries of a log."""
    own: dict[str, AnyTable] = {}
    for seat in seats:
        projection = ViewerProjection(catalogue.folding, catalogue.folding.blank(table, seat_viewer(seat)))
        for entry in entries:
            projection.skip(entry)
        own[seat] = projection.table
    return own


def by_seat(
    seats: Iterable[str], tasks: Sequence[Task], results: Mapping[Task, Analysed], samples: int, policy: str
) -> list[SeatAnalysis]:
    """The analysis of each seat, in up to `samples` worlds by a policy. Tasks without a result had no time."""
    analyses: list[SeatAnalysis] = []
    for seat in seats:
        own = [task for task in tasks if task[0] == seat]
        done = [results[task] for task in own if task in results]
        decisions = [one.decision for one in done if one.decision is not None]
        analysis = SeatAnalysis(
            seat=seat,
            decisions=decisions,
            left_out=sum(one.left_out for one in done),
            no_time=len(own) - len(done),
            accuracy=accuracy_of(decisions) if decisions else None,
            samples=samples,
            policy=policy,
        )
        analyses.append(analysis)
    return analyses
