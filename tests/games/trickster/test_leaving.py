"""Leaving: dice under the cup count until the challenge, and a bet stands. (Rulings.)"""

from events.round_events import (
    DiceTakenUp,
    DieLost,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
    TurnBegan,
)
from games.trickster.cards.card import Downgrade, Gain, Lose, Manual, Reactive, Size
from games.trickster.challenge import DiceCounted
from games.trickster.classes import ChooseClass
from tests.games.trickster.table import a_game, card, opened
from tests.playing import all_of

ONE = card("One", ["d6"])
TWO = card("Two", ["d6", "d6"])


SIX: list[Size] = ["d6"] * 6


def left(seat: str) -> StatusChanged:
    return StatusChanged(seat=seat, status="left", why="left")


def test_the_dice_of_a_seat_that_left_count_until_the_challenge_and_then_they_go() -> None:
    playing = a_game({"ada": TWO, "bo": TWO, "cy": TWO}, {"ada": [4, 4], "bo": [4, 1], "cy": [4, 2]}, seats=3)
    playing.bet(4, 4)
    assert playing.gone("cy")[0] == left("cy")
    events = playing.call()
    assert [event.counts for event in all_of(DiceCounted, events)] == [{"ada": 2, "bo": 1, "cy": 1}]
    assert playing.table.to_act == ["bo"]
    events = playing.loses()
    assert DiceTakenUp(seat="cy") in events
    assert playing.hand("cy") == []
    assert playing.view("public").details["middle"] == {"bo": ["d6"]}


def test_the_turn_of_a_seat_that_leaves_passes_on_and_the_first_bet_with_it() -> None:
    playing = a_game(seats=3)
    assert TurnBegan(seat="bo") in playing.gone("ada")
    playing.bet(1, 1)
    assert playing.table.to_act == ["cy"]


def test_a_seat_out_of_turn_leaves_without_holding_up_the_round() -> None:
    playing = a_game(seats=3)
    assert all_of(TurnBegan, playing.gone("cy")) == []
    playing.bet(1, 1)
    playing.bet(2, 1)
    assert playing.table.to_act == ["ada"]


def test_a_leavers_bet_stands_and_if_it_is_a_lie_there_is_nothing_more_to_lose() -> None:
    playing = a_game({"ada": TWO, "bo": TWO, "cy": TWO}, seats=3)
    playing.bet(30, 1)
    playing.gone("ada")
    events = playing.call()
    [counted] = all_of(DiceCounted, events)
    assert (counted.winner, counted.loser) == ("bo", "ada")
    assert all_of(DieLost, events) == []
    # The seat after the leaver begins.
    assert playing.table.to_act == ["bo"]
    assert playing.table.state.throw == 2


def test_a_leavers_bet_that_is_true_costs_who_called_it_a_die() -> None:
    playing = a_game({"ada": TWO, "bo": TWO, "cy": TWO}, {"ada": [1, 1], "bo": [2, 2], "cy": [2, 2]}, seats=3)
    playing.bet(2, 1)
    playing.gone("ada")
    playing.call()
    assert (playing.table.question, playing.table.to_act) == ("lose", ["bo"])


def test_the_loser_can_leave_instead_of_picking_a_die() -> None:
    playing = a_game({"ada": TWO, "bo": TWO, "cy": TWO}, seats=3)
    playing.bet(30, 1)
    playing.call()
    events = playing.gone("ada")
    assert events[:2] == [left("ada"), QuestionAnswered(seat="ada")]
    assert all_of(DieLost, events) == []
    assert playing.table.to_act == ["bo"]


def test_another_seat_leaves_while_the_loser_picks() -> None:
    playing = a_game({"ada": TWO, "bo": TWO, "cy": TWO}, seats=3)
    playing.bet(30, 1)
    playing.call()
    assert playing.gone("cy")[0] == left("cy")
    assert playing.table.to_act == ["ada"]
    assert DiceTakenUp(seat="cy") in playing.loses()


def test_seats_leave_while_dice_are_dropped() -> None:
    extra = Reactive(name="More", on="seat_removed", limit="game", effects=[Gain(die="d4")])
    rich = card("Rich", SIX, extra)
    playing = a_game({"ada": rich, "bo": rich, "cy": ONE, "dee": TWO}, seats=4)
    for amount in (1, 2, 50):
        playing.bet(amount, 1)
    playing.call()
    assert playing.table.to_act == ["ada", "bo"]
    assert playing.gone("dee")[:2] == [left("dee"), DiceTakenUp(seat="dee")]
    assert RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 0}) in playing.gone("bo")


def test_one_of_three_leaves_while_dropping_and_the_round_begins_without_it() -> None:
    extra = Reactive(name="More", on="seat_removed", limit="game", effects=[Gain(die="d4")])
    playing = a_game({"ada": card("Rich", SIX, extra), "bo": TWO, "cy": ONE, "dee": TWO}, seats=4)
    for amount in (1, 2, 50):
        playing.bet(amount, 1)
    assert QuestionAsked(seats=["ada"], question="drop") in playing.call()
    assert QuestionAnswered(seat="ada") in playing.gone("ada")
    assert playing.table.state.throw == 2
    assert playing.table.to_act == ["dee"]


def test_the_last_seat_in_the_game_wins_at_once() -> None:
    playing = a_game(ante_cp=500)
    events = playing.gone("bo")
    assert RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 1_000}) in events
    assert playing.table.purse("ada") == 10_500


def test_even_without_dice_the_last_seat_wins() -> None:
    burn = card("Burner", ["d6"], Manual(name="Burn", effects=[Lose(die="chosen")]))
    playing = a_game({"ada": burn, "bo": ONE})
    playing.uses("ada", n=0)
    assert RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 0}) in playing.gone("bo")


def test_seats_leave_while_classes_are_chosen() -> None:
    playing = opened("Ada", "Bo", "Cy")
    playing.start()
    playing.give("ada", ChooseClass(card="Plain"))
    playing.gone("ada")
    playing.give("bo", ChooseClass(card="Plain"))
    assert playing.table.phase == "choosing_classes"
    playing.gone("cy")
    assert playing.table.result is not None
    assert playing.table.result.winners == ["bo"]


def test_the_game_begins_once_the_seat_it_waits_for_has_left() -> None:
    playing = opened("Ada", "Bo", "Cy")
    playing.start()
    for seat in ("ada", "bo"):
        playing.give(seat, ChooseClass(card="Plain"))
    assert playing.gone("cy")[:2] == [left("cy"), QuestionAnswered(seat="cy")]
    assert playing.table.phase == "betting"
    assert playing.hand("cy") == []


def test_dice_that_were_never_thrown_go_with_a_seat_that_leaves_before_the_game_begins() -> None:
    playing = opened("Ada", "Bo", "Cy")
    playing.start()
    playing.give("ada", ChooseClass(card="Plain"))
    assert playing.gone("ada")[:2] == [left("ada"), DiceTakenUp(seat="ada")]
    for seat in ("bo", "cy"):
        playing.give(seat, ChooseClass(card="Plain"))
    playing.bet(30, 1)
    assert [set(event.counts) for event in all_of(DiceCounted, playing.call())] == [{"bo", "cy"}]


def test_a_seat_that_is_out_leaves_without_a_trace_in_the_game() -> None:
    playing = a_game({"ada": ONE, "bo": TWO, "cy": TWO}, seats=3)
    playing.bet(30, 1)
    playing.call()
    assert playing.table.seats["ada"].status == "out"
    assert all_of(StatusChanged, playing.gone("ada")) == []


def test_if_the_winner_of_the_last_challenge_has_left_the_next_seat_wins_where_nobody_has_dice() -> None:
    pinch = card("Pincher", ["d6"], Manual(name="Pinch", effects=[Downgrade(levels=6, of="chosen")]))
    playing = a_game({"ada": ONE, "bo": ONE, "cy": pinch}, {"ada": [1], "bo": [1], "cy": [1]}, seats=3)
    playing.bet(1, 1)
    playing.bet(2, 1)
    playing.uses("cy", target="ada", n=0)
    playing.gone("bo")
    events = playing.call()
    assert [(event.winner, event.loser) for event in all_of(DiceCounted, events)] == [("bo", "cy")]
    assert RoundEnded(round=1, outcome="won", winners=["cy"], won_cp={"cy": 0}) in events


def test_abilities_touch_no_dice_of_a_seat_that_has_left() -> None:
    pinch = card("Pincher", ["d6"], Manual(name="Pinch", effects=[Downgrade(of="chosen")]))
    playing = a_game({"ada": pinch, "bo": ONE, "cy": ONE}, seats=3)
    playing.gone("bo")
    [action] = [one for one in playing.actions("ada") if one.type == "use_ability"]
    assert action.params["target"].choices == ["cy"]  # type: ignore[union-attr]
