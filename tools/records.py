"""Compares the record of what a viewer was shown with a whole log, as verify.py does. See docs/verify.md."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from tools.failures import Failure, using_file

Record = Mapping[str, bytes]
"""The lines of a record, by table."""


class Otherwise(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was shown otherwise; `seq` is that of its entry, if there is one."""

    seq: int | None
    code: str
    detail: str


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a record was compared with a table's log, and what is `wrong`."""

    table: str
    roots: int
    calls: int
    entries: int
    views: int
    wrong: list[Otherwise]


def record_in(path: Path | None) -> bytes | None:
    """The record in a file, if there is one. Raises `Failure`."""
    if path is None:
        return None
    with using_file(path, "read"):
        return path.read_bytes()


def read_record(path: Path) -> Record:
    """The record in a file, by table. Raises `Failure`."""
    from tavern_client import verify  # a record is seldom given

    lines: dict[str, list[bytes]] = {}
    try:
        for line in verify.lines_of(record_in(path) or b""):
            lines.setdefault(verify.recorded(line)["table"], []).append(line)
    except verify.Unreadable as error:
        raise Failure(f"{path} is no record of what a viewer was shown: {error}") from None
    return {table: b"\n".join(own) for table, own in lines.items()}


def compare(record: Record, table: str, lines: Iterable[bytes]) -> Comparison:
    """Compare a record with a table's log."""
    from tavern_client import verify  # a record is seldom given

    own = record.get(table, b"")
    counted, wrong = verify.compared(own, verify.kept_in_log(table, list(lines) if own else []))
    return Comparison(
        table=table,
        roots=counted["roots"],
        calls=counted["calls"],
        entries=counted["entries"],
        views=counted["views"],
        wrong=[Otherwise(seq=seq, code=code, detail=detail) for seq, code, detail in wrong],
    )
