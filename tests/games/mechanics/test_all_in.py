"""Who bets all there is: what it wins, what comes back, and who is asked still."""

from events.accounts import POT
from events.round_events import StatusChanged, TurnBegan
from games.mechanics.betting import BettingBegan, Call, Fold, GivenBack, Open, Paid, Raise
from games.table import OF_EVERY_TABLE, GiveCoins, TakeCoins
from projections.actions import Action, Bounds
from tests.games.mechanics.hands import a_hand, ended, paid, play, purses, revealed, statuses, won


def test_a_player_who_cannot_match_a_bet_goes_all_in_and_stays_in_the_hand() -> None:
    playing = a_hand(ada=500, bo=150, cy=500)
    play(playing, ("ada", Open(amount_cp=200)))
    playing.when("bo", Raise(amount_cp=1)).then_refused("all_in")
    playing.when("bo", Call()).then(
        paid("bo", POT, 150, "call"),
        Paid(seat="bo", move="call", amount_cp=150),
        StatusChanged(seat="bo", status="all_in", why="all_in"),
        TurnBegan(seat="cy"),
    )


def test_a_player_who_is_all_in_wins_only_the_main_pot_and_the_others_contest_the_side_pot() -> None:
    playing = a_hand(dee=500, ada=500, cy=150)
    play(playing, ("dee", Open(amount_cp=200)), ("ada", Call()))
    playing.when("cy", Call()).then(
        paid("cy", POT, 150, "call"),
        Paid(seat="cy", move="call", amount_cp=150),
        StatusChanged(seat="cy", status="all_in", why="all_in"),
        *revealed("dee", "ada", "cy"),
        *won("cy", 750, "dee", "ada", "cy"),
        *won("ada", 100, "dee", "ada", number=2),
        ended(cy=750, ada=100),
        *playing.closing(),
    )


def test_a_bet_that_goes_all_in_without_matching_is_no_raise() -> None:
    playing = a_hand(ada=500, bo=500, cy=50)
    events = play(playing, ("ada", Open(amount_cp=200)), ("bo", Call()), ("cy", Call()))
    assert ended(cy=450, bo=300) in events


def test_what_nobody_could_match_goes_back_and_who_has_coins_again_is_not_all_in() -> None:
    playing = a_hand(ada=500, bo=200)
    play(playing, ("ada", Open(amount_cp=500)))
    assert statuses(playing)[0] == "all_in"
    playing.when("bo", Call()).then(
        paid("bo", POT, 200, "call"),
        Paid(seat="bo", move="call", amount_cp=200),
        StatusChanged(seat="bo", status="all_in", why="all_in"),
        paid(POT, "ada", 300, "unmatched"),
        GivenBack(seat="ada", amount_cp=300),
        StatusChanged(seat="ada", status="active", why="coins_back"),
        *revealed("ada", "bo"),
        *won("bo", 600, "ada", "bo"),
        ended(bo=600),
        *playing.closing(),
    )


def test_what_the_folded_paid_matches_a_bet_and_so_does_not_go_back() -> None:
    playing = a_hand(ada=500, bo=100, dee=500)
    play(playing, ("ada", Open(amount_cp=200)), ("bo", Call()), ("dee", Raise(amount_cp=50)))
    events = play(playing, ("ada", Fold()))
    assert GivenBack(seat="dee", amount_cp=50) in events
    assert ended(bo=600, dee=200) in events


def test_a_seat_that_alone_still_has_coins_is_asked_for_a_bet_that_is_not_matched_yet() -> None:
    playing = a_hand(ada=500, bo=200, cy=300)
    play(playing, ("ada", Open(amount_cp=100)), ("bo", Raise(amount_cp=100)), ("cy", Raise(amount_cp=100)))
    assert (playing.table.turn, statuses(playing)) == ("ada", ["active", "all_in", "all_in"])
    events = play(playing, ("ada", Call()))
    assert ended(cy=1_100) in events


def test_if_one_at_most_could_still_bet_nobody_is_asked_at_all() -> None:
    playing = a_hand(ada=0, bo=500)
    assert not playing.table.running
    assert playing.entries[-1].events[-7:] == [
        BettingBegan(),
        *revealed("ada", "bo"),
        *won("bo", 200, "ada", "bo"),
        ended(bo=200),
        *playing.closing(),
    ]


def test_a_player_who_goes_all_in_on_the_ante_is_not_asked_and_the_others_bet_on() -> None:
    playing = a_hand(ada=0, bo=500, cy=500)
    assert (statuses(playing), playing.table.turn) == (["all_in", "active", "active"], "bo")
    events = play(playing, ("bo", Open(amount_cp=100)), ("cy", Call()))
    assert ended(cy=500) in events


def test_coins_that_the_gm_lends_in_the_middle_can_be_bet_at_once() -> None:
    playing = a_hand(ada=500, bo=100)
    play(playing, ("ada", Open(amount_cp=200)))
    playing.when("bo", Raise(amount_cp=1)).then_refused("all_in")
    playing.give(None, GiveCoins(target="bo", amount_cp=300, reason="a loan"))
    assert playing.actions("bo")[:2] == [
        Action(type="call", cost_cp=200),
        Action(type="raise", params={"amount_cp": Bounds(min=1, max=200)}, cost_cp=200),
    ]


def test_a_player_who_is_all_in_stays_so_whatever_the_gm_lends() -> None:
    playing = a_hand(ada=500, bo=100, cy=500)
    play(playing, ("ada", Open(amount_cp=200)), ("bo", Call()))
    playing.give(None, GiveCoins(target="bo", amount_cp=900, reason="a loan"))
    events = play(playing, ("cy", Raise(amount_cp=100)), ("ada", Call()))
    assert ended(cy=1_000) in events
    assert purses(playing)["bo"] == 900


def test_whose_coins_the_gm_takes_in_the_middle_calls_with_what_is_left_and_is_all_in() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=200)))
    playing.give(None, TakeCoins(target="bo", amount_cp=450, reason="a debt"))
    events = play(playing, ("bo", Call()))
    assert events[0] == paid("bo", POT, 50, "call")
    assert statuses(playing) == ["active", "all_in", "active"]


def test_a_seat_that_has_nothing_left_calls_for_nothing_and_contests_what_it_has_paid() -> None:
    playing = a_hand(ada=500, bo=500, cy=500)
    play(playing, ("ada", Open(amount_cp=200)))
    playing.give(None, TakeCoins(target="bo", amount_cp=500, reason="a debt"))
    playing.when("bo", Call()).then(
        Paid(seat="bo", move="call", amount_cp=0),
        StatusChanged(seat="bo", status="all_in", why="all_in"),
        TurnBegan(seat="cy"),
    )
    events = play(playing, ("cy", Fold()))
    assert ended(bo=300) in events


def test_an_empty_purse_checks_and_opens_nothing() -> None:
    playing = a_hand(ada=500, bo=500)
    playing.give(None, TakeCoins(target="ada", amount_cp=500, reason="a debt"))
    assert [one for one in playing.actions("ada") if one.type not in OF_EVERY_TABLE] == [Action(type="check")]
    playing.when("ada", Open(amount_cp=1)).then_refused("purse_too_small")
