"""A challenge: the count, the loser's die, who is out, who begins, who wins. (Seeds 002, "How to Play"; rulings.)"""

import pytest

from events.accounts import POT
from events.round_events import (
    DiceShown,
    DieLost,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
    TurnBegan,
)
from events.table_events import CoinsMoved
from games.trickster.betting import MakeBet
from games.trickster.cards.card import Downgrade, Gain, Lose, Manual, Reactive, Size
from games.trickster.challenge import DiceCounted, GiveUpDie, LiarCalled
from games.trickster.rounds import ThrowBegan
from tests.games.trickster.table import TricksterGame, a_game, card
from tests.playing import all_of

ONE = card("One", ["d6"])
TWO = card("Two", ["d6", "d6"])


SIX: list[Size] = ["d6"] * 6


def three_with_one_die() -> TricksterGame:
    return a_game({"ada": ONE, "bo": ONE, "cy": ONE}, {"ada": [1], "bo": [2], "cy": [3]}, seats=3)


def test_the_bet_is_true_if_there_are_at_least_as_many_and_then_who_called_loses() -> None:
    playing = a_game(faces={"ada": [4, 4, 1, 2, 3], "bo": [4, 6, 6, 5, 1]})
    playing.bet(2, 4)
    assert playing.call() == [
        LiarCalled(seat="bo", target="ada"),
        PhaseBegan(phase="reveal"),
        DiceShown(seat="ada", ns=[0, 1, 2, 3, 4], faces=[4, 4, 1, 2, 3]),
        DiceShown(seat="bo", ns=[0, 1, 2, 3, 4], faces=[4, 6, 6, 5, 1]),
        DiceCounted(amount=2, value=4, count=3, counts={"ada": 2, "bo": 1}, holds=True, winner="ada", loser="bo"),
        QuestionAsked(seats=["bo"], question="lose"),
    ]
    assert playing.heard() == [
        "Bo calls Ada a Liar.",
        "The cups are lifted.",
        "Ada has [4, 4, 1, 2, 3].",
        "Bo has [4, 6, 6, 5, 1].",
        "There are 3 fours, so 2 fours is true. Bo loses the challenge.",
    ]


@pytest.mark.parametrize(("amount", "loser"), [(3, "bo"), (4, "ada")])
def test_the_very_amount_is_enough_and_one_less_is_a_lie(amount: int, loser: str) -> None:
    playing = a_game(faces={"ada": [4, 4, 1, 2, 3], "bo": [4, 6, 6, 5, 1]})
    playing.bet(amount, 4)
    playing.call()
    assert playing.table.to_act == [loser]


def test_dice_of_all_sizes_count_by_the_scoring_table() -> None:
    big = card("Big", ["d8", "d12", "d20", "d20"])
    playing = a_game({"ada": big, "bo": ONE}, {"ada": [8, 12, 20, 1], "bo": [6]})
    playing.bet(7, 6)
    events = playing.call()
    [counted] = all_of(DiceCounted, events)
    assert (counted.count, counted.counts, counted.loser) == (7, {"ada": 6, "bo": 1}, "bo")
    assert "Ada has [8, 12, 20, 1], which count as {6, 2, 6, 6, *, *, *}." in playing.heard()


def test_the_loser_picks_a_die_which_lies_in_the_middle_and_begins_the_next_round() -> None:
    playing = a_game({"ada": card("Mixed", ["d4", "d6", "d8"]), "bo": ONE}, {"ada": [1, 1, 1], "bo": [6]})
    playing.bet(5, 1)
    playing.call()
    playing.when("bo", GiveUpDie(n=0)).then_refused("nothing_to_lose")
    playing.when("ada", GiveUpDie(n=3)).then_refused("not_offered")
    events = playing.give("ada", GiveUpDie(n=1))
    assert events[:3] == [
        QuestionAnswered(seat="ada"),
        DieLost(seat="ada", n=1, die="d6", why="challenge", by="ada"),
        ThrowBegan(number=2),
    ]
    assert events[-1] == TurnBegan(seat="ada")
    assert playing.hand("ada") == ["d4", "d8"]
    assert playing.view("public").details["middle"] == {"ada": ["d6"]}
    assert playing.view("public").details["round_of_game"] == 2


def test_the_last_die_goes_without_a_question_and_its_owner_is_out() -> None:
    playing = three_with_one_die()
    playing.bet(5, 1)
    events = playing.call()
    at = events.index(DieLost(seat="ada", n=0, die="d6", why="challenge", by="ada"))
    assert events[at + 1 : at + 3] == [
        StatusChanged(seat="ada", status="out", why="no_dice"),
        ThrowBegan(number=2),
    ]
    assert "Ada has no dice left, and is out of the game." in playing.heard()
    playing.when("ada", MakeBet(amount=1, value=1)).then_refused("not_in_game")


def test_if_the_loser_is_out_the_seat_to_its_left_begins() -> None:
    playing = three_with_one_die()
    playing.bet(1, 1)
    playing.bet(5, 1)
    playing.call()
    assert playing.table.with_status("active") == ["ada", "cy"]
    assert playing.table.to_act == ["cy"]
    # The last seat in the order: the first one sits to its left.
    playing = three_with_one_die()
    for amount in (1, 2, 9):
        playing.bet(amount, 1)
    playing.call()
    assert playing.table.to_act == ["ada"]


def test_the_last_seat_with_dice_wins_the_pot() -> None:
    playing = a_game({"ada": ONE, "bo": ONE}, {"ada": [1], "bo": [1]}, ante_cp=500)
    playing.bet(2, 1)
    events = playing.call()
    assert events[-4:-1] == [
        StatusChanged(seat="bo", status="out", why="no_dice"),
        CoinsMoved(payer=POT, payee="ada", amount_cp=1_000, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 1_000}),
    ]
    assert events[-1:] == playing.closing()
    assert playing.heard()[-1] == "Ada wins the game and takes 10 gp."


def test_without_an_ante_the_winner_wins_the_game_alone() -> None:
    playing = a_game({"ada": ONE, "bo": ONE}, {"ada": [1], "bo": [1]})
    playing.bet(2, 1)
    assert RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 0}) in playing.call()
    assert playing.heard()[-1] == "Ada wins the game."


def test_a_seat_with_more_than_six_dice_picks_which_to_drop_at_the_rounds_end() -> None:
    extra = Reactive(name="More", on="won_challenge", limit="game", effects=[Gain(die="d4", count=2)])
    rich = card("Rich", SIX, extra)
    playing = a_game({"ada": rich, "bo": TWO}, {"ada": [1] * 6, "bo": [2, 2]})
    playing.bet(6, 1)
    playing.call()
    events = playing.loses()
    assert events[-1] == QuestionAsked(seats=["ada"], question="drop")
    assert playing.hand("ada") == [*SIX, "d4", "d4"]
    assert playing.give("ada", GiveUpDie(n=7)) == [DieLost(seat="ada", n=7, die="d4", why="too_many", by="ada")]
    assert playing.heard() == ["Ada loses a d4, one too many."]
    events = playing.give("ada", GiveUpDie(n=0))
    assert events[:3] == [
        DieLost(seat="ada", n=0, die="d6", why="too_many", by="ada"),
        QuestionAnswered(seat="ada"),
        ThrowBegan(number=2),
    ]
    assert playing.hand("ada") == ["d4"] + ["d6"] * 5
    assert playing.table.to_act == ["bo"]


def test_several_seats_drop_dice_at_once() -> None:
    extra = Reactive(name="More", on="seat_removed", limit="game", effects=[Gain(die="d4")])
    rich = card("Rich", SIX, extra)
    playing = a_game({"ada": rich, "bo": rich, "cy": ONE}, {"cy": [1]}, seats=3)
    playing.bet(1, 1)
    playing.bet(2, 1)
    playing.bet(40, 1)
    playing.call()
    assert (playing.table.question, playing.table.to_act) == ("drop", ["ada", "bo"])
    playing.give("bo", GiveUpDie(n=0))
    assert playing.table.to_act == ["ada"]
    playing.give("ada", GiveUpDie(n=0))
    assert (playing.table.state.throw, playing.table.to_act) == (2, ["ada"])


def test_the_clock_gives_up_the_smallest_die() -> None:
    playing = a_game({"ada": card("Mixed", ["d4", "d6", "d4"]), "bo": ONE}, turn_seconds=60)
    playing.bet(30, 1)
    playing.call()
    timeout = playing.let_the_clock_act()
    assert timeout is not None
    assert timeout.command == GiveUpDie(n=0)
    assert playing.hand("ada") == ["d4", "d6"]


def test_a_seat_that_loses_its_last_die_in_mid_round_is_out_at_the_rounds_end() -> None:
    pinch = card("Pincher", ["d6", "d6"], Manual(name="Pinch", effects=[Downgrade(levels=6, of="chosen")]))
    playing = a_game({"ada": pinch, "bo": ONE, "cy": ONE}, {"ada": [1, 1], "bo": [2], "cy": [3]}, seats=3)
    assert DieLost(seat="bo", n=0, die="d6", why="downgrade", by="ada") in playing.uses("ada", target="bo", n=0)
    assert playing.table.seats["bo"].status == "active"
    playing.bet(3, 1)
    events = playing.call()
    assert [event.counts for event in all_of(DiceCounted, events)] == [{"ada": 2, "cy": 1 - 1}]
    assert playing.table.to_act == ["ada"]
    assert StatusChanged(seat="bo", status="out", why="no_dice") in playing.loses()


def test_a_loser_without_dice_has_none_to_lose() -> None:
    pinch = card("Pincher", ["d6", "d6"], Manual(name="Pinch", effects=[Downgrade(levels=6, of="chosen")]))
    playing = a_game({"ada": pinch, "bo": ONE, "cy": ONE}, {"ada": [1, 1], "cy": [3]}, seats=3)
    playing.uses("ada", target="bo", n=0)
    playing.bet(2, 1)
    events = playing.call()
    assert [event.loser for event in all_of(DiceCounted, events)] == ["bo"]
    assert all_of(DieLost, events) == []
    assert playing.table.seats["bo"].status == "out"
    assert playing.table.to_act == ["cy"]


def test_if_nobody_has_dice_left_the_winner_of_the_last_challenge_has_won() -> None:
    burn = card("Burner", ["d6"], Manual(name="Burn", effects=[Lose(die="chosen")]))
    playing = a_game({"ada": burn, "bo": ONE}, {"bo": [1]})
    playing.uses("ada", n=0)
    playing.bet(1, 1)
    events = playing.call()
    assert DieLost(seat="bo", n=0, die="d6", why="challenge", by="bo") in events
    assert all_of(StatusChanged, events) == []
    assert RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 0}) in events


def test_an_extra_die_for_the_last_one_keeps_its_owner_in() -> None:
    extra = Reactive(name="Again", on="lost_die", limit="game", effects=[Gain(die="d8")])
    playing = a_game({"ada": card("Cat", ["d6"], extra), "bo": TWO})
    playing.bet(30, 1)
    events = playing.call()
    assert playing.table.seats["ada"].status == "active"
    assert playing.hand("ada") == ["d8"]
    assert events[-1] == TurnBegan(seat="ada")
