"""JSON with the line of each of its values."""

import json
import re
from typing import Any, Final

from games.trickster.cards.checking import visible
from tools.cards.lines import Lines, Unreadable

_BLANK: Final = re.compile(r"[ \t\n\r]*")
_NO_JSON: Final = re.compile(r"NaN|-?Infinity")


def read_json(text: str) -> tuple[Any, Lines]:
    """The value of a JSON text, and its lines. Raises `Unreadable`."""
    lines = Lines(text)
    try:
        value = json.loads(text)
        _Walk(text, lines).value(0, ())
    except json.JSONDecodeError as error:
        raise Unreadable(f"line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None
    except ValueError as error:
        raise Unreadable(str(error)) from None
    return value, lines


class _Walk:
    """Walks through a text that Python accepts as JSON. Raises `Unreadable` where Python is more lenient than JSON."""

    def __init__(self, text: str, lines: Lines) -> None:
        self._text = text
        self._lines = lines
        self._scalars = json.JSONDecoder()

    def value(self, at: int, path: tuple[str | int, ...]) -> int:
        """Note the lines of the value that begins here; returns where it ends."""
        at = self._past_blank(at)
        self._lines.note(path, at)
        match self._text[at]:
            case "{":
                return self._members(at + 1, path)
            case "[":
                return self._items(at + 1, path)
            case _:
                if constant := _NO_JSON.match(self._text, at):
                    raise self._unreadable(at, f"{constant.group()} is no JSON")
                return self._scalars.raw_decode(self._text, at)[1]

    def _members(self, at: int, path: tuple[str | int, ...]) -> int:
        at, names = self._past_blank(at), set[str]()
        while self._text[at] != "}":
            start = self._past_blank(at + (self._text[at] == ","))
            name, at = self._scalars.raw_decode(self._text, start)
            if name in names:
                raise self._unreadable(start, f"an object has {visible(name)} twice")
            names.add(name)
            self._lines.note((*path, name), start)
            at = self._past_blank(self.value(self._past_blank(at) + 1, (*path, name)))
        return at + 1

    def _items(self, at: int, path: tuple[str | int, ...]) -> int:
        at, n = self._past_blank(at), 0
        while self._text[at] != "]":
            at = self._past_blank(self.value(at + (self._text[at] == ","), (*path, n)))
            n += 1
        return at + 1

    def _unreadable(self, at: int, why: str) -> Unreadable:
        return Unreadable(f"line {self._lines.line_at(at)}: {why}")

    def _past_blank(self, at: int) -> int:
        match = _BLANK.match(self._text, at)
        return at if match is None else match.end()
