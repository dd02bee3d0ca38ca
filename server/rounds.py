"""The rounds of a table: where each begins and ends in the log, and its replay as one viewer saw it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from events.audience import Viewer
from events.codec import Codec, UnreadableEntry
from events.entry import Entry
from events.event import Event, redact
from events.store import Stored
from events.table_events import TABLE_EVENTS
from projections.rulebook import AnyTable
from replays.rebuild import Round, note_rounds
from server.problems import LogDamaged

_MARKS: Final = (
    b'"type":"round_started"',
    b'"type":"round_ended"',
    b'"type":"round_voided"',
    b'"type":"round_unsealed"',
)
"""What stands in a line that begins, ends or unseals a round: few lines have it, and only those are decoded."""


class RoundSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A round as the list of rounds tells of it. `won_cp` is in copper; what follows `rules` is null while it runs."""

    round: int
    game: str
    rules: int
    started_at: str
    ended_at: str | None
    outcome: str | None
    winners: list[str]
    won_cp: dict[str, int]
    unsealed: bool
    disputes: list[str]


class RoundIndex:
    """A table's rounds, by number, from what everybody saw of them. `seq` is the entry up to which it reaches."""

    def __init__(self, codec: Codec, table: str) -> None:
        self._codec = codec
        self._table = table
        self._rounds: dict[int, Round] = {}
        self.seq = 0

    def scan(self, lines: Iterable[Stored]) -> None:
        """Take in stored lines without decoding more of them than need be. Raises `LogDamaged`."""
        for stored in lines:
            if any(mark in stored.line for mark in _MARKS):
                try:
                    self.take(self._codec.decode(stored.line))
                except (UnreadableEntry, UnicodeDecodeError, RecursionError):
                    raise LogDamaged(self._table, stored.seq, "the line is no entry") from None
            self.seq = stored.seq

    def take(self, entry: Entry[Event]) -> None:
        """Take in an entry."""
        note_rounds(self._rounds, entry)
        self.seq = entry.seq

    def find(self, number: int) -> Round | None:
        """The round of that number."""
        return self._rounds.get(number)

    def summaries(self, after: int, limit: int) -> list[RoundSummary]:
        """The rounds with numbers above `after`, in order, `limit` of them at most."""
        numbers = range(after + 1, min(after + limit, len(self._rounds)) + 1)
        return [_summary(self._rounds[number]) for number in numbers]


def _summary(played: Round) -> RoundSummary:
    return RoundSummary(
        round=played.round,
        game=played.game,
        rules=played.rules,
        started_at=played.started_at,
        ended_at=played.ended_at,
        outcome=played.outcome,
        winners=played.winners,
        won_cp=played.won_cp,
        unsealed=played.unsealed,
        disputes=[],
    )


def without_sheets(table: AnyTable) -> None:
    """Forget the sheets in the house's table: unsealing opens a round's dice, and never a sheet."""
    for seat in table.seats.values():
        seat.character = None


def as_told_to(viewer: Viewer, entries: Sequence[Entry[Event]]) -> Iterator[Entry[Event]]:
    """The entries of an unsealed round, whole but for what has nothing to do with its dice: that stays the viewer's."""
    for entry in entries:
        events = [redact(event, viewer) if isinstance(event, TABLE_EVENTS) else event for event in entry.events]
        yield msgspec.structs.replace(entry, events=[event for event in events if event is not None])
