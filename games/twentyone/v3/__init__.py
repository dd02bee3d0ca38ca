"""Tavern Twenty-One V3.0: what the manual changes, as variants of the chapters of the current rules. (Seeds 000.)"""

from games.twentyone.v3.rulebook import TwentyOneV3

__all__ = ["TwentyOneV3"]
