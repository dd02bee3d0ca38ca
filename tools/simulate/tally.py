"""Sums over rounds, from which rates and their confidence intervals are reckoned. All sums are whole numbers.

So tallies can be put together in any order, and come out the same whatever was reckoned where.
"""

from math import sqrt
from typing import Final

import msgspec

_Z: Final = 1.959963984540054
"""Within so many standard errors a normal variable lies 95 times in 100."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A figure with its interval of 95 % confidence, of so many `rounds`."""

    value: float
    low: float
    high: float
    rounds: int


class Sums(msgspec.Struct, kw_only=True):
    """What was counted (x) against what it is set against (y), round by round.

    `beyond`: in some round there was more of x than of y, so that x over y is no share. `negative`: x was below 0.
    """

    rounds: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    xy: int = 0
    yy: int = 0
    beyond: bool = False

    def add(self, x: int, y: int) -> None:
        """Count a round."""
        self.rounds += 1
        self.x += x
        self.y += y
        self.xx += x * x
        self.xy += x * y
        self.yy += y * y
        self.beyond = self.beyond or not 0 <= x <= y

    def merge(self, other: "Sums") -> None:
        """Count all that another has counted."""
        self.rounds += other.rounds
        self.x += other.x
        self.y += other.y
        self.xx += other.xx
        self.xy += other.xy
        self.yy += other.yy
        self.beyond = self.beyond or other.beyond

    def estimate(self) -> Estimate | None:
        """The ratio of x to y; None where there was nothing to set x against.

        What happens in one round hangs together, so rounds are what is drawn: the error is that of a ratio of two sums
        over independent rounds. A share's interval is Wilson's, for as many trials as would have that error.
        """
        if not self.y:
            return None
        ratio = self.x / self.y
        spread = self.xx - 2 * ratio * self.xy + ratio * ratio * self.yy
        error = sqrt(max(spread, 0.0) * self.rounds / max(self.rounds - 1, 1)) / self.y
        low, high = (
            (ratio - _Z * error, ratio + _Z * error) if self.beyond else wilson(ratio, self._trials(ratio, error))
        )
        return Estimate(value=ratio, low=low, high=high, rounds=self.rounds)

    def _trials(self, share: float, error: float) -> float:
        return share * (1 - share) / (error * error) if error > 0 and 0 < share < 1 else float(self.y)


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Wilson's interval for a share that was found in so many trials: honest near 0 and 1 too."""
    z2 = _Z * _Z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = _Z / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


class OfPolicy(msgspec.Struct, kw_only=True):
    """What came of one policy: rounds won, and copper gained or lost, for each seat and round that it played."""

    wins: Sums = msgspec.field(default_factory=Sums)
    coins_cp: Sums = msgspec.field(default_factory=Sums)


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
    """What came of many rounds. `bases` has what each counter is set against; `loans` are those made between rounds."""

    rounds: int = 0
    policies: dict[str, OfPolicy] = {}
    house_cp: Sums = msgspec.field(default_factory=Sums)
    edge: Sums = msgspec.field(default_factory=Sums)
    acts: Sums = msgspec.field(default_factory=Sums)
    longest: int = 0
    loans: int = 0
    counts: dict[str, Sums] = {}

    def add(self, played: Round, bases: dict[str, str]) -> None:
        """Count a round."""
        self.rounds += 1
        for policy, seats in played.seats.items():
            of = self.policies.setdefault(policy, OfPolicy())
            of.wins.add(played.wins.get(policy, 0), seats)
            of.coins_cp.add(played.net_cp.get(policy, 0), seats)
        self.house_cp.add(played.house_cp, 1)
        self.edge.add(played.house_cp, played.staked_cp)
        self.acts.add(played.acts, 1)
        self.longest = max(self.longest, played.acts)
        whole = {"rounds": 1, "seats": sum(played.seats.values()), **played.counts}
        for name, base in bases.items():
            x, y = played.counts.get(name, 0), whole.get(base, 0)
            if x or y:
                self.counts.setdefault(name, Sums()).add(x, y)

    def merge(self, other: "Tally") -> None:
        """Count all that another has counted."""
        self.rounds += other.rounds
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
