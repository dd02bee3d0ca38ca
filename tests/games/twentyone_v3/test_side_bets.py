"""Side bets: into the pot for good, or into a pool."""

import pytest

from games.twentyone.commands import SideBet
from games.twentyone.happened import SideBetPlaced
from tests.games.twentyone.expected import paid
from tests.games.twentyone_v3.table import at_the_cut, betting

POOL = {"side_bets": "pool"}


def test_a_side_bet_goes_into_the_pot() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    assert table.bets("wat", "bri", 700) == [
        SideBetPlaced(seat="wat", backed="bri", amount_cp=700),
        paid("wat", "pot", 700, "side_bet"),
    ]
    assert (table.pot, table.table.balance("side_pool")) == (1_700, 0)


def test_the_winner_takes_the_side_bets_with_the_pot_whoever_made_them() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("wat", "bri", 700)
    table.bets("odo", "bri", 500)
    table.holds("bri")
    events = table.folds("odo")
    assert paid("pot", "bri", 1_000 + 1_200 - 250, "payout") in events
    assert (table.purse("wat"), table.purse("odo")) == (9_300, 9_250)


def test_side_bets_are_taken_until_the_reveal() -> None:
    table = betting(bri=(1, 1), odo=(2, 1))
    for _ in range(3):
        table.buys("bri", "d4", 2)
        table.buys("odo", "d4", 2)
    assert table.table.state.betting_round == 4
    assert table.may("bri", "side_bet")
    table.holds("bri", "odo")
    assert table.refusal("bri", SideBet(target="odo", amount_cp=500)) == "side_bets_closed"


def test_none_is_taken_at_the_cut() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    assert table.refusal("bri", SideBet(target="odo", amount_cp=500)) == "side_bets_closed"


@pytest.mark.parametrize("options", [{}, POOL])
def test_folded_seats_can_still_bet(options: dict[str, str]) -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), options=options)
    table.folds("bri")
    assert table.may("bri", "side_bet") == [{"target": ["odo", "cal"], "amount_cp": (500, 9_750)}]


def test_a_bet_is_an_ante_at_least_and_no_more_than_the_purse() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"odo": 900})
    assert table.refusal("bri", SideBet(target="odo", amount_cp=499)) == "not_offered"
    assert table.refusal("odo", SideBet(target="odo", amount_cp=500)) == "purse_too_small"


def test_in_a_pool_who_backed_the_winner_shares_all_stakes() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=POOL, watching=("wat",))
    assert table.bets("wat", "bri", 700)[1] == paid("wat", "side_pool", 700, "side_bet")
    table.bets("odo", "odo", 500)
    table.holds("bri")
    assert paid("side_pool", "wat", 1_200, "side_bet_won") in table.folds("odo")


def test_in_a_pool_where_the_pot_is_split_the_backers_of_all_winners_share() -> None:
    table = betting(bri=(4, 9), odo=(6, 7), options=POOL, watching=("wat",))
    table.bets("wat", "bri", 500)
    table.bets("bri", "odo", 500)
    table.duels(bri=[7], odo=[7])
    table.holds("bri")
    events = table.holds("odo")
    assert paid("side_pool", "bri", 500, "side_bet_won") in events
    assert paid("side_pool", "wat", 500, "side_bet_won") in events


def test_in_a_pool_stakes_go_back_where_nobody_backed_the_winner() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options=POOL, watching=("wat",))
    table.bets("wat", "odo", 700)
    table.holds("bri")
    assert paid("side_pool", "wat", 700, "side_bet_returned") in table.folds("odo")


def test_for_a_pool_bets_are_taken_in_the_first_two_rounds_of_betting() -> None:
    table = betting(bri=(1, 1), odo=(2, 1), options=POOL)
    for _ in range(2):
        table.buys("bri", "d4", 2)
        table.buys("odo", "d4", 2)
    assert table.refusal("bri", SideBet(target="odo", amount_cp=500)) == "side_bets_closed"


def test_a_void_round_gives_side_bets_back() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("wat", "bri", 700)
    table.voids()
    assert (table.purse("wat"), table.pot) == (10_000, 0)
