"""Numbers and winnings in words, for all commands."""

from functools import cache
from typing import Final

from games.installed import CATALOGUE
from games.table import TABLE_LABELS
from projections.chronicle import coins
from projections.labels import Lookup

_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB")
_STEP: Final = 1000


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun: `1 entry`, `3,456 entries`."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def won(name: str, amount_cp: int) -> str:
    """Who won, and how many coins, if any: `Odo won 3 gp`."""
    return f"{name} won {coins(amount_cp)}" if amount_cp else f"{name} won"


@cache
def labels_of(game: str) -> Lookup:
    """What the keys of a game, installed or not, are called."""
    rulebook = CATALOGUE.rulebooks.get(game)
    return Lookup(TABLE_LABELS) if rulebook is None else Lookup(rulebook.labels, TABLE_LABELS)


def size(number: int) -> str:
    """A number of bytes in a suitable unit: `812 bytes`, `4.2 MB`."""
    amount, unit = float(number), _UNITS[0]
    for unit in _UNITS:
        if amount < _STEP or unit == _UNITS[-1]:
            break
        amount /= _STEP
    return f"{number:,} bytes" if unit == _UNITS[0] else f"{amount:,.1f} {unit}"
