"""Turns go round in their order, past those who cannot act."""

from games.mechanics.turns import from_on, next_after

ORDER = ["ada", "bo", "cy", "dee"]


def test_the_next_in_order_comes_next() -> None:
    assert next_after(ORDER, "bo", ORDER) == "cy"


def test_after_the_last_the_first_comes_again() -> None:
    assert next_after(ORDER, "dee", ORDER) == "ada"


def test_a_player_who_cannot_act_is_passed_over() -> None:
    assert next_after(ORDER, "bo", {"ada", "bo"}) == "ada"


def test_the_only_seat_that_can_act_comes_after_itself() -> None:
    assert next_after(ORDER, "cy", {"cy"}) == "cy"


def test_somebody_comes_after_a_seat_that_itself_can_act_no_more() -> None:
    assert next_after(ORDER, "bo", {"ada", "dee"}) == "dee"


def test_nobody_comes_next_where_nobody_can_act() -> None:
    assert next_after(ORDER, "bo", ()) is None


def test_the_whole_order_can_begin_with_any_seat() -> None:
    assert [from_on(ORDER, first) for first in ("ada", "cy", "dee")] == [
        ["ada", "bo", "cy", "dee"],
        ["cy", "dee", "ada", "bo"],
        ["dee", "ada", "bo", "cy"],
    ]
