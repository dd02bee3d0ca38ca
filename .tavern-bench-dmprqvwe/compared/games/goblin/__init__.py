"""Goblin Mode of Tavern Twenty-One: the Chamber shrinks, a 1 is death, and the highest score may stop."""

from games.goblin.rulebook import Goblin

__all__ = ["Goblin"]
