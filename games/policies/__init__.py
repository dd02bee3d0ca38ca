"""Policies: who looks at a seat's view and answers with a legal command. NPC players, simulation and bots play by them.

A policy is pure. It sees what its seat sees, and nothing else; chance is handed in, and is never the round's own.
"""

from games.policies.named import TEMPERAMENTS, UnknownPolicy, is_known, named, names
from games.policies.policy import Chance, Choice, Policy
from games.policies.reading import view_from

__all__ = ["TEMPERAMENTS", "Chance", "Choice", "Policy", "UnknownPolicy", "is_known", "named", "names", "view_from"]
