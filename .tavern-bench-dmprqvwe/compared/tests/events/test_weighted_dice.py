"""Weighted dice fall as their lists say, over many draws: double, high, heavy and sticky ones of every kind."""

from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from events.dice import Dice
from events.gaming_sets import FAVOURING, Faces, GamingSet, favoured, weight_sides, weighted_face
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


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_of_all_weights_four_in_five_give_the_favoured_face_and_the_others_share_the_rest(sides: int) -> None:
    for favours in range(1, sides + 1):
        weights = range(1, weight_sides(sides) + 1)
        faces = Counter(weighted_face("weighted_heavy", sides, 1, favours, weight) for weight in weights)
        assert faces == {face: 4 * (sides - 1) if face == favours else 1 for face in range(1, sides + 1)}


def test_a_die_shows_what_was_drawn_where_its_set_has_no_say() -> None:
    assert [weighted_face("common_dice", 6, face, None, None) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert [weighted_face("weighted_double", 6, face, None, None) for face in range(1, 7)] == [6, 2, 3, 4, 5, 6]
    assert [weighted_face("weighted_high", 6, face, None, None) for face in range(1, 7)] == [4, 5, 6, 4, 5, 6]
    assert weighted_face("weighted_heavy", 6, 3, 5, None) == weighted_face("weighted_heavy", 6, 3, None, 5) == 3
    assert favoured("common_dice", {"d6": 4}, 6) is None


def read(gaming_set: str, **faces: int) -> GamingSet:
    """A set as a client names it."""
    return msgspec.json.decode(msgspec.json.encode({"set": gaming_set, "faces": faces}), type=GamingSet)


@pytest.mark.parametrize(("die", "face"), [("d4", 1), ("d4", 4), ("d6", 6), ("d20", 20)])
@pytest.mark.parametrize("gaming_set", FAVOURING)
def test_a_set_can_favour_every_face_of_its_dice(gaming_set: str, die: str, face: int) -> None:
    assert read(gaming_set, **{die: face}).faces == {die: face}


@pytest.mark.parametrize(("die", "face"), [("d4", 0), ("d4", 5), ("d6", 7), ("d20", 0), ("d20", 21)])
def test_a_set_favours_no_face_that_its_die_does_not_have(die: str, face: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        read("weighted_heavy", **{die: face})


@pytest.mark.parametrize("gaming_set", ["common_dice", "weighted_double", "expertly_marked"])
def test_only_heavy_and_sticky_dice_favour_a_face(gaming_set: str) -> None:
    assert read(gaming_set).faces == {}
    with pytest.raises(msgspec.ValidationError):
        read(gaming_set, d6=1)


def test_a_set_that_favours_nothing_is_recorded_by_its_name_alone() -> None:
    assert msgspec.json.encode(GamingSet(set="common_dice")) == b'{"set":"common_dice"}'
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"set":"common_dice","look":"ivory"}', type=GamingSet)
