"""Cheating in Farkle: what is set aside lies open, what is thrown is under the cup, also with greed."""

from typing import Any

import pytest

from events.audience import PUBLIC, seat_viewer
from events.gaming_sets import GamingSet
from events.round_events import DiceShown, DieWeighted
from games.farkle.turns import Bank, SetAside, Throw
from games.mechanics.tricks.cup import ShowDice
from games.mechanics.tricks.noticing import Denounce, SayNothing
from games.mechanics.tricks.palming import Cheat
from projections.actions import Choices
from tests.games.tricks.racing import UNNOTICED, all_do, faces_of, look_alike, plays, table, throws
from tests.playing import Playing

BRI = seat_viewer("bri")


def cheated_with(playing: Playing, seat: str) -> list[int]:
    """The dice with which a seat is offered to cheat."""
    offered = [action.params["n"] for action in playing.actions(seat) if action.type == "cheat"]
    return [n for param in offered if isinstance(param, Choices) for n in param.choices]


def with_two_set_aside(**options: Any) -> Playing:
    """Bri has set a 1 and a 5 aside, and has thrown the other four."""
    playing = table("farkle", **options)
    plays(playing, "bri", 1, 2, 2, 3, 4, 5)
    playing.give("bri", SetAside(faces=[1, 5]))
    throws(playing, "bri", 2, 3, 4, 6)
    return playing


def test_dice_that_are_set_aside_stay_open_while_the_others_are_under_the_cup() -> None:
    playing = with_two_set_aside()
    assert faces_of(playing, "bri", PUBLIC) == [1, None, None, None, None, 5]
    assert faces_of(playing, "bri", BRI) == [1, 2, 3, 4, 6, 5]


def test_dice_that_are_set_aside_cannot_be_thrown_again_in_secret() -> None:
    playing = with_two_set_aside()
    assert cheated_with(playing, "bri") == [1, 2, 3, 4]
    playing.when("bri", Cheat(n=0)).then_refused("not_offered")


def test_a_die_thrown_again_in_secret_can_save_a_turn_in_which_nothing_scored() -> None:
    saved, lost = with_two_set_aside(), with_two_set_aside()
    for playing, face in ((saved, 5), (lost, 2)):
        playing.load({("bri", "palmed", 6): [face], **UNNOTICED}).give("bri", Cheat(n=4))
    assert (saved.table.question, saved.table.turn) == ("set_aside", "bri")
    assert lost.table.turn == "odo"


def test_the_score_of_a_throw_is_reported_once_it_is_shown() -> None:
    playing = table("farkle")
    throws(playing, "bri", 1, 1, 1, 3, 4, 5)
    assert playing.view(BRI).details["choices"] == playing.view(PUBLIC).details["choices"] == []
    playing.give("bri", ShowDice())
    assert playing.view(PUBLIC).details["choices"][0]["points"] == 1_050


def test_to_others_a_farkle_saved_by_cheating_looks_like_luck() -> None:
    honest, crooked = table("farkle"), table("farkle")
    throws(honest, "bri", 2, 2, 3, 4, 6, 1)
    throws(crooked, "bri", 2, 2, 3, 4, 6, 6)
    for playing in (honest, crooked):
        playing.load({("bri", "palmed", 6): [1], **UNNOTICED})
    honest.give("bri", ShowDice())
    crooked.give("bri", Cheat(n=5))
    for playing in (honest, crooked):
        playing.give("bri", SetAside(faces=[1]))
        playing.give("bri", Bank())
    assert look_alike(honest, crooked)


def test_greedy_dice_go_under_the_cup_with_the_others_and_fall_as_the_thrower_s_own_set_does() -> None:
    """Odo leaves Bri four dice. Bri's set is made for sixes."""
    playing = table("farkle", seats=("Odo", "Bri"), greed=True, sets=[GamingSet(set="weighted_double")])
    plays(playing, "odo", 1, 2, 2, 3, 4, 5)
    playing.give("odo", SetAside(faces=[1, 5]))
    playing.give("odo", Bank())
    playing.load({("bri", "farkle", 6): [1, 2, 3, 4, 5, 2, 1, 1, 2, 3]})
    playing.give("bri", Throw(greedy=True))
    assert faces_of(playing, "bri", BRI) == [6, 2, 3, 4, 5, 2, 6, 6, 2, 3]
    assert faces_of(playing, "bri", PUBLIC) == [None] * 10
    assert sum(isinstance(event, DieWeighted) for event in playing.entries[-1].events) == 10
    assert cheated_with(playing, "bri") == list(range(10))
    playing.give("bri", ShowDice())
    assert playing.view(PUBLIC).details["choices"][0]["points"] == 1_050


def test_dice_left_over_wait_for_the_seat_that_plays_instead_of_a_denounced_one() -> None:
    """Bri cheats, and Odo's dice are left when Bri is denounced, whose turn it would be."""
    playing = table("farkle", greed=True)
    throws(playing, "bri", 1, 2, 2, 3, 4, 5)
    sees = {("odo", "notice", 20): [1], ("cal", "notice", 20): [20]}
    playing.load({("bri", "palmed", 6): [1], ("bri", "sleight_of_hand", 20): [19], **sees})
    playing.give("bri", Cheat(n=0))
    playing.give("bri", SetAside(faces=[1]))
    playing.give("bri", Bank())
    assert playing.view(PUBLIC).details["greed_dice"] == 5
    playing.give("cal", Denounce(target="bri"))
    assert playing.view(PUBLIC).details["greed_dice"] == 5
    playing.when("odo", Throw(greedy=True))
    assert len(faces_of(playing, "odo", PUBLIC)) == 11


def test_the_closing_step_shows_nothing_to_set_aside() -> None:
    playing = table("farkle", target=1_000)
    plays(playing, "bri", 1, 1, 1, 3, 4, 6)
    playing.give("bri", SetAside(faces=[1, 1, 1]))
    playing.give("bri", Bank())
    assert playing.table.phase == "closing"
    details = playing.view(PUBLIC).details
    assert (details["choices"], details["bank_from"]) == ([], None)
    all_do(playing, SayNothing())
    assert playing.table.result is not None
    assert playing.table.result.winners == ["bri"]


@pytest.mark.parametrize("throw", [[1, 2, 3, 4, 5, 6], [6, 6, 6, 1, 1, 1]])
def test_all_dice_that_are_under_the_cup_are_shown_at_once(throw: list[int]) -> None:
    playing = table("farkle")
    throws(playing, "bri", *throw)
    assert playing.give("bri", ShowDice())[0] == DiceShown(seat="bri", ns=list(range(6)), faces=throw)
