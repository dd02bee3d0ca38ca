"""Sums over tables, from which rates and their confidence intervals are reckoned. All sums are whole numbers.

So tallies can be put together in any order, and come out the same whatever was reckoned where. Rounds of one table hang
together (heat outlives them, a pot rolls over, purses and places stay), so tables are what is drawn, and not rounds.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

import msgspec

from tools.simulate.intervals import Estimate, reach, wilson


class Sums(msgspec.Struct, kw_only=True):
    """What was counted (x) against what it is set against (y, not below 0), table by table.

    `beyond`: x over y is no share. It is an amount, or in some round there was more of x than of y, or less than none.
    """

    tables: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    xy: int = 0
    yy: int = 0
    yyy: int = 0
    beyond: bool = False

    def add(self, rounds: Sequence[tuple[int, int]]) -> None:
        """Count a table, from what there was of x and of y in each of its rounds."""
        x, y = sum(of_x for of_x, _ in rounds), sum(of_y for _, of_y in rounds)
        self.tables += 1
        self.x += x
        self.y += y
        self.xx += x * x
        self.xy += x * y
        self.yy += y * y
        self.yyy += y * y * y
        self.beyond = self.beyond or not all(0 <= of_x <= of_y for of_x, of_y in rounds)

    def merge(self, other: "Sums") -> None:
        """Count all that another has counted."""
        self.tables += other.tables
        self.x += other.x
        self.y += other.y
        self.xx += other.xx
        self.xy += other.xy
        self.yy += other.yy
        self.yyy += other.yyy
        self.beyond = self.beyond or other.beyond

    def estimate(self) -> Estimate | None:
        """The ratio of x to y; None where there was nothing to set x against.

        The error is that of a ratio of two sums over independent tables, of which each counts by its y. A share's
        interval is Wilson's, for as many trials as would have that error. One table alone tells no interval.
        """
        if not self.y:
            return None
        low, high = self._interval() if self._apart else (None, None)
        return Estimate(value=self.x / self.y, low=low, high=high, tables=self.tables)

    @property
    def _apart(self) -> int:
        """The products of y of all pairs of different tables: 0 where one table has all of it."""
        return self.y * self.y - self.yy

    def _interval(self) -> tuple[float, float]:
        """In whole numbers up to the last division, since the terms of the spread all but cancel out."""
        ratio, errors = self.x / self.y, reach(self._freedom())
        spread = self.xx * self.y * self.y - 2 * self.x * self.y * self.xy + self.x * self.x * self.yy
        error = sqrt(spread / self._apart) / self.y
        if self.beyond:
            return ratio - errors * error, ratio + errors * error
        return wilson(ratio, self._trials(ratio, error), errors)

    def _freedom(self) -> float:
        """Degrees of freedom, after Satterthwaite: tables - 1 where all have as much of y, fewer where few have most.

        As for the spread's own bias (`_apart`), a table's variance is taken to be in proportion to its y.
        """
        return self._apart * self._apart / (self.yy * self.y * self.y - 2 * self.yyy * self.y + self.yy * self.yy)

    def _trials(self, share: float, error: float) -> float:
        """Where tables do not differ, nothing says how their rounds hang together: they count as independent."""
        return share * (1 - share) / (error * error) if error > 0 and 0 < share < 1 else float(self.y)


def _amounts() -> Sums:
    return Sums(beyond=True)


class OfPolicy(msgspec.Struct, kw_only=True):
    """What came of one policy: rounds won, and copper gained or lost, for each seat and round that it played."""

    wins: Sums = msgspec.field(default_factory=Sums)
    coins_cp: Sums = msgspec.field(default_factory=_amounts)


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one round. By policy: seats, seats that won, net copper. `staked_cp`: what seats laid down in it."""

    acts: int
    seats: dict[str, int]
    wins: dict[str, int]
    net_cp: dict[str, int]
    house_cp: int
    staked_cp: int
    counts: dict[str, int]


class Tally(msgspec.Struct, kw_only=True):
    """What came of many rounds, at so many tables. `loans` are those made between rounds."""

    rounds: int = 0
    tables: int = 0
    policies: dict[str, OfPolicy] = {}
    house_cp: Sums = msgspec.field(default_factory=_amounts)
    edge: Sums = msgspec.field(default_factory=_amounts)
    acts: Sums = msgspec.field(default_factory=_amounts)
    longest: int = 0
    loans: int = 0
    counts: dict[str, Sums] = {}

    def add(self, played: Sequence[Round], bases: Mapping[str, str], *, loans: int = 0) -> None:
        """Count the rounds of one table, one at least. `bases` has what each counter is set against."""
        self.rounds += len(played)
        self.tables += 1
        self.loans += loans
        for policy in {policy for one in played for policy in one.seats}:
            of, sat = self.policies.setdefault(policy, OfPolicy()), [one for one in played if policy in one.seats]
            of.wins.add([(one.wins.get(policy, 0), one.seats[policy]) for one in sat])
            of.coins_cp.add([(one.net_cp.get(policy, 0), one.seats[policy]) for one in sat])
        self.house_cp.add([(one.house_cp, 1) for one in played])
        self.edge.add([(one.house_cp, one.staked_cp) for one in played])
        self.acts.add([(one.acts, 1) for one in played])
        self.longest = max(self.longest, *(one.acts for one in played))
        whole = [{"rounds": 1, "seats": sum(one.seats.values()), **one.counts} for one in played]
        for name, base in bases.items():
            counted = [(one.get(name, 0), one.get(base, 0)) for one in whole]
            if any(x or y for x, y in counted):
                self.counts.setdefault(name, Sums()).add(counted)

    def merge(self, other: "Tally") -> None:
        """Count all that another has counted."""
        self.rounds += other.rounds
        self.tables += other.tables
        self.longest = max(self.longest, other.longest)
        self.loans += other.loans
        self.house_cp.merge(other.house_cp)
        self.edge.merge(other.edge)
        self.acts.merge(other.acts)
        for policy, of in other.policies.items():
            mine = self.policies.setdefault(policy, OfPolicy())
            mine.wins.merge(of.wins)
            mine.coins_cp.merge(of.coins_cp)
        for name, sums in other.counts.items():
            self.counts.setdefault(name, Sums()).merge(sums)
