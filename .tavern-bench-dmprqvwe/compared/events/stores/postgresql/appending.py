"""Appending entries: those of a whole group in one statement."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from events.entry import line_hash
from events.round_spans import RoundPart, round_marks
from events.store import AlreadyAnswered, Answered, AppendRecords, Conflict, Request, StoreError, Token
from events.stores.postgresql.connections.confirming import CONFIRMED, NEVER
from events.stores.postgresql.connections.links import Link, Record
from events.stores.postgresql.queries import bounded, escaped, unescaped
from events.stores.postgresql.schema import FLOORS

_APPEND: Final = f"""
    WITH floor AS MATERIALIZED (
        SELECT pg_advisory_xact_lock_shared({FLOORS} + last_value - (NOT is_called)::int)::text, {CONFIRMED}
        FROM positions
    ), asked AS MATERIALIZED (
        SELECT * FROM unnest(
            $1::text[], $2::bigint[], $3::bytea[], $4::bytea[], $5::text[], $6::boolean[], $7::bytea[], $8::boolean[],
            $9::text[], $10::text[], $11::text[]
        ) WITH ORDINALITY AS asked (
            id, seq, line, head, deadline, closed, listing, scoped, caller, key, fingerprint, n
        )
    ), locked AS MATERIALIZED (
        SELECT table_no, id, seq FROM heads WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE
    ), judged AS MATERIALIZED (
        SELECT asked.*, locked.table_no, used.table_no AS used_no, used.seq AS used_seq,
            used.fingerprint AS used_fingerprint,
            CASE asked.seq WHEN locked.seq + 1 THEN seen.seq ELSE locked.seq END AS newest,
            used.seq IS NULL AND asked.seq = coalesce(locked.seq, 0) + 1
                AND locked.seq IS NOT DISTINCT FROM seen.seq AS fits
        FROM floor CROSS JOIN asked LEFT JOIN locked USING (id) LEFT JOIN heads AS seen USING (table_no)
        LEFT JOIN requests AS used ON used.scope = CASE WHEN scoped THEN locked.table_no ELSE 0 END
            AND used.caller = asked.caller AND used.id = asked.key
    ), opened AS (
        INSERT INTO heads (table_no, id, seq, deadline, closed, bytes, listing, head)
        SELECT nextval('table_numbers'), id, seq, deadline, closed, octet_length(line), listing, head
        FROM (SELECT * FROM judged WHERE fits AND table_no IS NULL ORDER BY n) AS fresh RETURNING id, table_no
    ), changed AS (
        UPDATE heads SET seq = judged.seq, deadline = judged.deadline, closed = judged.closed, head = judged.head,
            bytes = heads.bytes + octet_length(line), listing = judged.listing
        FROM judged WHERE fits AND heads.table_no = judged.table_no RETURNING heads.id, heads.table_no
    ), kept AS MATERIALIZED (
        SELECT there.table_no, seq, line, scoped, caller, key, fingerprint, n
        FROM judged JOIN (SELECT * FROM opened UNION ALL SELECT * FROM changed) AS there USING (id) WHERE fits
    ), answered AS (
        INSERT INTO requests (scope, caller, id, fingerprint, table_no, seq)
        SELECT CASE WHEN scoped THEN table_no ELSE 0 END, caller, key, fingerprint, table_no, seq
        FROM kept WHERE caller IS NOT NULL
    ), logged AS (
        INSERT INTO log (position, table_no, seq, line)
        SELECT nextval('positions'), table_no, seq, line FROM (SELECT * FROM kept ORDER BY n) AS in_order
        RETURNING position, table_no
    )%s
    SELECT newest, position, used.id AS used, used_seq, used_fingerprint
    FROM judged LEFT JOIN kept USING (n) LEFT JOIN logged ON logged.table_no = kept.table_no
    LEFT JOIN heads AS used ON used.table_no = used_no ORDER BY n
"""
"""Appends entries, each to a table of its own, in one statement: it locks the tables, and keeps what fits.

Only the rows of `locked` are as of now, all others (`seen`, requests, tokens, rounds) as of when the statement began.
If another server has appended to a table since, nothing fits there, not even the entry after that server's: what that
one wrote beside its entry is not seen. If it has opened the table, or answered the request that opens another, the id
or key is taken, and the write is tried again. `floor` comes first: it holds the lock that names the highest position
before these, and has a standby confirm what is found.
"""
_BESIDE: Final = """, claimed AS (
        INSERT INTO claims (table_no) SELECT table_no FROM opened
    ), hidden AS (
        INSERT INTO secrets (table_no, secret, nodes) SELECT table_no, secret, nodes
        FROM unnest($12::bigint[], $13::bytea[], $14::bytea[]) AS new (n, secret, nodes) JOIN kept USING (n)
    ), revoked AS (
        DELETE FROM tokens USING unnest($15::bigint[], $16::text[]) AS gone (n, viewer) JOIN kept USING (n)
        WHERE tokens.table_no = kept.table_no AND tokens.viewer = gone.viewer
    ), given AS (
        INSERT INTO tokens (table_no, viewer, hash, nonce) SELECT table_no, viewer, hash, nonce
        FROM unnest($17::bigint[], $18::text[], $19::text[], $20::text[]) AS new (n, viewer, hash, nonce)
        JOIN kept USING (n) ON CONFLICT (table_no, viewer) DO UPDATE SET hash = excluded.hash, nonce = excluded.nonce
    ), marks AS MATERIALIZED (
        SELECT * FROM unnest($21::bigint[], $22::bigint[], $23::bigint[], $24::bigint[], $25::bigint[])
        AS new (n, round, first, last, unsealed) JOIN kept USING (n)
    ), begun AS (
        INSERT INTO rounds (table_no, round, first, last, unsealed)
        SELECT table_no, round, first, last, unsealed FROM marks WHERE first IS NOT NULL
        ON CONFLICT DO NOTHING
    ), ended AS (
        UPDATE rounds SET last = coalesce(marks.last, rounds.last), unsealed = coalesce(marks.unsealed, rounds.unsealed)
        FROM marks WHERE marks.first IS NULL AND rounds.table_no = marks.table_no AND rounds.round = marks.round
    )
"""
"""What few entries have beside them: a table that is opened, secrets, tokens and rounds."""
_PLAIN: Final = _APPEND % ""
_WHOLE: Final = _APPEND % _BESIDE
_GIVE: Final = """
    INSERT INTO tokens (table_no, viewer, hash, nonce)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
    ON CONFLICT (table_no, viewer) DO UPDATE SET hash = excluded.hash, nonce = excluded.nonce
"""


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


async def append_all(connection: Link, appends: Sequence[Append]) -> list[Appended | StoreError]:
    """Append entries that share nothing `unshared`; of each the outcome. What is refused leaves no trace.

    It is one statement, so it is a transaction of its own unless one has begun. It is never cancelled: PostgreSQL may
    be committing. Raises the driver's errors.
    """
    beside = _beside(appends)
    statement = _WHOLE if any(map(any, beside)) or any(append.seq == 1 for append in appends) else _PLAIN
    rows = await connection.fetch(
        statement,
        [escaped(append.table) for append in appends],
        [bounded(append.seq) for append in appends],
        [append.line for append in appends],
        [bytes.fromhex(line_hash(append.line)) for append in appends],
        [None if (at := append.records.deadline) is None else escaped(at) for append in appends],
        [append.records.closed for append in appends],
        [append.records.listing for append in appends],
        *_columns([_asked(append.records.request) for append in appends], 4),
        *(beside if statement is _WHOLE else ()),
        timeout=NEVER,
    )
    return [_outcome(append, row) for append, row in zip(appends, rows, strict=True)]


def unshared(append: Append) -> set[str | tuple[str, str]]:
    """What no two entries of a group may share: their tables, and the keys that are of no table."""
    request = append.records.request
    return {append.table} if request is None or request.scope else {append.table, (request.caller, request.id)}


def _asked(request: Request | None) -> tuple[bool, str | None, str | None, str | None]:
    """The request that an entry answers: whether its key is of the table, the caller, the key, the fingerprint."""
    if request is None:
        return False, None, None, None
    return bool(request.scope), escaped(request.caller), escaped(request.id), escaped(request.fingerprint)


def _beside(appends: Sequence[Append]) -> list[list[object]]:
    """The columns of what is kept beside entries: secrets, revoked tokens, given tokens, and rounds."""
    secrets: list[tuple[object, ...]] = []
    revoked: list[tuple[object, ...]] = []
    given: list[tuple[object, ...]] = []
    rounds: list[tuple[object, ...]] = []
    for n, (_, seq, line, records) in enumerate(appends, 1):
        if records.secret is not None:
            secrets.append((n, records.secret, records.nodes))
        tokens = {token.viewer: token for token in records.tokens}
        revoked += ((n, escaped(viewer)) for viewer in dict.fromkeys(records.revoked) if viewer not in tokens)
        given += ((n, escaped(token.viewer), escaped(token.hash), escaped(token.nonce)) for token in tokens.values())
        rounds += ((n, *row) for row in _rounds(line, seq))
    return [*_columns(secrets, 3), *_columns(revoked, 2), *_columns(given, 4), *_columns(rounds, 5)]


def _rounds(line: bytes, seq: int) -> list[tuple[object, ...]]:
    """The rounds that an entry marks, each with its `seq` for the parts that it sets: first, last, unsealed.

    First come those that it begins, as they are if they are new; then the changes of those that are there already.
    """
    begun: dict[int, dict[RoundPart, int]] = {}
    known: dict[int, dict[RoundPart, int]] = {}
    for number, part in round_marks(line):
        if part == "first":
            begun.setdefault(number, {})[part] = seq
        else:
            known.setdefault(number, {})[part] = seq
            if number in begun:
                begun[number][part] = seq
    return [
        (number, parts.get("first"), parts.get("last"), parts.get("unsealed"))
        for rounds in (begun, known)
        for number, parts in rounds.items()
    ]


def _outcome(append: Append, row: Record) -> Appended | StoreError:
    if row["used"] is not None:
        fingerprint = unescaped(row["used_fingerprint"])
        return AlreadyAnswered(Answered(table=unescaped(row["used"]), seq=row["used_seq"], fingerprint=fingerprint))
    if row["position"] is None:
        return Conflict(append.table, append.seq, row["newest"] or 0)
    return Appended(append.table, append.seq, row["position"], len(append.line))


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
