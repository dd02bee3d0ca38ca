"""Why a move is refused at a table of Farkle, by code."""

from collections.abc import Mapping
from typing import Final

from games.mechanics import race

REFUSALS: Final[Mapping[str, str]] = dict(
    sorted(
        {
            **race.REFUSALS,
            "first_throw_only": "Dice that were left go with the first throw of a turn alone.",
            "no_dice_left": "The seat before has left no dice to be greedy about.",
            "no_greed": "The table is played without greed.",
            "not_in_the_throw": "A die is named that the throw does not have.",
            "nothing_to_bank": "No points have been made this turn.",
            "scores_nothing": "A die is named that scores nothing with the others.",
            "set_aside_first": "After a throw, at least one die that scores is set aside.",
            "throw_first": "There is no throw to set dice aside from.",
            "too_little_to_bank": "The table asks for more points before they are written down.",
        }.items()
    )
)
"""Each with its meaning; those of every table come on top."""
