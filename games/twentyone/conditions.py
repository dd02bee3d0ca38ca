"""The words for how a seat stands in the round, and for what it is under."""

from typing import Final

ACTIVE: Final = "active"
HELD: Final = "held"
FOLDED: Final = "folded"
BUST: Final = "bust"
CAUGHT: Final = "caught"

IN_CONTENTION: Final = (ACTIVE, HELD)
"""Who can still win the pot."""

SLOPPY: Final = "sloppy"
GOADED: Final = "goaded"
GOADED_TO_D20: Final = "goaded_to_a_d20"
DARED: Final = "dared"
"""A Goad backfired: a free d8, or fold."""
LOCKED: Final = "locked"
PASSED_OUT: Final = "passed_out"
FREE_ROLL: Final = "free_roll"
"""One more roll is due this turn, for nothing."""
FREE_REROLL: Final = "free_reroll"
"""One of the own dice may roll again."""

DUE: Final = (GOADED, GOADED_TO_D20, DARED, FREE_ROLL, FREE_REROLL)
"""What has to be rolled, or may be, as all know."""

BLIND: Final = "blind"
"""Foresight failed: the next bought die is blind. The seat and the GM alone know, as of the next three."""
LOCKED_TO_BLIND_D20: Final = "locked_to_a_blind_d20"
LOCKED_TO_BLIND_D4: Final = "locked_to_a_blind_d4"
LOCKED_TO_D20: Final = "locked_to_a_d20"

MISLED: Final = (BLIND, LOCKED_TO_BLIND_D20, LOCKED_TO_BLIND_D4, LOCKED_TO_D20)
"""What a failed Foresight can bring about, until a die was bought."""
