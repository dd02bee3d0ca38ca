"""A betting round, played with the toy that has nothing else: check, open, call, raise, fold, leave."""

from typing import Any

import pytest

from events.accounts import OUTSIDE, POT
from events.event import Command
from events.round_events import StatusChanged, TurnBegan
from events.table_events import SeatLeft
from games.mechanics.betting import BettingBegan, Call, Check, Fold, GivenBack, HandBegan, Open, Paid, Raise
from games.rulebook import Timeout
from games.table import Leave, RemoveSeat
from projections.actions import Action, Bounds
from tests.games.mechanics.hands import (
    a_hand,
    ended,
    paid,
    play,
    purses,
    refused,
    revealed,
    statuses,
    won,
)
from tests.toys.catalogue import TOYS


def test_a_hand_begins_with_everybodys_ante_and_the_first_in_order_speaks_first() -> None:
    events = a_hand(ada=500, bo=500).entries[-1].events
    assert events[1:6] == [
        HandBegan(),
        paid("ada", POT, 100, "ante"),
        Paid(seat="ada", move="ante", amount_cp=100),
        paid("bo", POT, 100, "ante"),
        Paid(seat="bo", move="ante", amount_cp=100),
    ]
    assert events[-2:] == [BettingBegan(), TurnBegan(seat="ada")]


def test_while_nobody_has_bet_a_seat_checks_or_opens_with_as_much_as_it_has() -> None:
    playing = a_hand(ada=500, bo=500)
    assert playing.actions("ada")[:2] == [
        Action(type="check"),
        Action(type="open", params={"amount_cp": Bounds(min=1, max=500)}),
    ]
    for command in (Call(), Raise(amount_cp=1), Fold()):
        playing.when("ada", command).then_refused("no_bet_yet")
    playing.when("ada", Open(amount_cp=501)).then_refused("not_offered")
    playing.when("ada", Open(amount_cp=0)).then_refused("not_offered")


def test_once_a_bet_is_made_a_seat_calls_raises_or_folds() -> None:
    playing = a_hand(ada=500, bo=500)
    play(playing, ("ada", Open(amount_cp=200)))
    assert playing.actions("bo")[:3] == [
        Action(type="call", cost_cp=200),
        Action(type="raise", params={"amount_cp": Bounds(min=1, max=300)}, cost_cp=200),
        Action(type="fold"),
    ]
    for command in (Check(), Open(amount_cp=1)):
        playing.when("bo", command).then_refused("bet_made")


@pytest.mark.parametrize("command", [Check(), Open(amount_cp=1), Call(), Raise(amount_cp=1), Fold()])
def test_nobody_speaks_out_of_turn(command: Command) -> None:
    a_hand(ada=500, bo=500).when("bo", command).then_refused("not_your_turn")


def test_the_refusals_of_a_seat_that_is_not_asked_depend_on_its_status() -> None:
    playing = a_hand(ada=500, bo=100, cy=500, dee=500)
    playing.sit("Eve")
    play(playing, ("ada", Open(amount_cp=200)), ("bo", Call()), ("cy", Fold()))
    why = {seat: refused(playing, seat, Call()) for seat in ("ada", "bo", "cy", "eve")}
    assert why == {
        "ada": ("not_your_turn", "It is Dee’s turn to bet."),
        "bo": ("all_in", "You are all-in: you stay in without betting more."),
        "cy": ("folded", "You have folded, and cannot bet any more in this hand."),
        "eve": ("not_in_hand", "You do not play this hand."),
    }


def test_a_raise_that_nobody_is_left_to_match_is_not_offered() -> None:
    playing = a_hand(ada=500, bo=100, cy=500)
    play(playing, ("ada", Open(amount_cp=200)), ("bo", Call()))
    play(playing, ("cy", Raise(amount_cp=300)))
    assert statuses(playing) == ["active", "all_in", "all_in"]
    assert refused(playing, "ada", Raise(amount_cp=1))[0] == "all_in"

    playing = a_hand(ada=500, bo=300)
    play(playing, ("ada", Check()), ("bo", Open(amount_cp=300)))
    assert refused(playing, "ada", Raise(amount_cp=1)) == (
        "nobody_to_raise",
        "Nobody else has coins left to match a raise: call, or fold.",
    )
    assert [action.type for action in playing.actions("ada")[:2]] == ["call", "fold"]


def test_a_raise_that_one_could_match_only_in_part_is_offered() -> None:
    playing = a_hand(ada=500, bo=300)
    play(playing, ("ada", Check()), ("bo", Open(amount_cp=299)))
    playing.give("ada", Raise(amount_cp=100))
    assert playing.table.turn == "bo"


def test_what_goes_back_is_of_the_bet_too() -> None:
    playing = a_hand(ada=500, bo=200)
    play(playing, ("ada", Open(amount_cp=500)), ("bo", Call()))
    betting = playing.table.state.betting
    assert (betting.bets, betting.level_cp) == ({"ada": 200, "bo": 200}, 200)


def test_if_all_check_the_betting_is_over() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Check()), ("bo", Check()))
    playing.when("cy", Check()).then(
        Paid(seat="cy", move="check", amount_cp=0),
        *revealed("ada", "bo", "cy"),
        *won("cy", 300, "ada", "bo", "cy"),
        ended(cy=300),
        *playing.closing(),
    )


def test_an_open_bet_goes_into_the_pot_and_the_next_is_asked() -> None:
    a_hand(ada=500, bo=500).when("ada", Open(amount_cp=200)).then(
        paid("ada", POT, 200, "open"), Paid(seat="ada", move="open", amount_cp=200), TurnBegan(seat="bo")
    )


def test_a_player_who_checked_is_asked_again_once_a_bet_is_made() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    events = play(playing, ("ada", Check()), ("bo", Open(amount_cp=10)), ("cy", Call()))
    assert events[-1] == TurnBegan(seat="ada")


def test_calling_pays_what_is_missing_to_the_highest_bet() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=20)), ("bo", Raise(amount_cp=30)), ("cy", Call()))
    playing.when("ada", Call()).then(
        paid("ada", POT, 30, "call"),
        Paid(seat="ada", move="call", amount_cp=30),
        *revealed("ada", "bo", "cy"),
        *won("cy", 450, "ada", "bo", "cy"),
        ended(cy=450),
        *playing.closing(),
    )


def test_a_raise_pays_the_call_too_and_all_others_are_asked_again() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=20)), ("bo", Call()))
    playing.when("cy", Raise(amount_cp=30)).then(
        paid("cy", POT, 50, "raise"), Paid(seat="cy", move="raise", amount_cp=50), TurnBegan(seat="ada")
    )
    events = play(playing, ("ada", Call()), ("bo", Call()))
    assert events[-2:] == [ended(cy=450), *playing.closing()]


def test_raises_have_no_limit_but_the_purse() -> None:
    playing = a_hand(ada=10_000, bo=10_000)
    play(playing, ("ada", Open(amount_cp=1)), ("bo", Raise(amount_cp=5_000)), ("ada", Raise(amount_cp=1)))
    play(playing, ("bo", Raise(amount_cp=4_998)))
    assert (purses(playing), statuses(playing)) == ({"ada": 4_998, "bo": 0}, ["active", "all_in"])


def test_a_seat_that_folds_leaves_the_hand_and_what_it_bet_and_shows_nothing() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=20)), ("bo", Call()))
    playing.when("cy", Fold()).then(
        StatusChanged(seat="cy", status="folded", why="folded"),
        *revealed("ada", "bo"),
        *won("bo", 340, "ada", "bo"),
        ended(bo=340),
        *playing.closing(),
    )
    assert [die.face for die in playing.view("seat:ada").seats[2].dice] == [None]


def test_the_last_one_in_wins_without_showing_and_has_back_what_nobody_matched() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=20)), ("bo", Fold()))
    playing.when("cy", Fold()).then(
        StatusChanged(seat="cy", status="folded", why="folded"),
        paid(POT, "ada", 20, "unmatched"),
        GivenBack(seat="ada", amount_cp=20),
        *won("ada", 300, "ada"),
        ended(ada=300),
        *playing.closing(),
    )


def test_leaving_is_folding_and_what_was_bet_stays() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=50)), ("bo", Call()))
    playing.when("cy", Leave()).then(
        StatusChanged(seat="cy", status="left", why="left"),
        *revealed("ada", "bo"),
        *won("bo", 400, "ada", "bo"),
        ended(bo=400),
        paid("cy", OUTSIDE, 500, "cash_out"),
        SeatLeft(seat="cy", why="left"),
        *playing.closing(),
    )


def test_a_player_who_leaves_out_of_turn_does_not_take_anothers_turn_away() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Check()))
    playing.when("cy", Leave()).then(
        StatusChanged(seat="cy", status="left", why="left"),
        paid("cy", OUTSIDE, 500, "cash_out"),
        SeatLeft(seat="cy", why="left"),
    )
    assert playing.table.turn == "bo"


def test_the_next_is_asked_where_the_one_whose_turn_it_is_leaves_or_is_removed() -> None:
    playing = a_hand(ada=500, bo=500, cy=500, dee=500)
    playing.give("ada", Leave())
    assert playing.table.turn == "bo"
    playing.give(None, RemoveSeat(target="bo"))
    assert playing.table.turn == "cy"


def test_a_player_who_has_opened_and_leaves_has_nothing_back() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=300)))
    playing.give("ada", Leave())
    assert (playing.table.turn, playing.table.balance(POT)) == ("bo", 600)
    events = play(playing, ("bo", Fold()))
    assert ended(cy=600) in events


def test_if_all_others_leave_the_last_one_in_wins() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Check()))
    playing.give("cy", Leave())
    events = playing.give("ada", Leave())
    assert ended(bo=300) in events


def test_a_seat_that_has_folded_can_leave_and_nothing_else_comes_of_it() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=20)), ("bo", Fold()))
    playing.when("bo", Leave()).then(paid("bo", OUTSIDE, 500, "cash_out"), SeatLeft(seat="bo", why="left"))
    assert playing.table.turn == "cy"


def test_a_player_who_has_called_with_everything_and_leaves_frees_nobody_from_answering() -> None:
    playing = a_hand(ada=200, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=200)))
    playing.give("ada", Leave())
    assert (playing.table.turn, statuses(playing)) == ("bo", ["left", "active", "active"])


def test_for_who_does_not_speak_the_clock_checks_and_where_it_cannot_folds() -> None:
    playing = a_hand(ada=500, bo=500)
    rules = TOYS.rulebook("high_die")
    assert rules.timeout(playing.table) == Timeout("ada", Check())
    play(playing, ("ada", Open(amount_cp=10)))
    assert rules.timeout(playing.table) == Timeout("bo", Fold())


def test_the_bets_are_reported_as_they_are_made() -> None:
    playing = a_hand(ada=500, bo=150, cy=500, dee=500)
    moves: list[tuple[str, Command]] = [
        ("ada", Check()),
        ("bo", Open(amount_cp=20)),
        ("cy", Raise(amount_cp=180)),
        ("dee", Fold()),
        ("ada", Fold()),
        ("bo", Call()),
    ]
    play(playing, *moves)
    chronicles = [seen.chronicle for seen in playing.seen("public")[-len(moves) :]]
    assert [sentence for chronicle in chronicles for sentence in chronicle if "turn" not in sentence][:9] == [
        "Ada checks.",
        "Bo opens with 2 sp.",
        "Cy pays 2 gp, and raises to 2 gp.",
        "Dee folds.",
        "Ada folds.",
        "Bo calls, and pays 1 gp 3 sp.",
        "Bo is all-in.",
        "Nobody matched 5 sp of Cy’s bet.",
        "Bo’s d6 shows 5.",
    ]


def test_what_each_paid_into_the_hand_is_in_everybodys_view() -> None:
    playing = a_hand(ada=500, bo=500)
    play(playing, ("ada", Open(amount_cp=20)))
    shown: list[list[Any]] = [[seat.details for seat in playing.view(viewer).seats] for viewer in playing.viewers()]
    ada, bo = {"paid_cp": 120, "bet_cp": 20}, {"paid_cp": 100, "bet_cp": 0, "to_call_cp": 20}
    assert shown == [[ada, bo]] * 4
    assert [playing.view(viewer).details["level_cp"] for viewer in playing.viewers()] == [20] * 4
