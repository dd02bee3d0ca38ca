"""Whatever is played, all that must hold holds after every step and at the end."""

import random
from typing import Protocol

from hypothesis import given

from tests.playing import Playing
from tests.properties.judges.hidden_dice import HiddenDice
from tests.properties.judges.kept_offers import KeptOffers
from tests.properties.judges.liveness import Liveness
from tests.properties.judges.log import Log
from tests.properties.judges.money import Money
from tests.properties.judges.own_sight import OwnSight
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Reporting, Walk, lengths, seeds, usual


class Judge(Protocol):
    """Looks at a table after each step, and once at the end, when the judges before it may have played on."""

    def step(self, playing: Playing) -> None: ...

    def end(self, playing: Playing) -> None: ...


def judges(seed: int) -> list[Judge]:
    """Those who judge a walk; of these the liveness plays the round to its end, and the log is judged with that."""
    own_sight, kept, dice = (random.Random(seed) for _ in range(3))
    return [Money(), OwnSight(own_sight), KeptOffers(kept), HiddenDice(dice), Liveness(), Log()]


@every_game
@usual
@given(seed=seeds, length=lengths)
def test_at_every_step_all_holds_that_must_hold(subject: Subject, seed: int, length: int) -> None:
    walk, judging = Walk(subject, seed, kind=Reporting), judges(seed)
    for playing in walk.steps(length):
        for judge in judging:
            judge.step(playing)
    for judge in judging:
        judge.end(walk.playing)
