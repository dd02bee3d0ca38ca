"""Tavern Twenty-One: the chapters of the current rules. V3.0, other house rules, overrides what it changes, in v3/."""

from games.twentyone.rulebook import TwentyOne

__all__ = ["TwentyOne"]
