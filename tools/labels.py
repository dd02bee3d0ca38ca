"""What the keys of a game are called."""

from functools import cache

from games.installed import CATALOGUE
from games.table import TABLE_LABELS
from projections.labels import Lookup


@cache
def labels_of(game: str) -> Lookup:
    """What the keys of a game, installed or not, are called."""
    rulebook = CATALOGUE.rulebooks.get(game)
    return Lookup(TABLE_LABELS) if rulebook is None else Lookup(rulebook.labels, TABLE_LABELS)
