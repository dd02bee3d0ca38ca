"""The options of Farkle, the numbers of its rules, and the state of a race."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from games.mechanics.race import Points, RaceOptions
from projections.labels import labelled
from projections.table import Table

SIDES: Final = 6
DICE: Final = 6
"""How many dice a seat throws first, and again once all are set aside."""
MOST_LEFT: Final = 5
"""With greed, how many of the dice that the previous seat left the next one may use, at most."""

SET_ASIDE: Final = "set_aside"
"""The question after a throw: what is set aside?"""
GO_ON: Final = "throw_or_bank"
"""The question after dice were set aside."""


class Options(RaceOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Farkle. Points come in fifties."""

    target: Annotated[
        int, Meta(ge=50, le=20_000, multiple_of=50, description="How many points win"), labelled("Target")
    ] = 10_000
    minimum_bank: Annotated[
        int,
        Meta(ge=0, le=1_000, multiple_of=50, description="The least that a turn must make to be banked"),
        labelled("Least to bank"),
    ] = 0
    opening_bank: Annotated[
        int,
        Meta(ge=0, le=2_000, multiple_of=50, description="The least that a seat can bank the first time"),
        labelled("Least to bank at first"),
    ] = 0
    greed: Annotated[
        bool,
        Meta(description="Whether dice left by the previous seat may be added to a turn’s first throw"),
        labelled("Greed"),
    ] = False


class State(Points, kw_only=True):
    """The points; `newest`, the faces set aside last; and `left`, the number of dice left for a greedy throw."""

    newest: list[int] = msgspec.field(default_factory=list[int])
    left: int = 0


FarkleTable = Table[Options, State]


def dice_to_throw(table: FarkleTable, seat: str) -> dict[int, int]:
    """A seat's dice that are not set aside: the face of each, by its number."""
    return {die.n: die.face for die in table.seats[seat].dice if die.place == "open" and die.face is not None}
