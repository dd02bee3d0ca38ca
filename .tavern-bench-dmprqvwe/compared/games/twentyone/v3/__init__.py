"""Tavern Twenty-One V3.0: variants of the chapters of the current rules, where the manual differs. (Seeds 000.)"""

from games.twentyone.v3.rulebook import TwentyOneV3

__all__ = ["TwentyOneV3"]
