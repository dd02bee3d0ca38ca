"""Seat ids: short slugs, unique for the table's whole life, for names in any script.

Ids are recorded when players sit down, so changing this algorithm affects only new seats.
"""

import re
import unicodedata
from collections.abc import Container
from typing import Final

from anyascii import anyascii

from events.accounts import RESERVED

_LONGEST: Final = 24


def seat_id(name: str, taken: Container[str]) -> str:
    """A seat id for `name` that is neither reserved nor `taken`: letters of any script in Latin, digits and hyphens."""
    # Composed first: letters that a keyboard sends in two parts, as Hangul, are transliterated whole.
    latin = anyascii(unicodedata.normalize("NFKC", name)).lower()
    slug = re.sub(r"[^a-z0-9]+", "-", latin).strip("-")[:_LONGEST].strip("-") or "seat"
    candidate, count = slug, 1
    while candidate in RESERVED or candidate in taken:
        count += 1
        candidate = f"{slug}-{count}"
    return candidate
