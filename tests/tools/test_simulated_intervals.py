"""Intervals hold the true figure 95 times in 100, also where rounds of a table hang together and tables are few."""

import math
import random
from collections.abc import Callable, Sequence
from typing import Final

import pytest

from replays.intervals import Estimate, reach, wilson
from tools.simulate.tally import Sums

pytestmark = pytest.mark.thorough

_SAMPLES: Final = 2_000
_BOUND: Final = 4 * math.sqrt(0.95 * 0.05 / _SAMPLES)
"""Four standard errors of how often an interval of 95 % holds the truth in so many samples: 1.9 %."""


def of_tables(tables: Sequence[Sequence[tuple[int, int]]]) -> Sums:
    sums = Sums()
    for rounds in tables:
        sums.add(rounds)
    return sums


def bounds(estimate: Estimate | None) -> tuple[float, float]:
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


def within(freedom: float, errors: float) -> float:
    """How likely Student's t lies within so many errors: t is the tangent of an angle, times the root of freedom.

    The angle's density is a power of its cosine, here summed up by the rule of midpoints on both sides of it.
    """

    def area(begin: float, end: float) -> float:
        steps = 2_000
        width = (end - begin) / steps
        return width * sum(math.pow(math.cos(begin + (step + 0.5) * width), freedom - 1) for step in range(steps))

    angle = math.atan(errors / math.sqrt(freedom))
    inner, outer = area(0, angle), area(angle, math.pi / 2)
    return inner / (inner + outer)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 60, 120])
def test_an_interval_is_as_wide_as_student_s_t_requires(freedom: int) -> None:
    assert within(freedom, reach(freedom)) == pytest.approx(0.95, abs=2e-5)


@pytest.mark.parametrize("freedom", [1.1, 1.5, 2.5, 4.4, 7.9, 11, 13.5, 25, 45, 100, 200, 999, 10_000])
def test_between_the_entries_of_the_table_an_interval_errs_on_the_wide_side(freedom: float) -> None:
    assert 0.94999 < within(freedom, reach(freedom)) < 0.962


def test_an_interval_of_a_share_holds_the_true_one_95_times_in_100() -> None:
    """Of a fair coin thrown 100 times: all numbers of heads, each as likely as it is."""
    held, chance = 0.0, 0.5**100
    for heads in range(101):
        low, high = wilson(heads / 100, 100, reach(10_000))
        held += chance if low <= 0.5 <= high else 0.0
        chance = chance * (100 - heads) / (heads + 1)

    assert 0.94 < held < 0.97


def held(truth: float, sample: Callable[[random.Random], Sums]) -> float:
    """How often the interval of a sample holds the truth."""
    chance, count = random.Random(20), 0
    for _ in range(_SAMPLES):
        low, high = bounds(sample(chance).estimate())
        count += low <= truth <= high
    return count / _SAMPLES


@pytest.mark.parametrize("lengths", [[50] * 2, [50] * 5, [50] * 30, [100, 1], [100] * 4 + [10]])
def test_an_interval_holds_the_truth_as_often_with_few_tables_and_with_unequal_ones(lengths: list[int]) -> None:
    """Amounts that fall as a bell: tables as long as these, whose rounds are independent."""

    def sample(chance: random.Random) -> Sums:
        return of_tables(
            [[(round(chance.gauss(100, 1_000) * math.sqrt(length)) + 100 * length, length)] for length in lengths]
        )

    mean = 100 + 100 * sum(math.sqrt(length) for length in lengths) / sum(lengths)
    assert abs(held(mean, sample) - 0.95) < _BOUND


def test_an_interval_holds_the_truth_as_often_where_rounds_of_a_table_hang_together() -> None:
    """Each table is lucky or not, and so are all its rounds: forty tables say as much as forty rounds, exactly."""
    held, chance = 0.0, 0.5**40
    for lucky in range(41):
        sums = of_tables([[(1, 1)] * 25] * lucky + [[(0, 1)] * 25] * (40 - lucky))
        low, high = bounds(sums.estimate())
        held += chance if low <= 0.5 <= high else 0.0
        chance = chance * (40 - lucky) / (lucky + 1)

    assert 0.94 < held < 0.98


def test_identical_rounds_of_a_table_count_as_one_piece_of_evidence() -> None:
    together = of_tables([[(at % 2, 1)] * 10 for at in range(100)])
    apart = of_tables([[((at + 7 * n) % 20 < 10, 1) for n in range(10)] for at in range(100)])
    one, other = bounds(together.estimate()), bounds(apart.estimate())

    assert together.x == apart.x == 500
    assert one[1] - one[0] > 2 * (other[1] - other[0])
    alone = wilson(0.5, 100, reach(99))
    assert one == pytest.approx(alone, abs=0.001)


def test_tables_of_equal_length_give_student_s_interval() -> None:
    """Five amounts of mean 3 and variance 2.5: the mean's error is the root of a half, reaching 2.7764 times."""
    low, high = bounds(of_tables([[(10 * amount, 10)] for amount in (1, 2, 3, 4, 5)]).estimate())

    assert (low, high) == pytest.approx((3 - 2.7764 * math.sqrt(0.5), 3 + 2.7764 * math.sqrt(0.5)))


def test_one_table_gives_no_interval_nor_does_one_that_has_all_rounds() -> None:
    one = of_tables([[(1, 1), (0, 1)]]).estimate()
    other = of_tables([[(1, 1), (0, 1)], [(0, 0)]]).estimate()

    assert one == Estimate(value=0.5, low=None, high=None, tables=1)
    assert other == Estimate(value=0.5, low=None, high=None, tables=2)
    assert Sums().estimate() is None


def test_an_interval_is_honest_where_nothing_happened_and_where_all_did() -> None:
    never, always = (of_tables([[(x, 1)]] * 50).estimate() for x in (0, 1))
    nothing, everything = bounds(never), bounds(always)

    assert nothing[0] == 0.0
    assert 0.05 < nothing[1] < 0.1
    assert everything == pytest.approx((1 - nothing[1], 1.0))


def test_an_amount_that_is_the_same_in_every_round_is_known() -> None:
    assert bounds(of_tables([[(-1_500, 1)] * 100] * 30).estimate()) == (-1_500, -1_500)
