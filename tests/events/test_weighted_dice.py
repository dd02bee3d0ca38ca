"""Weighted dice fall as their lists say, over many draws: double, high, heavy and sticky ones of every kind."""

from collections import Counter
from fractions import Fraction

import pytest

from events.dice import Dice
from events.gaming_sets import Faces, favoured, weight_sides, weighted_face
from tests.events.test_dice import CHI_SQUARED_AT_A_THOUSANDTH

SEED = bytes(range(100, 132))
THROWS = 6_000
FIFTH = Fraction(1, 5)


def shown(gaming_set: str, faces: Faces, sides: int) -> Counter[int]:
    """How often each face shows."""
    dice = Dice(SEED, 1, [], {})
    favours = favoured(gaming_set, faces, sides)
    counts = Counter[int]()
    for _ in range(THROWS):
        was = dice.roll("bri", "pig", sides).face
        weight = None if favours is None else dice.roll("bri", "weight", weight_sides(sides)).face
        counts[weighted_face(gaming_set, sides, was, favours, weight)] += 1
    return counts


def favouring(face: int, sides: int) -> dict[int, Fraction]:
    """Four times in five the face, else any other with the same chance."""
    return {one: 4 * FIFTH if one == face else FIFTH / (sides - 1) for one in range(1, sides + 1)}


@pytest.mark.parametrize(
    ("gaming_set", "faces", "sides", "chances"),
    [
        ("weighted_double", {}, 6, {2: (one := Fraction(1, 6)), 3: one, 4: one, 5: one, 6: 2 * one}),
        ("weighted_double", {}, 8, {**dict.fromkeys(range(2, 8), Fraction(1, 8)), 8: Fraction(2, 8)}),
        ("weighted_high", {}, 6, dict.fromkeys((4, 5, 6), Fraction(1, 3))),
        ("weighted_high", {}, 12, dict.fromkeys(range(7, 13), Fraction(1, 6))),
        ("weighted_heavy", {}, 6, favouring(6, 6)),
        ("weighted_heavy", {"d6": 1}, 6, favouring(1, 6)),
        ("weighted_heavy", {"d6": 1}, 10, favouring(10, 10)),
        ("weighted_sticky", {}, 6, favouring(6, 6)),
        ("weighted_sticky", {"d6": 4}, 6, favouring(3, 6)),
        ("weighted_sticky", {"d4": 4}, 4, favouring(1, 4)),
    ],
)
def test_weighted_dice_fall_as_often_on_each_face_as_the_list_says(
    gaming_set: str, faces: Faces, sides: int, chances: dict[int, Fraction]
) -> None:
    counts = shown(gaming_set, faces, sides)

    assert sum(chances.values()) == 1
    assert set(counts) == set(chances)
    expected = {face: float(THROWS * chance) for face, chance in chances.items()}
    distance = sum((counts[face] - often) ** 2 / often for face, often in expected.items())
    assert distance < CHI_SQUARED_AT_A_THOUSANDTH[len(chances) - 1]
