"""The console that all commands print to, with colours only on a terminal."""

import os
from typing import Final

from rich.console import Console
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
