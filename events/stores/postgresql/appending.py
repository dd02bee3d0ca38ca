"""Appending entries: those of a whole group in a handful of statements."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from events.entry import line_hash
from events.round_spans import RoundMark, round_marks
from events.store import AlreadyAnswered, Answered, AppendRecords, Conflict, StoreError, Token
from events.stores.postgresql.connections.links import Link
from events.stores.postgresql.queries import escaped, unescaped

_LOCK: Final = """
    WITH locked AS MATERIALIZED (
        SELECT id, table_no, seq FROM heads WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE
    ), asked AS (
        SELECT CASE scope WHEN '' THEN 0 ELSE table_no END AS scope, caller, asked.id
        FROM unnest($2::text[], $3::text[], $4::text[]) AS asked (scope, caller, id)
        LEFT JOIN locked ON locked.id = asked.scope
    )
    SELECT id AS opened, table_no AS number, seq, NULL AS caller, NULL AS id, NULL AS fingerprint FROM locked
    UNION ALL
    SELECT heads.id, scope, requests.seq, caller, requests.id, fingerprint
    FROM asked JOIN requests USING (scope, caller, id) JOIN heads USING (table_no)
"""
"""Locks tables, and finds which of some requests were answered before the locks were asked for.

Another server may have answered one since. Then it has appended an entry, so the append is a conflict; or, where a
table is opened, the request's key is taken, and the write is tried again.
"""
_NUMBERS: Final = "SELECT nextval('table_numbers') FROM generate_series(1, $1)"
_APPEND: Final = """
    WITH kept AS (
        INSERT INTO heads (table_no, id, seq, deadline, closed, bytes, listing, head)
        SELECT * FROM unnest(
            $1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::boolean[], $6::bigint[], $7::bytea[], $8::bytea[]
        )
        ON CONFLICT (table_no) DO UPDATE SET seq = excluded.seq, deadline = excluded.deadline, closed = excluded.closed,
        bytes = heads.bytes + excluded.bytes, listing = excluded.listing, head = excluded.head
    ), answered AS (
        INSERT INTO requests (scope, caller, id, fingerprint, table_no, seq)
        SELECT * FROM unnest($12::bigint[], $13::text[], $14::text[], $15::text[], $16::bigint[], $17::bigint[])
    )
    INSERT INTO log (position, table_no, seq, line)
    SELECT nextval('positions'), table_no, seq, line FROM (
        SELECT * FROM unnest($9::bigint[], $10::bigint[], $11::bytea[]) WITH ORDINALITY AS new (table_no, seq, line, n)
        ORDER BY n
    ) AS in_order RETURNING position
"""
_OPEN: Final = "INSERT INTO claims (table_no) SELECT * FROM unnest($1::bigint[])"
_SECRETS: Final = (
    "INSERT INTO secrets (table_no, secret, nodes) SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])"
)
_REVOKE: Final = """
    DELETE FROM tokens USING unnest($1::bigint[], $2::text[]) AS gone (table_no, viewer)
    WHERE tokens.table_no = gone.table_no AND tokens.viewer = gone.viewer
"""
_GIVE: Final = """
    INSERT INTO tokens (table_no, viewer, hash, nonce)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
    ON CONFLICT (table_no, viewer) DO UPDATE SET hash = excluded.hash, nonce = excluded.nonce
"""
_MARKS: Final = {
    "first": "INSERT INTO rounds (table_no, round, first) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    "last": "UPDATE rounds SET last = $3 WHERE table_no = $1 AND round = $2",
    "unsealed": "UPDATE rounds SET unsealed = $3 WHERE table_no = $1 AND round = $2",
}


class Append(NamedTuple):
    """An entry to append, with what is kept beside it."""

    table: str
    seq: int
    line: bytes
    records: AppendRecords


class Appended(NamedTuple):
    """Where an entry is now."""

    table: str
    seq: int
    position: int
    bytes: int


class _Head(msgspec.Struct):
    """A table as the group leaves it so far. `newest` is its newest entry of the group."""

    no: int
    seq: int
    grown: int = 0
    newest: Append | None = None


_Key = tuple[int, str, str]


class _Group(msgspec.Struct):
    """What a group writes besides the lines."""

    lines: list[tuple[int, Append]] = []
    secrets: list[tuple[int, bytes, bytes | None]] = []
    requests: list[tuple[int, str, str, str, int, int]] = []
    tokens: dict[tuple[int, str], Token | None] = {}
    marks: list[tuple[int, int, RoundMark]] = []


async def append_all(connection: Link, appends: Sequence[Append]) -> list[Appended | StoreError]:
    """Append entries in order; of each the outcome. What is refused leaves no trace. Raises the driver's errors."""
    names = sorted({escaped(append.table) for append in appends})
    asked = [key for append in appends if (key := _asked(append)) is not None]
    found = await connection.fetch(_LOCK, names, *_columns(asked, 3))
    heads = {row["opened"]: _Head(row["number"], row["seq"]) for row in found if row["caller"] is None}
    answered = {
        (row["number"], row["caller"], row["id"]): Answered(
            table=unescaped(row["opened"]), seq=row["seq"], fingerprint=unescaped(row["fingerprint"])
        )
        for row in found
        if row["caller"] is not None
    }
    fresh = [name for name in dict.fromkeys(escaped(append.table) for append in appends) if name not in heads]
    if fresh:
        numbers = await connection.fetch(_NUMBERS, len(fresh))
        heads.update((name, _Head(no, 0)) for name, no in zip(fresh, sorted(row[0] for row in numbers), strict=True))
    group = _Group()
    outcomes = [_judge(append, heads[escaped(append.table)], answered, group) for append in appends]
    if not group.lines:
        return [outcome for outcome in outcomes if outcome is not None]
    positions = iter(await _write(connection, heads, group))
    return [
        Appended(append.table, append.seq, next(positions), len(append.line)) if refusal is None else refusal
        for append, refusal in zip(appends, outcomes, strict=True)
    ]


def _asked(append: Append) -> tuple[str, str, str] | None:
    """The key of the request that an entry answers: the table, or nothing where it is opened; the caller; the id."""
    request = append.records.request
    if request is None:
        return None
    return escaped(append.table) if request.scope else "", escaped(request.caller), escaped(request.id)


def _key(append: Append, head: _Head) -> _Key | None:
    asked = _asked(append)
    if asked is None:
        return None
    scope, caller, key = asked
    return head.no if scope else 0, caller, key


def _judge(append: Append, head: _Head, answered: dict[_Key, Answered], group: _Group) -> StoreError | None:
    """Take an entry into the group, or refuse it."""
    key = _key(append, head)
    if key is not None and (used := answered.get(key)) is not None:
        return AlreadyAnswered(used)
    if append.seq != head.seq + 1:
        return Conflict(append.table, append.seq, head.seq)
    head.seq, head.newest = append.seq, append
    head.grown += len(append.line)
    group.lines.append((head.no, append))
    records = append.records
    if records.secret is not None:
        group.secrets.append((head.no, records.secret, records.nodes))
    group.tokens.update(((head.no, escaped(viewer)), None) for viewer in records.revoked)
    group.tokens.update(((head.no, escaped(token.viewer)), token) for token in records.tokens)
    if key is not None and records.request is not None:
        fingerprint = records.request.fingerprint
        answered[key] = Answered(table=append.table, seq=append.seq, fingerprint=fingerprint)
        group.requests.append((*key, escaped(fingerprint), head.no, append.seq))
    group.marks += ((head.no, append.seq, mark) for mark in round_marks(append.line))
    return None


async def _write(connection: Link, heads: dict[str, _Head], group: _Group) -> list[int]:
    """Write what was taken into the group; the positions of the lines, in order."""
    changed = [(name, head, head.newest) for name, head in heads.items() if head.newest is not None]
    rows = await connection.fetch(
        _APPEND,
        [head.no for _, head, _ in changed],
        [name for name, _, _ in changed],
        [head.seq for _, head, _ in changed],
        [None if (at := newest.records.deadline) is None else escaped(at) for *_, newest in changed],
        [newest.records.closed for *_, newest in changed],
        [head.grown for _, head, _ in changed],
        [newest.records.listing for *_, newest in changed],
        [bytes.fromhex(line_hash(newest.line)) for *_, newest in changed],
        [no for no, _ in group.lines],
        [append.seq for _, append in group.lines],
        [append.line for _, append in group.lines],
        *_columns(group.requests, 6),
    )
    opened = [no for no, append in group.lines if append.seq == 1]
    if opened:
        await connection.execute(_OPEN, opened)
    if group.secrets:
        await connection.execute(_SECRETS, *map(list, zip(*group.secrets, strict=True)))
    revoked = [key for key, token in group.tokens.items() if token is None]
    if revoked:
        await connection.execute(_REVOKE, *map(list, zip(*revoked, strict=True)))
    await give_tokens(connection, {key: token for key, token in group.tokens.items() if token is not None})
    for no, seq, (number, part) in group.marks:
        await connection.execute(_MARKS[part], no, number, seq)
    return [row["position"] for row in rows]


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    """The columns of rows, each of which has `width` values."""
    return [[row[n] for row in rows] for n in range(width)]


async def give_tokens(connection: Link, tokens: dict[tuple[int, str], Token]) -> None:
    """Write tokens by table number and (escaped) viewer; each replaces its viewer's former one."""
    if tokens:
        await connection.execute(
            _GIVE,
            [no for no, _ in tokens],
            [viewer for _, viewer in tokens],
            [escaped(token.hash) for token in tokens.values()],
            [escaped(token.nonce) for token in tokens.values()],
        )
