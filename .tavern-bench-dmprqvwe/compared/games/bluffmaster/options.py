"""What a GM may set for a table of Bluffmaster, and the numbers of its rules."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from games.mechanics.antes import Ante
from projections.game import SecretGameOptions
from projections.labels import labelled

FEWEST_SEATS: Final = 3
MOST_SEATS: Final = 5
ROUNDS_OF_A_SET: Final = 3
SIDES: Final = 20

REROLL: Final = "reroll"
SUBTRACT: Final = "subtract"
ADD: Final = "add"
Ability = Literal["reroll", "subtract", "add"]
ABILITIES: Final = (REROLL, SUBTRACT, ADD)
"""In the order in which they resolve."""

ABILITY_LABELS: Final = {REROLL: "Re-roll a die", SUBTRACT: "Take from a total", ADD: "Add to a total"}

AMOUNT: Final = 3
"""By how much subtract and add change a total, unless a grant says otherwise."""
MOST_AMOUNT: Final = 20
USES: Final = 1
"""How often an ability can be used in a Set, unless a grant says otherwise."""
MOST_USES: Final = 10


class Options(SecretGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Bluffmaster. The default comes first."""

    unseal: Annotated[
        Literal["dispute", "round"],
        Meta(
            description="When a Set's seed, which reveals folded dice too, is published: only by the GM, "
            "or with its last entry"
        ),
        labelled("Show the seed", round="When the Set ends", dispute="When the GM decides"),
    ] = "dispute"
    ante_cp: Ante = 1000
    cards: Annotated[
        Literal["all", "dealt", "chosen"],
        Meta(description="Which ability cards a seat holds in a Set: all three, or one, dealt or chosen in secret"),
        labelled("Ability cards", all="All three", dealt="One, dealt", chosen="One, chosen"),
    ] = "all"
