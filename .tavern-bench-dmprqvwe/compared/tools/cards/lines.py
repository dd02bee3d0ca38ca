"""The line of each value in a file."""

from bisect import bisect_right
from typing import Final

Path = tuple[str | int, ...]


class Unreadable(ValueError):
    """A text that cannot be read as it should: says why, if possible with the line."""


class Lines:
    """The lines of the values of a text, by their paths."""

    def __init__(self, text: str) -> None:
        self._ends: Final = [at for at, character in enumerate(text) if character == "\n"]
        self._found: Final[dict[Path, int]] = {}

    def note(self, path: Path, at: int) -> None:
        """The value with this path begins at this character, unless it has been noted before."""
        self._found.setdefault(path, self.line_at(at))

    def line_at(self, at: int) -> int:
        """The line, from 1, of a character."""
        return bisect_right(self._ends, at) + 1

    def line(self, path: Path) -> int:
        """The line, from 1, of a value; if it is missing, that of the value that lacks it."""
        while path and path not in self._found:
            path = path[:-1]
        return self._found.get(path, 1)
