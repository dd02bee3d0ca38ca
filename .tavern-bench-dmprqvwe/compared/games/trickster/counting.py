"""How dice are counted: score values, wildcards, and the chance that a bet is true. (Seeds 002, "Dice".)"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final

import msgspec

from games.trickster.cards.card import Size

VALUES: Final = range(1, 7)
"""The score values that can be bet on."""
WILDCARD: Final = 0
"""The wildcard among score values."""
_LARGEST: Final = "d20"
_WILDCARDS_OF_A_20: Final = 3
MOST_OF_A_DIE: Final = 3
"""A single die never counts as more than three of a score value."""


class WildFaces(msgspec.Struct, frozen=True, kw_only=True):
    """Faces that are wildcards on the dice of `seat` (None: of all seats), of these sizes (None: of all)."""

    faces: list[int]
    seat: str | None = None
    sizes: list[Size] | None = None

    def hold_for(self, seat: str, size: Size) -> bool:
        """Whether they are wild on a die of this size and seat."""
        return self.seat in (None, seat) and (self.sizes is None or size in self.sizes)


def wild_on(rules: Iterable[WildFaces], seat: str, size: Size) -> frozenset[int]:
    """The faces that are wild on a seat's dice of a size."""
    return frozenset(face for rule in rules if rule.hold_for(seat, size) for face in rule.faces)


def sides_of(size: Size) -> int:
    """The number of sides: 6 for a d6."""
    return int(size[1:])


def scores(size: Size, face: int, wild: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """The score values of a die, 0 for a wildcard: [8] is {6, 2}; a wild face is one wildcard and nothing else.

    On a d20, [1] is nothing and [20] three wildcards.
    """
    if face in wild:
        return (WILDCARD,)
    if size == _LARGEST and face == 1:
        return ()
    if size == _LARGEST and face == sides_of(_LARGEST):
        return (WILDCARD,) * _WILDCARDS_OF_A_20
    sixes, rest = divmod(face, 6)
    return (6,) * sixes + ((rest,) if rest else ())


def counted(size: Size, face: int, value: int, wild: frozenset[int] = frozenset()) -> int:
    """How many of a score value (one to six) a die counts as."""
    return sum(score in (WILDCARD, value) for score in scores(size, face, wild))


# The chance of a bet


@cache
def outcomes(size: Size, value: int, wild: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """How many of a die's faces count as 0, 1, 2 and 3 of a score value."""
    found = [0] * (MOST_OF_A_DIE + 1)
    for face in range(1, sides_of(size) + 1):
        found[counted(size, face, value, wild)] += 1
    return tuple(found)


Unseen = Mapping[tuple[Size, frozenset[int]], int]
"""Dice with unknown faces: how many there are of each size with these wild faces."""


def chance(needed: int, value: int, unseen: Unseen) -> Fraction:
    """The chance that unseen dice count as at least `needed` of a score value."""
    if needed <= 0:
        return Fraction(1)
    ways, whole = [1], 1
    for (size, wild), count in unseen.items():
        die = outcomes(size, value, wild)
        for _ in range(count):
            ways = _with_one_more(ways, die)
        whole *= sides_of(size) ** count
    return Fraction(sum(ways[needed:]), whole)


def _with_one_more(ways: Sequence[int], die: Sequence[int]) -> list[int]:
    more = [0] * (len(ways) + MOST_OF_A_DIE)
    for count, so_many in enumerate(ways):
        if so_many:
            for extra, faces in enumerate(die):
                more[count + extra] += so_many * faces
    return more


# Notation (Seeds 002, "Formatting Numbers")

_NAMES: Final = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def value_name(value: int, amount: int = 1) -> str:
    """A score value in words, for one die or several: four, fours, sixes."""
    name = _NAMES[value]
    return name if amount == 1 else f"{name}es" if name.endswith("x") else f"{name}s"


def bet_in_words(amount: int, value: int) -> str:
    """A bet: `2 fours`."""
    return f"{amount} {value_name(value, amount)}"


def in_brackets(faces: Iterable[int]) -> str:
    """Face values: `[1, 3, 8]`."""
    return f"[{', '.join(map(str, faces))}]"


def in_braces(values: Iterable[int]) -> str:
    """Score values: `{6, 2}`, wildcards as `*`."""
    return f"{{{', '.join('*' if value == WILDCARD else str(value) for value in values)}}}"
