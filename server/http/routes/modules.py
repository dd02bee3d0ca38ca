"""Joins the modules of the JavaScript client: a page loads one file instead of many, and a copy is one file, too."""

import re
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(
    r'^(?:import [^;(]*?|export (?P<names>\{[^}]*\})) from "(?P<path>\.[^"]+)";\n', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=async|class|const|function)", re.MULTILINE)
_TYPES: Final = re.compile(r"^/\*\*(?:(?!\*/).)*@(?:import|typedef) (?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)
_TAGS: Final = re.compile(r"^ */\*\* @(?:implements|param|returns|template|type) .*\*/\n", re.MULTILINE)
_BLANK: Final = re.compile(r"\n{3,}")


def joined(entry: Path) -> str:
    """A module with all that it imports, each after what it imports itself. Only what the entry exports is exported.

    The modules share one scope, so no two may have a name in common. Imports and exports begin their lines, as prettier
    writes them. Types are left out: they refer to other files.
    """
    parts: dict[Path, str] = {}
    _collect(entry, parts)
    about, body = parts.pop(entry).split("\n\n", 1)
    others = (_EXPORT.sub("", _IMPORT.sub("", part)) for part in parts.values())
    own = _IMPORT.sub(lambda found: f"export {found['names']};\n" if found["names"] else "", body)
    return _BLANK.sub("\n\n", _TAGS.sub("", _TYPES.sub("", "\n\n".join((about, *others, own)))))


def _collect(path: Path, parts: dict[Path, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for found in _IMPORT.finditer(text):
        imported = (path.parent / found["path"]).resolve()
        if imported not in parts:
            _collect(imported, parts)
    parts[path] = text
