"""The table of docs/verify.md that says what finds each lie."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.verifier.lying.lies import LIES, PAIRS

PAGE: Final = Path(__file__).parents[3] / "docs" / "verify.md"
HEADING: Final = "### What one player finds\n"
COLUMNS: Final = ("the operator …", "Python client", "JavaScript client", "proof", "own record", "export")
NAMES: Final = (*LIES, *PAIRS)
OWN: Final = COLUMNS.index("own record") - 1


def stated() -> dict[str, list[str]]:
    """What the page says: the cells of each lie."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in _table() if line.startswith("|")]
    return {row[0]: row[1:] for row in rows[2:]}


def write(found: Mapping[str, Sequence[str]]) -> None:
    """Write the table again."""
    rows = [COLUMNS, ["---"] * len(COLUMNS), *([name, *found[name]] for name in NAMES)]
    text = PAGE.read_text(encoding="utf-8")
    old = "\n".join(_table())
    new = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    PAGE.write_text(text.replace(old, new), encoding="utf-8")


def _table() -> list[str]:
    """The lines of the first table after the heading."""
    lines = PAGE.read_text(encoding="utf-8").partition(HEADING)[2].splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith("|"))
    end = next(at for at in range(begin, len(lines)) if not lines[at].startswith("|"))
    return lines[begin:end]
