"""Bets, and calling Liar. (Seeds 002, "How to Play"; rulings.)"""

import pytest

from events.round_events import TurnBegan
from games.trickster.betting import BetMade, CallLiar, MakeBet
from games.trickster.cards.card import Downgrade, Manual
from projections.actions import Action, Bounds
from tests.games.trickster.table import TricksterGame, a_game, card

ANY_VALUE = Bounds(min=1, max=6)


def bets(playing: TricksterGame, seat: str) -> list[Action]:
    return [action for action in playing.actions(seat) if action.type == "bet"]


def test_the_first_bettor_must_bet() -> None:
    playing = a_game()
    assert [action.type for action in playing.actions("ada") if action.type in ("bet", "call_liar")] == ["bet"]
    playing.when("ada", CallLiar()).then_refused("bet_first")
    playing.when("ada", MakeBet(amount=2, value=4)).then(BetMade(seat="ada", amount=2, value=4), TurnBegan(seat="bo"))
    assert playing.heard() == ["Ada bets 2 fours."]


def test_bets_are_offered_as_bounds_up_to_three_times_six_dice_for_each_seat_still_in() -> None:
    assert bets(a_game(), "ada") == [Action(type="bet", params={"amount": Bounds(min=1, max=36), "value": ANY_VALUE})]
    assert bets(a_game(seats=4), "ada")[0].params["amount"] == Bounds(min=1, max=72)


def test_a_bet_is_on_more_dice_of_any_value_or_on_as_many_of_a_higher_one() -> None:
    playing = a_game()
    playing.bet(3, 4)
    assert bets(playing, "bo") == [
        Action(type="bet", params={"amount": Bounds(min=4, max=36), "value": ANY_VALUE}),
        Action(type="bet", params={"amount": Bounds(min=3, max=3), "value": Bounds(min=5, max=6)}),
    ]


@pytest.mark.parametrize(("amount", "value"), [(3, 5), (3, 6), (4, 1), (4, 4), (36, 6)])
def test_these_bets_beat_three_fours(amount: int, value: int) -> None:
    playing = a_game()
    playing.bet(3, 4)
    playing.when("bo", MakeBet(amount=amount, value=value)).then(
        BetMade(seat="bo", amount=amount, value=value), TurnBegan(seat="ada")
    )


@pytest.mark.parametrize(
    ("amount", "value", "code"),
    [
        (3, 4, "bet_not_higher"),
        (3, 3, "bet_not_higher"),
        (2, 6, "bet_not_higher"),
        (37, 1, "bet_too_high"),
        (4, 7, "not_offered"),
        (4, 0, "not_offered"),
        (0, 4, "bet_not_higher"),
    ],
)
def test_these_bets_do_not(amount: int, value: int, code: str) -> None:
    playing = a_game()
    playing.bet(3, 4)
    playing.when("bo", MakeBet(amount=amount, value=value)).then_refused(code)


def test_if_no_bet_is_higher_the_next_seat_can_only_call_liar() -> None:
    playing = a_game()
    playing.bet(36, 6)
    playing.when("bo", MakeBet(amount=36, value=6)).then_refused("no_higher_bet")
    assert [action.type for action in playing.actions("bo") if action.type in ("bet", "call_liar")] == ["call_liar"]


def test_a_standing_bet_above_what_can_be_bet_since_a_seat_has_left_can_only_be_called() -> None:
    playing = a_game(seats=3)
    playing.bet(54, 5)
    playing.gone("cy")
    playing.when("bo", MakeBet(amount=54, value=6)).then_refused("no_higher_bet")
    assert [action.type for action in playing.actions("bo") if action.type in ("bet", "call_liar")] == ["call_liar"]


def test_turns_go_round_and_nobody_bets_out_of_turn() -> None:
    playing = a_game(seats=3)
    for seat, amount in (("ada", 1), ("bo", 2), ("cy", 3), ("ada", 4)):
        assert playing.table.to_act == [seat]
        others = [other for other in ("ada", "bo", "cy") if other != seat]
        playing.when(others[0], MakeBet(amount=9, value=1)).then_refused("not_your_turn")
        playing.when(others[1], CallLiar()).then_refused("not_your_turn")
        playing.bet(amount, 1)


def test_all_see_the_bet_that_stands_and_those_before_it() -> None:
    playing = a_game()
    assert playing.view("public").details["bet"] is None
    playing.bet(2, 6)
    playing.bet(3, 1)
    details = playing.view("public").details
    assert details["bet"] == {"seat": "bo", "says": "3 ones"}
    assert details["bets"] == [{"seat": "ada", "amount": 2, "value": 6}, {"seat": "bo", "amount": 3, "value": 1}]


def test_the_hint_is_the_chance_of_the_bet_by_the_dice_that_a_seat_sees() -> None:
    playing = a_game(faces={"ada": [4, 4, 4, 1, 1], "bo": [2, 2, 2, 2, 2]}, odds_hint="on")
    assert "bet_chance" not in playing.view("seat:ada").details
    playing.bet(4, 4)
    assert playing.view("seat:ada").details["bet_chance"] == round(100 * (1 - (5 / 6) ** 5))
    four_of_five = (5 * 5 + 1) / 6**5
    assert playing.view("seat:bo").details["bet_chance"] == round(100 * four_of_five)
    for viewer in ("public", "gm"):
        assert "bet_chance" not in playing.view(viewer).details


def test_the_hint_is_off_unless_the_gm_wants_it() -> None:
    playing = a_game()
    playing.bet(1, 1)
    assert "bet_chance" not in playing.view("seat:ada").details


def test_the_clock_bets_one_one_then_raises_by_the_least_while_that_is_as_likely_as_not() -> None:
    playing = a_game(turn_seconds=60)
    done = []
    while playing.table.phase == "betting":
        timeout = playing.let_the_clock_act()
        assert timeout is not None
        done.append(timeout.command)
    assert done[:7] == [*(MakeBet(amount=1, value=value) for value in range(1, 7)), MakeBet(amount=2, value=1)]
    # Two of ten dice show a given face with a chance of 52 %, three with 22 %.
    assert done[-2:] == [MakeBet(amount=3, value=1), CallLiar()]


def test_the_clock_decides_by_what_all_see_and_not_by_hidden_dice() -> None:
    clock = []
    for face in (1, 6):
        playing = a_game(faces={"ada": [face] * 5, "bo": [face] * 5}, turn_seconds=60)
        playing.bet(3, 6)
        timeout = playing.let_the_clock_act()
        assert timeout is not None
        clock.append(timeout.command)
    assert clock == [CallLiar(), CallLiar()]


def test_a_seat_without_dice_plays_the_round_to_its_end() -> None:
    pinch = card("Pincher", ["d6"], Manual(name="Pinch", effects=[Downgrade(levels=6, of="chosen")]))
    frail = card("Frail", ["d2"])
    playing = a_game({"ada": pinch, "bo": frail, "cy": frail}, seats=3)
    playing.uses("ada", target="bo", n=0)
    assert playing.hand("bo") == []
    playing.bet(1, 1)
    assert playing.table.to_act == ["bo"]
    playing.bet(2, 1)
    assert playing.table.to_act == ["cy"]
