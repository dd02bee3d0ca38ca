"""The export: a table's log as a file that stands by itself. docs/log-format.md specifies it to the byte.

JSON Lines: a header, then the entries' stored bytes verbatim, each line ended by one line feed. It is the whole truth
of a table, and the GM's to guard; the seed of a running or coming round is not in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

import msgspec

from events.entry import GENESIS, line_hash

FORMAT: Final = "tavern-log"


class NotAnExport(Exception):
    """A file does not begin with an export's header. `reason` says why."""

    code = "not_an_export"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """An export's first line.

    `entries` counts the lines that follow and `head` is the hash (hex) of the last of them, so that a file which was
    cut off at the end of a line is known for one.
    """

    format: Literal["tavern-log"] = FORMAT
    version: Literal[1] = 1
    table: str
    entries: int
    head: str


class Export(msgspec.Struct, frozen=True):
    """A parsed export: its header, and the stored lines as they stand in the file, without line ends."""

    header: Header
    lines: Sequence[bytes]


_decoder = msgspec.json.Decoder(Header)


def header_line(table: str, entries: int, head: str = GENESIS) -> bytes:
    """The header of an export of `entries` lines, the last of which hashes to `head`; without a line end."""
    return msgspec.json.encode(Header(table=table, entries=entries, head=head))


def write_export(table: str, lines: Sequence[bytes]) -> Iterator[bytes]:
    """The bytes of an export, line by line with line ends."""
    yield header_line(table, len(lines), line_hash(lines[-1]) if lines else GENESIS) + b"\n"
    for line in lines:
        yield line + b"\n"


def read_header(line: bytes) -> Header:
    """The header in a line. Raises `NotAnExport`."""
    try:
        return _decoder.decode(line)
    except msgspec.DecodeError as error:
        raise NotAnExport(f"the first line is no header of a {FORMAT}, version 1: {error}") from None


def parse_export(lines: Iterable[bytes]) -> Export:
    """An export from a file's lines, with or without line ends. Only the header is judged; the rest is the audit's.

    Raises `NotAnExport`.
    """
    bare = [line.removesuffix(b"\n") for line in lines]
    if not bare:
        raise NotAnExport("the file is empty")
    return Export(read_header(bare[0]), bare[1:])
