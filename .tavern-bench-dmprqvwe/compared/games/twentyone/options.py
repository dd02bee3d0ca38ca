"""The options of a table of the current rules, and the numbers that several chapters share."""

from itertools import groupby
from typing import Annotated, Final, Literal

from msgspec import Meta

from games.mechanics.antes import Ante, MatchesAntes
from projections.game import SecretGameOptions
from projections.labels import labelled

DieName = Literal["d20", "d10", "d8", "d6", "d4"]
SIDES: Final = {"d20": 20, "d10": 10, "d8": 8, "d6": 6, "d4": 4}
HALF_ANTES: Final = {"d20": 1, "d10": 1, "d8": 2, "d6": 2, "d4": 4}
"""What each die costs, in half antes."""
DICE_BY_PRICE: Final = [list(dice) for _, dice in groupby(SIDES, HALF_ANTES.__getitem__)]
"""The dice, grouped by price."""
HIGHEST: Final = 21
"""Any higher total is bust."""

DRINKS: Final = labelled("Drinks pay for dice")
NO_WINNER: Final = labelled("Pot without a winner", rollover="Stays for the next round", house="Goes to the House")
"""The labels of options that several house rules share."""


class Options(SecretGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of the current rules. The default comes first."""

    ante_cp: Ante = 500
    starting_heat: Annotated[
        int,
        Meta(ge=1, le=40, description="The DC of a seat's first cheat in a round; each attempt adds 2"),
        labelled("Starting heat"),
    ] = 10
    liquid_mode: Annotated[bool, Meta(description="Whether dice can be paid for with drinks"), DRINKS] = True
    house_match: MatchesAntes = True
    no_winner: Annotated[
        Literal["rollover", "house"], Meta(description="Who gets the pot when nobody is left to win it"), NO_WINNER
    ] = "rollover"
    fee_on: Annotated[
        Literal["bought", "any"],
        Meta(description="Which natural 1s owe a cleaning fee: on bought dice, or on any die"),
        labelled("Cleaning fee", bought="For bought dice", any="For any die"),
    ] = "bought"


def die_cost(ante_cp: int, die: str) -> int:
    """What a die costs, in copper."""
    return HALF_ANTES[die] * ante_cp // 2
