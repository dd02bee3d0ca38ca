"""Tavern Twenty-One: come closest to 21 without going over.

The chapters of the current rules stand here. V3.0, another set of house rules, overrides what it changes, in v3/.
"""

from games.twentyone.rulebook import TwentyOne

__all__ = ["TwentyOne"]
