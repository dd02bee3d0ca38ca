"""The standings of a table: who played, who won, whose coins grew, who was caught, who disputed and was right."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from events.event import Event
from events.round_events import Denounced, DieAltered, DieRerolledSecretly, StatusChanged
from projections.game import AnyTable


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's record at this table; `coins_cp` is what its rounds gained or lost it, in copper, rulings included.

    `missed` counts cheats that nobody found out, in rounds that are unsealed. `disputes` are those that it raised,
    `disputes_open` those of them that wait for a ruling.
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
    """How often each seat cheated with dice in a round, from all its events, where it was not caught."""
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


def standings_of(table: AnyTable, missed: Mapping[str, int]) -> list[Standing]:
    """Everybody who ever sat to play, gone or not; most wins first, then most coins, then by arrival.

    `missed` has the cheats of each seat that nobody found out, as far as rounds are unsealed.
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
