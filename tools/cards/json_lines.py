"""JSON with the line of each of its values."""

import json
import re
from typing import Any, Final

from tools.cards.lines import Lines, Unreadable

_BLANK: Final = re.compile(r"[ \t\n\r]*")


def read_json(text: str) -> tuple[Any, Lines]:
    """The value of a JSON text, and its lines. Raises `Unreadable`."""
    lines = Lines(text)
    try:
        value = json.loads(text, parse_constant=_refuse, object_pairs_hook=_without_repetition)
        _Walk(text, lines).value(0, ())
    except json.JSONDecodeError as error:
        raise Unreadable(f"line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None
    except ValueError as error:
        raise Unreadable(str(error)) from None
    return value, lines


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise ValueError(f"an object has {json.dumps(twice, ensure_ascii=False)} twice")
    return found


class _Walk:
    """Walks through a text that is known to be JSON."""

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
                return self._scalars.raw_decode(self._text, at)[1]

    def _members(self, at: int, path: tuple[str | int, ...]) -> int:
        at = self._past_blank(at)
        while self._text[at] != "}":
            start = self._past_blank(at + (self._text[at] == ","))
            name, at = self._scalars.raw_decode(self._text, start)
            self._lines.note((*path, name), start)
            at = self._past_blank(self.value(self._past_blank(at) + 1, (*path, name)))
        return at + 1

    def _items(self, at: int, path: tuple[str | int, ...]) -> int:
        at, n = self._past_blank(at), 0
        while self._text[at] != "]":
            at = self._past_blank(self.value(at + (self._text[at] == ","), (*path, n)))
            n += 1
        return at + 1

    def _past_blank(self, at: int) -> int:
        match = _BLANK.match(self._text, at)
        return at if match is None else match.end()
