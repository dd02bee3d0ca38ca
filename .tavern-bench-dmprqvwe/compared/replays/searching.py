"""Searching a log for a round, line by line: nothing is kept of the lines that say nothing about it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

import msgspec

from events.codec import Codec, UnreadableEntry
from events.entry import GENESIS, Entry, line_hash
from events.event import Event, type_tag
from events.round_events import LuckCalled, RoundEnded, RoundStarted, RoundUnsealed, RoundVoided
from events.table_events import SeatTaken
from replays.export import Damage
from replays.integrity import IntegrityCheck, LogClaim
from replays.rebuild import Round, note_round

_NOTED: Final = frozenset({SeatTaken, LuckCalled, RoundStarted, RoundEnded, RoundVoided, RoundUnsealed})
"""The events that say who sits at the table, or something about a round."""
_TAGS: Final = {type_tag(kind).encode() for kind in _NOTED}
_BEGINS: Final = {type_tag(kind).encode() for kind in (LuckCalled, RoundStarted)}
_notable: Final = re.compile(
    b'"type":"(%b)"(?:,"v":\\d+,"round":(\\d{1,18})(?!\\d))?' % b"|".join(sorted(_TAGS))
).findall
"""The types of such events in a line, as servers write it, and the round of each that has one.

Texts in a line never match, because JSON escapes quotes.
"""


class Anchor(msgspec.Struct, frozen=True):
    """A line that a snapshot confirms: entry `seq`, whose line hashes to `head`.

    A server decoded and folded all lines up to it. If they still lead to this hash, they are still the same lines.
    """

    seq: int
    head: str


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in the good part of a log, which is `entries` long; `damage` is what ends it, None if it is whole.

    `names` are those of everyone who ever sat at the table, by seat, and `rounds` is how many rounds began. `played` is
    the round that was searched for, None if there is none.
    """

    entries: int
    damage: Damage | None
    names: dict[str, str]
    rounds: int
    played: Round | None


def search(
    codec: Codec,
    table: str,
    lines: Iterable[bytes],
    number: int | None,
    claim: LogClaim | None = None,
    anchor: Anchor | None = None,
) -> Search:
    """Search a log for a round, the last that began if `number` is None. Every line is hashed and its link is checked.

    Up to the `anchor`, if there is one, only lines that say something about rounds or seats are decoded. If those lines
    do not lead to it, or anything is wrong with the log, all `lines` are read once more and decoded, to find the first
    damage.
    """
    if anchor is not None:
        facts, left = _Facts(number), iter(lines)
        if (followed := _follow(codec, table, left, anchor, facts)) is not None:
            check, line = followed
            found = _search(check, chain((line,), left), facts, claim)
            if found.damage is None:
                return found
    return _search(IntegrityCheck(codec, table), lines, _Facts(number), claim)


def _follow(
    codec: Codec, table: str, lines: Iterator[bytes], anchor: Anchor, facts: "_Facts"
) -> tuple[IntegrityCheck, bytes] | None:
    """Follow the hashes up to the anchor's line. Returns a check of the log before that line, and the line.

    None if the hashes do not lead there, or if a line was not written by a server.
    """
    noted = _NotedLines(facts.number)
    head = GENESIS
    for seq, line in enumerate(lines, 1):
        # In valid JSON, only the last field of the entry itself can end like this.
        if not line.endswith(b',"prev":"%b"}' % head.encode()):
            return None
        before, head = head, line_hash(line)
        if seq == anchor.seq:
            if head != anchor.head:
                return None
            fits = noted.note_in(facts, codec, table)
            return (IntegrityCheck(codec, table, seq - 1, before), line) if fits else None
        if (found := _notable(line)) and not noted.take(seq, line, found):
            return None
    return None


def _search(check: IntegrityCheck, lines: Iterable[bytes], facts: "_Facts", claim: LogClaim | None) -> Search:
    newest: Entry[Event] | None = None
    for line in lines:
        following = check.take(line)
        if following is None:
            if check.damage is not None:
                break
            continue
        if newest is not None:
            # Only now is it certain that it was not changed.
            facts.note(newest)
        newest = following
    check.finish(claim)
    if newest is not None and newest.seq <= check.seq:
        facts.note(newest)
    return Search(
        entries=check.seq, damage=check.damage, names=facts.names, rounds=len(facts.begun), played=facts.played
    )


class _NotedLines:
    """The lines that say something about a round, or about the last that began, or who sat at the table."""

    def __init__(self, number: int | None) -> None:
        self._number = self._wanted = number
        self._newest: int | None = None
        self._begun: set[int] = set()
        self._of_the_round: list[tuple[int, bytes]] = []
        self._others: list[tuple[int, bytes]] = []

    def take(self, seq: int, line: bytes, found: Sequence[tuple[bytes, bytes]]) -> bool:
        """Take in a line with the events `found` in it. False if no server wrote it: an earlier round begins again."""
        wanted = other = False
        for kind, digits in found:
            if not digits:
                other = True
                continue
            number = int(digits)
            if kind in _BEGINS and number != self._newest:
                if number in self._begun:
                    return False
                self._begun.add(number)
                self._newest = number
                if self._number is None:
                    self._wanted = number
                    self._of_the_round.clear()
            wanted = wanted or number == self._wanted
        if other:
            self._others.append((seq, line))
        elif wanted:
            self._of_the_round.append((seq, line))
        return True

    def note_in(self, facts: "_Facts", codec: Codec, table: str) -> bool:
        """Add what the lines say to `facts`. False if one is no entry of the table."""
        for seq, line in sorted(self._of_the_round + self._others):
            try:
                entry = codec.decode(line, seq)
            except UnreadableEntry:
                return False
            if entry.seq != seq or entry.table != table:
                return False
            facts.note(entry)
        facts.begun |= self._begun
        return True


class _Facts:
    """What a log's entries say about a round, or about the last that began, and who sat at the table."""

    def __init__(self, number: int | None) -> None:
        self.number = number
        self._rounds: dict[int, Round] = {}
        self.names: dict[str, str] = {}
        self.begun: set[int] = set()

    @property
    def played(self) -> Round | None:
        """The round."""
        return next(iter(self._rounds.values()), None)

    def note(self, entry: Entry[Event]) -> None:
        """Take in the next entry."""
        for event in entry.events:
            if type(event) not in _NOTED:
                continue
            match event:
                case SeatTaken():
                    self.names[event.seat] = event.name
                case LuckCalled() | RoundStarted() if not self._is_of_it(event.round):
                    pass
                case _:
                    note_round(self._rounds, entry, event)

    def _is_of_it(self, number: int) -> bool:
        """Whether it is the round in question that begins with this number."""
        new = number not in self.begun
        self.begun.add(number)
        if self.number is None and new:
            self._rounds.clear()
            return True
        return number == self.number if self.number is not None else number in self._rounds
