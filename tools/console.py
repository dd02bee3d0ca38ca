"""The console that commands print tables and colours to, which it shows only on a terminal.

A forged log can contain any text, and none may control the terminal. So all commands print with `Text` and `console`,
with `note` and `print_json` (`tools.output`) or with `Failure`, which show control characters as escapes.
"""

import os
import re
from typing import Any, Final, Self

from rich.console import Console
from rich.style import Style, StyleType
from rich.table import Table
from rich.text import Text as Unescaped
from rich.theme import Theme

from events.printable import escaped

_BLANKS: Final = re.compile(r" +\n")
_WIDE: Final = 110
"""Columns when not on a terminal, unless COLUMNS is set."""

NEW_LINE: Final = Unescaped("\n")
"""Begins a new line within a `Text`, in which line feeds are escaped: `NEW_LINE.join(texts)`."""

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


class Text(Unescaped):
    """A styled text, in which control characters are escaped."""

    def __init__(self, text: str = "", style: str | Style = "", **settings: Any) -> None:
        super().__init__(escaped(text), style, **settings)

    @classmethod
    def assemble(cls, *parts: str | Unescaped | tuple[str, StyleType], **settings: Any) -> Self:
        """A text of parts, each with its style."""
        text = cls(**settings)
        for part in parts:
            text.append(*part) if isinstance(part, tuple) else text.append(part)
        return text

    def append(self, text: str | Unescaped, style: str | Style | None = None) -> Self:
        """Add a text; returns itself."""
        super().append(escaped(text) if isinstance(text, str) else text, style)
        return self


class _Escaping(Console):
    """A console that also escapes what is printed as plain strings, and ends no line of a file with blanks."""

    def print(self, *objects: Any, **settings: Any) -> None:
        """Print, as Rich does. Columns are filled up with blanks, which only a terminal may have."""
        if self.is_terminal:
            super().print(*objects, **settings)
            return
        with self.capture() as captured:
            super().print(*objects, **settings)
        self.file.write(_BLANKS.sub("\n", captured.get()))

    def render_str(self, text: str, **settings: Any) -> Unescaped:
        """The string as a text."""
        return super().render_str(escaped(text), **settings)


def console(*, stderr: bool = False) -> Console:
    """A console on standard output, or on standard error."""
    made = _Escaping(theme=THEME, highlight=False, emoji=False, markup=False, stderr=stderr)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = _WIDE
    return made


def grid() -> Table:
    """An empty table without lines."""
    return Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="faint")
