"""How a Set and its rounds open (seeds 004, and the rulings)."""

import pytest

from events.accounts import POT
from events.event import Event
from events.round_events import (
    DiceTakenUp,
    DieRolled,
    OpenThrown,
    OrderSet,
    PhaseBegan,
    RoundEnded,
    StatusChanged,
    TurnBegan,
)
from events.table_events import CoinsMoved
from games.bluffmaster.rounds import RoundOfSetBegan
from games.mechanics.betting import BettingBegan, Check, Fold, HandBegan, Open, Paid
from games.table import GiveCoins, StartRound
from tests.games.bluffmaster.table import ANTE, EVEN, PURSE, a_set, opened
from tests.playing import all_of, drawn


def ante(seat: str) -> list[Event]:
    return [
        CoinsMoved(payer=seat, payee=POT, amount_cp=ANTE, reason="ante"),
        Paid(seat=seat, move="ante", amount_cp=ANTE),
    ]


def hidden(seat: str, n: int, face: int) -> DieRolled:
    draw = drawn(seat, "hidden", 20, face, n + 1)
    return DieRolled(seat=seat, n=n, die="d20", place="hole", draw=draw, draw_to=f"seat:{seat}")


def test_a_round_opens_with_antes_an_open_throw_a_hidden_die_each_and_the_first_to_bet() -> None:
    throws = {"abernathy": 5, "bri": 12, "columbia": 8}
    playing = a_set({"abernathy": (5, 16, 3), "bri": (12, 7, 9), "columbia": (8, 17, 4)})

    assert playing.entries[-1].events[1:] == [
        RoundOfSetBegan(number=1),
        HandBegan(),
        *ante("abernathy"),
        *ante("bri"),
        *ante("columbia"),
        OpenThrown(
            why="who_bets_first", draws=[drawn(seat, "who_bets_first", 20, face) for seat, face in throws.items()]
        ),
        OrderSet(seats=["bri", "columbia", "abernathy"]),
        hidden("bri", 0, 7),
        hidden("columbia", 0, 17),
        hidden("abernathy", 0, 16),
        PhaseBegan(phase="first_betting"),
        BettingBegan(),
        TurnBegan(seat="bri"),
    ]


@pytest.mark.parametrize(("seats", "start"), [(2, False), (3, True), (5, True)])
def test_it_takes_three_to_play(seats: int, start: bool) -> None:
    playing = opened(dict.fromkeys(["ada", "bo", "cy", "dee", "eve"][:seats], PURSE))
    if start:
        playing.start()
        assert len(playing.table.order) == seats
    else:
        playing.when(None, StartRound()).then_refused("too_few_seats")


def test_no_more_than_five_play() -> None:
    playing = opened(dict.fromkeys(["ada", "bo", "cy", "dee", "eve", "fen"], PURSE))
    playing.start()
    assert sorted(playing.table.order) == ["ada", "bo", "cy", "dee", "eve"]
    assert playing.statuses()["fen"] == "sitting_out"


def test_the_ante_can_be_another() -> None:
    assert a_set(ante_cp=500).table.balance(POT) == 1_500


def test_all_players_see_who_threw_what_for_the_first_bet() -> None:
    playing = a_set()
    [thrown] = all_of(OpenThrown, list(playing.seen("public")[-1].events))
    assert [draw.face for draw in thrown.draws] == [12, 5, 8]


def test_ties_for_the_first_bet_throw_again_among_themselves() -> None:
    playing = opened(dict.fromkeys(EVEN, PURSE))
    playing.load({("abernathy", "who_bets_first", 20): [9, 3, 4], ("columbia", "who_bets_first", 20): [9, 3, 17]})
    playing.load({("bri", "who_bets_first", 20): [8]}).start()

    thrown = all_of(OpenThrown, list(playing.entries[-1].events))
    assert [[(draw.seat, draw.face) for draw in throw.draws] for throw in thrown] == [
        [("abernathy", 9), ("bri", 8), ("columbia", 9)],
        [("abernathy", 3), ("columbia", 3)],
        [("abernathy", 4), ("columbia", 17)],
    ]
    assert playing.table.to_act == ["columbia"]


def test_turns_go_round_in_seat_order_from_the_seat_that_bets_first() -> None:
    playing = a_set({"abernathy": (5, 16, 3), "bri": (7, 7, 9), "columbia": (18, 17, 4)})
    spoken = []
    for _ in range(3):
        spoken.append(playing.table.to_act[0])
        playing.give(spoken[-1], Check())
    assert spoken == ["columbia", "abernathy", "bri"]
    assert (playing.table.phase, playing.table.to_act) == ("second_betting", ["columbia"])


def test_a_second_die_is_rolled_after_the_first_betting_and_kept_hidden_too() -> None:
    playing = a_set()
    events = playing.checks_round()
    assert events[1:] == [
        hidden("abernathy", 1, 3),
        hidden("bri", 1, 9),
        hidden("columbia", 1, 4),
        PhaseBegan(phase="second_betting"),
        BettingBegan(),
        TurnBegan(seat="abernathy"),
    ]


def test_a_set_is_three_rounds_with_the_same_players_and_then_it_is_finished() -> None:
    playing = a_set()
    later = {"abernathy": (3, 20, 20), "bri": (9, 1, 1), "columbia": (8, 2, 2)}
    playing.plays_on(later)
    playing.sit("Dee")
    playing.plays_on(later)
    events = playing.plays_on()
    assert RoundEnded(
        round=1,
        outcome="played",
        winners=["abernathy"],
        won_cp={"abernathy": 6_000},
    ) == next(event for event in events if isinstance(event, RoundEnded))
    assert not playing.table.running
    playing.start()
    assert sorted(playing.table.order) == ["abernathy", "bri", "columbia", "dee"]


def test_dice_are_taken_up_and_folded_seats_are_back_for_the_next_round() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=100)))
    playing.bets(("bri", Fold()), ("columbia", Fold()))

    events = list(playing.entries[-1].events)
    assert [event.seat for event in all_of(DiceTakenUp, events)] == ["abernathy", "bri", "columbia"]
    assert all_of(StatusChanged, events)[-2:] == [
        StatusChanged(seat="bri", status="active", why="ante"),
        StatusChanged(seat="columbia", status="active", why="ante"),
    ]
    assert {len(seat.dice) for seat in playing.table.playing()} == {1}


def test_a_player_who_cannot_pay_a_later_ante_sits_out_that_round_and_is_asked_again_at_the_next() -> None:
    playing = a_set(purses={"bri": 1_500})
    playing.plays_on()
    assert playing.statuses() == {"abernathy": "active", "bri": "sitting_out", "columbia": "active"}
    assert playing.table.seats["bri"].dice == []
    playing.when("bri", Check()).then_refused("not_in_hand")

    playing.give(None, GiveCoins(target="bri", amount_cp=5_000, reason="a loan"))
    playing.plays_on()
    assert playing.statuses() == dict.fromkeys(EVEN, "active")


def test_the_set_goes_on_with_two_and_ends_when_one_is_left() -> None:
    playing = a_set(purses={"bri": 1_500, "abernathy": 2_500})
    playing.plays_on({"abernathy": (12, 1, 1), "columbia": (8, 20, 20)})
    assert sorted(playing.table.with_status("active")) == ["abernathy", "columbia"]

    [ended] = all_of(RoundEnded, playing.plays_on())
    assert (ended.outcome, ended.won_cp) == ("too_few", {"columbia": 3_000 + 2_000})


def test_a_player_who_has_no_coin_left_after_the_ante_is_all_in() -> None:
    playing = a_set(purses={"bri": ANTE})
    assert playing.statuses()["bri"] == "all_in"
    assert len(playing.table.seats["bri"].dice) == 1


def test_if_nobody_has_a_coin_left_there_is_nothing_to_bet_and_abilities_are_chosen_at_once() -> None:
    playing = a_set(purses=dict.fromkeys(EVEN, ANTE))
    assert (playing.table.phase, playing.table.to_act) == ("abilities", ["abernathy", "bri", "columbia"])
    assert {len(seat.dice) for seat in playing.table.playing()} == {2}
