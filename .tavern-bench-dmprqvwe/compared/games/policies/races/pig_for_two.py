"""Pig between two, solved: each player's chance to win, with the best play or a given one, up to rounding errors.

Banked points only grow. So the worth of a pair of scores follows from that of later pairs, except for a 1, after which
the other throws at the same scores. That leaves two unknowns for each pair, one for each player to throw. They are
solved as if all decisions were made, then the decisions are made again with the result, until they no longer change.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.one_page.pig import BANK_FROM, COSTS_THE_TURN, SIDES
from games.policies.races.pig import BankFrom

_SAME: Final = 1e-12
_SCORING: Final = SIDES - COSTS_THE_TURN
"""The number of faces that score."""
Scores = tuple[int, int]
"""The points of the player to throw, and those of the other."""


class _Turn(NamedTuple):
    """A turn is worth `fixed + lost * after`, where `after` is the worth of the other's turn at the same scores.

    `bank_from`: the fewest points with which it is banked.
    """

    fixed: float
    lost: float
    bank_from: int


class Race:
    """A race between two; `first` begins. Each banks from a given number of points, or (None) plays perfectly."""

    def __init__(self, first: BankFrom | None, second: BankFrom | None, target: int = 100) -> None:
        self._ways = (first, second)
        self._target = target
        self.worth: tuple[dict[Scores, float], dict[Scores, float]] = ({}, {})
        """Each player's chance to win when it is to throw, by its own points and the other's."""
        self.bank_from: tuple[dict[Scores, int], dict[Scores, int]] = ({}, {})
        """The fewest points with which each player banks."""
        for own, other in self._pairs():
            if first is second and own < other:
                self._mirror(own, other)
            else:
                self._solve(own, other)

    @property
    def first_wins(self) -> float:
        """The first player's chance to win from the start."""
        return self.worth[0][0, 0]

    @property
    def second_wins_if_it_begins(self) -> float:
        """The second player's chance to win if it began instead."""
        return self.worth[1][0, 0]

    def _pairs(self) -> Iterator[Scores]:
        """The scores of the first and the second player, highest sums first."""
        for both in range(2 * self._target - 2, -1, -1):
            for own in range(min(both, self._target - 1), max(0, both - self._target + 1) - 1, -1):
                yield own, both - own

    def _mirror(self, own: int, other: int) -> None:
        """Both play alike, so the mirrored scores are solved already."""
        for who, scores in enumerate(((own, other), (other, own))):
            self.worth[who][scores] = self.worth[1 - who][scores]
            self.bank_from[who][scores] = self.bank_from[1 - who][scores]

    def _solve(self, own: int, other: int) -> None:
        # Scores one point higher are worth nearly as much.
        two = self.worth[1].get((other, own + 1), 0.5)
        one = 1.0
        for _ in range(100):
            mine = self._turn(0, own, other, two)
            theirs = self._turn(1, other, own, mine.fixed + mine.lost * two)
            before, one = one, (mine.fixed + mine.lost * theirs.fixed) / (1 - mine.lost * theirs.lost)
            two = theirs.fixed + theirs.lost * one
            if abs(one - before) < _SAME:
                break
        else:
            raise ArithmeticError(f"the best play at {own} to {other} is not settled")
        self.worth[0][own, other], self.worth[1][other, own] = one, two
        self.bank_from[0][own, other], self.bank_from[1][other, own] = mine.bank_from, theirs.bank_from

    def _turn(self, who: int, own: int, other: int, after: float) -> _Turn:
        """A turn, computed from its end, where it wins or must be banked. The best play depends on `after`, a guess."""
        way, wins_with = self._ways[who], max(self._target - own, BANK_FROM)
        if way is not None:
            given = max(BANK_FROM, min(way(own, other, self._target), wins_with))
            return self._given_turn(who, own, other, given, wins_with)
        then, bank_from = self.worth[1 - who], wins_with
        fixed, lost = [1.0] * (wins_with + SIDES), [0.0] * (wins_with + SIDES)
        # The lowest face costs the turn; the others add to it. These are the sums of what the others lead to.
        fixed_ahead, lost_ahead = float(_SCORING), 0.0
        for at_risk in range(wins_with - 1, -1, -1):
            fixed_here, lost_here = (fixed_ahead + 1) / SIDES, (lost_ahead - 1) / SIDES
            if at_risk >= BANK_FROM:
                banking = 1 - then[other, own + at_risk]
                if banking >= fixed_here + lost_here * after:
                    fixed_here, lost_here, bank_from = banking, 0.0, at_risk
            fixed[at_risk], lost[at_risk] = fixed_here, lost_here
            fixed_ahead += fixed[at_risk + 1] - fixed[at_risk + SIDES]
            lost_ahead += lost[at_risk + 1] - lost[at_risk + SIDES]
        return _Turn(fixed[0], lost[0], bank_from)

    def _given_turn(self, who: int, own: int, other: int, bank_from: int, wins_with: int) -> _Turn:
        """A turn that is banked from a given number of points: the chance to end with each total, or with none."""
        then = self.worth[1 - who]
        reached = [1.0] + [0.0] * (bank_from + SIDES)
        for at_risk in range(bank_from):
            for face in range(COSTS_THE_TURN + 1, SIDES + 1):
                reached[at_risk + face] += reached[at_risk] / SIDES
        ends = range(bank_from, bank_from + SIDES)
        banked = sum(reached[end] * (1.0 if end >= wins_with else 1 - then[other, own + end]) for end in ends)
        lost = 1 - sum(reached[end] for end in ends)
        return _Turn(banked + lost, -lost, bank_from)


def always_from(points: int) -> BankFrom:
    """Banks from `points` points on, whatever the scores are."""
    return lambda own, other, target: points
