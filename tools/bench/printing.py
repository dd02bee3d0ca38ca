"""A report on the terminal."""

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tools.bench.figures import BYTES, MILLISECONDS, Figure, Report, Section

_KILO = 1000


def print_report(out: Console, report: Report) -> None:
    """All of it, one table for each section."""
    where = f"Python {report.python}, {report.machine}, {report.cores} cores, {report.game}"
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
    for figure in section.figures:
        grid.add_row(*row(figure))
    out.print(grid)


def row(figure: Figure) -> tuple[str, str, str, str, str]:
    """A figure's cells: what, the figure, its ceiling, their ratio, and what the ceiling is."""
    return (
        figure.what,
        told(figure.value, figure.unit),
        "" if figure.ceiling is None else told(figure.ceiling, figure.unit),
        "" if figure.ratio is None else f"{figure.ratio:.2f}",
        figure.beside or "",
    )


def told(value: float, unit: str) -> str:
    """A value with its unit."""
    if unit == MILLISECONDS:
        return f"{value:,.3f} ms" if value < 1 else f"{value:,.1f} ms"
    if unit == BYTES:
        return f"{value / _KILO:,.1f} kB" if value >= _KILO else f"{value:,.0f} B"
    return f"{value:,.0f} {unit}"
