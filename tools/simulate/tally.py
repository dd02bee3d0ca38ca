"""Sums over tables, from which rates and their confidence intervals are computed. All sums are integers.

So tallies can be merged in any order with the same result. Rounds at one table are not independent (heat, rolled-over
pots, purses and places last), so the samples are tables, not rounds.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

import msgspec

from replays.intervals import Estimate, reach, wilson


class Sums(msgspec.Struct, kw_only=True):
    """A count (x) and its base (y, never negative), summed table by table.

    `beyond`: x over y is not a share, but an amount, or x was negative or above y in some round.
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
        """Add a table, given x and y in each of its rounds."""
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
        """Add the sums of another."""
        self.tables += other.tables
        self.x += other.x
        self.y += other.y
        self.xx += other.xx
        self.xy += other.xy
        self.yy += other.yy
        self.yyy += other.yyy
        self.beyond = self.beyond or other.beyond

    def estimate(self) -> Estimate | None:
        """The ratio of x to y; None if y is 0.

        The error is that of a ratio of two sums over independent tables, weighted by y. A share's interval is Wilson's,
        for the number of trials that would have that error. One table alone gives no interval.
        """
        if not self.y:
            return None
        low, high = self._interval() if self._apart else (None, None)
        return Estimate(value=self.x / self.y, low=low, high=high, tables=self.tables)

    @property
    def _apart(self) -> int:
        """The sum of the products of y over all pairs of different tables: 0 if one table has all of y."""
        return self.y * self.y - self.yy

    def _interval(self) -> tuple[float, float]:
        """Computed in integers up to the last division, because the terms of the spread nearly cancel."""
        ratio, errors = self.x / self.y, reach(self._freedom())
        spread = self.xx * self.y * self.y - 2 * self.x * self.y * self.xy + self.x * self.x * self.yy
        error = sqrt(spread / self._apart) / self.y
        if self.beyond:
            return ratio - errors * error, ratio + errors * error
        return wilson(ratio, self._trials(ratio, error), errors)

    def _freedom(self) -> float:
        """Degrees of freedom after Satterthwaite: tables - 1 if all have the same y, fewer if few have most of it.

        Like the correction of the spread's bias (`_apart`), it assumes that a table's variance is proportional to y.
        """
        return self._apart * self._apart / (self.yy * self.y * self.y - 2 * self.yyy * self.y + self.yy * self.yy)

    def _trials(self, share: float, error: float) -> float:
        """If tables do not differ, nothing shows how rounds depend on each other: they count as independent."""
        return share * (1 - share) / (error * error) if error > 0 and 0 < share < 1 else float(self.y)


def _amounts() -> Sums:
    return Sums(beyond=True)


class OfPolicy(msgspec.Struct, kw_only=True):
    """One policy's rounds won and copper gained, for each seat and round that it played."""

    wins: Sums = msgspec.field(default_factory=Sums)
    coins_cp: Sums = msgspec.field(default_factory=_amounts)


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one round. By policy: seats, winning seats, net copper. `staked_cp`: all stakes."""

    acts: int
    seats: dict[str, int]
    wins: dict[str, int]
    net_cp: dict[str, int]
    house_cp: int
    staked_cp: int
    counts: dict[str, int]


class Tally(msgspec.Struct, kw_only=True):
    """The results of many rounds at several tables. `loans` were made between rounds."""

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
        """Add the rounds (at least one) of one table. `bases` has the base of each counter."""
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
        """Add the results of another."""
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
