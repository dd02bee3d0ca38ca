"""Tavern Twenty-One: the highest total up to 21, with skills, cheats, drinks and accusations.

Two sets of house rules share one body of code: the current ones, and V3.0.
"""

from games.twentyone.rulebook import TwentyOne, TwentyOneV3

__all__ = ["TwentyOne", "TwentyOneV3"]
