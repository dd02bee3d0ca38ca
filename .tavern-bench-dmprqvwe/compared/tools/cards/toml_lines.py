"""TOML with the line of each of its values. The standard library reads it; this finds the lines."""

import re
import tomllib
from typing import Any, Final

from tools.cards.lines import Lines, Path, Unreadable

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE: Final = re.compile(r"[ \t]*")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")' "|" r"'''.*?'{3,5}(?!')" "|" r'"(?:\\.|[^"\\\n])*"' "|" r"'[^'\n]*'", re.DOTALL
)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}\n#]*")


def read_toml(text: str) -> tuple[Any, Lines]:
    """The tables of a TOML text, and its lines. Raises `Unreadable`."""
    text = text.replace("\r\n", "\n")
    lines = Lines(text)
    try:
        value = tomllib.loads(text)
        _Walk(text, lines).statements()
    except ValueError as error:
        raise Unreadable(str(error)) from None
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None
    return value, lines


class _Walk:
    """Walks through a text that is known to be TOML."""

    def __init__(self, text: str, lines: Lines) -> None:
        self._text = text
        self._lines = lines
        self._tables: dict[Path, int] = {}
        """How many tables each array of tables has so far."""

    def statements(self) -> None:
        """Note the lines of all values of the text."""
        here: Path = ()
        at = self._past(_BLANK, 0)
        while at < len(self._text):
            if self._text.startswith("[", at):
                here, at = self._heading(at)
            else:
                at = self._pair(at, here)
            at = self._past(_BLANK, at)

    def _heading(self, start: int) -> tuple[Path, int]:
        several = self._text.startswith("[[", start)
        brackets = 2 if several else 1
        (*above, last), end = self._key(start + brackets)
        here: Path = ()
        for part in above:
            here = self._newest((*here, part))
            self._lines.note(here, start)
        here = (*here, last)
        self._lines.note(here, start)
        if several:
            self._tables[here] = self._tables.get(here, 0) + 1
        here = self._newest(here)
        self._lines.note(here, start)
        return here, end + brackets

    def _newest(self, path: Path) -> Path:
        """The newest table, if this is an array of tables."""
        return (*path, self._tables[path] - 1) if path in self._tables else path

    def _key(self, at: int) -> tuple[list[str], int]:
        """The parts of a dotted key, and where it ends."""
        parts: list[str] = []
        while True:
            at = self._past(_SPACE, at)
            if self._text[at] in "\"'":
                end = self._past(_STRING, at)
                parts.append(tomllib.loads(f"key = {self._text[at:end]}")["key"])
            else:
                end = self._past(_BARE, at)
                parts.append(self._text[at:end])
            at = self._past(_SPACE, end)
            if self._text[at] != ".":
                return parts, at
            at += 1

    def _pair(self, start: int, here: Path) -> int:
        """Note the lines of `key = value`; returns where it ends."""
        parts, at = self._key(start)
        for part in parts:
            here = (*here, part)
            self._lines.note(here, start)
        return self._value(at + 1, here)

    def _value(self, at: int, path: Path) -> int:
        at = self._past(_SPACE, at)
        self._lines.note(path, at)
        match self._text[at]:
            case "[":
                return self._items(at + 1, path)
            case "{":
                return self._members(at + 1, path)
            case '"' | "'":
                return self._past(_STRING, at)
            case _:
                return self._past(_SCALAR, at)

    def _items(self, at: int, path: Path) -> int:
        at, n = self._past(_BLANK, at), 0
        while self._text[at] != "]":
            at = self._past(_BLANK, self._value(at, (*path, n)))
            at = self._past(_BLANK, at + (self._text[at] == ","))
            n += 1
        return at + 1

    def _members(self, at: int, path: Path) -> int:
        at = self._past(_BLANK, at)
        while self._text[at] != "}":
            at = self._past(_BLANK, self._pair(at, path))
            at = self._past(_BLANK, at + (self._text[at] == ","))
        return at + 1

    def _past(self, pattern: re.Pattern[str], at: int) -> int:
        match = pattern.match(self._text, at)
        return at if match is None else match.end()
