"""Seat ids: short slugs, unique for the table's whole life, whatever script a name is written in."""

import re
import unicodedata
from collections.abc import Container

from events.accounts import RESERVED

_LONGEST = 24
_LONGEST_NUMBERED = 40


def is_seat_id(word: str) -> bool:
    """Whether a word has the form of a seat id."""
    return len(word) <= _LONGEST_NUMBERED and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word) is not None


def seat_id(name: str, taken: Container[str]) -> str:
    """A seat id for `name` that is neither reserved nor `taken`: letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-") or "seat"
    candidate, count = slug, 1
    while candidate in RESERVED or candidate in taken:
        count += 1
        candidate = f"{slug}-{count}"
    return candidate
