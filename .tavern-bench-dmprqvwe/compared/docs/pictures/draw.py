"""Draws demo.svg, a picture of a round, from what `tavern demo` prints: `.venv/bin/python docs/pictures/draw.py`."""

import re
from io import StringIO
from pathlib import Path
from typing import Final

from click.testing import CliRunner
from rich.console import Console
from rich.text import Text

from tools.cli import main

SEED: Final = 142
WIDTH: Final = 112
FIRST_SHOWN: Final = "hole die rolls again"
"""The first line shown after the heading: before it, all sit down and pay their antes."""
HEADING_LINES: Final = 5

_FONTS: Final = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def demo() -> list[str]:
    """The lines of the demo, in colour."""
    environment = {"FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    done = CliRunner(env=environment).invoke(main, ["demo", "--seed", str(SEED)], color=True, catch_exceptions=False)
    return done.stdout.splitlines()


def picture(lines: list[str]) -> str:
    """The heading and the part of the demo from `FIRST_SHOWN` on, as SVG that loads nothing from elsewhere."""
    start = next(n for n, line in enumerate(lines) if FIRST_SHOWN in line)
    shown = [*lines[:HEADING_LINES], "   ⋮", *lines[start:]]
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, legacy_windows=False)
    for line in shown:
        console.print(Text.from_ansi(line))
    console.print()  # the picture's lower edge cuts into its last line
    svg = console.export_svg(title=f"tavern demo --seed {SEED}", unique_id="demo")
    return _FONTS.sub("", svg).replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")


if __name__ == "__main__":
    Path(__file__).with_name("demo.svg").write_text(picture(demo()))
