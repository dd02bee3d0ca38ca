"""Side bets: who may bet, when, on which seats, and how the pool is shared."""

import pytest

from events.audience import PUBLIC
from games.mechanics.side_bets import SideBet
from games.twentyone.side_bets import SideBetPlaced
from tests.games.twentyone.expected import paid, phase
from tests.games.twentyone.table import TwentyOneTable, at_the_cut, betting


def to_the_end(table: TwentyOneTable) -> None:
    """Everybody who is to act holds: without a bought die the round is settled."""
    while table.turn is not None and table.table.phase == "betting":
        table.holds(table.turn)


def test_a_side_bet_goes_into_a_pool_of_its_own_and_all_see_it() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    events = table.bets("odo", on="bri", amount_cp=700)
    assert events == [
        SideBetPlaced(seat="odo", backed="bri", amount_cp=700),
        paid("odo", "side_pool", 700, "side_bet"),
    ]
    assert table.seen_last(PUBLIC) == events
    assert (table.purse("odo"), table.pot) == (8_800, 2_000)
    assert table.view(PUBLIC).details["side_bets"] == [{"seat": "odo", "target": "bri", "amount_cp": 700}]
    assert table.view(PUBLIC).details["side_pool_cp"] == 700


def test_a_side_bet_is_one_ante_at_least_and_the_purse_at_most() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.may("odo", "side_bet") == [{"target": ["bri", "odo"], "amount_cp": (500, 9_500)}]
    for amount_cp in (499, 9_501, 0, -500):
        assert table.refusal("odo", SideBet(target="bri", amount_cp=amount_cp)) == "not_offered"
    table.bets("odo", on="bri", amount_cp=9_500)
    assert table.purse("odo") == 0


def test_a_player_who_has_less_than_an_ante_left_cannot_bet() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"odo": 999, "bri": 1_000})
    assert table.refusal("odo", SideBet(target="bri", amount_cp=499)) == "purse_too_small"
    assert table.may("bri", "side_bet") == [{"target": ["bri", "odo"], "amount_cp": (500, 500)}]


def test_seats_that_fold_bust_get_caught_sit_out_or_come_late_may_bet() -> None:
    table = betting(bri=(1, 1), odo=(2, 9), cal=(3, 9), dee=(9, 1), eve=(10, 1), fay=(1, 1), purses={"fay": 499})
    table.folds("bri")
    table.buys("odo", "d20", 19)
    table.rolls("cal", "d4", 2)
    table.cheats("cal", n=2, change=1, natural=1)
    table.lends("fay", 5_000)
    table.sit("Gil")
    for bettor in ("bri", "odo", "cal", "fay", "gil"):
        table.bets(bettor, on="dee", amount_cp=500)
    assert len(table.table.state.side_bets) == 5


def test_a_bet_is_on_somebody_still_in_contention() -> None:
    table = betting(bri=(1, 1), odo=(2, 9), cal=(3, 9), dee=(9, 1), eve=(10, 1), watching=("wat",))
    table.folds("bri")
    table.buys("odo", "d20", 19)
    table.rolls("cal", "d4", 2)
    table.cheats("cal", n=2, change=1, natural=1)
    table.holds("dee")
    assert table.may("wat", "side_bet") == [{"target": ["dee", "eve"], "amount_cp": (500, 10_000)}]
    for target in ("bri", "odo", "cal", "wat"):
        assert table.refusal("wat", SideBet(target=target, amount_cp=500)) == "not_in_contention"


def test_side_bets_open_with_the_betting() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    assert table.refusal("odo", SideBet(target="bri", amount_cp=500)) == "side_bets_closed"
    table.lets_it_be("bri")
    assert table.may("odo", "side_bet")


def test_side_bets_close_when_two_full_rounds_of_betting_are_over() -> None:
    table = betting(bri=(1, 1), odo=(2, 1))
    for _ in range(2):
        assert table.may("odo", "side_bet")
        table.buys("bri", "d4", 1)
        assert table.may("odo", "side_bet")
        table.buys("odo", "d4", 1)
    assert table.table.state.betting_round == 3
    assert table.refusal("odo", SideBet(target="bri", amount_cp=500)) == "side_bets_closed"


def test_a_round_of_betting_is_over_when_every_seat_that_could_act_has_had_a_turn() -> None:
    table = betting(bri=(1, 1), odo=(2, 1), cal=(3, 1))
    table.buys("bri", "d4", 1)
    table.holds("odo")
    assert table.table.state.betting_round == 1
    table.holds("cal")
    assert table.table.state.betting_round == 2
    table.buys("bri", "d4", 1)
    assert table.table.state.betting_round == 3


def test_with_the_reveal_side_bets_are_closed() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), watching=("wat",))
    table.buys("bri", "d4", 2)
    table.holds("odo", "bri")
    assert table.table.phase == "staredown"
    assert table.refusal("wat", SideBet(target="bri", amount_cp=500)) == "side_bets_closed"


def test_a_player_who_backed_the_winner_shares_the_pool_in_proportion_to_the_stakes() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("bri", on="bri", amount_cp=500)
    table.bets("wat", on="bri", amount_cp=1_500)
    table.bets("odo", on="odo", amount_cp=1_000)
    to_the_end(table)
    assert table.written[-1].entry.events[5:8] == [
        phase("payout"),
        paid("side_pool", "bri", 750, "side_bet_won"),
        paid("side_pool", "wat", 2_250, "side_bet_won"),
    ]
    assert table.table.balance("side_pool") == 0
    assert table.purse("wat") == 10_750


def test_several_bets_of_one_bettor_on_the_winner_count_together() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("wat", on="bri", amount_cp=500)
    table.bets("odo", on="bri", amount_cp=1_000)
    table.bets("wat", on="bri", amount_cp=500)
    table.bets("wat", on="odo", amount_cp=800)
    to_the_end(table)
    assert (table.purse("odo"), table.purse("wat")) == (9_500 + 400, 10_000 - 800 + 400)


def test_what_is_left_over_goes_one_copper_at_a_time_in_the_order_of_turns() -> None:
    table = betting(bri=(8, 9), odo=(6, 3), cal=(4, 2))
    for bettor in ("bri", "odo", "cal"):
        table.bets(bettor, on="bri", amount_cp=500)
    table.bets("cal", on="cal", amount_cp=500)
    to_the_end(table)
    won = [event for event in table.written[-1].entry.events if getattr(event, "reason", "") == "side_bet_won"]
    assert won == [
        paid("side_pool", "cal", 667, "side_bet_won"),
        paid("side_pool", "odo", 667, "side_bet_won"),
        paid("side_pool", "bri", 666, "side_bet_won"),
    ]


def test_watchers_come_after_the_seats_for_what_is_left_over_by_their_arrival() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat", "xan"))
    table.bets("xan", on="bri", amount_cp=500)
    table.bets("wat", on="bri", amount_cp=500)
    table.bets("odo", on="bri", amount_cp=500)
    table.bets("odo", on="odo", amount_cp=501)
    to_the_end(table)
    won = [event for event in table.written[-1].entry.events if getattr(event, "reason", "") == "side_bet_won"]
    assert won == [
        paid("side_pool", "odo", 667, "side_bet_won"),
        paid("side_pool", "wat", 667, "side_bet_won"),
        paid("side_pool", "xan", 667, "side_bet_won"),
    ]
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat", "xan"))
    table.bets("xan", on="bri", amount_cp=500)
    table.bets("wat", on="bri", amount_cp=500)
    table.bets("odo", on="odo", amount_cp=501)
    to_the_end(table)
    assert (table.purse("wat"), table.purse("xan")) == (10_251, 10_250)


def test_if_nobody_backed_the_winner_the_stakes_go_back() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("wat", on="odo", amount_cp=1_500)
    table.bets("odo", on="odo", amount_cp=700)
    to_the_end(table)
    assert table.written[-1].entry.events[6:8] == [
        paid("side_pool", "odo", 700, "side_bet_returned"),
        paid("side_pool", "wat", 1_500, "side_bet_returned"),
    ]
    assert (table.purse("odo"), table.purse("wat")) == (9_500, 10_000)


def test_if_there_is_no_winner_the_stakes_go_back() -> None:
    table = betting(bri=(4, 5), odo=(6, 9), watching=("wat",))
    table.bets("wat", on="odo", amount_cp=1_500)
    table.bets("odo", on="bri", amount_cp=700)
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.rolls("odo", "d10", 9)
    table.accuses("odo", "bri", 2)
    assert table.lets_it_be("odo")[6:9] == [
        phase("payout"),
        paid("side_pool", "odo", 700, "side_bet_returned"),
        paid("side_pool", "wat", 1_500, "side_bet_returned"),
    ]
    assert table.winners == []


def test_a_bet_on_a_seat_that_drops_out_is_lost_to_those_who_backed_the_winner() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), watching=("wat",))
    table.bets("wat", on="bri", amount_cp=1_000)
    table.bets("cal", on="odo", amount_cp=500)
    table.folds("bri")
    table.holds("odo")
    table.folds("cal")
    assert table.winners == ["odo"]
    assert table.purse("cal") == 9_500 + 250 + 1_000
    assert table.purse("wat") == 9_000


def test_the_side_pool_is_no_part_of_the_pot() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("wat", on="bri", amount_cp=1_000)
    to_the_end(table)
    assert table.table.result is not None
    assert table.table.result.won_cp == {"bri": 2_000}


@pytest.mark.parametrize("ante_cp", [2, 500])
def test_the_least_bet_is_the_tables_ante(ante_cp: int) -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options={"ante_cp": ante_cp})
    assert table.may("bri", "side_bet")[0]["amount_cp"][0] == ante_cp
