"""Searching a log for a round, line by line: nothing is kept of the lines that say nothing about it."""

from collections.abc import Iterable
from typing import Final

import msgspec

from events.codec import Codec
from events.entry import Entry
from events.event import Event
from events.round_events import LuckCalled, RoundEnded, RoundStarted, RoundUnsealed, RoundVoided
from events.table_events import SeatTaken
from replays.export import Damage
from replays.integrity import IntegrityCheck, LogClaim
from replays.rebuild import Round, note_round

_NOTED: Final = frozenset({SeatTaken, LuckCalled, RoundStarted, RoundEnded, RoundVoided, RoundUnsealed})
"""The events that say who sits at the table, or something about a round."""


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
    codec: Codec, table: str, lines: Iterable[bytes], number: int | None, claim: LogClaim | None = None
) -> Search:
    """Search a log for a round, the last that began if `number` is None. Every line is read and its link is checked."""
    check = IntegrityCheck(codec, table)
    facts = _Facts(number)
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


class _Facts:
    """What a log's entries say about a round, or about the last that began, and who sat at the table."""

    def __init__(self, number: int | None) -> None:
        self._number = number
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
        if self._number is None and new:
            self._rounds.clear()
            return True
        return number == self._number if self._number is not None else number in self._rounds
