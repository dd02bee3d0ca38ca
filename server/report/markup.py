"""HTML from any text. Nothing in a name can become markup, or change the direction of what is around it."""

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape
from re import Pattern

from events.printable import escaped


def plain(text: str) -> str:
    """A text as HTML, its control characters as escapes."""
    return escape(escaped(text))


def isolated(name: str) -> str:
    """A name as HTML, with a direction of its own."""
    return f'<bdi dir="auto">{plain(name)}</bdi>'


class Writer:
    """Writes sentences as HTML, in which each of the names that it knows has a direction of its own."""

    def __init__(self, names: Collection[str]) -> None:
        ordered = sorted({escaped(name) for name in names if name}, key=len, reverse=True)
        either = "|".join(map(re.escape, ordered))
        self._names: Pattern[str] = re.compile(rf"(?<!\w)({either})(?!\w)" if ordered else r"(\Z\A)")

    def sentence(self, text: str) -> str:
        """A sentence as HTML."""
        parts = self._names.split(escaped(text))
        return "".join(isolated(part) if n % 2 else escape(part) for n, part in enumerate(parts))


def grid(headings: Sequence[str], cells: Iterable[Sequence[str]], kind: str = "words") -> str:
    """A table of HTML cells. With the kind `numbers`, its last three columns are numbers."""
    head = "".join(f'<th scope="col">{name}</th>' for name in headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
    return f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
