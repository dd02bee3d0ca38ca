"""Sudden death: those who are tied at the top flip the Coin until one leads alone."""

from fractions import Fraction
from itertools import product

from tests.games.goblin.table import HOLD, GoblinGame, chamber, dies, ended, held, paid, phase, rolled


def tied(*names: str) -> GoblinGame:
    """Everybody has rolled a 9 and holds in the stage of the d12, but for the last, whose turn it is to hold."""
    game = chamber(*names)
    game.stage(*[9] * len(names))
    for seat in list(game.table.state.due)[:-1]:
        game.holds(seat)
    return game


def test_heads_are_2_points_and_tails_are_death() -> None:
    game = tied("Bri", "Odo").flipping(bri=[2], odo=[1])
    assert game.holds("odo") == [
        held("odo"),
        phase("coin"),
        rolled("bri", 1, "d2", 2),
        rolled("odo", 1, "d2", 1),
        dies("odo", "coin"),
        phase("payout"),
        paid("pot", "house", 1_000, "cowards_tax"),
        paid("pot", "bri", 1_000, "payout"),
        ended("won_by_the_coin", "bri", 1_000),
        *game.closing(),
    ]
    assert [game.score(seat) for seat in ("bri", "odo")] == [11, 0]


def test_all_who_are_tied_flip_at_once_again_and_again_until_one_leads_alone() -> None:
    game = tied("Bri", "Odo", "Cal").flipping(bri=[2, 2, 2], odo=[2, 1], cal=[2, 2, 1])
    assert game.holds("cal")[1:11] == [
        phase("coin"),
        rolled("bri", 1, "d2", 2),
        rolled("odo", 1, "d2", 2),
        rolled("cal", 1, "d2", 2),
        rolled("bri", 2, "d2", 2, nth=2),
        rolled("odo", 2, "d2", 1, nth=2),
        rolled("cal", 2, "d2", 2, nth=2),
        dies("odo", "coin"),
        rolled("bri", 3, "d2", 2, nth=3),
        rolled("cal", 3, "d2", 1, nth=3),
    ]
    assert game.score("bri") == 15
    assert game.result.winners == ["bri"]


def test_only_those_tied_for_the_highest_score_flip() -> None:
    game = chamber().flipping(bri=[2], odo=[1])
    for _ in range(6):
        game.stage(3, 3, 2)
    assert [len(game.table.seats[seat].dice) for seat in ("bri", "odo", "cal")] == [7, 7, 6]
    assert game.status("cal") == "active"


def test_those_tied_after_the_d4_flip_though_they_never_held() -> None:
    game = chamber("Bri", "Odo").flipping(bri=[1], odo=[2])
    for _ in range(6):
        game.stage(3, 3)
    assert game.result.outcome == "won_by_the_coin"
    assert game.result.won_cp == {"odo": 2_000}


def test_no_coin_is_flipped_if_one_leads_alone() -> None:
    game = chamber("Bri", "Odo")
    game.stage(9, 8)
    game.stage(3, 3)
    game.stage(HOLD, 1)
    assert game.result.outcome == "won"
    assert [die.die for die in game.table.seats["bri"].dice] == ["d20", "d12"]


def test_if_all_who_flip_die_the_best_of_the_living_wins() -> None:
    game = chamber()
    for _ in range(5):
        game.stage(4, 4, 2)
    game.flipping(bri=[1], odo=[1])
    assert game.stage(4, 4, 2)[1:] == [
        phase("coin"),
        rolled("bri", 6, "d2", 1),
        rolled("odo", 6, "d2", 1),
        dies("bri", "coin"),
        dies("odo", "coin"),
        phase("payout"),
        paid("pot", "cal", 3_000, "payout"),
        ended("won_by_the_coin", "cal", 3_000),
        *game.closing(),
    ]


def test_if_those_who_are_best_then_are_tied_they_flip_too() -> None:
    game = chamber("Bri", "Odo", "Cal", "Dee")
    for _ in range(5):
        game.stage(4, 4, 2, 2)
    game.flipping(bri=[1], odo=[1], cal=[1], dee=[2])
    assert game.stage(4, 4, 2, 2)[6:10] == [
        rolled("cal", 6, "d2", 1),
        rolled("dee", 6, "d2", 2),
        dies("cal", "coin"),
        phase("payout"),
    ]
    assert game.result.winners == ["dee"]


def test_if_the_coin_kills_everybody_the_house_keeps_the_pot() -> None:
    game = tied("Bri", "Odo").flipping(bri=[1], odo=[1])
    assert game.holds("odo")[6:] == [
        phase("payout"),
        paid("pot", "house", 2_000, "wipeout"),
        ended("wipeout"),
        *game.closing(),
    ]


def test_the_coin_earns_no_boot() -> None:
    game = tied("Bri", "Odo").flipping(bri=[2], odo=[1])
    game.holds("odo")
    assert game.details("bri")["boots"] == 0


def test_of_two_who_flip_each_wins_one_time_in_three_and_the_house_the_third() -> None:
    """Half of all first flips decide, a quarter kill both, and a quarter start over."""
    won = {"bri": Fraction(0), "odo": Fraction(0), "nobody": Fraction(0)}
    for bri, odo in product((1, 2), repeat=2):
        game = tied("Bri", "Odo").flipping(bri=[bri, 2], odo=[odo, 1])
        game.holds("odo")
        starts_over = len(game.table.seats["bri"].dice) == 3
        assert starts_over == (bri == odo == 2)
        if not starts_over:
            won[(game.result.winners or ["nobody"])[0]] += Fraction(1, 4)
    again = 1 - sum(won.values())
    assert {who: chance / (1 - again) for who, chance in won.items()} == dict.fromkeys(won, Fraction(1, 3))
