"""The console that all commands print to, with colours only on a terminal."""

import os
from typing import Final

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.theme import Theme

_WIDE: Final = 110
"""Columns when not on a terminal, unless COLUMNS is set."""

THEME: Final = Theme(
    {
        "name": "bold",
        "faint": "dim",
        "place": "cyan",
        "die": "dim",
        "face": "bold black on bright_white",
        "peeked": "bold bright_white on dark_red",
        "covered": "bright_white on grey35",
        "coins": "yellow",
        "secret": "italic magenta",
        "good": "green",
        "bad": "bold red",
        "turn": "bold green",
    }
)


def console(*, stderr: bool = False) -> Console:
    """A console on standard output, or on standard error."""
    made = Console(theme=THEME, highlight=False, emoji=False, markup=False, stderr=stderr)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = _WIDE
    return made


def note(text: str) -> None:
    """Print a line to standard error, which leaves standard output to the result."""
    console(stderr=True).print(text, soft_wrap=True)


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    click.echo(msgspec.json.format(msgspec.json.encode(value)).decode())


def grid() -> Table:
    """An empty table without lines."""
    return Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="faint")


def progress_bar() -> Progress:
    """A progress bar on standard error, if that is a terminal; it disappears at the end."""
    shown = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal)
