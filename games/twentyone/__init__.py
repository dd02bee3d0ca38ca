"""Tavern Twenty-One: the highest total up to 21, with skills, cheats, drinks and accusations.

The chapters of the current rules stand here. V3.0, another set of house rules, overrides what it changes, in v3/.
"""

from games.twentyone.rulebook import TwentyOne

__all__ = ["TwentyOne"]
