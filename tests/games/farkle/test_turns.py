"""A turn of Farkle, sentence by sentence: throwing, setting aside, hot dice, and losing it all."""

import pytest

from events.event import Event
from events.round_events import DicePlaced, DiceTakenUp, QuestionAsked, TurnBegan
from games.farkle.turns import Bank, SetAside, Throw
from games.mechanics.race import PointsBanked, PointsCounted, PointsLost
from tests.games.farkle.table import racing, thrown


def asks(question: str, seat: str = "bri") -> Event:
    return QuestionAsked(seats=[seat], question=question)


def aside(*ns: int, seat: str = "bri") -> Event:
    return DicePlaced(seat=seat, ns=list(ns), place="aside")


def counts(points: int, at_risk: int, seat: str = "bri") -> Event:
    return PointsCounted(seat=seat, points=points, at_risk=at_risk)


def turn_of(seat: str) -> Event:
    return TurnBegan(seat=seat)


def test_a_turn_begins_with_a_throw_of_six_dice() -> None:
    table = racing()
    assert table.throws("bri", 1, 2, 3, 4, 6, 6) == [thrown("bri", 1, 2, 3, 4, 6, 6), asks("set_aside")]


def test_after_a_throw_at_least_one_die_that_scores_is_set_aside_before_anything_else() -> None:
    table = racing()
    table.throws("bri", 1, 5, 3, 4, 6, 6)
    assert table.may("bri") == ["set_aside"]
    assert table.choices("bri") == [[1, 5], [1], [5]]
    for command in (Throw(), Bank()):
        assert table.refused("bri", command)[0] == "set_aside_first"


def test_dice_that_make_up_a_combination_are_set_aside_and_count() -> None:
    table = racing()
    table.throws("bri", 1, 2, 2, 4, 2, 6)
    assert table.sets_aside("bri", 2, 2, 2) == [aside(1, 2, 4), counts(200, 200), asks("throw_or_bank")]


def test_not_all_that_scores_has_to_be_set_aside() -> None:
    table = racing()
    table.throws("bri", 1, 5, 5, 5, 1, 6)
    assert table.sets_aside("bri", 5) == [aside(1), counts(50, 50), asks("throw_or_bank")]


def test_then_the_remaining_dice_may_be_thrown_again_or_the_points_banked() -> None:
    table = racing()
    table.throws("bri", 1, 5, 3, 4, 6, 6)
    table.sets_aside("bri", 1)
    assert table.may("bri") == ["throw", "bank"]


def test_only_the_dice_that_are_not_set_aside_are_thrown_again() -> None:
    table = racing()
    table.throws("bri", 4, 1, 3, 4, 5, 6)
    table.sets_aside("bri", 1, 5)
    assert table.throws("bri", 2, 1, 6, 4) == [thrown("bri", 2, 1, 6, 4, first=7, ns=[0, 2, 3, 5]), asks("set_aside")]
    dice = table.table.seats["bri"].dice
    assert [(die.face, die.place) for die in dice] == [
        (2, "open"),
        (1, "aside"),
        (1, "open"),
        (6, "open"),
        (5, "aside"),
        (4, "open"),
    ]


def test_combinations_count_only_within_one_throw() -> None:
    table = racing()
    table.throws("bri", 1, 2, 3, 3, 4, 6)
    table.sets_aside("bri", 1)
    table.throws("bri", 1, 1, 3, 4, 6)
    assert table.choices("bri") == [[1, 1], [1]]
    assert table.sets_aside("bri", 1, 1)[1] == counts(200, 300)


def test_what_was_thrown_before_and_left_lying_counts_no_more() -> None:
    table = racing()
    table.throws("bri", 5, 1, 3, 3, 4, 6)
    table.sets_aside("bri", 1)
    table.throws("bri", 2, 3, 4, 6, 5)
    assert table.choices("bri") == [[5]]


def test_when_all_dice_have_been_set_aside_six_are_thrown_again_and_the_points_go_on() -> None:
    table = racing()
    table.throws("bri", 1, 2, 3, 4, 5, 6)
    table.sets_aside("bri", 1, 2, 3, 4, 5, 6)
    assert table.may("bri") == ["throw", "bank"]
    assert table.throws("bri", 1, 1, 1, 2, 3, 4) == [
        DiceTakenUp(seat="bri"),
        thrown("bri", 1, 1, 1, 2, 3, 4, first=7),
        asks("set_aside"),
    ]
    assert table.sets_aside("bri", 1, 1, 1)[1] == counts(1000, 4000)


def test_all_dice_may_be_set_aside_over_several_throws() -> None:
    table = racing()
    table.throws("bri", 2, 2, 2, 3, 4, 6)
    table.sets_aside("bri", 2, 2, 2)
    table.throws("bri", 4, 4, 4)
    table.sets_aside("bri", 4, 4, 4)
    assert table.throws("bri", 5, 2, 3, 3, 4, 6)[0] == DiceTakenUp(seat="bri")


def test_a_player_who_has_set_all_dice_aside_may_bank_instead() -> None:
    table = racing()
    table.throws("bri", 1, 2, 3, 4, 5, 6)
    table.sets_aside("bri", 1, 2, 3, 4, 5, 6)
    assert table.banks("bri") == [
        PointsBanked(seat="bri", points=3000, total=3000),
        DiceTakenUp(seat="bri"),
        turn_of("odo"),
    ]


def test_a_throw_in_which_nothing_scores_loses_the_turns_points_and_the_next_plays() -> None:
    table = racing()
    table.throws("bri", 4, 1, 3, 4, 5, 6)
    table.sets_aside("bri", 1)
    assert table.throws("bri", 2, 2, 3, 4, 6) == [
        thrown("bri", 2, 2, 3, 4, 6, first=7, ns=[0, 2, 3, 4, 5]),
        PointsLost(seat="bri", points=100),
        DiceTakenUp(seat="bri"),
        turn_of("odo"),
    ]
    assert table.points("bri") == 0


def test_a_first_throw_in_which_nothing_scores_loses_the_turn() -> None:
    table = racing()
    assert table.throws("bri", 2, 2, 3, 4, 6, 6)[1:] == [
        PointsLost(seat="bri", points=0),
        DiceTakenUp(seat="bri"),
        turn_of("odo"),
    ]


def test_nothing_is_set_aside_before_a_throw() -> None:
    table = racing()
    assert table.refused("bri", SetAside(faces=[1])) == ("throw_first", "Throw first.")
    table.throws("bri", 1, 5, 2, 3, 4, 4)
    table.sets_aside("bri", 1)
    assert table.refused("bri", SetAside(faces=[5])) == ("throw_first", "Throw first.")


def test_nothing_is_banked_before_something_was_set_aside() -> None:
    table = racing()
    assert table.refused("bri", Bank()) == ("nothing_to_bank", "You have no points this turn yet: throw.")


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ([2], "A 2 scores nothing there."),
        ([1, 2], "A 2 scores nothing there."),
        ([1, 2, 2], "Two 2s score nothing there."),
        ([3, 3, 3, 3], "A 3 scores nothing there."),
        ([2, 3, 3, 3, 3], "A 2 and a 3 score nothing there."),
    ],
)
def test_a_die_that_scores_nothing_is_refused_and_named(faces: list[int], why: str) -> None:
    table = racing()
    table.throws("bri", 1, 2, 2, 5, 3, 4) if 3 not in faces else table.throws("bri", 2, 3, 3, 3, 3, 1)
    assert table.refused("bri", SetAside(faces=faces)) == ("scores_nothing", why)


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ([4], "The throw has no 4."),
        ([1, 4], "The throw has no 4."),
        ([1, 1], "The throw has a 1 and no more."),
        ([5, 5, 5], "The throw has two 5s and no more."),
    ],
)
def test_a_die_that_is_not_in_the_throw_is_refused_and_named(faces: list[int], why: str) -> None:
    table = racing()
    table.throws("bri", 1, 2, 5, 5, 3, 6)
    assert table.refused("bri", SetAside(faces=faces)) == ("not_in_the_throw", why)


def test_dice_that_were_set_aside_are_not_in_the_throw_any_more() -> None:
    table = racing()
    table.throws("bri", 1, 2, 2, 3, 6, 4)
    table.sets_aside("bri", 1)
    table.throws("bri", 5, 2, 3, 6, 4)
    assert table.refused("bri", SetAside(faces=[1, 5])) == ("not_in_the_throw", "The throw has no 1.")


def test_faces_are_given_in_any_order() -> None:
    table = racing()
    table.throws("bri", 5, 2, 1, 3, 6, 4)
    assert SetAside(faces=[5, 1]) == SetAside(faces=[1, 5])
    table.send("bri", b'{"type": "set_aside", "faces": [5, 1]}')
    assert table.table.state.newest == [1, 5]


def test_choices_are_listed_once_for_each_multiset_of_faces() -> None:
    table = racing()
    table.throws("bri", 5, 1, 5, 1, 5, 2)
    assert table.choices("bri") == [
        [1, 1, 5, 5, 5],
        [1, 5, 5, 5],
        [5, 5, 5],
        [1, 1, 5, 5],
        [1, 1, 5],
        [1, 1],
        [1, 5, 5],
        [1, 5],
        [1],
        [5, 5],
        [5],
    ]
