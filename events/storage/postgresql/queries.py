"""The queries of a PostgreSQL store, and how ids are written there."""

from typing import Final

from events.storage.postgresql.connections.confirming import CONFIRMED

HIGHEST: Final = 2**63 - 1
"""The highest integer that the database can hold."""
_NO: Final = "(SELECT table_no FROM heads WHERE id = $1)"

READ_TABLE: Final = f"""
    SELECT position, seq, line FROM log WHERE table_no = {_NO} AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4
"""
READ_ALL: Final = """
    SELECT log.position, heads.id, log.seq, log.line FROM log JOIN heads USING (table_no)
    WHERE log.position > $1 AND log.position <= $2 ORDER BY log.position LIMIT $3
"""
HIGHEST_POSITION: Final = "SELECT coalesce(max(position), 0) FROM log"
# The lowest position up to which all positions are decided, as far as transactions under way tell.
LOWEST_FLOOR: Final = """
    SELECT min((classid::bigint << 32 | objid::bigint) - $1) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND mode = 'ShareLock' AND database =
    (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) >= $1 AND (classid::bigint << 32 | objid::bigint) < $2
"""
_INFO: Final = (
    "SELECT table_no, id, seq, deadline, closed, bytes, archive, listing IS NOT NULL AS listed, head FROM heads"
)
LIST_TABLES: Final = f"{_INFO} WHERE table_no > $1 ORDER BY table_no LIMIT $2"
FIND_TABLE: Final = f"{_INFO} WHERE id = $1"
_THAT_IS: Final = f"SELECT *, (SELECT {CONFIRMED}) FROM"
FIND_CONFIRMED_TABLE: Final = f"{_THAT_IS} ({FIND_TABLE}) AS found"
SIZE: Final = "SELECT coalesce(sum(bytes), 0)::bigint FROM heads"
LIST_ROUNDS: Final = f"""
    SELECT round, first, last, unsealed FROM rounds
    WHERE table_no = {_NO} AND round > $2 AND round <= $3 ORDER BY round LIMIT $4
"""
LIST_DIRECTORY: Final = """
    SELECT id, listing FROM heads WHERE listing IS NOT NULL AND NOT closed AND table_no > $1 ORDER BY table_no LIMIT $2
"""
LIST_CHAT: Final = f"""
    SELECT n, at, who, CASE WHEN erased THEN NULL ELSE text END AS text, erases FROM chat
    WHERE table_no = {_NO} AND n > $2 ORDER BY n LIMIT $3
"""
LAST_SAID: Final = "SELECT said FROM heads WHERE id = $1"
FIND_SAID: Final = f"SELECT n FROM chat WHERE table_no = {_NO} AND who = $2 AND key = $3"
FIND_CONFIRMED_SAID: Final = f"{_THAT_IS} ({FIND_SAID}) AS found"
SECRET: Final = f"SELECT secret, nodes FROM secrets WHERE table_no = {_NO}"
TOKENS_BY_HASH: Final = f"SELECT hash, viewer, nonce FROM tokens WHERE table_no = {_NO} AND hash = $2"
TOKENS_BY_VIEWER: Final = f"SELECT hash, viewer, nonce FROM tokens WHERE table_no = {_NO} AND viewer = $2"
# Confirmed even where there is nothing.
FIND_CONFIRMED_ANSWERS: Final = f"""
    SELECT n, id, seq, fingerprint, confirmed FROM (SELECT {CONFIRMED} AS confirmed) AS now LEFT JOIN (
        SELECT n, heads.id, requests.seq, requests.fingerprint
        FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (scope, caller, id, n)
        LEFT JOIN heads AS scoped ON scoped.id = asked.scope
        JOIN requests ON requests.scope = CASE asked.scope WHEN '' THEN 0 ELSE scoped.table_no END
            AND requests.caller = asked.caller AND requests.id = asked.id
        JOIN heads ON heads.table_no = requests.table_no
    ) AS found ON true
"""
FIND_SNAPSHOT: Final = f"""
    SELECT seq, data FROM snapshots WHERE table_no = {_NO} AND seq <= $2 ORDER BY seq DESC LIMIT 1
"""
FIND_ANALYSIS: Final = f"SELECT data FROM analyses WHERE table_no = {_NO} AND round = $2 AND seat = $3"
FIND_SIGNED: Final = "SELECT signed FROM heads WHERE id = $1 AND signed IS NOT NULL"
FIND_META: Final = "SELECT value FROM meta WHERE name = $1"
# Compared byte by byte, whatever the collation of the database.
LIST_META: Final = """
    SELECT name, value FROM meta WHERE name COLLATE "C" >= $1 AND name COLLATE "C" < $2 ORDER BY name COLLATE "C"
"""
# Confirmed even where there is nothing.
NEWEST: Final = f"""
    SELECT id, seq, said, confirmed FROM (SELECT {CONFIRMED} AS confirmed) AS now
    LEFT JOIN heads ON id = ANY($1::text[])
"""
OVERDUE: Final = """
    SELECT heads.id FROM claims JOIN heads USING (table_no)
    WHERE heads.deadline IS NOT NULL AND NOT heads.closed AND heads.deadline < $1
    ORDER BY heads.deadline LIMIT $2 FOR UPDATE OF claims SKIP LOCKED
"""
CLAIM: Final = f"SELECT 1 FROM claims WHERE table_no = {_NO} FOR UPDATE SKIP LOCKED"
LOCK_HEAD: Final = "SELECT table_no, seq, said, bytes FROM heads WHERE id = $1 FOR UPDATE"


def escaped(text: str) -> str:
    r"""A text as the database has it: a NUL, which PostgreSQL cannot hold, as \0, and a backslash as two.

    Raises `UnicodeEncodeError` for a lone surrogate.
    """
    text.encode()
    return text.replace("\\", "\\\\").replace("\0", "\\0") if "\\" in text or "\0" in text else text


def unescaped(text: str) -> str:
    """The text that was escaped."""
    if "\\" not in text:
        return text
    return "\\".join(part.replace("\\0", "\0") for part in text.split("\\\\"))


def bounded(number: int | None) -> int:
    """A seq, position or number that the database can hold; None is the highest."""
    return HIGHEST if number is None else min(max(number, 0), HIGHEST)
