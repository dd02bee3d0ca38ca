"""Bluffmaster: two hidden dice, two bettings, and three cards that change what the dice make."""

from games.bluffmaster.rulebook import Bluffmaster

__all__ = ["Bluffmaster"]
