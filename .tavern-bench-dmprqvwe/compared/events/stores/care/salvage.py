"""Saves the rows of a damaged store, found page by page, to a sound file from which `repair` continues."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from events.codec import UnreadableEntry, read_head
from events.entry import line_hash
from events.round_spans import spans_of
from events.stores.care.pages import Found, Value, scan
from events.stores.sqlite.schema import SCHEMA, put_rounds

_NOTHING: Final = type(None)
_OPTIONAL: Final = (bytes, _NOTHING)

# Rows are distinguished by the types of their columns. SQLite stores the key of a table with rowids as NULL.
_IN_TABLES: Final[Mapping[str, Sequence[tuple[type, ...]]]] = {
    "log": ((_NOTHING,), (int,), (int,), (bytes, str)),
    "heads": (
        (_NOTHING,), (str,), (int,), (str, _NOTHING), (int,), (int,), (int,), _OPTIONAL, _OPTIONAL, _OPTIONAL
    ),
    "secrets": ((_NOTHING,), (bytes,), _OPTIONAL),
    "chat": ((_NOTHING,), (int,), (int,), (str,), (str,), (int,), _OPTIONAL, _OPTIONAL, (str, _NOTHING)),
}  # fmt: skip
_WITHOUT_ROWIDS: Final[Mapping[str, Sequence[tuple[type, ...]]]] = {
    "tokens": ((int,), (str,), (str,), (str,)),
    "requests": ((int,), (str,), (str,), (str,), (int,), (int,)),
    "meta": ((str,), (bytes, str)),
}
_KEYS: Final = {
    "log": slice(1, 3), "heads": slice(1), "secrets": slice(1), "chat": slice(1, 3), "tokens": slice(2),
    "requests": slice(3), "meta": slice(1),
}  # fmt: skip
"""The columns that identify a row within its part."""
_TABLE_NO: Final = {"log": 1, "heads": 0, "secrets": 0, "chat": 1, "tokens": 0, "requests": 4}
_SECRET_BYTES: Final = 32

Rows = dict[str, dict[tuple[Value, ...], tuple[Value, ...]]]


def salvage(source: Path, target: Path) -> bool:
    """Write all readable rows of `source` to the new file `target`. Returns whether there were any lines or heads.

    A table whose head is lost gets a new one, derived from its lines. Raises `OSError`, and SQLite's errors.
    """
    rows: Rows = {part: {} for part in _KEYS}
    for found in scan(source):
        for part, row in _read(found):
            rows[part].setdefault(_key(part, row), row)
    _restore_heads(rows)
    if not rows["heads"]:
        return False
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        copy.executescript(SCHEMA)
        copy.execute("BEGIN")
        for part, found_rows in rows.items():
            kept = [row for row in found_rows.values() if _belongs(rows, part, row)]
            for row in kept:
                marks = ", ".join("?" * len(row))
                copy.execute(f"INSERT OR IGNORE INTO {part} VALUES ({marks})", row)  # noqa: S608 - one of `_KEYS`
        for (table_no,) in rows["heads"]:
            lines = copy.execute("SELECT line FROM log WHERE table_no = ? ORDER BY seq", (table_no,)).fetchall()
            put_rounds(copy, int(str(table_no)), spans_of([bytes(line) for (line,) in lines]))
        copy.execute("COMMIT")
    return True


def _read(found: Found) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """The part that a row belongs to, and the row with its key; nothing if it is no part's."""
    values = found.values
    kinds = _WITHOUT_ROWIDS if found.rowid is None else _IN_TABLES
    for part, columns in kinds.items():
        if len(columns) == len(values) and all(map(isinstance, values, columns)):
            row = values if found.rowid is None else (found.rowid, *values[1:])
            if _is_plausible(part, row):
                yield part, _as_bytes(part, row)


def _is_plausible(part: str, row: tuple[Any, ...]) -> bool:
    match part:
        case "log":
            return bool(row[1] > 0 and row[2] > 0 and row[3])
        case "secrets":
            return len(row[1]) == _SECRET_BYTES
        case "heads":
            return bool(row[1] and row[2] > 0)
        case _:
            return True


def _as_bytes(part: str, row: tuple[Value, ...]) -> tuple[Value, ...]:
    """The row with its line as bytes, even if it was inserted by hand as text."""
    last = row[-1]
    return (*row[:-1], last.encode()) if part == "log" and isinstance(last, str) else row


def _key(part: str, row: tuple[Value, ...]) -> tuple[Value, ...]:
    return row[_KEYS[part]]


def _belongs(rows: Rows, part: str, row: tuple[Value, ...]) -> bool:
    """Whether a row's table is known."""
    return part == "meta" or (row[_TABLE_NO[part]],) in rows["heads"]


def _restore_heads(rows: Rows) -> None:
    """Make heads for the tables that have lines but no head."""
    logs: dict[int, dict[int, bytes]] = {}
    for _, table_no, seq, line in rows["log"].values():
        if isinstance(table_no, int) and isinstance(seq, int) and isinstance(line, bytes):
            logs.setdefault(table_no, {})[seq] = line
    taken = {row[1] for row in rows["heads"].values()}
    for table_no, lines in logs.items():
        name = _name_in(lines.values())
        if (table_no,) in rows["heads"] or name is None or name in taken:
            continue
        taken.add(name)
        last = max(lines)
        archive = int((table_no,) not in rows["secrets"])
        size = sum(map(len, lines.values()))
        head = bytes.fromhex(line_hash(lines[last]))
        rows["heads"][table_no,] = (table_no, name, last, None, archive, size, archive, None, head, None)


def _name_in(lines: Any) -> str | None:
    """The table that lines name."""
    for line in lines:
        try:
            return read_head(line).table
        except UnreadableEntry:
            continue
    return None
