"""What dice score: each combination of the text, every roll of six against brute force, and more dice than six."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.farkle.scoring import COMBINATIONS, Choice, choices_of, counted, points_of
from games.farkle.state import DICE, MOST_LEFT

MOST_DICE = DICE + MOST_LEFT

Faces = tuple[int, ...]

dice = st.lists(st.integers(1, 6), max_size=MOST_DICE)


def of_one_kind(faces: Faces) -> int | None:
    """By the text's table: what these dice make as a single combination."""
    kinds = sorted(Counter(faces).values())
    if len(faces) == 1:
        return {1: 100, 5: 50}.get(faces[0])
    if kinds == [3]:
        return {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}[faces[0]]
    if len(faces) == 6 and len(kinds) == 6:
        return 3000
    if kinds == [2, 2, 2]:
        return 1000
    return 1500 if kinds in ([2, 4], [6]) else None


@cache
def by_force(faces: Faces) -> int | None:
    """What all these dice score at best, trying every group for the first die; None where one of them is left over."""
    if not faces:
        return 0
    tried = [
        made + others
        for group in chain.from_iterable(combinations(range(1, len(faces)), size - 1) for size in (1, 3, 6))
        if (made := of_one_kind((faces[0], *(faces[at] for at in group)))) is not None
        and (others := by_force(tuple(face for at, face in enumerate(faces) if at not in (0, *group)))) is not None
    ]
    return max(tried, default=None)


def by_force_aside(thrown: Faces) -> dict[Faces, int]:
    """All dice of a throw that score together, with what they score."""
    groups = {group for size in range(1, len(thrown) + 1) for group in combinations(thrown, size)}
    return {group: points for group in groups if (points := by_force(group)) is not None}


def scored(*faces: int) -> int | None:
    return points_of(counted(faces))


def best(*faces: int) -> int:
    """The most that any of these dice score together."""
    return max((choice.points for choice in choices_of(counted(faces))), default=0)


def partial(faces: list[int]) -> Iterator[list[int]]:
    """These dice, one of them taken away, for each of them."""
    return ([*faces[:at], *faces[at + 1 :]] for at in range(len(faces)))


def test_a_one_scores_100() -> None:
    assert scored(1) == 100


def test_a_five_scores_50() -> None:
    assert scored(5) == 50


@pytest.mark.parametrize("face", [2, 3, 4, 6])
def test_no_other_die_scores_alone(face: int) -> None:
    assert scored(face) is None
    assert scored(face, face) is None


@pytest.mark.parametrize(("face", "points"), [(1, 1000), (2, 200), (3, 300), (4, 400), (5, 500), (6, 600)])
def test_three_of_a_kind_score_a_hundred_for_each_pip_and_three_ones_a_thousand(face: int, points: int) -> None:
    assert scored(face, face, face) == points


def test_the_series_scores_3000() -> None:
    assert scored(1, 2, 3, 4, 5, 6) == 3000


def test_three_pairs_score_1000() -> None:
    assert scored(2, 2, 3, 3, 6, 6) == 1000


def test_four_of_a_kind_and_a_pair_score_1500() -> None:
    assert scored(2, 2, 2, 2, 3, 3) == 1500


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_six_of_a_kind_are_four_of_a_kind_and_a_pair_too(face: int) -> None:
    assert scored(*[face] * 6) == 1500


def test_six_ones_are_three_ones_twice_which_is_more() -> None:
    assert scored(1, 1, 1, 1, 1, 1) == 2000


def test_four_of_a_kind_without_a_pair_are_no_combination() -> None:
    assert scored(4, 4, 4, 4) is None
    assert scored(1, 1, 1, 1) == 1100


def test_two_ones_and_two_fives_are_scored_one_by_one() -> None:
    assert scored(1, 1, 5, 5) == 300


@pytest.mark.parametrize(
    ("faces", "points"),
    [
        ((1, 1, 1, 5, 5, 5), 1500),
        ((1, 1, 2, 2, 5, 5), 1000),
        ((1, 1, 1, 1, 5, 5), 1500),
        ((1, 1, 1, 1, 1, 5, 5), 1600),
        ((1, 2, 3, 4, 5, 6, 1, 5), 3150),
        ((1, 2, 2, 3, 3, 3, 5, 5, 6, 6), 1400),
        ((1, 2, 2, 3, 3, 4, 4, 5, 5), 1200),
    ],
)
def test_dice_that_can_be_parted_in_several_ways_are_parted_in_the_best(faces: Faces, points: int) -> None:
    assert scored(*faces) == points


def test_no_dice_score_nothing() -> None:
    assert scored() == 0
    assert choices_of(counted([])) == ()


def test_every_roll_of_six_scores_what_brute_force_finds() -> None:
    rolls = list(product(range(1, 7), repeat=6))
    assert len(rolls) == 6**6
    assert [roll for roll in rolls if scored(*roll) != by_force(tuple(sorted(roll)))] == []


def test_of_every_roll_of_up_to_six_can_be_set_aside_what_brute_force_finds_and_nothing_else() -> None:
    rolls = {tuple(sorted(roll)) for count in range(1, 7) for roll in product(range(1, 7), repeat=count)}
    assert len(rolls) == 923
    for roll in rolls:
        choices = choices_of(counted(roll))
        assert {choice.faces: choice.points for choice in choices} == by_force_aside(roll)


def test_what_scores_most_stands_first_and_of_equals_what_takes_fewer_dice() -> None:
    assert choices_of(counted([1, 5, 5, 2])) == (
        Choice((1, 5, 5), 200),
        Choice((1, 5), 150),
        Choice((1,), 100),
        Choice((5, 5), 100),
        Choice((5,), 50),
    )


@pytest.mark.parametrize(
    ("thrown", "count"),
    [((1, 1, 1, 5, 5, 5), 15), ((1, 1, 4, 4, 4, 5, 5, 6, 6, 6, 6), 63), ((1,) * MOST_DICE, 11)],
)
def test_choices_stay_short_because_dice_of_one_face_are_alike(thrown: Faces, count: int) -> None:
    assert len(choices_of(counted(thrown))) == count


@given(dice)
def test_no_throw_of_up_to_eleven_dice_has_more_than_63_choices(faces: list[int]) -> None:
    choices = choices_of(counted(faces))
    assert len(choices) <= 63
    assert len({choice.faces for choice in choices}) == len(choices)


@given(dice)
def test_any_number_of_dice_scores_what_brute_force_finds(faces: list[int]) -> None:
    assert scored(*faces) == by_force(tuple(sorted(faces)))


@given(dice)
def test_dice_never_score_less_than_any_one_combination_among_them(faces: list[int]) -> None:
    there = counted(faces)
    held = [found for found in COMBINATIONS if all(a >= b for a, b in zip(there, found.dice, strict=True))]
    assert best(*faces) >= max((found.points for found in held), default=0)


@given(dice)
def test_one_die_more_never_lowers_what_can_be_scored(faces: list[int]) -> None:
    assert all(best(*fewer) <= best(*faces) for fewer in partial(faces))


@given(dice.flatmap(lambda faces: st.tuples(st.just(faces), st.permutations(faces))))
def test_the_order_of_the_dice_does_not_matter(both: tuple[list[int], list[int]]) -> None:
    faces, shuffled = both
    assert scored(*faces) == scored(*shuffled)
    assert choices_of(counted(faces)) == choices_of(counted(shuffled))


@given(dice, dice)
def test_dice_that_score_apart_score_together_as_much_at_least(faces: list[int], others: list[int]) -> None:
    apart = scored(*faces), scored(*others)
    if apart[0] is not None and apart[1] is not None:
        together = scored(*faces, *others)
        assert together is not None
        assert together >= apart[0] + apart[1]
