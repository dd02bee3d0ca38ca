"""The entry: one command with the events that it caused, appended whole or not at all.

An entry is one line of JSON. **Its stored bytes are hashed** (SHA-256) and exported; they are encoded only once. `prev`
is the hash of the previous line, so the lines form a chain. The random `salt` prevents guessing hidden values by hash.
A line does not record its number in the log, because that number would reveal in a proof how many hidden entries
precede it.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, Generic, Literal, TypeVar

import msgspec

from events.dice import prefixed
from events.event import Command, Event

GENESIS: Final = "0" * 64
"""The `prev` of a table's first entry."""

SALT_BYTES: Final = 16

E = TypeVar("E")


class Entry(msgspec.Struct, Generic[E], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One command and its events.

    `v` is the version of the entry's format, and of the rules that all games share. `seq` counts a table's entries from
    1 without gaps; lines do not record it. `at` is RFC 3339, UTC, in milliseconds, never earlier than the previous
    entry's. `actor` is gm, seat:ID, npc:ID, clock or house; `seat` is the seat acted for, if any. `id` is the command's
    idempotency key. `game` and `rules` (its version) name the rules that decided the command. `command` is the resolved
    command; `salt` and `prev` are hex.
    """

    v: Literal[1]
    table: str
    seq: int = 0
    at: str
    actor: str
    seat: str | None
    id: str
    game: str
    rules: int
    command: msgspec.Raw
    events: Sequence[E]
    salt: str
    prev: str


_encoder = msgspec.json.Encoder()


def encode_command(command: Command) -> msgspec.Raw:
    """A command as an entry records it: resolved, without `id` and `seat`, which the entry has."""
    if command.id is msgspec.UNSET is command.seat:
        return msgspec.Raw(_encoder.encode(command))
    bare = msgspec.structs.replace(command, id=msgspec.UNSET, seat=msgspec.UNSET)
    return msgspec.Raw(_encoder.encode(bare))


def encode_entry(entry: Entry[Event]) -> bytes:
    """The line of an entry, without a line ending. These bytes are stored, hashed and exported."""
    return _encoder.encode(msgspec.structs.replace(entry, seq=msgspec.UNSET))


def line_hash(line: bytes) -> str:
    """The SHA-256 of a stored line, in hex: the next line's `prev`."""
    return hashlib.sha256(line).hexdigest()


_RECEIPT: Final = b"tavern receipt v1"
_SEEN: Final = b"tavern seen v1"


def receipt_of(line: bytes) -> str:
    """The receipt of a stored line, in hex, which its viewers keep: SHA-256 over a domain and the line, each prefixed
    with its length.

    It is not `line_hash`: whoever held that could tell from the `prev` of a line in a proof whether hidden entries lie
    between the two.
    """
    return hashlib.sha256(prefixed(_RECEIPT, line)).hexdigest()


def seen_after(seen: str, receipt: str) -> str:
    """The digest (16 bytes in hex) of the receipts that a viewer got, from the one before (empty at first) and the
    newest receipt."""
    return hashlib.sha256(prefixed(_SEEN, seen.encode(), receipt.encode())).hexdigest()[:32]
