"""Damaging single pages of a store's file, by what they hold."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

_PAGE: Final = 4096


def pages_of(path: Path) -> dict[str, list[int]]:
    """The numbers of the pages of each table and index; skips the test where SQLite does not know them."""
    with closing(sqlite3.connect(path)) as connection:
        # What the write-ahead log holds would be put over the damage.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try:
            found = connection.execute("SELECT name, pageno FROM dbstat ORDER BY pageno").fetchall()
        except sqlite3.OperationalError:
            pytest.skip("this SQLite was built without dbstat")
    pages: dict[str, list[int]] = {}
    for name, number in found:
        pages.setdefault(name, []).append(number)
    return pages


def damage(path: Path, number: int, how: str = "ones", seed: int = 1) -> None:
    """Overwrite a page: with `ones`, with `zeros`, or with `noise`."""
    contents = {
        "ones": b"\xff" * _PAGE,
        "zeros": bytes(_PAGE),
        "noise": random.Random(seed).randbytes(_PAGE),
    }[how]
    with path.open("r+b") as file:
        file.seek((number - 1) * _PAGE)
        file.write(contents)
