"""A simulation on the terminal."""

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tools.simulate.report import Rate, Simulation
from tools.simulate.tally import Estimate

_OF = {"rounds": "of rounds", "seats": "a seat and round"}


def print_simulation(out: Console, found: Simulation, name: str) -> None:
    """All of it."""
    out.print(Text.assemble((name, "bold"), f"  {found.rounds:,} rounds, seed {found.seed}"))
    grid = _grid("policy", "seats", "won", "95 %", "coins a round", "95 %")
    for one in found.policies:
        won, coins = one.win_rate, one.coins_cp
        grid.add_row(one.policy, str(one.seats), share(won), shares(won), copper(coins.value), coppers(coins))
    out.print(grid)
    grid = _grid("", "", "95 %")
    grid.add_row("the House gains a round", copper(found.house_cp.value), coppers(found.house_cp))
    if found.house_edge is not None:
        grid.add_row("… of what seats lay down", share(found.house_edge), shares(found.house_edge))
    grid.add_row("acts in a round", number(found.acts.value), f"{number(found.acts.low)} … {number(found.acts.high)}")
    grid.add_row("acts in the longest", f"{found.longest:,}", "")
    for rate in found.rates:
        grid.add_row(_named(rate), *figures(rate))
    out.print(grid)
    out.print(Text(f"Purses were filled up by a loan {found.loans:,} times, so that nobody went broke.", "faint"))


def _grid(*headings: str) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="faint")
    for at, heading in enumerate(headings):
        grid.add_column(heading, justify="left" if at == 0 else "right", no_wrap=True)
    return grid


def _named(rate: Rate) -> str:
    base = rate.of.replace("_", " ")
    return f"{rate.told}, {_OF.get(rate.of, f'for each of {base}')}"


def figures(rate: Rate) -> tuple[str, str]:
    """A rate and its interval: in percent where it is a share."""
    if rate.rate.high <= 1:
        return share(rate.rate), shares(rate.rate)
    return number(rate.rate.value), f"{number(rate.rate.low)} … {number(rate.rate.high)}"


def share(estimate: Estimate) -> str:
    """A share in percent."""
    return f"{100 * estimate.value:.2f} %"


def shares(estimate: Estimate) -> str:
    """The interval of a share, in percent."""
    return f"{100 * estimate.low:.2f} … {100 * estimate.high:.2f}"


def copper(value: float) -> str:
    """An average amount, in copper."""
    return f"{value:+,.1f} cp"


def coppers(estimate: Estimate) -> str:
    """The interval of an average amount, in copper."""
    return f"{estimate.low:+,.1f} … {estimate.high:+,.1f}"


def number(value: float) -> str:
    """An average number."""
    return f"{value:,.2f}"
