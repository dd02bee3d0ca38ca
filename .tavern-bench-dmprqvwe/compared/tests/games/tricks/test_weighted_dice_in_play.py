"""How weighted dice fall in the races as they are played, judged by the chi-squared test. Seeds are fixed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Final

import pytest

from events.gaming_sets import GamingSet
from events.round_events import DiceShown
from games.farkle.turns import Throw
from games.installed import CATALOGUE
from games.table import VoidRound
from tests.playing import Playing, Silent

AT_A_THOUSANDTH: Final = {2: 13.816, 4: 18.467, 5: 20.515}
"""The values of the chi-squared distribution that chance exceeds once in a thousand times, by degrees of freedom."""
FACES: Final = range(1, 7)
SIXTH: Final = Fraction(1, 6)
FAVOURED: Final = Fraction(4, 5)
OTHER: Final = Fraction(1, 25)
SETS: Final[Mapping[str, tuple[GamingSet, list[Fraction]]]] = {
    "common": (GamingSet(set="common_dice"), [SIXTH] * 6),
    "double": (GamingSet(set="weighted_double"), [Fraction(0), SIXTH, SIXTH, SIXTH, SIXTH, 2 * SIXTH]),
    "high": (GamingSet(set="weighted_high"), [Fraction(0)] * 3 + [2 * SIXTH] * 3),
    "heavy": (GamingSet(set="weighted_heavy"), [OTHER] * 5 + [FAVOURED]),
    "heavy on 3": (GamingSet(set="weighted_heavy", faces={"d6": 3}), [OTHER] * 2 + [FAVOURED] + [OTHER] * 3),
    "sticky": (GamingSet(set="weighted_sticky"), [OTHER] * 5 + [FAVOURED]),
    "sticky on 6": (GamingSet(set="weighted_sticky", faces={"d6": 6}), [FAVOURED] + [OTHER] * 5),
}
"""How likely each face is, by the text."""
LEAST: Final = {"pig": 400, "mason": 1_200, "farkle": 1_200}
"""How many faces are looked at, at least."""


def shown(playing: Playing, seat: str, least: int) -> Iterator[int]:
    """The faces that a seat shows while the clock plays for everybody, round after round."""
    count = 0
    while count < least:
        if not playing.table.running:
            playing.start()
        playing.let_the_clock_act()
        for event in playing.written[-1].entry.events:
            if isinstance(event, DiceShown) and event.seat == seat:
                count += len(event.faces)
                yield from event.faces


@cache
def fallen(game: str, name: str) -> tuple[Counter[int], Counter[int]]:
    """How often each face fell for Bri, who plays with this set, and for Odo, who plays with a common one."""
    playing = Silent.open(CATALOGUE, game, cheating="on")
    playing.sit("Bri", sets=[SETS[name][0]])
    playing.sit("Odo")
    return Counter(shown(playing, "bri", LEAST[game])), Counter(shown(playing, "odo", LEAST[game]))


def fits(counts: Counter[int], chances: list[Fraction]) -> bool:
    """Whether faces fell as often as they should, and none that cannot fall."""
    total = sum(counts.values())
    expected = {face: float(total * chance) for face, chance in zip(FACES, chances, strict=True)}
    if any(counts[face] for face in FACES if not expected[face]):
        return False
    possible = [face for face in FACES if expected[face]]
    chi_squared = sum((counts[face] - expected[face]) ** 2 / expected[face] for face in possible)
    return chi_squared < AT_A_THOUSANDTH[len(possible) - 1]


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("game", LEAST)
def test_each_set_falls_in_play_as_its_text_says(game: str, name: str) -> None:
    own, others = fallen(game, name)

    assert fits(own, SETS[name][1])
    assert fits(others, SETS["common"][1])


@pytest.mark.parametrize("name", [name for name in SETS if name != "common"])
def test_the_test_distinguishes_each_weighted_set_from_a_common_one(name: str) -> None:
    own, _ = fallen("farkle", name)

    assert not fits(own, SETS["common"][1])


def test_if_everybody_plays_fair_a_weighted_set_falls_like_any_other() -> None:
    playing = Silent.open(CATALOGUE, "farkle")
    playing.sit("Bri", sets=[GamingSet(set="weighted_high")])
    playing.sit("Odo")
    counts: Counter[int] = Counter()
    for _ in range(250):
        playing.start()
        playing.give("bri", Throw())
        counts.update(die.face or 0 for die in playing.table.dice_of("bri"))
        playing.give(None, VoidRound())

    assert fits(counts, SETS["common"][1])
