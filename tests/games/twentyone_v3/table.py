"""A table of V3.0, where nothing falls by chance; told as those of the current rules are."""

from functools import partial
from typing import Final

from tests.games.twentyone import table as twentyone

GAME: Final = "twentyone-v3"

seated = partial(twentyone.seated, game=GAME)
"""Before the first round."""
at_the_cut = partial(twentyone.at_the_cut, game=GAME)
"""A round at the Cut."""
betting = partial(twentyone.betting, game=GAME)
"""A round whose Cut was let be."""
