"""Checks the SQLite library in use for known bugs that can lose stored data."""

import sqlite3
from collections.abc import Sequence
from typing import Final, NamedTuple

Version = tuple[int, ...]


class KnownBug(NamedTuple):
    """A bug of SQLite: the first version with it, and the first fixed one of each series. `when`: what triggers it."""

    name: str
    since: Version
    fixed: Sequence[Version]
    when: str


KNOWN_BUGS: Final = (
    KnownBug(
        "the WAL-reset bug (sqlite.org/wal.html#walresetbug), which can damage the file",
        (3, 7, 0),
        ((3, 44, 6), (3, 50, 7), (3, 51, 3)),
        "It takes two connections that write at the same moment. The server has one, so let no other program write "
        "to the file while a server runs, and update SQLite when you can.",
    ),
)


def bugs_of(version: Version) -> list[str]:
    """The known bugs of a version of SQLite, each in a sentence or two."""
    number = ".".join(map(str, version))
    return [f"SQLite {number} has {bug.name}. {bug.when}" for bug in KNOWN_BUGS if _affects(bug, version)]


def bugs_of_this() -> list[str]:
    """The known bugs of the version in use."""
    return bugs_of(sqlite3.sqlite_version_info)


def _affects(bug: KnownBug, version: Version) -> bool:
    """Whether a version has a bug that is not yet fixed in its series, or in the newest one."""
    if version < bug.since or version >= bug.fixed[-1]:
        return False
    return not any(version[:2] == fixed[:2] and version >= fixed for fixed in bug.fixed)
