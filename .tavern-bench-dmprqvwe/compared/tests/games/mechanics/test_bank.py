"""What all games against the House have in common, on a game that has every kind of odds."""

from itertools import product
from typing import Any

import pytest

from events.accounts import ESCROW, HOUSE, OUTSIDE
from events.audience import GM, PUBLIC
from events.round_events import (
    QuestionAnswered,
    RoundEnded,
    StatusChanged,
)
from events.table_events import SeatLeft
from games.mechanics.house_bets import Bet, CloseBets, Pass
from games.rulebook import Timeout
from games.table import Leave, RemoveSeat, VoidRound
from projections.actions import Action, Bounds, Choices
from tests.games.mechanics.pebble import (
    PEBBLE,
    RETURNS,
    a_pebble,
    bets,
    ended,
    laid,
    lost,
    moved,
    passed,
    refusal,
    thrown,
    won,
)
from tests.playing import Playing


def test_odds_of_three_to_one_pay_three_times_the_stake_and_give_it_back() -> None:
    table = a_pebble("Ada", face=4)
    throw = thrown(4)

    table.when("ada", Bet(on="four", amount_cp=600)).then(
        *laid("ada", "four", 600), throw, *won("ada", 600, 2_400), ended(ada=2_400), *table.closing()
    )
    assert table.table.accounts == {"ada": 11_800, ESCROW: 0, HOUSE: -1_800, OUTSIDE: -10_000}


def test_odds_of_a_half_to_one_pay_half_the_stake_and_give_it_back() -> None:
    table = a_pebble("Ada", face=2)
    throw = thrown(2)

    table.when("ada", Bet(on="even", amount_cp=502)).then(
        *laid("ada", "even", 502), throw, *won("ada", 502, 753), ended(ada=753), *table.closing()
    )


def test_stakes_that_are_halved_are_even() -> None:
    table = a_pebble("Ada", purse_cp=1_001)

    assert bets(table, "ada") == [
        Action(
            type="bet",
            params={"on": Choices(choices=["even", "four", "high"]), "amount_cp": Bounds(min=500, max=1_000, step=2)},
        )
    ]
    table.when("ada", Bet(on="four", amount_cp=501)).then_refused("not_offered")


def test_a_bet_that_just_comes_back_wins_nothing() -> None:
    table = a_pebble("Ada", face=3)
    throw = thrown(3)

    table.when("ada", Bet(on="high", amount_cp=500)).then(
        *laid("ada", "high", 500), throw, *won("ada", 500, 500), ended(), *table.closing()
    )


def test_a_bet_that_is_wrong_is_the_houses() -> None:
    table = a_pebble("Ada", face=1)
    throw = thrown(1)

    table.when("ada", Bet(on="high", amount_cp=500)).then(
        *laid("ada", "high", 500), throw, *lost("ada", 500), ended(), *table.closing()
    )
    assert table.table.accounts == {"ada": 9_500, ESCROW: 0, HOUSE: 500, OUTSIDE: -10_000}


def test_all_bet_in_company_on_one_throw_in_whatever_order_they_answer() -> None:
    table = a_pebble("Ada", "Bo", "Cy", face=4)
    throw = thrown(4)

    table.when("cy", Bet(on="four", amount_cp=500)).then(*laid("cy", "four", 500))
    table.when("ada", Pass()).then(*passed("ada"))
    table.when("bo", Bet(on="even", amount_cp=1_000)).then(
        *laid("bo", "even", 1_000),
        throw,
        *won("cy", 500, 2_000),
        *won("bo", 1_000, 1_500),
        ended(cy=2_000, bo=1_500),
        *table.closing(),
    )


def test_a_bet_is_made_once() -> None:
    table = a_pebble()
    table.give("ada", Bet(on="four", amount_cp=500))

    table.when("ada", Bet(on="four", amount_cp=500)).then_refused("not_asked")
    table.when("ada", Pass()).then_refused("not_asked")


def test_the_refusals_of_a_seat_that_is_not_asked_say_why() -> None:
    table = a_pebble("Ada", "Bo", "Cy")
    table.sit("Di")
    table.give("ada", Bet(on="four", amount_cp=500))
    table.give("bo", Pass())

    assert [refusal(table, seat, Pass()) for seat in ("ada", "bo", "di")] == [
        "Your bet stands, and nothing more is asked of you now.",
        "You have passed, and are asked again in the next round.",
        "This round began without you; you are asked again in the next.",
    ]
    table.sit("Wat", kind="watcher")
    table.sit("Poor Pim", purse_cp=499)
    assert [refusal(table, seat, Pass()) for seat in ("wat", "poor-pim")] == [
        "You are watching, and watchers do not bet.",
        "You do not play this round; for the next one have 5 gp in your purse.",
    ]


def test_if_nobody_bets_the_house_throws_nothing() -> None:
    table = a_pebble("Ada")

    table.when("ada", Pass()).then(
        *passed("ada"), RoundEnded(round=1, outcome="no_bets", winners=[], won_cp={}), *table.closing()
    )
    assert table.table.house_dice == []


def test_a_player_who_cannot_pay_the_buy_in_sits_out_and_no_more_than_twelve_play() -> None:
    names = [f"Guest {number}" for number in range(1, 15)]
    table = Playing.open(PEBBLE, "pebble").seat("Poor Pim", purse_cp=499).seat(*names, purse_cp=500).start()

    assert table.table.order == [f"guest-{number}" for number in range(1, 13)]
    assert {table.table.seats[seat].status for seat in ("poor-pim", "guest-13", "guest-14")} == {"sitting_out"}
    assert refusal(table, "guest-13", Pass()) == "You do not play this round: no more than twelve can."


def test_without_auto_roll_nothing_happens_before_the_gm_says_so() -> None:
    table = a_pebble("Ada", face=4, auto_roll=False, turn_seconds=60)
    throw = thrown(4)
    table.give("ada", Bet(on="four", amount_cp=500))

    assert table.table.running
    assert table.view(PUBLIC).details == {"waits_for_gm": True}
    assert table.table.deadline is None
    table.when(None, CloseBets()).then(throw, *won("ada", 500, 2_000), ended(ada=2_000), *table.closing())
    assert table.view(PUBLIC).details == {"waits_for_gm": False}


def test_with_auto_roll_the_gm_need_not_wait_for_everybody_either() -> None:
    table = a_pebble(face=4)
    throw = thrown(4)
    table.give("ada", Bet(on="four", amount_cp=500))

    assert table.view(PUBLIC).details == {"waits_for_gm": False}
    table.when(None, CloseBets()).then(
        *passed("bo", why="bets_closed"), throw, *won("ada", 500, 2_000), ended(ada=2_000), *table.closing()
    )


def test_the_clock_passes_for_each_who_does_not_answer() -> None:
    table = a_pebble(turn_seconds=60)

    assert [table.let_the_clock_act(), table.let_the_clock_act()] == [Timeout("ada", Pass()), Timeout("bo", Pass())]
    assert not table.table.running


def test_the_bet_of_who_leaves_stands_and_what_it_brings_goes_along() -> None:
    table = a_pebble(face=4)
    throw = thrown(4)
    table.give("ada", Bet(on="four", amount_cp=500))
    table.when("ada", Leave()).then(
        StatusChanged(seat="ada", status="gone", why="left"),
        moved("ada", OUTSIDE, 9_500, "cash_out"),
        SeatLeft(seat="ada", why="left"),
    )

    table.when("bo", Pass()).then(
        *passed("bo"), throw, *won("ada", 500, 2_000, payee=OUTSIDE), ended(ada=2_000), *table.closing()
    )


def test_when_the_last_one_asked_leaves_the_house_throws() -> None:
    table = a_pebble(face=1)
    throw = thrown(1)
    table.give("bo", Bet(on="four", amount_cp=500))

    table.when(None, RemoveSeat(target="ada")).then(
        StatusChanged(seat="ada", status="gone", why="left"),
        QuestionAnswered(seat="ada"),
        throw,
        *lost("bo", 500),
        ended(),
        moved("ada", OUTSIDE, 10_000, "cash_out"),
        SeatLeft(seat="ada", why="removed"),
        *table.closing(),
    )


def test_a_throw_that_waits_for_the_gm_waits_although_all_have_left() -> None:
    table = a_pebble("Ada", face=4, auto_roll=False)
    table.give("ada", Bet(on="four", amount_cp=500))
    table.give("ada", Leave())
    throw = thrown(4)

    assert table.table.running
    table.when(None, CloseBets()).then(
        throw, *won("ada", 500, 2_000, payee=OUTSIDE), ended(ada=2_000), *table.closing()
    )


def test_the_leaving_of_who_does_not_play_changes_nothing() -> None:
    table = a_pebble()
    table.sit("Wat", kind="watcher", purse_cp=0)

    table.when("wat", Leave()).then(SeatLeft(seat="wat", why="left"))


def test_a_round_that_is_called_off_gives_every_bet_back() -> None:
    table = a_pebble()
    table.give("ada", Bet(on="four", amount_cp=500))
    table.give("ada", Leave())
    table.give(None, VoidRound(reason="a fight"))

    assert table.table.accounts == {"ada": 0, "bo": 10_000, ESCROW: 0, HOUSE: 0, OUTSIDE: -10_000}
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{}, {}]


def test_everybody_sees_every_bet_what_it_can_win_and_what_came_of_it() -> None:
    table = a_pebble(face=3)
    table.give("ada", Bet(on="high", amount_cp=500))
    bet = {"on": "high", "amount_cp": 500, "could_win_cp": 500}

    assert [seat.details for seat in table.view(PUBLIC).seats] == [{"bet": {**bet, "back_cp": None}}, {}]
    table.give("bo", Pass())
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{"bet": {**bet, "back_cp": 500}}, {}]
    table.start()
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{}, {}]


@pytest.mark.parametrize(
    ("face", "bet", "sentences"),
    [
        (4, Bet(on="four", amount_cp=500), ["Ada bets 5 gp on four.", "Ada wins 15 gp.", "The House is 15 gp poorer."]),
        (1, Bet(on="four", amount_cp=500), ["Ada bets 5 gp on four.", "Ada loses 5 gp.", "The House is 5 gp richer."]),
        (
            3,
            Bet(on="high", amount_cp=500),
            ["Ada bets 5 gp on high.", "Ada gets 5 gp back, and no more.", "The House is neither richer nor poorer."],
        ),
        (3, Pass(), ["Ada bets nothing.", "Nobody has bet."]),
    ],
)
def test_the_chronicle_reports_a_round(face: int, bet: Any, sentences: list[str]) -> None:
    table = a_pebble("Ada", face=face)
    table.give("ada", bet)
    newest = table.newest_seen(GM)
    assert newest is not None
    others = ("throws", "unsealed")
    assert [line for line in newest.chronicle if not any(word in line for word in others)] == sentences


def test_every_throw_gives_back_what_the_call_says() -> None:
    for (on, returns), face in product(RETURNS.items(), range(1, 5)):
        table = a_pebble("Ada", face=face)
        table.give("ada", Bet(on=on, amount_cp=1_000))
        assert table.table.purse("ada") == 9_000 + returns[face - 1] * 1_000
