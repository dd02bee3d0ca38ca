"""The side records of a SQLite file, read from the file alone."""

import sqlite3
from collections.abc import Iterator
from typing import Final

from events.storage.consistency import (
    HashOfToken,
    Inconsistency,
    RequestRow,
    StoreSideRecords,
    wrong_heads,
    wrong_keys,
    wrong_request,
    wrong_strays,
    wrong_tokens,
)
from events.storage.contract import SAID_BYTES

_OF_NO_TABLE: Final = "SELECT count(*) FROM {part} WHERE table_no NOT IN (SELECT table_no FROM heads)"
_HEADS: Final = """
    SELECT id, bytes, (
        SELECT coalesce(sum(length(CAST(line AS BLOB))), 0) FROM log WHERE log.table_no = heads.table_no
    ) + (
        SELECT coalesce(sum(? + coalesce(length(text), length(erases))), 0) FROM chat
        WHERE chat.table_no = heads.table_no
    ), head, EXISTS (
        SELECT 1 FROM chat WHERE chat.table_no = heads.table_no AND erased AND length(text) = 0
    ) FROM heads NOT INDEXED
"""
_TOKENS: Final = "SELECT heads.id, viewer, hash, nonce FROM tokens JOIN heads ON heads.table_no = tokens.table_no"
_REQUESTS: Final = """
    SELECT heads.id, heads.table_no, heads.seq, scope, requests.seq, requests.id, fingerprint, (
        SELECT CAST(line AS BLOB) FROM log WHERE log.table_no = requests.table_no AND log.seq = requests.seq
    ) FROM requests JOIN heads ON heads.table_no = requests.table_no
"""
_SEQS: Final = "SELECT id, seq FROM heads"
_LISTINGS: Final = "SELECT id, CAST(listing AS BLOB) FROM heads WHERE listing IS NOT NULL"
_VIEWERS: Final = "SELECT heads.id, viewer FROM tokens JOIN heads ON heads.table_no = tokens.table_no"


def inconsistencies(connection: sqlite3.Connection, hash_of_token: HashOfToken) -> Iterator[Inconsistency]:
    """Heads, keys, tokens and command ids that cannot be right, and rows that belong to no table."""
    key, wrong = wrong_keys(dict(connection.execute("SELECT name, value FROM meta")))
    yield from wrong
    for part in ("log", "secrets", "tokens", "requests", "snapshots", "analyses", "rounds", "chat"):
        (count,) = connection.execute(_OF_NO_TABLE.format(part=part)).fetchone()
        yield from wrong_strays(part, count)
    sizes = connection.execute(_HEADS, (SAID_BYTES,))
    yield from wrong_heads((str(table), *rest) for table, *rest in sizes)
    if key is not None:
        tokens = connection.execute(_TOKENS).fetchall()
        yield from wrong_tokens(
            [(str(one), str(whom), kept, str(nonce)) for one, whom, kept, nonce in tokens], key, hash_of_token
        )
    for table, table_no, newest, scope, seq, given, fingerprint, line in connection.execute(_REQUESTS):
        yield from wrong_request(
            RequestRow(
                table=str(table),
                newest=newest,
                opens=not scope,
                elsewhere=scope not in (0, table_no),
                seq=seq,
                id=given,
                fingerprint=fingerprint,
                line=line,
            )
        )


def read_side_records(connection: sqlite3.Connection) -> StoreSideRecords:
    """The side records of all tables, as of one moment."""
    connection.execute("BEGIN")
    seqs = dict(connection.execute(_SEQS).fetchall())
    listed = connection.execute(_LISTINGS).fetchall()
    viewers: dict[str, set[str]] = {}
    for table, viewer in connection.execute(_VIEWERS):
        viewers.setdefault(table, set()).add(viewer)
    connection.execute("ROLLBACK")
    return StoreSideRecords(seqs, dict(listed), viewers)
