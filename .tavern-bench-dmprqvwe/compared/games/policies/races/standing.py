"""The standing of a race: roughly what points are worth, to weigh them against the risk of being denounced."""

from fractions import Fraction
from typing import Final

from games.mechanics.race import RACING
from games.policies.position import Position

_OF_A_LEAD: Final = 1.5
"""A lead of a tenth of the target raises the chance to win by about fifteen percentage points."""


def chance_to_win(position: Position) -> float:
    """A rough guess of the chance to win: an equal share for all seats still racing."""
    return 1 / (1 + len(position.rivals(RACING)))


def worth_of_points(position: Position, points: Fraction | float) -> float:
    """A rough guess of how much these points raise the chance to win."""
    return _OF_A_LEAD * float(points) / int(position.details["target"])
