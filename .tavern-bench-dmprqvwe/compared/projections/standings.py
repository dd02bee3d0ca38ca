"""The standings of a table: each seat's rounds, wins, coins, cheats and disputes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from events.event import Event
from events.round_events import Denounced, DieAltered, DieRerolledSecretly, StatusChanged
from projections.game import AnyTable
from projections.table import Span


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's record at this table; `coins_cp` is its net gain in rounds, in copper, including rulings.

    `missed` counts undetected cheats in unsealed rounds. `disputes` counts those that it raised, `disputes_open` those
    of them that wait for a ruling.
    """

    seat: str
    name: str
    here: bool
    rounds: int
    wins: int
    coins_cp: int
    caught: int
    missed: int
    disputes: int
    disputes_open: int
    disputes_upheld: int


COUNTED_FOR_MISSED_CHEATS: Final[tuple[type[Event], ...]] = (
    DieAltered, DieRerolledSecretly, StatusChanged, Denounced,
)  # fmt: skip
"""The events that `cheats_missed` reads; it ignores all others."""


def cheats_missed(events: Iterable[Event]) -> dict[str, int]:
    """How often each seat cheated with dice in a round without being caught, from all the round's events."""
    turned: dict[str, int] = {}
    caught: set[str] = set()
    for event in events:
        match event:
            case DieAltered(why="cheat"):
                turned[event.seat] = turned.get(event.seat, 0) + 1
            case DieRerolledSecretly():
                turned[event.by] = turned.get(event.by, 0) + 1
            case StatusChanged(status="caught") | Denounced():
                caught.add(event.seat)
            case _:
                pass
    return {seat: count for seat, count in turned.items() if seat not in caught}


class MissedCheats:
    """Undetected cheats at a table by seat, summed as rounds end, so that requests need not count them again.

    `by_round` has those of each unsealed round that was examined.
    """

    def __init__(self) -> None:
        self.by_round: dict[int, Mapping[str, int]] = {}
        self._sealed: list[Span] = []
        self._last = 0
        self._total: dict[str, int] = {}

    def missing(self, sealed: Sequence[Span], last: int) -> list[int]:
        """The rounds up to `last`, except the sealed ones, that have yet to be examined for the sum."""
        counted = self._last if self._counts(sealed, last) else 0
        return [number for number in _unsealed(sealed, counted, last) if number not in self.by_round]

    def total(self, sealed: Sequence[Span], last: int) -> dict[str, int]:
        """The sum over the rounds up to `last`, except the sealed ones, once none is missing."""
        if not self._counts(sealed, last):
            self._sealed, self._last, self._total = list(sealed), 0, {}
        for number in _unsealed(sealed, self._last, last):
            for seat, count in self.by_round[number].items():
                self._total[seat] = self._total.get(seat, 0) + count
        self._last = last
        return dict(self._total)

    def _counts(self, sealed: Sequence[Span], last: int) -> bool:
        """Whether the sum so far can be continued to that one."""
        return self._sealed == sealed and self._last <= last


def _unsealed(sealed: Sequence[Span], after: int, last: int) -> Iterator[int]:
    begins = after + 1
    for span in sealed:
        yield from range(begins, span.first)
        begins = max(begins, span.last + 1)
    yield from range(begins, last + 1)


def standings_of(table: AnyTable, missed: Mapping[str, int]) -> list[Standing]:
    """Every seat that ever played, including those that left; most wins first, then most coins, then by arrival.

    `missed` has each seat's undetected cheats in unsealed rounds.
    """
    standings = [
        Standing(
            seat=seat,
            name=table.names[seat],
            here=seat in table.seats and not table.seats[seat].gone,
            missed=missed.get(seat, 0),
            **msgspec.structs.asdict(score),
        )
        for seat, score in table.scores.items()
    ]
    return sorted(standings, key=lambda standing: (-standing.wins, -standing.coins_cp))
