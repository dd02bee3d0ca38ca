"""Tavern Twenty-One, current rules: the highest total up to 21, with skills, cheats, drinks and accusations."""

from games.twentyone.book import TwentyOne

__all__ = ["TwentyOne"]
