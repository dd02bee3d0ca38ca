"""Checks side records, what a store keeps with its logs, row by row, for values that cannot be right.

A database detects damaged pages. These checks detect values that are not what was written, such as a flipped bit in a
token. The caller compares what has to agree with the folded table. Each kind of store has its own queries and passes
their rows to these functions.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

_HEX: Final = re.compile("[0-9a-f]{64}")
_KEY_BYTES: Final = 32
_BY_FRESH_ID: Final = frozenset({"sit", "seat_npc"})
"""Commands at a table whose idempotency key is a secret, so that their entries have a different id."""

HashOfToken = Callable[[bytes, str, str, str], str]
"""Computes the hash of the token that is derived from the server's key, a table, a viewer and a nonce."""


class Misfit(msgspec.Struct, frozen=True):
    """Something in a `part` of a store that cannot be right, with its table, if it belongs to one.

    `renewable`: whether a replacement can be issued.
    """

    part: str
    detail: str
    table: str | None = None
    renewable: bool = False


class StoreSideRecords(msgspec.Struct, frozen=True):
    """By table: its listing and the viewers with tokens, as stored when its log had `seqs` entries."""

    seqs: dict[str, int]
    listings: dict[str, bytes]
    viewers: dict[str, set[str]]


class RequestRow(msgspec.Struct, frozen=True, kw_only=True):
    """An answered command id of a `table`, which has `newest` entries, and the `line` of the entry that it leads to.

    `opens`: whether it was sent to open a table; if not, `elsewhere`: whether it was sent to another table.
    """

    table: str
    newest: int
    opens: bool
    elsewhere: bool
    seq: object
    id: object
    fingerprint: object
    line: bytes | None


class _Command(msgspec.Struct):
    type: str = ""


class _Answer(msgspec.Struct):
    id: str
    command: _Command


_answers: Final = msgspec.json.Decoder(_Answer)


def wrong_keys(meta: Mapping[str, object]) -> tuple[bytes | None, list[Misfit]]:
    """The server's key, if it can be one, and what is wrong with the keys and marks of the store."""
    wrong: list[Misfit] = []
    keys = {name: as_bytes(meta[name]) for name in ("server_key", "signing_key") if name in meta}
    for name, kept in keys.items():
        if len(kept) != _KEY_BYTES:
            wrong.append(Misfit("meta", f"{name} has {len(kept)} bytes, and not {_KEY_BYTES}"))
    if "epoch" in meta and not re.fullmatch(b"[0-9a-f]+", as_bytes(meta["epoch"])):
        wrong.append(Misfit("meta", "epoch is not hexadecimal"))
    if "state" in meta and not re.fullmatch(b"closed|open [0-9]+", as_bytes(meta["state"])):
        wrong.append(Misfit("meta", "state is neither closed nor open"))
    key = keys.get("server_key")
    return (key if key is not None and len(key) == _KEY_BYTES else None), wrong


def wrong_strays(part: str, count: int) -> Iterator[Misfit]:
    """What is wrong if `count` rows of a part belong to no table."""
    if count:
        yield Misfit(part, f"{count} of its rows are of no table that the store has")


def wrong_heads(rows: Iterable[tuple[str, int, int, object, object]]) -> Iterator[Misfit]:
    """What is wrong with heads.

    The rows have a table's id, its head's size, its real size, its newest hash, and whether erased messages, which
    still count, have lost their length.
    """
    for table, said, size, head, shortened in rows:
        if said < size or (said > size and not shortened):
            yield Misfit("heads", f"it says that the table takes up {said} bytes, and it takes up {size}", table)
        if head is not None and len(as_bytes(head)) != _KEY_BYTES:
            yield Misfit("heads", "the hash of the newest line is no hash", table)


def wrong_tokens(
    rows: Sequence[tuple[str, str, object, str]], key: bytes, hash_of_token: HashOfToken
) -> Iterator[Misfit]:
    """What is wrong with tokens: rows of a table's id, a viewer, the token's hash, and its nonce."""
    wrong = [row for row in rows if hash_of_token(key, row[0], row[1], row[3]) != row[2]]
    if len(rows) > 1 and len(wrong) == len(rows):
        yield Misfit("meta", f"none of the {len(rows)} tokens follows from server_key: it is another one")
        return
    for table, viewer, *_ in wrong:
        detail = f"the token of {viewer!r} does not follow from its nonce and the server's key"
        yield Misfit("tokens", detail, table, renewable=True)


def wrong_request(row: RequestRow) -> Iterator[Misfit]:
    """What is wrong with an answered command id."""
    seq, given, fingerprint = row.seq, row.id, row.fingerprint
    if row.elsewhere or not isinstance(seq, int) or not 1 <= seq <= row.newest:
        detail = f"command id {str(given)!r} leads to entry {seq} of another table, or to none"
        yield Misfit("requests", detail, row.table)
    elif not isinstance(fingerprint, str) or not _HEX.fullmatch(fingerprint):
        detail = f"what is kept of the request with command id {str(given)!r} is no SHA-256"
        yield Misfit("requests", detail, row.table)
    elif row.line is not None and not _answers_to(row.line, given, opens=row.opens):
        # The key may be a secret, so the finding leaves it out.
        yield Misfit("requests", f"a command id leads to entry {seq}, which has another", row.table)


def _answers_to(line: bytes, given: object, *, opens: bool) -> bool:
    try:
        entry = _answers.decode(line)
    except msgspec.MsgspecError:
        # The log is compared elsewhere.
        return True
    kind = entry.command.type
    return kind == "open_table" if opens else kind in _BY_FRESH_ID or entry.id == given


def as_bytes(value: Any) -> bytes:
    """A value that should be bytes; SQLite may have text instead."""
    return value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else b""
