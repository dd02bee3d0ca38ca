"""Why a move is refused at a table of Twenty-One, by code."""

from collections.abc import Mapping
from typing import Final

_SHARED: Final[Mapping[str, str]] = {
    "already_held": "Who holds has stopped rolling for this round.",
    "betting_closed": "The betting is over.",
    "betting_not_open": "The Cut comes before the betting.",
    "blind_roll": "A blind roll cannot be cheated on.",
    "bust": "Who is bust can accuse and bet on others, no more.",
    "cannot_be_accused": "That seat cannot be accused now, or not of that die.",
    "cannot_be_goaded": "That seat cannot be goaded now.",
    "cannot_hold_when_goaded": "Who is goaded rolls or folds.",
    "cannot_hold_when_locked": "Whom Foresight locked into a die rolls it or folds.",
    "caught": "Who was caught cheating is out of the round.",
    "cut_off": "The tab of who is Sloppy is cut off for the round.",
    "die_seen_by_all": "A die that lies open to all cannot be cheated with.",
    "folded": "Who has folded is out of the round.",
    "no_die_in_hand": "Cheating needs a die in the hand.",
    "no_staredown": "There is no staredown.",
    "no_tab": "There is no tab at this table.",
    "not_at_the_cut": "The lowest open die alone may re-roll, before the betting.",
    "not_in_contention": "That seat is out of the round: it cannot be goaded, bumped, profiled or bet on.",
    "not_in_round": "This is for who plays the round.",
    "not_your_turn": "It is somebody else's turn.",
    "nothing_asked": "The seat is not asked anything.",
    "nothing_to_retaliate": "No failed bump waits for a retaliation.",
    "one_skill_a_turn": "A seat uses one skill a turn.",
    "only_a_d20": "The seat is forced to roll a d20.",
    "purse_too_small": "It costs more than is in the purse.",
    "question_first": "A question to the seat comes first.",
    "retaliation_pending": "While a retaliation is picked, the bumper has to wait.",
    "skill_used": "A seat uses each skill once a round.",
}
_CURRENT: Final[Mapping[str, str]] = {
    "accused_already": "A seat accuses once a round.",
    "nothing_to_accuse": "Accusations are heard from the first bought die on.",
    "side_bets_closed": "Side bets are taken during the first rounds of betting.",
}
_V3: Final[Mapping[str, str]] = {
    "cannot_hold_when_dared": "Who is dared rolls the free d8 or folds.",
    "costs_nothing": "What costs nothing cannot be drunk for.",
    "nothing_to_accuse": "Accusations are heard once a die was set down that could be cheated on.",
    "nothing_to_reroll": "No die of the seat's own may roll again now.",
    "nothing_to_resist": "The seat is not asked whether it resists a Goad.",
    "side_bets_closed": "Side bets are taken until the reveal.",
    "only_a_d4": "The seat is forced to roll a blind d4.",
    "only_a_d8": "The seat is dared to roll a d8.",
}
REFUSALS: Final = dict(sorted({**_SHARED, **_CURRENT}.items()))
V3_REFUSALS: Final = dict(sorted({**_SHARED, **_V3}.items()))
"""Each with its meaning; those of every table come on top."""
