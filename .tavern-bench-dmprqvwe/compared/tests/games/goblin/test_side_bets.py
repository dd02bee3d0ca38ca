"""Side bets in Goblin Mode: who may bet, when, on which seats, and how the pool is shared."""

import pytest

from events.audience import PUBLIC
from events.event import Event
from games.mechanics.side_bets import SideBet, SideBetPlaced
from games.table import GiveCoins, Leave, TakeCoins
from tests.games.goblin.table import HOLD, GoblinGame, chamber, dies, ended, paid, phase, rolled, seated, turn_of


def placed(seat: str, on: str, amount_cp: int) -> list[Event]:
    return [SideBetPlaced(seat=seat, backed=on, amount_cp=amount_cp), paid(seat, "side_pool", amount_cp, "side_bet")]


def bri_wins(game: GoblinGame) -> list[Event]:
    """All others die in the stage of the d12, in which Bri holds; what came of the last death's reckoning."""
    while game.details()["die"] == "d20":
        game.rolls(game.table.to_act[0], 5 if game.table.to_act == ["bri"] else 4)
    game.holds("bri")
    events: list[Event] = []
    while game.table.running:
        events = game.rolls(game.table.to_act[0], 1)
    return events[2:]


def test_a_side_bet_goes_into_a_pool_of_its_own_and_all_see_it() -> None:
    game = chamber()
    assert game.bets("odo", on="bri", amount_cp=700) == placed("odo", "bri", 700)
    assert game.pot == 3_000
    details = game.view(PUBLIC).details
    assert details["side_pool_cp"] == 700
    assert details["side_bets"] == [{"seat": "odo", "target": "bri", "amount_cp": 700}]
    assert game.heard() == ["Odo bets 7 gp on Bri."]


def test_a_side_bet_is_one_ante_at_least_and_the_purse_at_most() -> None:
    game = chamber()
    assert game.offered("odo", "side_bet") == [{"target": ["bri", "odo", "cal"], "amount_cp": (500, 9_500)}]
    for amount_cp in (499, 9_501, 0, -500):
        assert game.refused("odo", SideBet(target="bri", amount_cp=amount_cp)) == "not_offered"


def test_a_player_who_has_less_than_an_ante_left_cannot_bet() -> None:
    game = chamber(purses={"odo": 999})
    assert game.refused("odo", SideBet(target="bri", amount_cp=499)) == "purse_too_small"


def test_one_may_bet_on_oneself_out_of_turn_and_as_often_as_one_likes() -> None:
    game = chamber()
    game.bets("odo", on="odo")
    assert game.heard() == ["Odo bets 5 gp on themselves."]
    game.bets("odo", on="bri")
    assert game.table.to_act == ["bri"]
    assert game.details()["side_pool_cp"] == 1_000


def test_watchers_the_dead_those_who_hold_who_sit_out_or_come_late_may_bet() -> None:
    game = chamber(*("Bri", "Odo", "Cal", "Fay"), watching="Wat", purses={"fay": 400})
    game.give(None, GiveCoins(target="fay", amount_cp=5_000, reason="a loan"))
    game.stage(9, 1, 4)
    game.holds("bri")
    game.sit("Gil")
    for bettor in ("wat", "odo", "bri", "fay", "gil"):
        game.bets(bettor, on="cal")
    assert game.details()["side_pool_cp"] == 2_500


def test_a_bet_is_on_somebody_who_lives_held_or_not() -> None:
    game = chamber()
    game.stage(9, 1, 4)
    game.holds("bri")
    assert game.offered("cal", "side_bet")[0]["target"] == ["bri", "cal"]
    assert game.refused("cal", SideBet(target="odo", amount_cp=500)) == "cannot_win"
    assert game.refused("cal", SideBet(target="nobody", amount_cp=500)) == "not_offered"


def test_side_bets_are_taken_only_in_the_first_two_stages() -> None:
    game = chamber()
    game.bets("bri", on="cal")
    game.stage(5, 4, 3)
    game.bets("bri", on="cal")
    game.rolls("bri", 2)
    game.rolls("odo", 2)
    game.bets("bri", on="cal")
    game.rolls("cal", 2)
    assert game.refused("bri", SideBet(target="cal", amount_cp=500)) == "side_bets_closed"


def test_a_player_who_backed_the_winner_shares_the_pool_in_proportion() -> None:
    game = chamber(watching="Wat", house_match=False)
    game.bets("wat", on="bri", amount_cp=600)
    game.bets("odo", on="bri", amount_cp=1_200)
    game.bets("cal", on="cal", amount_cp=900)
    assert bri_wins(game)[:4] == [
        phase("payout"),
        paid("side_pool", "odo", 1_800, "side_bet_won"),
        paid("side_pool", "wat", 900, "side_bet_won"),
        paid("pot", "house", 750, "cowards_tax"),
    ]


def test_copper_that_does_not_divide_goes_in_the_order_of_turns_then_to_watchers() -> None:
    game = chamber(watching="Wat")
    for bettor in ("wat", "cal", "odo"):
        game.bets(bettor, on="bri")
    game.bets("bri", on="odo", amount_cp=500)
    assert bri_wins(game)[1:4] == [
        paid("side_pool", "odo", 667, "side_bet_won"),
        paid("side_pool", "cal", 667, "side_bet_won"),
        paid("side_pool", "wat", 666, "side_bet_won"),
    ]


def test_the_cowards_tax_takes_nothing_of_the_side_pool() -> None:
    game = chamber()
    game.bets("odo", on="bri", amount_cp=501)
    assert bri_wins(game)[1] == paid("side_pool", "odo", 501, "side_bet_won")


def test_if_nobody_backed_the_winner_the_stakes_go_back() -> None:
    game = chamber(watching="Wat")
    game.bets("wat", on="odo", amount_cp=600)
    game.bets("cal", on="odo", amount_cp=700)
    assert bri_wins(game)[1:3] == [
        paid("side_pool", "cal", 700, "side_bet_returned"),
        paid("side_pool", "wat", 600, "side_bet_returned"),
    ]


def test_if_nobody_wins_the_stakes_go_back() -> None:
    game = chamber("Bri", "Odo")
    game.bets("bri", on="odo", amount_cp=600)
    game.rolls("bri", 1)
    assert game.rolls("odo", 1) == [
        rolled("odo", 0, "d20", 1),
        dies("odo"),
        phase("payout"),
        paid("side_pool", "bri", 600, "side_bet_returned"),
        paid("pot", "house", 2_000, "wipeout"),
        ended("wipeout"),
        *game.closing(),
    ]


def test_a_bet_of_who_has_left_stands_and_is_paid_out_outside() -> None:
    game = chamber(watching="Wat")
    game.bets("wat", on="bri", amount_cp=600)
    game.give("wat", Leave())
    assert bri_wins(game)[1] == paid("side_pool", "outside", 600, "side_bet_won")


def test_a_bet_stands_after_its_purse_was_emptied() -> None:
    game = chamber()
    game.bets("odo", on="bri", amount_cp=600)
    game.give(None, TakeCoins(target="odo", amount_cp=8_900, reason="a debt"))
    bri_wins(game)
    assert game.purse("odo") == 600


def test_a_new_round_begins_without_side_bets() -> None:
    game = chamber("Bri", "Odo")
    game.bets("odo", on="bri")
    bri_wins(game)
    game.start()
    assert (game.details()["side_bets"], game.details()["side_pool_cp"]) == ([], 0)


@pytest.mark.parametrize("act", [9, HOLD])
def test_a_bet_does_not_take_the_turn(act: int | str) -> None:
    game = chamber()
    game.stage(9, 5, 4)
    game.bets("bri", on="bri")
    assert game.acts("bri", act)[-1] == turn_of("odo")


def test_between_rounds_there_is_nothing_to_bet_on() -> None:
    assert seated().refused("bri", SideBet(target="odo", amount_cp=500)) == "no_round"


def test_a_payout_to_a_player_who_has_left_is_reported_with_their_name() -> None:
    game = chamber(watching="Wat")
    game.bets("wat", on="odo", amount_cp=600)
    game.give("wat", Leave())
    bri_wins(game)
    assert "6 gp goes from the side pool to Wat, who has left the table (side bet back)." in game.heard()
