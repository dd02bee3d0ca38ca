"""A simulation on the terminal."""

from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tools.simulate.intervals import Estimate
from tools.simulate.report import Rate, Simulation

AGAINST: Final = {
    "rounds": "of all rounds",
    "seats": "for each seat in a round",
    "duels": "for each duel",
    "cheats": "of those tried",
    "accusations": "of all accusations",
    "bump": "of those tried",
    "boots": "of those earned",
    "bets_settled": "of all bets",
}
"""The bases of rates, in words."""
_FEW_TABLES: Final = 12
"""With fewer tables, intervals are noticeably wider."""
_NO_INTERVAL: Final = "–"


def print_simulation(out: Console, found: Simulation, name: str, who: str) -> None:
    """Print a simulation; `name` is the game's, and `who` a sentence that names the players."""
    out.print(Text.assemble((name, "bold"), f"  {length(found)}, seed {found.seed}"))
    out.print(Text(who, "faint"))
    grid = _grid("policy", "seats", "won", "95 %", "coins a round", "95 %")
    for one in found.policies:
        won, coins = one.win_rate, one.coins_cp
        grid.add_row(one.policy, str(one.seats), share(won), shares(won), copper(coins.value), coppers(coins))
    out.print(grid)
    grid = _grid("", "", "95 %")
    grid.add_row("the House gains a round", copper(found.house_cp.value), coppers(found.house_cp))
    if found.house_edge is not None:
        grid.add_row("… as a share of the stakes", share(found.house_edge), shares(found.house_edge))
    grid.add_row("actions in a round", number(found.acts.value), numbers(found.acts))
    grid.add_row("actions in the longest", f"{found.longest:,}", "")
    for rate in found.rates:
        grid.add_row(in_words(rate), *figures(rate))
    out.print(grid)
    out.print(Text(f"{found.loans:,} loans filled up purses, so that nobody went broke.", "faint"))
    if found.tables < _FEW_TABLES:
        out.print(Text(_few(found.tables), "faint"))


def length(found: Simulation) -> str:
    """The number of rounds, and of rounds at each table."""
    at = "at one table" if found.tables == 1 else f"{found.table_rounds:,} at a table"
    return f"{found.rounds:,} rounds, {at}"


def _few(tables: int) -> str:
    what = "One table gives no intervals" if tables == 1 else f"With {tables} tables, intervals are wide"
    return f"{what}: play more rounds, or fewer at each table (--table-rounds)."


def _grid(*headings: str) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="faint")
    for at, heading in enumerate(headings):
        grid.add_column(heading, justify="left" if at == 0 else "right", no_wrap=True)
    return grid


def in_words(rate: Rate) -> str:
    """What a rate counts, and its base."""
    return f"{rate.told}, {AGAINST[rate.of]}"


def figures(rate: Rate) -> tuple[str, str]:
    """A rate and its interval, in percent if it is a share."""
    if in_percent(rate):
        return share(rate.rate), shares(rate.rate)
    return number(rate.rate.value), numbers(rate.rate)


def in_percent(rate: Rate) -> bool:
    """Whether a rate is shown in percent: if its interval does not go above 1."""
    return (rate.rate.value if rate.rate.high is None else rate.rate.high) <= 1


def share(estimate: Estimate) -> str:
    """A share in percent."""
    return _percent(estimate.value) + " %"


def shares(estimate: Estimate) -> str:
    """The interval of a share, in percent."""
    return _interval(estimate, _percent)


def copper(value: float) -> str:
    """An average amount, in copper."""
    return _amount(value) + " cp"


def coppers(estimate: Estimate) -> str:
    """The interval of an average amount, in copper."""
    return _interval(estimate, _amount)


def number(value: float) -> str:
    """An average number."""
    return f"{value:,.2f}"


def numbers(estimate: Estimate) -> str:
    """The interval of an average number."""
    return _interval(estimate, number)


def _interval(estimate: Estimate, formatted: Callable[[float], str]) -> str:
    if estimate.low is None or estimate.high is None:
        return _NO_INTERVAL
    return f"{formatted(estimate.low)} … {formatted(estimate.high)}"


def _percent(value: float) -> str:
    return f"{100 * value:.2f}"


def _amount(value: float) -> str:
    return f"{value:+,.1f}"
