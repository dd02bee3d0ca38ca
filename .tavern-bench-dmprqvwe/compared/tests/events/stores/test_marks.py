"""The mark in a store that says whether it was closed cleanly."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from events.stores.care.marks import begin_another_epoch, mark_closed, mark_open, was_left_open


@pytest.fixture
def file() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")
        connection.execute("INSERT INTO meta VALUES ('epoch', x'00')")
        yield connection


def marks(file: sqlite3.Connection) -> list[bytes]:
    return [value for (value,) in file.execute("SELECT value FROM meta WHERE name = 'state'")]


def test_a_store_is_marked_in_another_way_each_time_it_is_opened(file: sqlite3.Connection) -> None:
    assert not was_left_open(file)
    for number in (1, 2, 3):
        mark_open(file)
        assert marks(file) == [b"open %d" % number]
        assert was_left_open(file)
    mark_closed(file)
    assert marks(file) == [b"closed"]
    assert not was_left_open(file)
    mark_open(file)
    assert marks(file) == [b"open 1"]


def test_only_the_epoch_is_taken_away(file: sqlite3.Connection) -> None:
    mark_open(file)
    begin_another_epoch(file)
    assert file.execute("SELECT name FROM meta").fetchall() == [("state",)]
