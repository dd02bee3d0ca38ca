"""Policies choose a legal command from a seat's view. NPCs, simulations and bots play by them.

A policy is pure. It sees only what its seat sees. The caller passes in its source of randomness, which is never the
round's dice.
"""

from games.policies.named import LABELS, TEMPERAMENTS, UnknownPolicy, is_known, knows, named, names, temperaments
from games.policies.policy import Chance, Choice, Policy
from games.policies.reading import view_from

__all__ = [
    "LABELS", "TEMPERAMENTS", "Chance", "Choice", "Policy", "UnknownPolicy", "is_known", "knows", "named", "names",
    "temperaments", "view_from",
]  # fmt: skip
