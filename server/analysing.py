"""Rounds are analysed in worker processes, each of which reads the log once."""

import random
from collections.abc import Sequence
from functools import cached_property

from games import policies
from games.installed import CATALOGUE
from replays.analysis.decisions import Precision
from replays.analysis.rounds import POLICY, SAMPLES, Analysed, RoundAnalysis, Task


class Analyst:
    """Analyses decisions of a round of a table, of which `lines` has the log up to the round's end.

    `samples`, `policy` and `seed` are those of the analysis: equal ones give equal results. An analyst can be sent to
    worker processes.
    """

    def __init__(
        self,
        lines: Sequence[bytes],
        number: int,
        samples: int = SAMPLES,
        policy: str = POLICY,
        seed: int = 1,
    ) -> None:
        self._lines = lines
        self._number = number
        self._precision = samples, policy, seed

    @cached_property
    def round(self) -> RoundAnalysis:
        """The round. Raises `UnreadableEntry`, `NoSuchRound`."""
        return RoundAnalysis(CATALOGUE, CATALOGUE.codec.decode_log(self._lines), self._number)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "round"}

    def __call__(self, task: Task) -> Analysed:
        """Carry out a task. Raises `UnknownPolicy`."""
        samples, policy, seed = self._precision
        precision = Precision(samples=samples, policy=policies.named(policy), seed=b"%d" % seed)
        return self.round.analysed(task, precision, random.Random)
