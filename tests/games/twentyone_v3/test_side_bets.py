"""Side bets: into the pot for good, or into a pool."""

import pytest

from events.audience import PUBLIC
from games.mechanics.side_bets import Backing, SideBet
from games.twentyone.side_bets import SideBetPlaced
from games.twentyone.v3.settling import SideBetsLost
from tests.games.twentyone.expected import paid
from tests.games.twentyone.table import TwentyOneTable
from tests.games.twentyone_v3.table import at_the_cut, betting

POOL = {"side_bets": "pool"}


def test_a_side_bet_goes_into_the_pot() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    assert table.bets("wat", "bri", 700) == [
        SideBetPlaced(seat="wat", backed="bri", amount_cp=700),
        paid("wat", "pot", 700, "side_bet"),
    ]
    assert (table.pot, table.table.balance("side_pool")) == (1_700, 0)


def test_the_winner_takes_all_side_bets_with_the_pot() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("wat", "bri", 700)
    table.bets("odo", "bri", 500)
    table.holds("bri")
    events = table.folds("odo")
    assert paid("pot", "bri", 1_000 + 1_200 - 250, "payout") in events
    assert (table.purse("wat"), table.purse("odo")) == (9_300, 9_250)


@pytest.mark.parametrize("options", [{}, POOL])
def test_side_bets_are_taken_until_the_reveal(options: dict[str, str]) -> None:
    table = betting(bri=(1, 1), odo=(2, 1), options=options)
    for _ in range(3):
        table.buys("bri", "d4", 2)
        table.buys("odo", "d4", 2)
    assert table.table.state.betting_round == 4
    assert table.may("bri", "side_bet")
    table.holds("bri", "odo")
    assert table.refusal("bri", SideBet(target="odo", amount_cp=500)) == "side_bets_closed"


@pytest.mark.parametrize(("options", "account"), [({}, "pot"), (POOL, "side_pool")])
def test_at_the_cut_side_bets_are_taken_already(options: dict[str, str], account: str) -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), options=options, watching=("wat",))
    assert table.bets("wat", "bri", 700)[1] == paid("wat", account, 700, "side_bet")
    assert table.bets("bri", "odo", 500)[1] == paid("bri", account, 500, "side_bet")
    assert table.asked == ("cut", ["bri"])
    table.cuts("bri", 3)
    table.bets("odo", "odo", 500)
    assert table.asked == ("cheat", ["bri"])
    table.lets_it_be("bri")
    assert table.asked == ("turn", ["bri"])


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


def a_pool_with_a_bet_of_bris() -> TwentyOneTable:
    """Bri, who is to act, has bet 6 gp on Odo, and Wat 7 gp on Bri."""
    table = betting(bri=(9, 8), odo=(9, 9), options=POOL, watching=("wat",))
    table.bets("bri", "odo", 600)
    table.bets("wat", "bri", 700)
    return table


def test_a_player_who_fumbles_a_cheat_loses_all_current_bets_and_wins_nothing_from_the_pool() -> None:
    table = a_pool_with_a_bet_of_bris()
    table.rolls("bri", "d4", 2)
    events = table.cheats("bri", n=2, change=1, natural=1)
    lost = [SideBetsLost(seat="bri", amount_cp=600), paid("side_pool", "pot", 600, "side_bets_lost")]
    assert events[events.index(lost[0]) :][:2] == lost
    assert "Bri’s bets are lost: 6 gp goes from the side pool to the pot." in table.heard_last(PUBLIC)
    assert table.winners == ["odo"]
    assert (table.purse("bri"), table.purse("wat")) == (9_500 - 600 - 1_000 - 1_000, 10_000)


def test_a_seat_that_goes_bust_loses_the_bets_made_so_far() -> None:
    table = a_pool_with_a_bet_of_bris()
    events = table.buys("bri", "d10", 9)
    assert paid("side_pool", "pot", 600, "side_bets_lost") in events
    table.passes("bri", "odo")
    assert table.purse("bri") == 9_500 - 600 - 250


def test_bets_that_a_bust_seat_makes_later_stand() -> None:
    table = betting(bri=(9, 8), odo=(9, 9), cal=(10, 1), options=POOL)
    table.bets("bri", "cal", 600)
    table.buys("bri", "d10", 9)
    table.bets("bri", "odo", 500)
    table.folds("odo")
    assert table.table.state.side_bets == [Backing(bettor="bri", backed="odo", amount_cp=500)]
    assert paid("side_pool", "bri", 500, "side_bet_returned") in table.passes("bri", "cal")


def test_a_bust_seat_that_slanders_loses_the_bets_that_it_has_made_since() -> None:
    table = betting(bri=(9, 8), odo=(9, 9), cal=(10, 1), options=POOL)
    table.buys("bri", "d10", 9)
    table.bets("bri", "odo", 500)
    assert table.accuses("bri", "odo", 0)[-2:] == [
        SideBetsLost(seat="bri", amount_cp=500),
        paid("side_pool", "pot", 500, "side_bets_lost"),
    ]


def test_a_bust_seat_that_is_caught_loses_the_bets_that_it_has_made_since() -> None:
    table = betting(bri=(9, 8), odo=(9, 9), cal=(10, 1), options=POOL)
    table.rolls("bri", "d10", 9)
    table.cheats("bri", n=2, change=1, natural=15)
    table.bets("bri", "odo", 500)
    assert SideBetsLost(seat="bri", amount_cp=500) in table.accuses("odo", "bri", 2)


def test_with_bets_in_the_pot_a_bust_has_none_to_lose() -> None:
    table = betting(bri=(9, 8), odo=(9, 9))
    table.bets("bri", "odo", 600)
    assert not [event for event in table.buys("bri", "d10", 9) if isinstance(event, SideBetsLost)]
    assert table.pot == 1_000 + 600 + 250


def test_a_void_round_gives_lost_bets_back() -> None:
    table = a_pool_with_a_bet_of_bris()
    table.buys("bri", "d10", 9)
    table.voids()
    assert (table.purse("bri"), table.purse("wat"), table.pot) == (10_000, 10_000, 0)


def test_a_void_round_gives_side_bets_back() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("wat", "bri", 700)
    table.voids()
    assert (table.purse("wat"), table.pot) == (10_000, 0)
