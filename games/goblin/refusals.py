"""Why a move is refused in Goblin Mode, by code."""

from collections.abc import Mapping
from typing import Final

from games.mechanics import side_bets

REFUSALS: Final[Mapping[str, str]] = dict(
    sorted(
        {
            **side_bets.REFUSALS,
            "already_held": "Who holds has stopped rolling, unless a Boot breaks the hold.",
            "dead": "Who is dead is out of the round.",
            "does_not_hold": "A Boot breaks a hold, and that seat does not hold.",
            "no_boot": "The seat has no Boot to spend.",
            "no_next_stage": "After the last stage nobody plays on.",
            "nobody_holds": "There is no hold to break.",
            "not_in_round": "This is for who plays the round.",
            "not_the_highest": "Only who has the highest score may hold.",
            "not_your_turn": "It is somebody else's turn.",
            "roll_first": "Nobody holds before the first roll.",
        }.items()
    )
)
"""Each with its meaning; those of every table come on top."""
