"""What Farkle remembers of a race beyond the points, and what lies on the table."""

from typing import Final

import msgspec

from games.farkle.options import Options
from games.mechanics.race import Points
from projections.table import Table

SET_ASIDE: Final = "set_aside"
"""The question after a throw: what is set aside?"""
GO_ON: Final = "throw_or_bank"
"""The question after dice were set aside."""


class State(Points, kw_only=True):
    """The points, and the dice that the chronicle and the next throw need.

    `newest` are the faces that were set aside last, `left` is how many dice wait for a greedy throw.
    """

    newest: list[int] = msgspec.field(default_factory=list[int])
    left: int = 0


FarkleTable = Table[Options, State]


def dice_to_throw(table: FarkleTable, seat: str) -> dict[int, int]:
    """The dice of a seat that are not set aside: what each, by its number, shows."""
    return {die.n: die.face for die in table.seats[seat].dice if die.place == "open" and die.face is not None}
