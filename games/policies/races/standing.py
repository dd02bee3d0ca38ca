"""How a race stands: roughly what points are worth, for weighing them against the risk of being denounced."""

from fractions import Fraction
from typing import Final

from games.mechanics.race import RACING
from games.policies.position import Position

_OF_A_LEAD: Final = 1.5
"""A lead of a tenth of the target makes a seat likelier to win by about fifteen in a hundred."""


def chance_to_win(position: Position) -> float:
    """A rough guess of the chance to win: an equal share for all who still race."""
    return 1 / (1 + len(position.rivals(RACING)))


def worth_of_points(position: Position, points: Fraction | float) -> float:
    """A rough guess of how much likelier these points make it to win."""
    return _OF_A_LEAD * float(points) / int(position.details["target"])
