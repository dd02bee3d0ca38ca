"""A table of V3.0, where nothing falls by chance, used like tables of the current rules."""

from functools import partial
from typing import Final

from tests.games.twentyone import table as twentyone
from tests.games.twentyone.table import TwentyOneTable, sheet

GAME: Final = "twentyone-v3"

seated = partial(twentyone.seated, game=GAME)
"""Before the first round."""
at_the_cut = partial(twentyone.at_the_cut, game=GAME)
"""A round at the Cut."""
betting = partial(twentyone.betting, game=GAME)
"""A round whose Cut was let be."""


def boosted() -> TwentyOneTable:
    """Bri has bumped Odo's open die with a natural 20; Odo is asked about a cheat."""
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), sheets={"odo": sheet(str=15)})
    table.bumps("bri", "odo", 0, 20, 19, to=(10, 8))
    return table
