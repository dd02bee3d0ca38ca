"""What Farkle remembers of a race beyond the common table, and how its events fold into it."""

from collections.abc import Mapping
from typing import Final

import msgspec

from events.event import V1, Event, namespaced
from events.round_events import DicePlaced, DiceThrown
from games.farkle.options import Options
from games.mechanics import race
from games.mechanics.race import Points
from projections.game import Fold
from projections.table import Table

SET_ASIDE: Final = "set_aside"
"""The question after a throw: what is set aside?"""
GO_ON: Final = "throw_or_bank"
"""The question after dice were set aside."""


class DiceLeft(V1, frozen=True, kw_only=True, tag=namespaced("farkle")):
    """A seat banked and left dice lying, of which whoever throws next may throw `count` along."""

    seat: str
    count: int


class State(Points, kw_only=True):
    """The points, and the dice that tell of them.

    `newest` are the faces that were set aside last, `left` is how many dice wait for who is greedy.
    """

    newest: list[int] = msgspec.field(default_factory=list[int])
    left: int = 0


FarkleTable = Table[Options, State]


def dice_to_throw(table: FarkleTable, seat: str) -> dict[int, int]:
    """The dice of a seat that are not set aside: what each, by its number, shows."""
    return {die.n: die.face for die in table.seats[seat].dice if die.place == "open" and die.face is not None}


def _thrown(table: FarkleTable, event: DiceThrown) -> None:
    table.state.left = 0


def _placed(table: FarkleTable, event: DicePlaced) -> None:
    dice = table.seats[event.seat].dice
    table.state.newest = [face for n in event.ns if (face := dice[n].face) is not None]


def _left(table: FarkleTable, event: DiceLeft) -> None:
    table.state.left = event.count


EVENTS: Final = (*race.EVENTS, DiceLeft)
FOLDS: Final[Mapping[type[Event], Fold]] = {
    **race.FOLDS,
    DiceThrown: _thrown,
    DicePlaced: _placed,
    DiceLeft: _left,
}
