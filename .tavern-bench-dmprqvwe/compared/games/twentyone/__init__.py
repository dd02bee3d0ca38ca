"""Tavern Twenty-One: the chapters of the current rules. The package `v3` has another set of house rules, V3.0, which
overrides what it changes."""

from games.twentyone.rulebook import TwentyOne

__all__ = ["TwentyOne"]
