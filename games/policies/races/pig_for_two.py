"""Pig between two, solved: how likely each is to win, with the best play or by a given one, up to rounding errors.

Banked points only grow, so a pair of scores is worth what later pairs are worth, but for a 1, after which the other
throws at the same scores. That leaves two unknowns for each pair, one for each who may be to throw. What they are worth
is solved as if all decisions were made already, and the decisions are made anew by that, until they stay the same.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from games.pig import BANK_FROM, COSTS_THE_TURN, SIDES
from games.policies.races.pig import BankFrom

Banks = Callable[[int, int, int, float, float], bool]
"""Whether to bank: one's own points, the other's, those at risk, what throwing is worth, and what banking is."""
_SAME: Final = 1e-13
Scores = tuple[int, int]
"""The points of the one who is to throw, and those of the other."""


def best(own: int, other: int, at_risk: int, throwing: float, banking: float) -> bool:
    """Banks if that is worth more."""
    return banking >= throwing


def by(bank_from: BankFrom, target: int) -> Banks:
    """Banks from so many points on, and as soon as they win."""

    def banks(own: int, other: int, at_risk: int, throwing: float, banking: float) -> bool:
        return at_risk >= min(bank_from(own, other, target), target - own)

    return banks


class _Turn(NamedTuple):
    """A turn is worth `fixed + lost * after`, if `after` is what the other's turn at the same scores is worth to it."""

    fixed: float
    lost: float
    bank_from: int


class Race:
    """A race between two: `first` begins, and either plays in its own way."""

    def __init__(self, first: Banks, second: Banks, target: int = 100) -> None:
        self._ways = (first, second)
        self._target = target
        self.worth: tuple[dict[Scores, float], dict[Scores, float]] = ({}, {})
        """For each of the two, how likely it is to win when it is to throw, by its own points and the other's."""
        self.bank_from: tuple[dict[Scores, int], dict[Scores, int]] = ({}, {})
        """For each of the two, the fewest points with which it banks."""
        for own, other in self._pairs():
            if first is second and other > own:
                self._mirror(own, other)
            else:
                self._solve(own, other)

    @property
    def first_wins(self) -> float:
        """How likely the first is to win from the start."""
        return self.worth[0][0, 0]

    def _pairs(self) -> Iterator[Scores]:
        for both in range(2 * self._target - 2, -1, -1):
            for own in range(min(both, self._target - 1), max(0, both - self._target + 1) - 1, -1):
                yield own, both - own

    def _mirror(self, own: int, other: int) -> None:
        """Both play alike, and the scores the other way round have been solved before."""
        for who in (0, 1):
            scores = (own, other) if who == 0 else (other, own)
            self.worth[who][scores] = self.worth[1 - who][scores]
            self.bank_from[who][scores] = self.bank_from[1 - who][scores]

    def _solve(self, own: int, other: int) -> None:
        one = two = 0.5
        for _ in range(100):
            mine, theirs = self._turn(0, own, other, two), self._turn(1, other, own, one)
            solved = (mine.fixed + mine.lost * theirs.fixed) / (1 - mine.lost * theirs.lost)
            before, one, two = (one, two), solved, theirs.fixed + theirs.lost * solved
            if abs(one - before[0]) + abs(two - before[1]) < _SAME:
                break
        else:
            raise ArithmeticError(f"the best play at {own} to {other} is not settled")
        self.worth[0][own, other], self.worth[1][other, own] = one, two
        self.bank_from[0][own, other], self.bank_from[1][other, own] = mine.bank_from, theirs.bank_from

    def _turn(self, who: int, own: int, other: int, after: float) -> _Turn:
        """A turn, from its end: with enough to win it is won. `after` is guessed, and settles what is decided."""
        banks, then = self._ways[who], self.worth[1 - who]
        wins_with = max(self._target - own, BANK_FROM)
        fixed, lost = [1.0] * (wins_with + SIDES), [0.0] * (wins_with + SIDES)
        least = wins_with
        for at_risk in range(wins_with - 1, -1, -1):
            low, high = at_risk + COSTS_THE_TURN + 1, at_risk + SIDES + 1
            fixed[at_risk] = (1 + sum(fixed[low:high])) / SIDES
            lost[at_risk] = (sum(lost[low:high]) - 1) / SIDES
            if at_risk >= BANK_FROM:
                banking = 1 - then[other, own + at_risk]
                if banks(own, other, at_risk, fixed[at_risk] + lost[at_risk] * after, banking):
                    fixed[at_risk], lost[at_risk], least = banking, 0.0, at_risk
        return _Turn(fixed[0], lost[0], least)


def bank_always_from(points: int) -> BankFrom:
    """Banks from `points` points on, whatever the scores are."""
    return lambda own, other, target: points
