"""Trickster's Tavern: liar's dice with dice of every size, wildcards and class cards. (Seeds 002.)"""

from games.trickster.rulebook import Trickster

__all__ = ["Trickster"]
