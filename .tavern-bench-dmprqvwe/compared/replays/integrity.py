"""Finds how much of a log is unchanged: the entries before the first that is missing, unreadable or changed."""

from collections.abc import Iterable

import msgspec

from events.codec import Codec, UnreadableEntry, read_head
from events.entry import GENESIS, Entry, line_hash
from events.event import Event
from replays.export import Damage


class LogClaim(msgspec.Struct, frozen=True):
    """What a store or an export's header says about a log: its number of entries, and the last one's hash if known.

    `by` names the source in words: "the store" or "the header".
    """

    by: str
    entries: int
    head: str | None


class IntactLog(msgspec.Struct, frozen=True):
    """The good part of a log; `damage` is what ends it, None if the log is whole."""

    entries: list[Entry[Event]]
    damage: Damage | None


class IntegrityCheck:
    """Checks a table's log line by line, from the first, and holds only the newest hashes.

    `seq` is the last good entry, `head` the hash of its line, and `damage` what comes next, None as long as nothing is
    wrong. If two lines do not fit together, the later one counts as changed, unless the line after it or the claim
    confirms it. So such damage is known one line later, or at `finish`.

    A check can start after a line that is known to be good: `seq`, whose line hashes to `head`.
    """

    def __init__(self, codec: Codec, table: str, seq: int = 0, head: str = GENESIS) -> None:
        self._decode = codec.decode
        self._table = table
        self._before = GENESIS
        self._unlinked: str | None = None
        self.seq = seq
        self.head = head
        self.damage: Damage | None = None

    def take(self, line: bytes) -> Entry[Event] | None:
        """Check the next line. Returns its entry, or None if it is damaged or follows damage.

        A returned entry can still turn out to be the changed one; then `seq` goes back by one.
        """
        if self.damage is not None or self._unlinked is not None:
            self._take_after_fault(line)
            return None
        seq = self.seq + 1
        try:
            entry = self._decode(line, seq)
        except UnreadableEntry as error:
            self.damage = Damage(seq=seq, reason=error.reason)
            return None
        if entry.table != self._table:
            self.damage = Damage(seq=seq, reason="it is missing, or another entry is in its place")
            return None
        if entry.prev != self.head:
            self._unlinked = line_hash(line)
            return None
        self._before, self.head, self.seq = self.head, line_hash(line), seq
        return entry

    def finish(self, claim: LogClaim | None = None, *, lost: str | None = None) -> None:
        """Check the end of the log: nothing follows, or the next line is `lost` for this reason."""
        if self._unlinked is not None:
            self._judge_link(confirmed=claim is not None and claim.head == self._unlinked)
        if self.damage is not None:
            return
        if lost is not None:
            self.damage = Damage(seq=self.seq + 1, reason=lost)
        elif claim is not None and self.seq < claim.entries:
            reason = f"it is missing: according to {claim.by} there are {claim.entries} entries"
            self.damage = Damage(seq=self.seq + 1, reason=reason)
        elif claim is not None and claim.head not in (None, self.head) and self.seq:
            self._reject_last(f"its line does not have the hash that {claim.by} gives for it")

    def _take_after_fault(self, line: bytes) -> None:
        if self._unlinked is not None:
            self._judge_link(confirmed=_prev_of(line) == self._unlinked)

    def _judge_link(self, *, confirmed: bool) -> None:
        self._unlinked = None
        if confirmed and self.seq:
            self._reject_last("its line does not have the hash that the next entry gives for it")
        else:
            self.damage = Damage(seq=self.seq + 1, reason="its line does not follow the one before")

    def _reject_last(self, reason: str) -> None:
        self.damage = Damage(seq=self.seq, reason=reason)
        self.seq, self.head = self.seq - 1, self._before


def intact_part(codec: Codec, table: str, lines: Iterable[bytes], claim: LogClaim | None = None) -> IntactLog:
    """The entries of `table` up to the first line that is missing, unreadable or changed."""
    check = IntegrityCheck(codec, table)
    entries = [entry for line in lines if (entry := check.take(line)) is not None]
    check.finish(claim)
    return IntactLog(entries[: check.seq], check.damage)


def _prev_of(line: bytes) -> str | None:
    try:
        return read_head(line).prev
    except UnreadableEntry:
        return None
