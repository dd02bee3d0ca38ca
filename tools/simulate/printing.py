"""Prints a simulation on the terminal."""

from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table

from replays.intervals import Estimate
from tools.console import Text, grid
from tools.simulate.counters import CALLS
from tools.simulate.report import Rate, Simulation


class Unit(msgspec.Struct, frozen=True):
    """How figures are written: a format for numbers, after multiplying them by `factor`, and the unit's sign."""

    number: str
    sign: str = ""
    factor: int = 1

    def value(self, estimate: Estimate) -> str:
        """A figure."""
        return f"{self.factor * estimate.value:{self.number}}{self.sign}"

    def interval(self, estimate: Estimate) -> str:
        """The interval of a figure, without the sign."""
        if estimate.low is None or estimate.high is None:
            return _NO_INTERVAL
        return f"{self.factor * estimate.low:{self.number}} … {self.factor * estimate.high:{self.number}}"


PERCENT: Final = Unit(".2f", " %", 100)
COPPER: Final = Unit("+,.1f", " cp")
NUMBER: Final = Unit(",.2f")

AGAINST: Final = {
    "rounds": "of all rounds",
    "seats": "for each seat in a round",
    "duels": "for each duel",
    "cheats": "of those tried",
    "accusations": "of all accusations",
    "bump": "of those tried",
    "boots": "of those earned",
    "bets_settled": "of all bets",
    **{f"staked_on_{kind}": "of what was bet" for kind in CALLS},
}
"""The bases of rates, in words."""
_FEW_TABLES: Final = 12
"""With fewer tables, intervals are noticeably wider."""
_NO_INTERVAL: Final = "–"


def print_simulation(out: Console, found: Simulation, name: str, who: str) -> None:
    """Print a simulation; `name` is the game's, and `who` a sentence that names the players."""
    out.print(Text.assemble((name, "bold"), f"  {length(found)}, seed {found.seed}"))
    out.print(Text(who, "faint"))
    policies = _columns("policy", "seats", "won", "95 %", "coins a round", "95 %")
    for one in found.policies:
        policies.add_row(one.policy, str(one.seats), *_both(PERCENT, one.win_rate), *_both(COPPER, one.coins_cp))
    out.print(policies)
    figures = _columns("", "", "95 %")
    figures.add_row("the House gains a round", *_both(COPPER, found.house_cp))
    if found.house_edge is not None:
        figures.add_row("… as a share of the stakes", *_both(PERCENT, found.house_edge))
    figures.add_row("actions in a round", *_both(NUMBER, found.acts))
    figures.add_row("actions in the longest", f"{found.longest:,}", "")
    for rate in found.rates:
        figures.add_row(in_words(rate), *_both(PERCENT if in_percent(rate) else NUMBER, rate.rate))
    out.print(figures)
    out.print(Text(f"{found.loans:,} loans filled up purses, so that nobody went broke.", "faint"))
    if found.tables < _FEW_TABLES:
        what = (
            "One table gives no intervals" if found.tables == 1 else f"With {found.tables} tables, intervals are wide"
        )
        out.print(Text(f"{what}: play more rounds, or fewer at each table (--table-rounds).", "faint"))


def _both(unit: Unit, estimate: Estimate) -> tuple[str, str]:
    return unit.value(estimate), unit.interval(estimate)


def length(found: Simulation) -> str:
    """The number of rounds, and of rounds at each table."""
    at = "at one table" if found.tables == 1 else f"{found.table_rounds:,} at a table"
    return f"{found.rounds:,} rounds, {at}"


def _columns(*headings: str) -> Table:
    columns = grid()
    columns.pad_edge = True
    for at, heading in enumerate(headings):
        columns.add_column(heading, justify="left" if at == 0 else "right", no_wrap=True)
    return columns


def in_words(rate: Rate) -> str:
    """What a rate counts, and its base."""
    return f"{rate.told}, {AGAINST[rate.of]}"


def in_percent(rate: Rate) -> bool:
    """Whether a rate is shown in percent: if its interval does not go above 1."""
    return (rate.rate.value if rate.rate.high is None else rate.rate.high) <= 1
