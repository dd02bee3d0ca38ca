"""Simulated rounds in a test, from one seed, and whether as much happened in them as was to be expected.

Seeds are fixed, so nothing in a test happens by chance: a figure that leaves its bound has been changed by the code.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import exp, lgamma, log, sqrt
from typing import Any, Final

from events.character import Character
from events.event import Event
from games.installed import CATALOGUE
from tools.simulate.playing import Seated, Setup, SimulatedTable
from tools.simulate.running import simulate
from tools.simulate.tally import Tally

ERRORS: Final = 4
"""A sum is to lie within so many standard errors: it does but once in 16,000 times."""
_FAR: Final = 1e-6
"""Trials that all have the same chance are to come out no farther off than happens so seldom, each way."""


def a_setup(game: str, *policies: str, **options: Any) -> Setup:
    seated = [Seated(policy, Character(), policy) for policy in policies]
    seed = b"what are the odds"
    return Setup(game=game, seated=seated, options=options, seed=seed, most_acts=5_000, table_rounds=100)


def simulated(rounds: int, game: str, *policies: str, **options: Any) -> Tally:
    """What `tavern simulate` counts of so many rounds."""
    return simulate(a_setup(game, *policies, **options), rounds, 1, lambda rounds: None)


@cache
def entries(game: str, *policies: str, rounds: int) -> list[list[Event]]:
    """The events of each entry of so many rounds at the first table, as the log has them."""
    table = SimulatedTable(CATALOGUE, a_setup(game, *policies), 0)
    for _ in range(rounds):
        table.play_round()
    return [list(CATALOGUE.codec.decode(line).events) for line in table.lines]


def within_the_errors(happened: int, chances: Sequence[Fraction]) -> bool:
    """Whether as much happened as was to be expected, of trials that each had such a chance."""
    expected = float(sum(chances))
    error = sqrt(sum(float(chance * (1 - chance)) for chance in chances))
    return abs(happened - expected) <= ERRORS * error


def as_likely(happened: int, trials: int, chance: Fraction) -> bool:
    """Whether as much happened as was to be expected of trials with this chance: exactly, however few they are."""
    if chance in (0, 1):
        return happened == trials * chance
    each = [_of_trials(count, trials, float(chance)) for count in range(trials + 1)]
    return sum(each[: happened + 1]) > _FAR and sum(each[happened:]) > _FAR


def _of_trials(count: int, trials: int, chance: float) -> float:
    """How likely so many of the trials come true: reckoned with logarithms, since the ways to it are too many."""
    ways = lgamma(trials + 1) - lgamma(count + 1) - lgamma(trials - count + 1)
    return exp(ways + count * log(chance) + (trials - count) * log(1 - chance))
