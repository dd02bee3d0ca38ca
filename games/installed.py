"""The games that come with the server."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Final

from games.engine.catalogue import Catalogue
from games.engine.rulebook import AnyRulebook
from games.table import TABLE_RULES

_GAMES: Final[Mapping[str, Sequence[str]]] = {
    "twentyone": ("games.twentyone:TwentyOne",),
    "twentyone-v3": ("games.twentyone.v3:TwentyOneV3",),
    "goblin": ("games.goblin:Goblin",),
    "bluffmaster": ("games.bluffmaster:Bluffmaster",),
    "farkle": ("games.farkle:Farkle",),
    "mason": ("games.mason:Mason",),
    "pig": ("games.pig:Pig",),
    "middles-seven": ("games.middles_seven:MiddlesSeven",),
    "mountains": ("games.mountains:Mountains",),
    "twelve-nights": ("games.twelve_nights:TwelveNights",),
    "twins": ("games.twins:Twins",),
    "scales": ("games.scales:Scales",),
    "rulers-bluff": ("games.rulers_bluff:RulersBluff",),
    "triangle": ("games.triangle:Triangle",),
    "trickster": ("games.trickster:Trickster",),
}
"""Each game's rulebooks, one for each version of its rules, as `module:class`. They are imported when they are needed:
a command that reads one log takes a fifth less time without the others."""


def _make(classes: Sequence[str]) -> Iterator[AnyRulebook]:
    for one in classes:
        module, _, name = one.partition(":")
        yield getattr(import_module(module), name)()


CATALOGUE: Final = Catalogue({game: partial(_make, classes) for game, classes in _GAMES.items()}, TABLE_RULES)
