"""Odds from a step of a round: how often each seat wins, and what it gains, with 95 % confidence intervals."""

from collections.abc import Sequence
from math import sqrt

import msgspec

from replays.intervals import reach, wilson
from replays.what_if import Ending


class Estimated(msgspec.Struct, frozen=True, kw_only=True):
    """A figure with its 95 % confidence interval."""

    value: float
    low: float
    high: float


class SeatOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's chance to be among the winners, and its mean gain in copper."""

    seat: str
    wins: Estimated
    net_cp: Estimated


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of each seat of a round, from so many `samples`."""

    samples: int
    seats: list[SeatOdds]


def odds_of(endings: Sequence[Ending]) -> Odds:
    """The odds that independent endings of one round show: two or more. The interval of a share is Wilson's."""
    return Odds(
        samples=len(endings),
        seats=[
            SeatOdds(
                seat=seat,
                wins=share_of([seat in ending.winners for ending in endings]),
                net_cp=mean_of([ending.net_cp[seat] for ending in endings]),
            )
            for seat in endings[0].net_cp
        ],
    )


def share_of(won: Sequence[bool]) -> Estimated:
    """The share of independent samples, two or more, with Wilson's interval."""
    share = sum(won) / len(won)
    low, high = wilson(share, len(won), reach(len(won) - 1))
    return Estimated(value=share, low=low, high=high)


def mean_of(amounts: Sequence[float]) -> Estimated:
    """The mean of independent samples, two or more, with Student's interval."""
    count = len(amounts)
    mean = sum(amounts) / count
    error = sqrt(sum((amount - mean) ** 2 for amount in amounts) / (count - 1) / count)
    half = reach(count - 1) * error
    return Estimated(value=mean, low=mean - half, high=mean + half)
