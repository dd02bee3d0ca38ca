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
FIND_ANALYSIS: Final = """
    SELECT CAST(data AS BLOB) FROM analyses
    WHERE table_no = (SELECT table_no FROM heads WHERE id = ?) AND round = ? AND seat = ?
"""
FIND_SIGNED: Final = "SELECT signed FROM heads WHERE id = ? AND signed IS NOT NULL"
FIND_META: Final = "SELECT value FROM meta WHERE name = ?"
LIST_META: Final = "SELECT name, CAST(value AS BLOB) FROM meta WHERE name >= ? AND name < ? ORDER BY name"
# The next server begins another epoch, and clients start over.
FORGET_EPOCH: Final = "DELETE FROM meta WHERE name = 'epoch'"
