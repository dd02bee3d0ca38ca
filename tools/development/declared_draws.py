"""Write what the games declare about their draws into both verifiers: `python -m tools.development.declared_draws`."""

import re
import sys
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

import msgspec

from games.engine.catalogue import Catalogue
from games.engine.drawn import declared
from games.installed import CATALOGUE

ROOT: Final = Path(__file__).parents[2]
VERIFIERS: Final = (ROOT / "tavern_client" / "verify.py", ROOT / "server" / "static" / "verify.mjs")
"""The files that carry the table, between a line that says `DECLARED = {` and one with the closing brace."""
_WIDEST: Final = 110
_LITERAL: Final = re.compile(
    r"(?<=^DECLARED: Any = )\{$.*?^\}|(?<=^const DECLARED = )\{$.*?^\}", re.MULTILINE | re.DOTALL
)


def table_of(catalogue: Catalogue) -> dict[str, list[dict[str, Any]]]:
    """The declared draws by game, with one entry for all versions of its rules that declare the same."""
    games: dict[str, list[dict[str, Any]]] = {}
    for game in catalogue.rulebooks:
        versions = games[game] = []
        for rulebook in catalogue.rulebooks.versions(game):
            draws = declared(rulebook.draws)
            if versions and versions[-1]["draws"] == draws:
                versions[-1]["rules"].append(rulebook.version)
            else:
                versions.append({"rules": [rulebook.version], "draws": draws})
    return games


def literal(table: dict[str, list[dict[str, Any]]]) -> str:
    """The table as JSON, which both Python and JavaScript can read, with a line for each declaration."""
    lines = ["{"]
    for game, versions in table.items():
        lines.append(f" {_json(game)}: [")
        for version in versions:
            lines.append(f'  {{"rules": {_json(version["rules"])}, "draws": [')
            lines += [f"   {_row(draw)}," for draw in version["draws"]]
            lines[-1] = lines[-1].removesuffix(",")
            lines.append("  ]},")
        lines[-1] = "  ]}"
        lines.append(" ],")
    lines[-1] = " ]"
    return "\n".join([*lines, "}"])


def carried(text: str) -> str:
    """The literal that a verifier carries. Raises `ValueError` if it has none, or several."""
    (found,) = _LITERAL.findall(text)
    return str(found)


def main() -> int:
    """Write the table where it has changed."""
    wanted = literal(table_of(CATALOGUE))
    for path in VERIFIERS:
        text = path.read_text(encoding="utf-8")
        if carried(text) != wanted:
            path.write_text(text.replace(carried(text), wanted), encoding="utf-8")
            sys.stdout.write(f"{path.name} carries what the games declare now\n")
    return 0


def _row(draw: dict[str, Any]) -> str:
    row = _json(draw)
    if len(row) <= _WIDEST:
        return row
    lines = row.replace(' "event"', '\n"event"').split("\n")
    return "\n    ".join(part for line in lines for part in wrap(line, _WIDEST, break_on_hyphens=False))


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


if __name__ == "__main__":
    sys.exit(main())
