"""Farkle: throw six dice, set aside what scores, and throw the rest again as long as you dare."""

from games.farkle.rulebook import Farkle

__all__ = ["Farkle"]
