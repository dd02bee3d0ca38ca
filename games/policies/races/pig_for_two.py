"""Pig between two, solved: how likely each is to win, with the best play or by a given one, up to rounding errors.

Banked points only grow, so a pair of scores is worth what later pairs are worth, but for a 1, after which the other
throws at the same scores. That leaves two unknowns for each pair, one for each who may be to throw. What they are worth
is solved as if all decisions were made already, and the decisions are made anew by that, until they stay the same.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.pig import BANK_FROM, COSTS_THE_TURN, SIDES
from games.policies.races.pig import BankFrom

_SAME: Final = 1e-12
Scores = tuple[int, int]
"""The points of the one who is to throw, and those of the other."""


class _Turn(NamedTuple):
    """A turn is worth `fixed + lost * after`, if `after` is what the other's turn at the same scores is worth to it.

    `bank_from`: the fewest points with which it is banked.
    """

    fixed: float
    lost: float
    bank_from: int


class Race:
    """A race between two: `first` begins. Each banks from so many points on, or (None) plays as well as can be."""

    def __init__(self, first: BankFrom | None, second: BankFrom | None, target: int = 100) -> None:
        self._ways = (first, second)
        self._target = target
        self.worth: tuple[dict[Scores, float], dict[Scores, float]] = ({}, {})
        """For each of the two, how likely it is to win when it is to throw, by its own points and the other's."""
        self.bank_from: tuple[dict[Scores, int], dict[Scores, int]] = ({}, {})
        """For each of the two, the fewest points with which it banks."""
        for own, other in self._pairs():
            if first is second and own < other:
                self._mirror(own, other)
            else:
                self._solve(own, other)

    @property
    def first_wins(self) -> float:
        """How likely the first is to win from the start."""
        return self.worth[0][0, 0]

    @property
    def second_wins_if_it_begins(self) -> float:
        """How likely the second would be to win if it began instead."""
        return self.worth[1][0, 0]

    def _pairs(self) -> Iterator[Scores]:
        """The scores of the first and the second, those with most points in all first."""
        for both in range(2 * self._target - 2, -1, -1):
            for own in range(min(both, self._target - 1), max(0, both - self._target + 1) - 1, -1):
                yield own, both - own

    def _mirror(self, own: int, other: int) -> None:
        """Both play alike, and the same scores the other way round are solved already."""
        for who, scores in enumerate(((own, other), (other, own))):
            self.worth[who][scores] = self.worth[1 - who][scores]
            self.bank_from[who][scores] = self.bank_from[1 - who][scores]

    def _solve(self, own: int, other: int) -> None:
        one = two = 0.5
        for _ in range(100):
            mine, theirs = self._turn(0, own, other, two), self._turn(1, other, own, one)
            before, one = one, (mine.fixed + mine.lost * theirs.fixed) / (1 - mine.lost * theirs.lost)
            two = theirs.fixed + theirs.lost * one
            if abs(one - before) < _SAME:
                break
        else:
            raise ArithmeticError(f"the best play at {own} to {other} is not settled")
        self.worth[0][own, other], self.worth[1][other, own] = one, two
        self.bank_from[0][own, other], self.bank_from[1][other, own] = mine.bank_from, theirs.bank_from

    def _turn(self, who: int, own: int, other: int, after: float) -> _Turn:
        """A turn, from its end, where it wins. `after` is guessed; by it the best play decides what to bank."""
        way, then = self._ways[who], self.worth[1 - who]
        wins_with = max(self._target - own, BANK_FROM)
        given = None if way is None else max(BANK_FROM, min(way(own, other, self._target), wins_with))
        bank_from = wins_with
        fixed, lost = [1.0] * (wins_with + SIDES), [0.0] * (wins_with + SIDES)
        for at_risk in range(wins_with - 1, -1, -1):
            # Of all faces the lowest costs the turn, and the others add to it.
            low, high = at_risk + COSTS_THE_TURN + 1, at_risk + SIDES + 1
            if given is None or at_risk < given:
                fixed[at_risk] = (sum(fixed[low:high]) + 1) / SIDES
                lost[at_risk] = (sum(lost[low:high]) - 1) / SIDES
            if at_risk >= BANK_FROM and (given is None or at_risk >= given):
                banking = 1 - then[other, own + at_risk]
                if given is not None or banking >= fixed[at_risk] + lost[at_risk] * after:
                    fixed[at_risk], lost[at_risk], bank_from = banking, 0.0, at_risk
        return _Turn(fixed[0], lost[0], bank_from)


def always_from(points: int) -> BankFrom:
    """Banks from `points` points on, whatever the scores are."""
    return lambda own, other, target: points
