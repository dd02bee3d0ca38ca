"""The queries of a SQLite store. All of them work while a server writes to the file."""

from typing import Any, Final

Row = tuple[Any, ...]

FIND_HEAD: Final = "SELECT table_no, seq FROM heads WHERE id = ?"
# A line comes back as bytes even if it was stored as text by hand.
READ_TABLE: Final = """
    SELECT position, seq, CAST(line AS BLOB) FROM log
    WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND seq > ? AND seq <= ?
    ORDER BY seq LIMIT ?
"""
READ_ALL: Final = """
    SELECT log.position, heads.id, log.seq, CAST(log.line AS BLOB)
    FROM log JOIN heads ON heads.table_no = log.table_no
    WHERE log.position > ? ORDER BY log.position LIMIT ?
"""
_INFO: Final = "SELECT table_no, id, seq, deadline, closed, bytes, archive, listing IS NOT NULL, head FROM heads"
LIST_TABLES: Final = f"{_INFO} WHERE table_no > ? ORDER BY table_no LIMIT ?"
FIND_TABLE: Final = f"{_INFO} WHERE id = ?"
LIST_IDS: Final = "SELECT id FROM heads NOT INDEXED ORDER BY table_no"
SIZE: Final = "SELECT coalesce(sum(bytes), 0) FROM heads"
LIST_ROUNDS: Final = """
    SELECT round, first, last, unsealed FROM rounds
    WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND round > ? AND round <= ? ORDER BY round LIMIT ?
"""
# Without INDEXED BY, SQLite would step over the tables that are not listed one by one.
LIST_DIRECTORY: Final = """
    SELECT id, listing FROM heads INDEXED BY listed
    WHERE listing IS NOT NULL AND closed = 0
    AND table_no > CASE WHEN ?1 IS NULL THEN 0 ELSE (SELECT table_no FROM heads WHERE id = ?1) END
    ORDER BY table_no LIMIT ?2
"""
LIST_CHAT: Final = """
    SELECT n, at, who, CASE WHEN erased THEN NULL ELSE text END, erases FROM chat
    WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND n > ? ORDER BY n LIMIT ?
"""
LAST_SAID: Final = "SELECT coalesce(max(n), 0) FROM chat WHERE table_no = (SELECT table_no FROM heads WHERE id = ?)"
SECRETS_BY_TABLE: Final = "SELECT secret FROM secrets WHERE table_no = (SELECT table_no FROM heads WHERE id = ?)"
NODES_BY_TABLE: Final = "SELECT nodes FROM secrets WHERE table_no = (SELECT table_no FROM heads WHERE id = ?)"
FIND_SAID: Final = """
    SELECT n FROM chat WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND who = ? AND key = ?
"""
TOKENS_BY_HASH: Final = """
    SELECT hash, viewer, nonce FROM tokens WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND hash = ?
"""
TOKENS_BY_VIEWER: Final = """
    SELECT hash, viewer, nonce FROM tokens WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND viewer = ?
"""
FIND_ANSWERED: Final = """
    SELECT heads.id, requests.seq, requests.fingerprint
    FROM requests JOIN heads ON heads.table_no = requests.table_no
    WHERE requests.scope = CASE ?1 WHEN '' THEN 0 ELSE (SELECT table_no FROM heads WHERE id = ?1) END
    AND requests.caller = ?2 AND requests.id = ?3
"""
FIND_SNAPSHOT: Final = """
    SELECT seq, CAST(data AS BLOB) FROM snapshots
    WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND seq <= ?
    ORDER BY seq DESC LIMIT 1
"""
FIND_SIGNED: Final = "SELECT signed FROM heads WHERE id = ? AND signed IS NOT NULL"
FIND_META: Final = "SELECT value FROM meta WHERE name = ?"

_INFO_IN_SCHEMA_1: Final = """
    SELECT table_no, id, seq, deadline, closed,
    (SELECT coalesce(sum(length(CAST(line AS BLOB))), 0) FROM log WHERE log.table_no = heads.table_no),
    NOT EXISTS (SELECT 1 FROM secrets WHERE secrets.table_no = heads.table_no), 0, NULL FROM heads
"""
_INFO_IN_SCHEMA_2: Final = _INFO.replace(", head FROM", ", NULL FROM")
_NOTHING: Final = "SELECT NULL WHERE ? IS NULL AND FALSE"
_IN_SCHEMA_1: Final[dict[str, str | None]] = {
    LIST_TABLES: f"{_INFO_IN_SCHEMA_1} WHERE table_no > ? ORDER BY table_no LIMIT ?",
    FIND_TABLE: f"{_INFO_IN_SCHEMA_1} WHERE id = ?",
    SIZE: "SELECT coalesce(sum(length(CAST(line AS BLOB))), 0) FROM log",
    LIST_ROUNDS: None,
    LIST_DIRECTORY: None,
    LIST_CHAT: None,
    LAST_SAID: None,
    FIND_SAID: None,
    FIND_SIGNED: _NOTHING,
    NODES_BY_TABLE: _NOTHING,
}
_IN_SCHEMA_2: Final[dict[str, str | None]] = {
    LIST_TABLES: f"{_INFO_IN_SCHEMA_2} WHERE table_no > ? ORDER BY table_no LIMIT ?",
    FIND_TABLE: f"{_INFO_IN_SCHEMA_2} WHERE id = ?",
    FIND_SIGNED: _NOTHING,
    NODES_BY_TABLE: _NOTHING,
    FIND_SAID: None,
}
_IN_SCHEMA_3: Final[dict[str, str | None]] = {NODES_BY_TABLE: _NOTHING, FIND_SAID: None}
_IN_SCHEMA_4: Final[dict[str, str | None]] = {FIND_SAID: None}
OLDER_SCHEMAS: Final[dict[int, dict[str, str | None]]] = {
    1: _IN_SCHEMA_1, 2: _IN_SCHEMA_2, 3: _IN_SCHEMA_3, 4: _IN_SCHEMA_4
}  # fmt: skip
"""By schema, the queries to use instead for a file with that older schema; None if it has no such data."""
