"""The export: a table's log as a self-contained file. docs/log-format.md specifies it to the byte.

JSON Lines: a header, then the entries' stored bytes verbatim, each line ended by one line feed. It contains everything
that happened at the table, so it is only for the GM. It never contains the seed of a running or future round.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from events.entry import GENESIS, line_hash
from replays.plain_json import flaw_of

FORMAT: Final = "tavern-log"


class NotAnExport(Exception):
    """The file does not begin with an export's header. `reason` says why."""

    code = "not_an_export"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """The damage that cut a log short: the first entry that is missing or changed, and what is wrong with it."""

    seq: int
    reason: str


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """An export's first line.

    `entries` is the number of lines that follow and `head` the hash (hex) of the last one, which shows whether the file
    was cut off at the end of a line. `signature` (hex) was made with `key` (the public key, hex) over
    `replays.signing.statement`. With `damage`, the lines are the good part of a damaged log.
    """

    format: Literal["tavern-log"] = FORMAT
    version: Literal[1] = 1
    table: str
    entries: int
    head: str
    key: str | UnsetType = UNSET
    signature: str | UnsetType = UNSET
    damage: Damage | UnsetType = UNSET


class Export(msgspec.Struct, frozen=True):
    """A parsed export: its header, and the lines of the file without line ends."""

    header: Header
    lines: Sequence[bytes]


Sign = Callable[[Header], Header]
"""A function that signs a header."""

_decoder = msgspec.json.Decoder(Header)


def unsigned(header: Header) -> Header:
    """The header unchanged, for exports that are not signed."""
    return header


def header_line(header: Header) -> bytes:
    """The first line of an export, with its line end."""
    return msgspec.json.encode(header) + b"\n"


def write_export(
    table: str, lines: Sequence[bytes], *, sign: Sign = unsigned, damage: Damage | UnsetType = UNSET
) -> Iterator[bytes]:
    """The bytes of an export, line by line with line ends."""
    head = line_hash(lines[-1]) if lines else GENESIS
    yield header_line(sign(Header(table=table, entries=len(lines), head=head, damage=damage)))
    for line in lines:
        yield line + b"\n"


def read_header(line: bytes) -> Header:
    """The header in a line. Raises `NotAnExport`, also if parsers read the line differently."""
    reason = flaw_of(line) if line.startswith(b"{") else "it is not a JSON object"
    try:
        if reason is None:
            return _decoder.decode(line)
    except msgspec.DecodeError as error:
        reason = str(error)
    raise NotAnExport(f"the first line is not the header of a {FORMAT}, version 1: {reason}")


def parse_export(lines: Iterable[bytes]) -> Export:
    """An export from a file's lines, with or without line ends. This checks only the header; the audit checks the rest.

    Raises `NotAnExport`.
    """
    bare = [line.removesuffix(b"\n") for line in lines]
    if not bare:
        raise NotAnExport("the file is empty")
    return Export(read_header(bare[0]), bare[1:])
