"""Rounds are analysed in worker processes."""

import random
from collections.abc import Mapping, Sequence
from functools import cached_property

from games import policies
from games.installed import CATALOGUE
from projections.game import AnyTable
from replays.analysis.decisions import Precision
from replays.analysis.rounds import POLICY, SAMPLES, Analysed, RoundAnalysis, Task


class Analyst:
    """Analyses decisions of an ended round. It can be sent to worker processes.

    `before` has the own table of each seat just before the round, whose `lines` begin with entry `first` of the log.
    `samples`, `policy` and `seed` are those of the analysis: equal ones give equal results.
    """

    def __init__(
        self,
        before: Mapping[str, AnyTable],
        first: int,
        lines: Sequence[bytes],
        samples: int = SAMPLES,
        policy: str = POLICY,
        seed: int = 1,
    ) -> None:
        self._before = before
        self._first = first
        self._lines = lines
        self.samples = samples
        self.policy = policy
        self._seed = seed

    @cached_property
    def round(self) -> RoundAnalysis:
        """The round. Raises `UnreadableEntry`."""
        entries = [CATALOGUE.codec.decode(line, seq) for seq, line in enumerate(self._lines, self._first)]
        return RoundAnalysis(CATALOGUE, self._before, entries)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "round"}

    def __call__(self, task: Task) -> Analysed:
        """Carry out a task. Raises `UnknownPolicy`."""
        precision = Precision(samples=self.samples, policy=policies.named(self.policy), seed=b"%d" % self._seed)
        return self.round.analysed(task, precision, random.Random)
