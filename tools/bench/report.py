"""The results of a benchmark: figures, each with a ceiling measured in the same run, and how they print."""

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from tools.console import Text

PER_SECOND = "a second"
MILLISECONDS = "ms"
MICROSECONDS = "µs"
BYTES = "bytes"
ANTES = "antes"
_KILO = 1000


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure in its `unit`: `a second` (more is better), or `ms`, `µs`, `bytes` or `antes` (less is
    better).

    `ceiling` is the best value to hope for on this machine, `beside` says what was measured for it, and `ratio` is the
    figure over its ceiling.
    """

    what: str
    value: float
    unit: str
    beside: str | None = None
    ceiling: float | None = None
    ratio: float | None = None


def figure(what: str, value: float, unit: str, beside: str | None = None, ceiling: float | None = None) -> Figure:
    """A figure with its ratio."""
    ratio = value / ceiling if ceiling else None
    return Figure(what=what, value=value, unit=unit, beside=beside, ceiling=ceiling, ratio=ratio)


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one subject, and how they were measured."""

    name: str
    title: str
    how: str
    figures: list[Figure]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All figures, and the machine they were measured on."""

    python: str
    machine: str
    cores: int
    sections: list[Section]


def print_report(out: Console, report: Report) -> None:
    """Print a report, one table for each section."""
    where = f"Python {report.python}, {report.machine}, {report.cores} cores"
    out.print(Text.assemble(("tavern bench", "bold"), f"  {where}"))
    for section in report.sections:
        _print_section(out, section)


def _print_section(out: Console, section: Section) -> None:
    out.print()
    out.print(Text(section.title, "bold"))
    out.print(Text(section.how, "faint"))
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="faint")
    for heading in ("", "measured", "ceiling", "ratio"):
        grid.add_column(heading, justify="right" if heading else "left", no_wrap=bool(heading))
    grid.add_column("the ceiling is", style="faint")
    for one in section.figures:
        grid.add_row(
            one.what,
            in_unit(one.value, one.unit),
            "" if one.ceiling is None else in_unit(one.ceiling, one.unit),
            "" if one.ratio is None else f"{one.ratio:.2f}",
            one.beside or "",
        )
    out.print(grid)


def in_unit(value: float, unit: str) -> str:
    """A value with its unit."""
    if unit == MILLISECONDS:
        return f"{value:,.3f} ms" if value < 1 else f"{value:,.1f} ms"
    if unit == MICROSECONDS:
        return f"{value:,.0f} µs"
    if unit == BYTES:
        return f"{value / _KILO:,.1f} kB" if value >= _KILO else f"{value:,.0f} B"
    if unit == ANTES:
        return f"{value:.2f} antes"
    return f"{value:,.0f} {unit}"
