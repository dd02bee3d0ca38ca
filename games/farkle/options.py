"""The options of a table of Farkle, and the numbers of its rules."""

from typing import Annotated, Final

from msgspec import Meta

from games.mechanics.race import RaceOptions

DICE: Final = 6
"""What a seat throws at first, and again when all are set aside."""
MOST_LEFT: Final = 5
"""With greed: of the dice that the seat before left, the most that the next may throw along."""


class Options(RaceOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Farkle. Points come in fifties."""

    target: Annotated[int, Meta(ge=50, le=20_000, multiple_of=50, description="How many points win")] = 10_000
    minimum_bank: Annotated[
        int, Meta(ge=0, le=1_000, multiple_of=50, description="The least that a turn must bring to be written down")
    ] = 0
    opening_bank: Annotated[
        int, Meta(ge=0, le=2_000, multiple_of=50, description="The least that a seat can write down at first")
    ] = 0
    greed: Annotated[
        bool, Meta(description="Whether the dice that the seat before has left may be added to a turn’s first throw")
    ] = False
