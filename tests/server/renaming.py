"""Compares what was received in two worlds whose hashes differ: receipts, the digests of them, ETags, salts.

Every hash is replaced by its place in the order in which that world's hashes first appear. So what is left of them is
which are the same, and nothing else about them may differ.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, Final

_DIGITS: Final = re.compile("[0-9a-f]{32,}")
_HASHES: Final = (32, 64)
"""How many digits hashes and salts have."""


def assert_alike(here: Iterable[Any], there: Iterable[Any]) -> None:
    """Compare item by item, up to the names of hashes."""
    for one, other in zip_longest(_renamed(here), _renamed(there), fillvalue=""):
        if one != other:
            at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            raise AssertionError(f"…{one[max(0, at - 200) : at + 100]}… instead of …{other[at : at + 100]}…")


def _renamed(received: Iterable[Any]) -> Iterator[str]:
    names: dict[str, str] = {}

    def named(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"#{len(names)}") if len(found[0]) in _HASHES else found[0]

    for one in received:
        yield _DIGITS.sub(named, repr(one))
