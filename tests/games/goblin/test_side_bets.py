"""Side bets in Goblin Mode: who may bet, when, on which seats, and how the pool is shared."""

from events.audience import PUBLIC
from events.event import Event
from games.mechanics.side_bets import SideBet, SideBetPlaced
from games.table import GiveCoins
from tests.games.goblin.table import GoblinGame, chamber, dies, ended, paid, phase, rolled


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
