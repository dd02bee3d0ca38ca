"""The options of a table in Goblin Mode, and the numbers of its rules."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from games.mechanics.antes import Ante
from games.mechanics.house_match import MatchesAntes
from projections.game import OpenGameOptions

CHAMBER: Final = {"d20": 20, "d12": 12, "d10": 10, "d8": 8, "d6": 6, "d4": 4}
"""The die of each stage with its sides, in the order of the stages."""
STAGES: Final = tuple(CHAMBER)
BULLET: Final = 1
"""The face that kills, on every die."""
TAXED: Final = STAGES[: STAGES.index("d8")]
"""Who holds in one of these stages owes the Coward's Tax."""
COIN: Final = "d2"
COIN_SIDES: Final = 2
SIDE_BET_STAGES: Final = 2
"""Stages during which side bets are taken."""


class Options(OpenGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table in Goblin Mode. The default comes first."""

    ante_cp: Ante = 500
    house_match: MatchesAntes = True
    last_standing: Annotated[
        Literal["plays_on", "wins"],
        Meta(description="What the last one living does: plays on until it holds or dies, or wins at once"),
    ] = "plays_on"
