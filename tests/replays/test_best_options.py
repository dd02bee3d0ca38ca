"""The option that a few worlds choose as the best one."""

import random
from collections.abc import Callable, Sequence

import pytest

from replays.analysis.decisions import CHOSEN, Outcome, Trials, best_of

RARE_GAIN = 11
"""The last of eleven alternatives to the chosen option."""


class Rigged(Trials):
    """Eleven alternatives, whose worths are given in place of a game's."""

    def __init__(self, worth_of: Callable[[int], float]) -> None:
        self.options = [{"type": "toss", "n": n} for n in range(RARE_GAIN + 1)]
        self.rows = []
        self._seat = "bri"
        self._worth_of = worth_of

    def run(self, options: Sequence[int], up_to: int) -> None:
        while len(self.rows) < up_to:
            self.rows.append({n: Outcome(self._worth_of(n), won=False) for n in options})


def rare(seed: int) -> Callable[[int], float]:
    """The last option wins 5 every fourth time, and otherwise loses 1, as all others but the chosen one always do."""
    chance = random.Random(seed)

    def worth_of(option: int) -> float:
        if option == CHOSEN:
            return 0.0
        return 5.0 if option == RARE_GAIN and chance.random() < 0.25 else -1.0

    return worth_of


def test_a_rare_gain_among_many_losses_can_be_the_best_option() -> None:
    found = [best_of(Rigged(rare(seed)), 15) for seed in range(100)]

    assert set(found) == {CHOSEN, RARE_GAIN}
    assert found.count(RARE_GAIN) > 20


@pytest.mark.parametrize("most", [2, 15, 50])
def test_where_every_alternative_always_loses_the_chosen_option_is_the_best(most: int) -> None:
    assert best_of(Rigged(lambda option: -float(option != CHOSEN)), most) == CHOSEN
