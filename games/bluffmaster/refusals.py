"""Why Bluffmaster can refuse a move, by code."""

from collections.abc import Mapping
from typing import Final

from games.mechanics import betting

_OWN: Final[Mapping[str, str]] = {
    "agreed_already": "The seat has agreed to the split, and stands by it.",
    "card_used": "The ability was used as often as it can be in this Set.",
    "no_die_to_name": "A die is named where none is rolled again.",
    "no_card": "The seat does not hold the card of that ability.",
    "no_proposal": "Nobody has proposed to split the pot.",
    "nobody_plays": "Nobody sits at the table who could be granted anything.",
    "not_asked": "The seat is not asked for that now.",
    "not_in_set": "This is for who plays the Set.",
    "not_in_the_split": "A share was meant for somebody who is not in the Set, or has left it.",
    "nothing_to_split": "No antes are paid yet.",
    "own_proposal": "Whoever proposed a split waits for the others to say something, or takes it back.",
    "split_proposed": "A split is on the table already.",
    "target_out": "The target is not in the round, or not any more.",
}

REFUSALS: Final[Mapping[str, str]] = dict(sorted({**betting.REFUSALS, **_OWN}.items()))
"""Each with its meaning; those of every table come on top."""
