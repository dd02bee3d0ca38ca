"""Checks the links between a log's lines: table, seq, time and the previous line's hash."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from events.codec import UnreadableEntry, read_head
from events.entry import GENESIS, Entry, line_hash
from events.event import Event
from games.deciding.catalogue import Catalogue
from replays.findings import Finding, Where
from replays.plain_json import flaw_of

_SHOWN: Final = 16
_TIME: Final = re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d\.\d{3}Z")


class Read(msgspec.Struct, frozen=True):
    """A line that is an entry."""

    where: Where
    entry: Entry[Event]


class Links:
    """Follows the chain of lines: table, seq, time and the previous hash.

    `lines` is the number of lines. Up to `whole` (a seq), none is missing or unreadable; later entries cannot be
    folded.
    """

    def __init__(self, catalogue: Catalogue, table: str | None) -> None:
        self._codec = catalogue.codec
        self._at = ""
        self.lines = 0
        self.table = table
        self.seq = 0
        self.head = GENESIS
        self.whole = 0

    def take(self, line: bytes, found: list[Finding]) -> Read | None:
        """Check a line's links; None if it is not an entry."""
        self.lines += 1
        prev, self.head = self.head, line_hash(line)
        try:
            entry = self._decoded(line)
        except UnreadableEntry as error:
            found.append(self._unreadable(line, error))
            return None
        where = Where(self.lines, entry.seq)
        found.extend(self._wrong(where, entry, prev))
        if self.whole + 1 == entry.seq == self.lines:
            self.whole = entry.seq
        self.seq, self._at = entry.seq, entry.at
        return Read(where, entry)

    def _decoded(self, line: bytes) -> Entry[Event]:
        """The entry in a line. Raises `UnreadableEntry`, also if parsers read the line differently."""
        if (flaw := flaw_of(line)) is not None:
            raise UnreadableEntry(f"the line is not an entry: {flaw}")
        return self._codec.decode(line, self.seq + 1)

    def _unreadable(self, line: bytes, error: UnreadableEntry) -> Finding:
        self.seq += 1
        try:
            read_head(line)
            where = Where(self.lines, self.seq)
        except UnreadableEntry:
            where = Where(self.lines, None)
        return where.wrong("unreadable", error.reason)

    def _wrong(self, where: Where, entry: Entry[Event], prev: str) -> Iterator[Finding]:
        if self.table is None:
            self.table = entry.table
        elif entry.table != self.table:
            yield where.wrong("wrong_table", f"it belongs to table {entry.table}, not {self.table}")
        if entry.prev != prev:
            yield where.wrong("chain_broken", self._broken(entry, prev))
        if not _TIME.fullmatch(entry.at):
            yield where.wrong("bad_time", f"its time {entry.at!r} is not an RFC 3339 time in UTC with milliseconds")
        elif entry.at < self._at:
            yield where.wrong("time_goes_back", f"its time {entry.at} is before the previous entry's {self._at}")

    def _broken(self, entry: Entry[Event], prev: str) -> str:
        if entry.seq == 1:
            return f"its prev is {short(entry.prev)}, that of a first entry is {short(GENESIS)}"
        said, found = short(entry.prev), short(prev)
        changed = "one of the two was changed, or entries between them are missing"
        return f"its prev is {said}, but entry {self.seq} hashes to {found}: {changed}"


def short(digest: str) -> str:
    """The beginning of a hash, enough to recognise it."""
    return f"{digest[:_SHOWN]}…" if len(digest) > _SHOWN else repr(digest)
