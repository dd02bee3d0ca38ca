"""What is written to a SQLite store, each within the transaction of a group.

What raises a `StoreError` has written nothing before. What makes a table grow returns by how many bytes.
"""

import sqlite3
from collections.abc import Sequence
from typing import Final, NamedTuple, cast

import msgspec

from events.entry import line_hash
from events.round_marks import spans_of
from events.store import (
    SAID_BYTES,
    AlreadyAnswered,
    AppendRecords,
    Conflict,
    ExportSignature,
    NoSuchTable,
    RoundSpan,
    Snapshot,
    TableExists,
    Token,
)
from events.stores.sqlite_queries import FIND_ANSWERED, FIND_META, answered

_HEAD: Final = "SELECT table_no, seq FROM heads WHERE id = ?"
_LAST_SAID: Final = "SELECT coalesce(max(n), 0) FROM chat WHERE table_no = ?"
_GROW: Final = "UPDATE heads SET bytes = bytes + ? WHERE table_no = ?"
_ROUND_BEGAN: Final = "INSERT OR REPLACE INTO rounds (table_no, round, first, last, unsealed) VALUES (?, ?, ?, ?, ?)"
_DELETE: Final = (
    "DELETE FROM log WHERE table_no = ?",
    "DELETE FROM chat WHERE table_no = ?",
    "DELETE FROM rounds WHERE table_no = ?",
    "DELETE FROM snapshots WHERE table_no = ?",
    "DELETE FROM requests WHERE table_no = ?",
    "DELETE FROM tokens WHERE table_no = ?",
    "DELETE FROM secrets WHERE table_no = ?",
    "DELETE FROM heads WHERE table_no = ?",
)
_NOBODYS: Final = 0
"""The number of no table: its one line, which nobody reads, keeps the place of the highest position ever given."""


class Grown(NamedTuple):
    """The number that something was given (None where nothing was to be done), and by how many bytes its table grew.

    `total` has all tables' bytes, where they were added up.
    """

    number: int | None
    bytes: int
    total: int | None = None


def append(connection: sqlite3.Connection, table: str, seq: int, line: bytes, beside: AppendRecords) -> Grown:
    """Write an entry and all beside it; its position."""
    head = connection.execute(_HEAD, (table,)).fetchone()
    current = 0 if head is None else head[1]
    if (request := beside.request) is not None:
        asked = (request.scope, request.caller, request.id)
        if (used := answered(connection.execute(FIND_ANSWERED, asked).fetchone())) is not None:
            raise AlreadyAnswered(used)
    if seq != current + 1:
        raise Conflict(table, seq, current)
    hashed = bytes.fromhex(line_hash(line))
    if head is None:
        opened = connection.execute(
            "INSERT INTO heads (id, seq, deadline, closed, bytes, archive, listing, head)"
            " VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
            (table, seq, beside.deadline, beside.closed, len(line), beside.listing, hashed),
        )
        table_no = cast("int", opened.lastrowid)
    else:
        table_no = head[0]
        connection.execute(
            "UPDATE heads SET seq = ?, deadline = ?, closed = ?, bytes = bytes + ?, listing = ?,"
            " head = ? WHERE table_no = ? AND seq = ?",
            (seq, beside.deadline, beside.closed, len(line), beside.listing, hashed, table_no, current),
        )
    appended = connection.execute("INSERT INTO log (table_no, seq, line) VALUES (?, ?, ?)", (table_no, seq, line))
    _keep_beside(connection, table_no, seq, beside)
    return Grown(appended.lastrowid, len(line))


def _keep_beside(connection: sqlite3.Connection, table_no: int, seq: int, beside: AppendRecords) -> None:
    if beside.secret is not None:
        connection.execute("INSERT INTO secrets (table_no, secret) VALUES (?, ?)", (table_no, beside.secret))
    for viewer in beside.revoked:
        connection.execute("DELETE FROM tokens WHERE table_no = ? AND viewer = ?", (table_no, viewer))
    _give_tokens(connection, table_no, beside.tokens)
    if beside.round_began is not None:
        connection.execute(_ROUND_BEGAN, (table_no, beside.round_began, seq, None, None))
    if beside.round_ended is not None:
        ended = (seq, table_no, beside.round_ended)
        connection.execute("UPDATE rounds SET last = ? WHERE table_no = ? AND round = ?", ended)
    if beside.round_unsealed is not None:
        unsealed = (seq, table_no, beside.round_unsealed)
        connection.execute("UPDATE rounds SET unsealed = ? WHERE table_no = ? AND round = ?", unsealed)
    if (request := beside.request) is not None:
        scope = table_no if request.scope else 0
        connection.execute(
            "INSERT INTO requests (scope, caller, id, fingerprint, table_no, seq) VALUES (?, ?, ?, ?, ?, ?)",
            (scope, request.caller, request.id, request.fingerprint, table_no, seq),
        )


def _give_tokens(connection: sqlite3.Connection, table_no: int, tokens: Sequence[Token]) -> None:
    for token in tokens:
        connection.execute(
            "INSERT OR REPLACE INTO tokens (table_no, viewer, hash, nonce) VALUES (?, ?, ?, ?)",
            (table_no, token.viewer, token.hash, token.nonce),
        )


def put_rounds(connection: sqlite3.Connection, table_no: int, spans: Sequence[RoundSpan]) -> None:
    """Write where a table's rounds are."""
    rows = ((table_no, span.round, span.first, span.last, span.unsealed) for span in spans)
    connection.executemany(_ROUND_BEGAN, rows)


def save_snapshot(connection: sqlite3.Connection, table: str, snapshot: Snapshot) -> None:
    """Write a snapshot, unless it is ahead of the log."""
    head = connection.execute(_HEAD, (table,)).fetchone()
    if head is not None and snapshot.seq <= head[1]:
        connection.execute(
            "INSERT OR REPLACE INTO snapshots (table_no, seq, data) VALUES (?, ?, ?)",
            (head[0], snapshot.seq, snapshot.data),
        )


def keep_once(connection: sqlite3.Connection, name: str, fresh: bytes) -> bytes:
    """Write a value of the whole store, unless there is one; the one that is there then."""
    connection.execute("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)", (name, fresh))
    (value,) = connection.execute(FIND_META, (name,)).fetchone()
    return bytes(value)


def say(connection: sqlite3.Connection, table: str, by: str, at: str, text: bytes) -> Grown:
    """Write what was said; its number."""
    table_no = _table_no(connection, table)
    (last,) = connection.execute(_LAST_SAID, (table_no,)).fetchone()
    connection.execute(
        "INSERT INTO chat (table_no, n, at, who, erased, text, erases) VALUES (?, ?, ?, ?, 0, ?, NULL)",
        (table_no, last + 1, at, by, text),
    )
    size = SAID_BYTES + len(text)
    connection.execute(_GROW, (size, table_no))
    return Grown(last + 1, size)


def erase_chat(connection: sqlite3.Connection, table: str, by: str, at: str, numbers: Sequence[int] | None) -> Grown:
    """Write zeros over texts, and what was erased; the erasure's number, None where there was nothing to erase.

    As many zeros as there were bytes: so SQLite writes them over the very place. Were the row to shrink, it might move
    its neighbours to another page and leave their texts behind where they were.
    """
    table_no = _table_no(connection, table)
    (last,) = connection.execute(_LAST_SAID, (table_no,)).fetchone()
    there = "SELECT n FROM chat WHERE table_no = ? AND text IS NOT NULL AND erased = 0"
    if numbers is None:
        found = connection.execute(f"{there} ORDER BY n", (table_no,)).fetchall()
    else:
        asked = sorted({number for number in numbers if 0 < number <= last})
        found = [row for n in asked for row in connection.execute(f"{there} AND n = ?", (table_no, n))]
    erased = [n for (n,) in found]
    if not erased:
        return Grown(None, 0)
    connection.executemany(
        "UPDATE chat SET text = zeroblob(length(text)), erased = 1 WHERE table_no = ? AND n = ?",
        ((table_no, n) for n in erased),
    )
    erases = msgspec.json.encode(erased)
    connection.execute(
        "INSERT INTO chat (table_no, n, at, who, erased, text, erases) VALUES (?, ?, ?, ?, 0, NULL, ?)",
        (table_no, last + 1, at, by, erases),
    )
    size = SAID_BYTES + len(erases)
    connection.execute(_GROW, (size, table_no))
    return Grown(last + 1, size)


def import_table(
    connection: sqlite3.Connection,
    table: str,
    lines: Sequence[bytes],
    tokens: Sequence[Token],
    signed: ExportSignature | None,
) -> Grown:
    """Write a whole log as an archive, and forget the log's epoch; the number of its entries."""
    if connection.execute(_HEAD, (table,)).fetchone() is not None:
        raise TableExists(f"table {table} is in the store already")
    size = sum(map(len, lines))
    opened = connection.execute(
        "INSERT INTO heads (id, seq, deadline, closed, bytes, archive, listing, head, signed)"
        " VALUES (?, ?, NULL, 1, ?, 1, NULL, ?, ?)",
        (
            table,
            len(lines),
            size,
            bytes.fromhex(line_hash(lines[-1])),
            None if signed is None else msgspec.json.encode(signed),
        ),
    )
    table_no = cast("int", opened.lastrowid)
    connection.executemany(
        "INSERT INTO log (table_no, seq, line) VALUES (?, ?, ?)",
        ((table_no, seq, line) for seq, line in enumerate(lines, 1)),
    )
    put_rounds(connection, table_no, spans_of(lines))
    _give_tokens(connection, table_no, tokens)
    connection.execute("DELETE FROM meta WHERE name = 'epoch'")
    return Grown(len(lines), size)


def delete(connection: sqlite3.Connection, table: str) -> Grown:
    """Take out a table and all that is kept beside it; how many entries it had."""
    head = connection.execute("SELECT table_no, seq, bytes FROM heads WHERE id = ?", (table,)).fetchone()
    if head is None:
        raise NoSuchTable(f"there is no table {table!r} to delete")
    table_no, seq, size = head
    (highest,) = connection.execute("SELECT max(position) FROM log").fetchone()
    for statement in _DELETE:
        connection.execute(statement, (table_no,))
    (left,) = connection.execute("SELECT coalesce(max(position), 0) FROM log").fetchone()
    if left < highest:
        connection.execute("DELETE FROM log WHERE table_no = ?", (_NOBODYS,))
        connection.execute("INSERT INTO log VALUES (?, ?, ?, x'')", (highest, _NOBODYS, highest))
    return Grown(seq, -size)


def _table_no(connection: sqlite3.Connection, table: str) -> int:
    head = connection.execute(_HEAD, (table,)).fetchone()
    if head is None:
        raise NoSuchTable(f"there is no table {table!r} at which anything could be said")
    return cast("int", head[0])
