"""What dice score in Farkle: the combinations, and the best way to divide dice into them.

Seeds 003, "Farkle", Scoring. A score depends only on how many dice show each face, so it is computed from these counts,
and cached.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Final

import msgspec

FACES: Final = (1, 2, 3, 4, 5, 6)

Counts = tuple[int, ...]
"""How many dice show each face, ones first."""


class Combination(msgspec.Struct, frozen=True):
    """Dice that score together, and how many points."""

    dice: Counts
    points: int


class Choice(msgspec.Struct, frozen=True):
    """Dice of a throw that can be set aside, lowest face first, and the points that they score."""

    faces: tuple[int, ...]
    points: int


def counted(faces: Iterable[int]) -> Counts:
    """How many of these dice show each face."""
    of = Counter(faces)
    return tuple(of[face] for face in FACES)


def _scoring() -> Iterator[Combination]:
    yield Combination(counted([1]), 100)
    yield Combination(counted([5]), 50)
    for face, points in zip(FACES, (1000, 200, 300, 400, 500, 600), strict=True):
        yield Combination(counted([face] * 3), points)
    yield Combination(counted(FACES), 3000)
    for pairs in combinations(FACES, 3):
        yield Combination(counted(pairs * 2), 1000)
    for four, pair in product(FACES, repeat=2):
        # Six of a kind are also four of a kind and a pair: no rule says that the faces must differ.
        yield Combination(counted([four] * 4 + [pair] * 2), 1500)


COMBINATIONS: Final = tuple(_scoring())
"""Singles, three of a kind, the series, three pairs, and four of a kind with a pair."""


@cache
def _with_lowest(face_at: int) -> tuple[Combination, ...]:
    """The combinations that need a die of this face and none of a lower one."""
    return tuple(found for found in COMBINATIONS if found.dice[face_at] and not any(found.dice[:face_at]))


@cache
def points_of(dice: Counts) -> int | None:
    """What these dice score in their best partition into combinations; None if one of them would score nothing."""
    lowest = next((at for at, count in enumerate(dice) if count), None)
    if lowest is None:
        return 0
    best: int | None = None
    for combination in _with_lowest(lowest):
        rest = tuple(there - taken for there, taken in zip(dice, combination.dice, strict=True))
        if min(rest) < 0 or (points := points_of(rest)) is None:
            continue
        best = max(best or 0, combination.points + points)
    return best


@cache
def choices_of(dice: Counts) -> tuple[Choice, ...]:
    """All that can be set aside of a throw, once for each multiset of faces: best first, of equals the smaller."""
    choices: list[Choice] = []
    for taken in product(*(range(count + 1) for count in dice)):
        if points := points_of(taken):
            faces = tuple(face for face, count in zip(FACES, taken, strict=True) for _ in range(count))
            choices.append(Choice(faces, points))
    return tuple(sorted(choices, key=lambda choice: (-choice.points, len(choice.faces), choice.faces)))
