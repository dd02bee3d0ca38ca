"""How much of a log is as it was written: the entries before the first that is not, and what is wrong there."""

from collections.abc import Sequence

import msgspec

from events.codec import Codec, UnreadableEntry, read_head
from events.entry import GENESIS, Entry, line_hash
from events.event import Event
from replays.export import Damage


class Told(msgspec.Struct, frozen=True):
    """What is said of a log beside it: how many entries it has and (None where that is not known) the last one's hash.

    `by` is who says so, in words.
    """

    by: str
    entries: int
    head: str | None


class IntactLog(msgspec.Struct, frozen=True):
    """The good part of a log; `damage` is what ends it, None where it is whole."""

    entries: list[Entry[Event]]
    damage: Damage | None


def intact_part(codec: Codec, table: str, lines: Sequence[bytes], told: Told | None = None) -> IntactLog:
    """The entries of `table` up to the first line that is missing, unreadable or changed.

    Where two lines do not fit together, the later one is the changed one, unless what comes after it vouches for it.
    """
    entries: list[Entry[Event]] = []
    head = GENESIS
    for seq, line in enumerate(lines, 1):
        try:
            entry = codec.decode(line)
        except UnreadableEntry as error:
            return IntactLog(entries, Damage(seq=seq, reason=error.reason))
        if (entry.seq, entry.table) != (seq, table):
            return IntactLog(entries, Damage(seq=seq, reason="another entry stands in its place, or it is missing"))
        if entry.prev != head:
            if entries and _vouched(lines, seq, told):
                return IntactLog(entries[:-1], Damage(seq=seq - 1, reason="its line is not as the next entry has it"))
            return IntactLog(entries, Damage(seq=seq, reason="its line does not follow the one before"))
        entries.append(entry)
        head = line_hash(line)
    if told is not None and len(lines) < told.entries:
        reason = f"it is missing: {told.by} tells of {told.entries} entries"
        return IntactLog(entries, Damage(seq=len(lines) + 1, reason=reason))
    if told is not None and told.head not in (None, head) and entries:
        return IntactLog(
            entries[:-1], Damage(seq=len(lines), reason=f"its line is not the one that {told.by} tells of")
        )
    return IntactLog(entries, None)


def _vouched(lines: Sequence[bytes], seq: int, told: Told | None) -> bool:
    """Whether line `seq` is as it was written by the word of the next one, or of who tells of the last."""
    digest = line_hash(lines[seq - 1])
    if seq == len(lines):
        return told is not None and told.head == digest
    try:
        return read_head(lines[seq]).prev == digest
    except UnreadableEntry:
        return False
