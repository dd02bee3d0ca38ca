"""Finds damage in a SQLite file, and rebuilds its derived parts while a server runs.

SQLite cannot drop an index or a table whose pages are damaged, because it would read them to free them. So the old
pages are abandoned: they take up space until the file is compacted. `tavern check` reports both.
"""

import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, Literal

import msgspec

from events.storage.sqlite.errors import is_damage
from events.storage.sqlite.schema import SCHEMA

TABLES: Final = ("meta", "heads", "log", "secrets", "tokens", "requests", "chat", "rounds", "snapshots", "analyses")
DISPOSABLE: Final = ("snapshots", "analyses", "rounds")
"""The tables that are derived from the log: their rows need not be saved."""

_NEVER_USED: Final = (" is never used", ": never used")
"""How SQLite's check reports a page that belongs to nothing: in older versions, and in newer ones."""
_BATCH: Final = 1_000


class Damage(msgspec.Struct, frozen=True):
    """Damage to a part of a store, named after its table: to its `rows`, or only to its `indexes`."""

    part: str
    what: Literal["rows", "indexes"]


def diagnose(connection: sqlite3.Connection, *, quick: bool = False) -> list[Damage]:
    """The damaged parts of a file. With `quick`, indexes are not compared with their rows.

    Raises SQLite's errors if the file cannot be checked.
    """
    pragma = "quick_check" if quick else "integrity_check"
    found: list[Damage] = []
    for part in TABLES:
        if not _passes(partial(_is_whole, connection, pragma, part)):
            rows = _passes(partial(_can_be_read, connection, part))
            found.append(Damage(part, "indexes" if rows else "rows"))
    return found


def diagnose_file(path: Path) -> list[Damage]:
    """What `diagnose` finds in the file at `path`, which another connection may be writing to."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        return diagnose(connection)


def abandoned_pages(connection: sqlite3.Connection) -> int:
    """The number of unused pages in a sound file whose contents were rebuilt elsewhere."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    try:
        found = connection.execute(f"PRAGMA integrity_check({pages + 1})").fetchall()
    except sqlite3.DatabaseError:
        return 0
    lines = [line for (said,) in found for line in said.splitlines()]
    return sum(is_abandoned(line) for line in lines)


def is_abandoned(line: str) -> bool:
    """Whether this line of SQLite's check is about a page that belongs to nothing."""
    return line.startswith("Page ") and line.endswith(_NEVER_USED)


def heal(connection: sqlite3.Connection, damage: Sequence[Damage]) -> list[str]:
    """Rebuild what can be rebuilt, on the writing connection outside a transaction. Returns the names of the parts.

    A rebuilt table of rounds is empty: the caller derives its rows from the log again.
    """
    healed: list[str] = []
    for one in damage:
        if one.part in DISPOSABLE:
            _begin_anew(connection, one.part)
        elif one.what == "indexes":
            for name in _indexes_of(connection, one.part):
                _rebuild_index(connection, one.part, name)
        else:
            continue
        healed.append(one.part)
    return healed


def _passes(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return False


def _is_whole(connection: sqlite3.Connection, pragma: str, part: str) -> bool:
    return connection.execute(f"PRAGMA {pragma}('{part}')").fetchall() == [("ok",)]


def _can_be_read(connection: sqlite3.Connection, part: str) -> bool:
    rows = connection.execute(f"SELECT * FROM {part} NOT INDEXED")  # noqa: S608 - one of `TABLES`
    while rows.fetchmany(_BATCH):
        pass
    return True


def _indexes_of(connection: sqlite3.Connection, part: str) -> list[str]:
    # The primary key of a table without rowids is the table itself.
    listed = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND rootpage > 0", (part,)
    )
    return [name for (name,) in listed]


def _rebuild_index(connection: sqlite3.Connection, part: str, name: str) -> None:
    """Build a new index beside the old one, and give it the old one's name."""
    (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    if sql is None:
        columns = [row[2] for row in connection.execute(f"PRAGMA index_info('{name}')")]
        create = f"CREATE UNIQUE INDEX rebuilt ON {part} ({', '.join(columns)})"
    else:
        create = sql.replace(name, "rebuilt", 1)
    with _changing_schema(connection):
        connection.execute(create)
        connection.execute(
            "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'rebuilt')"
            " WHERE name = ?",
            (name,),
        )
        connection.execute("DELETE FROM sqlite_master WHERE name = 'rebuilt'")


def _begin_anew(connection: sqlite3.Connection, part: str) -> None:
    """Abandon a table, and make an empty one in its place."""
    (create,) = (statement for statement in SCHEMA.split(";") if f"CREATE TABLE {part} (" in statement)
    with _changing_schema(connection):
        connection.execute(create.replace(part, "rebuilt", 1))
        connection.execute("DELETE FROM sqlite_master WHERE tbl_name = ?", (part,))
        connection.execute(
            "UPDATE sqlite_master SET name = replace(name, 'rebuilt', ?1), tbl_name = ?1,"
            " sql = replace(sql, 'rebuilt', ?1) WHERE tbl_name = 'rebuilt'",
            (part,),
        )


@contextmanager
def _changing_schema(connection: sqlite3.Connection) -> Generator[None]:
    """A transaction that writes to SQLite's own list of tables and indexes, and makes all connections read it again."""
    connection.execute("PRAGMA writable_schema = ON")
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            (version,) = connection.execute("PRAGMA schema_version").fetchone()
            connection.execute(f"PRAGMA schema_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    finally:
        connection.execute("PRAGMA writable_schema = RESET")
