"""The entry: one command with the events that it caused, appended whole or not at all.

An entry is one line of JSON. **Its stored bytes are what is hashed** (SHA-256) and exported; they are encoded once
and never again. `prev` is the hash of the line before, so that the lines form a chain; the random `salt` keeps a
hash from being a way to guess what is hidden in its line.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, Generic, Literal, TypeVar

import msgspec

from events.event import Command, Event

GENESIS: Final = "0" * 64
"""The `prev` of a table's first entry."""

SALT_BYTES: Final = 16

E = TypeVar("E")


class Entry(msgspec.Struct, Generic[E], frozen=True, kw_only=True):
    """One command and its events.

    `seq` counts a table's entries from 1 without gaps. `at` is RFC 3339, UTC, in milliseconds, never before the
    entry before it. `actor` is gm, seat:ID, npc:ID, clock or house; `seat` is the seat acted for, if any. `id` is
    the command's idempotency key. `edition` (of the rules that all games share; recorded as `house`), `game` and
    `rules` (its version) name the rules that decided the command. `command` is kept as it was resolved; `salt` is hex,
    `prev` the hash before, in hex.
    """

    v: Literal[1] = 1
    table: str
    seq: int
    at: str
    actor: str
    seat: str | None
    id: str
    edition: int = msgspec.field(name="house")
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
    """The line of an entry, without a line end. These bytes are stored, hashed and exported."""
    return _encoder.encode(entry)


def line_hash(line: bytes) -> str:
    """The SHA-256 of a stored line, in hex: the next line's `prev`, and the receipt of its command."""
    return hashlib.sha256(line).hexdigest()
