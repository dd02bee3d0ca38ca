"""Looking ahead in games to 21: how likely a die is to bust a seat, and what it is worth to buy one.

Functions that are exact say so. What another seat will reach is an estimate, as is everything computed from it.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

HIGHEST: Final = 21
_BEATEN: Final = (0.24, 0.25, 0.27, 0.30, 0.35, 0.42, 0.51, 0.62, 0.75, 0.93)
"""How often a total of 12, 13, … 21 beats another seat that is still playing. About a quarter of those go bust."""
_LOWEST: Final = HIGHEST + 1 - len(_BEATEN)
_BEATEN_BELOW: Final = 0.22


def totals_after(total: int, sides: int) -> Iterator[int]:
    """The equally likely totals after another die. A 20 on the d20 makes 21."""
    for face in range(1, sides + 1):
        yield total_after(total, sides, face)


def total_after(total: int, sides: int, face: int) -> int:
    """The total after this face of a die."""
    return max(total, HIGHEST) if (sides, face) == (20, 20) else total + face


@cache
def bust_chance(total: int, sides: int) -> Fraction:
    """The exact chance that a die with `sides` sides busts a seat at `total`."""
    return Fraction(sum(after > HIGHEST for after in totals_after(total, sides)), sides)


def beats(total: int, rivals: int) -> float:
    """An estimate of the chance that a hold at `total` wins against `rivals` other seats."""
    if total > HIGHEST:
        return 0.0
    one = _BEATEN[total - _LOWEST] if total >= _LOWEST else _BEATEN_BELOW
    return float(one**rivals)


class Stakes(NamedTuple):
    """The number of rivals, the pot, and pairs of a die's sides and its price; coins in half antes."""

    rivals: int
    pot: int
    prices: tuple[tuple[int, int], ...]


def worth_of_holding(total: int, stakes: Stakes) -> float:
    """The worth, in half antes, of holding at `total`."""
    return beats(total, stakes.rivals) * stakes.pot


@lru_cache(maxsize=65_536)
def worth_of(total: int, stakes: Stakes) -> float:
    """The worth, in half antes, of playing on from `total`."""
    buying = (worth_of_die(total, sides, cost, stakes) for sides, cost in stakes.prices)
    return max([worth_of_holding(total, stakes), *buying])


@lru_cache(maxsize=262_144)
def worth_of_die(total: int, sides: int, cost: int, stakes: Stakes) -> float:
    """The worth, in half antes, of buying a die and playing on from the new total."""
    totals = _totals_to_21(total, sides)
    return sum(worth_of(t, stakes) if t != total else worth_of_holding(t, stakes) for t in totals) / sides - cost


@cache
def _totals_to_21(total: int, sides: int) -> Sequence[int]:
    return [after for after in totals_after(total, sides) if after <= HIGHEST]


def worth_among(totals: Sequence[int], stakes: Stakes) -> float:
    """The worth, in half antes, of reaching one of these equally likely totals."""
    return sum(worth_of(t, stakes) for t in totals if t <= HIGHEST) / len(totals)
