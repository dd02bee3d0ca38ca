"""Which names newcomers may have: visible ones that cannot be confused with a name at the table.

Names are checked when players sit down, and those of tables and GMs when a table is opened, by the Unicode data of that
time. Recorded names are never checked again.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Final, cast

# The package does not say what its dict holds.
from homoglyph.data import load_prototypes, load_ucd  # pyright: ignore[reportUnknownVariableType]

from server.problems import Problem

_BLANKS: Final = "\u2800\U0001d159"
"""BRAILLE PATTERN BLANK and MUSICAL SYMBOL NULL NOTEHEAD: symbols without ink."""
_INVISIBLE: Final = ("Z", "M", "Cc", "Cf", "Cs")
"""General categories of characters that show nothing by themselves: separators, marks, controls, formats."""
_LATIN_CAPITAL: Final = re.compile(
    r"LATIN (?:CAPITAL LETTER|LETTER SMALL CAPITAL) ([A-Z])$|^REGIONAL INDICATOR SYMBOL LETTER ([A-Z])$"
)
"""The names of characters that look like a Latin capital: plain, small, wide, in a circle or in a square."""
_KEPT: Final = 4_096


def require_visible(name: str) -> None:
    """Raise a `Problem` (422) if nothing of a name can be seen."""
    if not any(map(_is_visible, name)):
        raise Problem(422, "blank_name", "The name looks blank: use letters, digits or symbols that can be seen.")


def require_distinct(name: str, others: Iterable[str]) -> None:
    """Raise a `Problem` (409) if a name looks like one of `others`."""
    looks = looks_of(name)
    for other in others:
        if looks & looks_of(other):
            detail = f"{other} is at the table, and this name is the same or looks like it: choose another."
            raise Problem(409, "name_taken", detail)


@lru_cache(_KEPT)
def looks_of(name: str) -> frozenset[str]:
    """Keys of a name's appearance; names that share any key can be confused with each other.

    They are the skeleton of UTS #39, and three that ignore case. Its capitals and its small letters are alike for
    themselves (Cyrillic М is like M, but м not like m), so case is folded before the skeleton is made, after it, and
    after letters were replaced by the Latin ones that they look like.
    """
    skeleton = _skeleton(name)
    return frozenset(
        {
            skeleton,
            _skeleton(skeleton.casefold()),
            _skeleton(unicodedata.normalize("NFKC", name).casefold()),
            _skeleton("".join(map(_as_latin, unicodedata.normalize("NFD", name))).casefold()),
        }
    )


def _skeleton(text: str) -> str:
    """The skeleton of UTS #39, section 4: texts with the same one are confusable.

    Compatibility forms that it leaves as they are, such as wide letters, count as the usual ones.
    """
    shown = "".join(char for char in unicodedata.normalize("NFD", text) if not _is_unseen(char))
    skeleton = unicodedata.normalize("NFD", "".join(map(_prototype, shown)))
    return " ".join(skeleton.split())


def _prototype(char: str) -> str:
    prototypes = load_prototypes()
    if char in _BLANKS:
        return " "
    if (prototype := prototypes.get(ord(char))) is not None:
        return prototype
    return "".join(prototypes.get(ord(usual), usual) for usual in unicodedata.normalize("NFKC", char))


def _as_latin(char: str) -> str:
    """The Latin letter that a character looks like, such as M for Cyrillic М; other characters as they are."""
    if char.isascii() and char.isalpha():
        return char
    if (found := _LATIN_CAPITAL.search(unicodedata.name(char, ""))) is not None:
        return found[1] or found[2]
    prototype = load_prototypes().get(ord(char), char)
    if prototype == "l" and unicodedata.category(char) != "Ll":
        # The prototype of I is l.
        return "I"
    if prototype.isascii() and prototype.isalnum():
        return prototype
    # Small letters of other scripts, such as м, are often formed like their capitals.
    capital = char.upper()
    return char if capital == char or len(capital) > 1 else _as_latin(capital)


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
