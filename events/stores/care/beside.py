"""What a SQLite file keeps beside the log, row by row: what of it cannot be right, from the file alone.

SQLite finds pages that are damaged. This finds values that are not what was written, such as a flipped bit in a token.
What has to agree with a table as the log folds it is compared by the caller.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from events.store import SAID_BYTES
from events.stores.sqlite.queries import Row

_HEX: Final = re.compile("[0-9a-f]{64}")
_KEY_BYTES: Final = 32
_HEADS_SINCE: Final = 3
"""The schema since which heads have all that is checked here."""
_BY_FRESH_ID: Final = frozenset({"open_table", "sit", "seat_npc"})
"""Commands whose idempotency key is a secret, so that their entries have another id."""

_OF_NO_TABLE: Final = "SELECT count(*) FROM {part} WHERE table_no NOT IN (SELECT table_no FROM heads)"
_HEADS: Final = """
    SELECT id, bytes, (
        SELECT coalesce(sum(length(CAST(line AS BLOB))), 0) FROM log WHERE log.table_no = heads.table_no
    ) + (
        SELECT coalesce(sum(? + coalesce(length(text), length(erases))), 0) FROM chat
        WHERE chat.table_no = heads.table_no
    ), head FROM heads NOT INDEXED
"""
_TOKENS: Final = "SELECT heads.id, viewer, hash, nonce FROM tokens JOIN heads ON heads.table_no = tokens.table_no"
_REQUESTS: Final = """
    SELECT heads.id, heads.table_no, heads.seq, scope, requests.seq, requests.id, fingerprint, (
        SELECT CAST(line AS BLOB) FROM log WHERE log.table_no = requests.table_no AND log.seq = requests.seq
    ) FROM requests JOIN heads ON heads.table_no = requests.table_no
"""

HashOfToken = Callable[[bytes, str, str, str], str]
"""The hash of the token that follows from the server's key, a table, a viewer and a nonce."""


class Misfit(msgspec.Struct, frozen=True):
    """Something in a `part` of a store that cannot be right, of a table, if it is of one.

    `renewable`: whether somebody can be given another.
    """

    part: str
    detail: str
    table: str | None = None
    renewable: bool = False


class _Command(msgspec.Struct):
    type: str = ""


class _Answer(msgspec.Struct):
    id: str
    command: _Command


_answers: Final = msgspec.json.Decoder(_Answer)


def misfits(connection: sqlite3.Connection, schema: int, hash_of_token: HashOfToken) -> Iterator[Misfit]:
    """What cannot be right of heads, keys, tokens, command ids, and of rows that are of no table."""
    key, wrong = _keys(dict(connection.execute("SELECT name, value FROM meta")))
    yield from wrong
    for part in ("log", "secrets", "tokens", "requests", "snapshots"):
        yield from _strays(connection, part)
    if schema >= _HEADS_SINCE:
        for part in ("rounds", "chat"):
            yield from _strays(connection, part)
        yield from _heads(connection)
    if key is not None:
        yield from _tokens(connection.execute(_TOKENS).fetchall(), key, hash_of_token)
    for row in connection.execute(_REQUESTS):
        yield from _request(row)


def _keys(meta: dict[str, Any]) -> tuple[bytes | None, list[Misfit]]:
    """The server's key, if it can be one, and what is wrong with the keys and marks of the store."""
    wrong: list[Misfit] = []
    keys = {name: _bytes(meta[name]) for name in ("server_key", "signing_key") if name in meta}
    for name, kept in keys.items():
        if len(kept) != _KEY_BYTES:
            wrong.append(Misfit("meta", f"{name} has {len(kept)} bytes, and not {_KEY_BYTES}"))
    if "epoch" in meta and not re.fullmatch(b"[0-9a-f]+", _bytes(meta["epoch"])):
        wrong.append(Misfit("meta", "epoch is not hexadecimal"))
    if "state" in meta and not re.fullmatch(b"closed|open [0-9]+", _bytes(meta["state"])):
        wrong.append(Misfit("meta", "state is neither closed nor open"))
    key = keys.get("server_key")
    return (key if key is not None and len(key) == _KEY_BYTES else None), wrong


def _bytes(value: object) -> bytes:
    return value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else b""


def _strays(connection: sqlite3.Connection, part: str) -> Iterator[Misfit]:
    (count,) = connection.execute(_OF_NO_TABLE.format(part=part)).fetchone()
    if count:
        yield Misfit(part, f"{count} of its rows are of no table that the store has")


def _heads(connection: sqlite3.Connection) -> Iterator[Misfit]:
    for table, said, size, head in connection.execute(_HEADS, (SAID_BYTES,)):
        if said != size:
            yield Misfit("heads", f"it says that the table takes up {said} bytes, and it takes up {size}", str(table))
        if head is not None and len(_bytes(head)) != _KEY_BYTES:
            yield Misfit("heads", "the hash of the newest line is no hash", str(table))


def _tokens(rows: list[Row], key: bytes, hash_of_token: HashOfToken) -> Iterator[Misfit]:
    wrong = [row for row in rows if hash_of_token(key, str(row[0]), str(row[1]), str(row[3])) != row[2]]
    if len(rows) > 1 and len(wrong) == len(rows):
        yield Misfit("meta", f"none of the {len(rows)} tokens follows from server_key: it is another one")
        return
    for table, viewer, *_ in wrong:
        detail = f"the token of {str(viewer)!r} does not follow from its nonce and the server's key"
        yield Misfit("tokens", detail, str(table), renewable=True)


def _request(row: Row) -> Iterator[Misfit]:
    table, table_no, newest, scope, seq, given, fingerprint, line = row
    if scope not in (0, table_no) or not isinstance(seq, int) or not 1 <= seq <= newest:
        yield Misfit("requests", f"command id {str(given)!r} leads to entry {seq} of another table, or to none", table)
    elif not isinstance(fingerprint, str) or not _HEX.fullmatch(fingerprint):
        yield Misfit("requests", f"what is kept of the request with command id {str(given)!r} is no SHA-256", table)
    elif line is not None and not _answers_to(line, given, opens=not scope):
        # The key may be a secret, so the finding leaves it out.
        yield Misfit("requests", f"a command id leads to entry {seq}, which has another", table)


def _answers_to(line: bytes, given: object, *, opens: bool) -> bool:
    try:
        entry = _answers.decode(line)
    except msgspec.MsgspecError:
        # The log is compared elsewhere.
        return True
    kind = entry.command.type
    return kind == "open_table" if opens else kind in _BY_FRESH_ID or entry.id == given
