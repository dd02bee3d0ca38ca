"""Reckoning ahead in games to 21: how likely a die is to bust, and what it is worth to buy one.

What is exact here is told as exact; what another seat will come to is an estimate, and so is all that follows from it.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

HIGHEST: Final = 21
_BEATEN: Final = (0.24, 0.25, 0.27, 0.30, 0.35, 0.42, 0.51, 0.62, 0.75, 0.93)
"""How often a total of 12, 13, … 21 beats one other seat that plays on: about a quarter of them go bust."""
_LOWEST: Final = HIGHEST + 1 - len(_BEATEN)
_WORST_TO_BEAT: Final = 0.22


def totals_after(total: int, sides: int) -> Iterator[int]:
    """The totals that a die brings a seat that has `total`, each as likely: a 20 on the d20 makes 21."""
    for face in range(1, sides + 1):
        yield total_after(total, sides, face)


def total_after(total: int, sides: int, face: int) -> int:
    """The total that this face of a die brings."""
    return max(total, HIGHEST) if (sides, face) == (20, 20) else total + face


@cache
def bust_chance(total: int, sides: int) -> Fraction:
    """How likely a die of so many sides is to bust a seat that has `total`, exactly."""
    return Fraction(sum(after > HIGHEST for after in totals_after(total, sides)), sides)


def beats(total: int, rivals: int) -> float:
    """About how likely a seat that holds at `total` is to win against so many others."""
    if total > HIGHEST:
        return 0.0
    one = _BEATEN[total - _LOWEST] if total >= _LOWEST else _WORST_TO_BEAT
    return float(one**rivals)


@lru_cache(maxsize=65_536)
def worth_of(total: int, rivals: int, pot: int, prices: tuple[tuple[int, int], ...]) -> float:
    """What it is worth to play on from `total` for a pot: in the half antes in which dice are priced.

    `prices` has what a die costs, by its sides.
    """
    holding = beats(total, rivals) * pot
    return max([holding, *(worth_of_die(total, sides, cost, rivals, pot, prices) for sides, cost in prices)])


@lru_cache(maxsize=262_144)
def worth_of_die(
    total: int, sides: int, cost: int, rivals: int, pot: int, prices: tuple[tuple[int, int], ...]
) -> float:
    """What it is worth, in half antes, to buy a die and to play on from what it brings."""
    after = sum(
        worth_of(t, rivals, pot, prices) if t != total else beats(t, rivals) * pot for t in _alive(total, sides)
    )
    return after / sides - cost


@cache
def _alive(total: int, sides: int) -> Sequence[int]:
    return [after for after in totals_after(total, sides) if after <= HIGHEST]


def worth_among(totals: Sequence[int], rivals: int, pot: int, prices: tuple[tuple[int, int], ...]) -> float:
    """What it is worth, in half antes, to come to one of these totals, each as likely."""
    return sum(worth_of(t, rivals, pot, prices) for t in totals if t <= HIGHEST) / len(totals)
