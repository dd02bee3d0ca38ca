"""Bluffmaster: two hidden dice, two bettings, and three cards that change totals."""

from games.bluffmaster.rulebook import Bluffmaster

__all__ = ["Bluffmaster"]
