"""Published heads: a table's newest entry at some time, which later shows whether the log was cut or replaced."""

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from events.entry import line_hash
from tools.failures import Failure, using_file
from tools.sources.source import Source


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """A table's newest entry at some time: its `seq`, and the SHA-256 (hex) of its line."""

    table: str
    seq: int
    head: str


class BrokenHead(msgspec.Struct, frozen=True, kw_only=True):
    """A table whose log disagrees with a published head, and how."""

    table: str
    detail: str


_decoder = msgspec.json.Decoder(Head)


def read_heads(path: Path) -> list[Head]:
    """The heads in a file. Raises `Failure`."""
    with using_file(path, "read"):
        lines = path.read_bytes().splitlines()
    try:
        return [_decoder.decode(line) for line in lines if line.strip()]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Failure(f"{path} is not a file of heads: {error}") from None


def check_heads(source: Source, heads: Sequence[Head]) -> list[BrokenHead]:
    """What is wrong with the logs of a source, judging by their published heads."""
    tables = source.tables()
    found: list[BrokenHead] = []
    for head in heads:
        flaw = flaw_of(head, source.log(head.table).lines) if head.table in tables else "the table is missing"
        if flaw is not None:
            found.append(BrokenHead(table=head.table, detail=flaw))
    return found


def flaw_of(head: Head, lines: Iterable[bytes]) -> str | None:
    """What is wrong with a log, judging by a published head; None if nothing is."""
    entries, published = 0, b""
    for line in islice(lines, max(0, head.seq)):
        entries, published = entries + 1, line
    if entries < head.seq:
        return f"it ends with entry {entries}, and entry {head.seq} was published: its end was cut off"
    if line_hash(published) != head.head:
        return f"its entry {head.seq} is not the one that was published: its history was replaced"
    return None
