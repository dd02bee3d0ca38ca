"""Which names newcomers may have: visible ones that cannot be confused with a name at the table.

Names are checked when players sit down, and those of tables and GMs when a table is opened, by the Unicode data of that
time. Recorded names are never checked again.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, cast

# The package does not say what its dict holds.
from homoglyph.data import load_prototypes, load_ucd  # pyright: ignore[reportUnknownVariableType]

from server.problems import Problem

_BLANKS: Final = "\u2800\U0001d159"
"""BRAILLE PATTERN BLANK and MUSICAL SYMBOL NULL NOTEHEAD: symbols without ink."""
_INVISIBLE: Final = ("Z", "M", "Cc", "Cf", "Cs")
"""General categories of characters that show nothing by themselves: separators, marks, controls, formats."""

Looks = tuple[str, str, str]


def require_distinct(name: str, others: Iterable[str]) -> None:
    """Raise a `Problem` if a name is invisible (422) or looks like one of `others` (409)."""
    require_visible(name)
    looks = looks_of(name)
    for other in others:
        if any(one == another for one, another in zip(looks, looks_of(other), strict=True)):
            detail = f"{other} is at the table, and this name is the same or looks like it: choose another."
            raise Problem(409, "name_taken", detail)


def require_visible(name: str) -> None:
    """Raise a `Problem` (422) if nothing of a name can be seen."""
    if not any(map(_is_visible, name)):
        raise Problem(422, "blank_name", "The name looks blank: use letters, digits or symbols that can be seen.")


def looks_of(name: str) -> Looks:
    """Keys of a name's appearance; names that share any key can be confused with each other.

    They are the skeleton of UTS #39, and two that ignore case: of small letters, and of the skeleton.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    skeleton = _skeleton(plain)
    return skeleton, _skeleton(plain.casefold()), skeleton.casefold()


def _skeleton(text: str) -> str:
    """The skeleton of UTS #39, section 4: texts with the same one are confusable."""
    prototypes = load_prototypes()
    shown = (" " if char in _BLANKS else char for char in unicodedata.normalize("NFD", text) if not _is_unseen(char))
    skeleton = unicodedata.normalize("NFD", "".join(prototypes.get(ord(char), char) for char in shown))
    return " ".join(skeleton.split())


def _is_visible(char: str) -> bool:
    return not (unicodedata.category(char).startswith(_INVISIBLE) or _is_ignorable(char) or char in _BLANKS)


def _is_unseen(char: str) -> bool:
    return unicodedata.category(char) == "Cf" or _is_ignorable(char)


def _is_ignorable(char: str) -> bool:
    """Whether Unicode has the character as Default_Ignorable_Code_Point, as it has fillers and joiners."""
    starts, ends = _ignorable()
    at = bisect_right(starts, ord(char)) - 1
    return at >= 0 and ord(char) <= ends[at]


@cache
def _ignorable() -> tuple[list[int], list[int]]:
    """The first and last code points of the ranges that are ignorable by default, in order."""
    data = cast("dict[str, Any]", load_ucd())
    ranges = sorted((first, last) for first, last in data["defaultIgnorable"])
    return [first for first, _ in ranges], [last for _, last in ranges]
