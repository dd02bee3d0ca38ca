"""The options of a table of Twenty-One, and the numbers of its rules."""

from itertools import groupby
from typing import Annotated, Final, Literal, Protocol

from msgspec import Meta

from games.mechanics.antes import Ante
from projections.game import SecretGameOptions

HIGHEST: Final = 21
SIDES: Final = {"d20": 20, "d10": 10, "d8": 8, "d6": 6, "d4": 4}
HALF_ANTES: Final = {"d20": 1, "d10": 1, "d8": 2, "d6": 2, "d4": 4}
"""What each die costs, in halves of the ante."""
DICE_BY_PRICE: Final = [list(dice) for _, dice in groupby(SIDES, HALF_ANTES.__getitem__)]
"""The dice that cost the same, together."""
CLEANING_FEE_CP: Final = 100
TAB_DC: Final = 10
TAB_DC_PER_DRINK: Final = 2
HEAT_PER_CHEAT: Final = 2
HEAT_LOST_A_ROUND: Final = 1
CHANGES: Final = (-3, -2, -1, 1, 2, 3)
"""By how much a cheat can change a die."""
ACCUSATION_ANTES: Final = 2
BOUNTY_ANTES: Final = 5
RESISTING_ANTES: Final = 1
BACKFIRE_ANTES: Final = 1


class SharedOptions(Protocol):
    """The options that all house rules of Twenty-One have."""

    @property
    def ante_cp(self) -> int:
        """The ante, in copper."""
        ...

    @property
    def starting_heat(self) -> int:
        """The DC of the first cheat."""
        ...

    @property
    def liquid_mode(self) -> bool:
        """Whether dice can be paid for with drinks."""
        ...

    @property
    def no_winner(self) -> str:
        """Who gets the pot when nobody is left to win it."""
        ...


class Options(SecretGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of the current rules. The default comes first."""

    ante_cp: Ante = 500
    starting_heat: Annotated[
        int, Meta(ge=1, le=40, description="The DC of a seat's first cheat in a round; each attempt adds 2")
    ] = 10
    liquid_mode: Annotated[bool, Meta(description="Whether dice can be paid for with drinks")] = True
    house_match: Annotated[
        bool, Meta(description="Whether the House matches the players' antes while the GM does not play")
    ] = True
    no_winner: Annotated[
        Literal["rollover", "house"], Meta(description="Who gets the pot when nobody is left to win it")
    ] = "rollover"
    fee_on: Annotated[
        Literal["bought", "any"], Meta(description="Which natural 1s owe a cleaning fee: on bought dice, or on any die")
    ] = "bought"


class V3Options(SecretGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of V3.0. The default comes first."""

    ante_cp: Ante = 500
    starting_heat: Annotated[
        int, Meta(ge=1, le=40, description="Where the table's heat starts, the DC of a cheat; it never falls below")
    ] = 10
    liquid_mode: Annotated[bool, Meta(description="Whether dice can be paid for with drinks")] = True
    no_winner: Annotated[
        Literal["rollover", "house"], Meta(description="Who gets the pot when nobody is left to win it")
    ] = "rollover"
    goad_resist: Annotated[
        Literal["off", "one_ante"], Meta(description="Whether a goaded seat can pay an ante to shrug it off")
    ] = "off"
    side_bets: Annotated[
        Literal["pot", "pool"],
        Meta(description="Whether side bets go into the pot for good, or into a pool for those who back the winner"),
    ] = "pot"


def die_cost(ante_cp: int, die: str) -> int:
    """What a die costs, in copper."""
    return HALF_ANTES[die] * ante_cp // 2


def drinks_for(die: str) -> int:
    """How many drinks a die costs: its cost in antes, rounded up."""
    return -(-HALF_ANTES[die] // 2)
