"""The chronicle of a round in Goblin Mode, word for word."""

from games.table import Leave
from tests.games.goblin.table import HOLD, chamber


def test_the_chamber_opens_and_shrinks_aloud() -> None:
    game = chamber()
    assert game.heard()[-2:] == ["The Chamber opens: a d20 for Bri, Odo and Cal.", "It is Bri’s turn."]
    game.stage(7, 8, 9)
    assert game.heard()[-2:] == ["The Chamber shrinks: a d12 for Bri, Odo and Cal.", "It is Bri’s turn."]


def test_a_roll_is_reported_with_the_score_that_it_makes() -> None:
    game = chamber()
    game.rolls("bri", 7)
    assert game.heard()[0] == "Bri rolls a d20: 7."
    game.rolls("odo", 8)
    game.rolls("cal", 9)
    game.rolls("bri", 5)
    assert game.heard()[0] == "Bri rolls a d12: 5, 12 in all."


def test_the_chronicle_reports_a_death() -> None:
    game = chamber()
    game.stage(7, 8, 9)
    game.rolls("bri", 1)
    assert game.heard() == ["Bri rolls a d12: 1.", "Bri bites the bullet.", "It is Odo’s turn."]


def test_boots_are_reported_as_they_are_earned() -> None:
    game = chamber()
    game.rolls("bri", 20)
    assert game.heard()[:2] == ["Bri rolls a d20: 20.", "That is the highest that there is: Bri earns a Boot."]
    game.rolls("odo", 5)
    game.rolls("cal", 5)
    game.rolls("bri", 12)
    assert game.heard()[1] == "That is the highest that there is: Bri earns another Boot, and has two."


def test_a_hold_is_reported_with_its_score_and_the_boot_that_breaks_it_with_what_follows() -> None:
    game = chamber()
    game.stage(19, 5, 4)
    game.holds("bri")
    assert game.heard()[0] == "Bri holds at 19."
    game.rolls("odo", 12)
    game.rolls("cal", 2)
    game.boots("odo", "bri")
    assert game.heard() == ["Odo gives Bri the Boot: back in, from the next stage."]


def test_the_winner_is_reported_with_the_pot() -> None:
    game = chamber("Bri", "Odo", last_standing="wins")
    game.rolls("bri", 1)
    assert game.heard()[2:3] == ["The Chamber belongs to Odo, who takes 20 gp."]


def test_the_chronicle_reports_the_cowards_tax() -> None:
    game = chamber("Bri", "Odo")
    game.stage(9, 5)
    game.stage(HOLD, 1)
    assert game.heard()[2:4] == [
        "The Coward’s Tax on a hold before the d8: 10 gp goes to the House.",
        "The Chamber belongs to Bri, who takes 10 gp.",
    ]


def test_the_chronicle_reports_a_wipeout() -> None:
    game = chamber("Bri", "Odo")
    game.stage(1, 1)
    assert game.heard()[2:4] == ["The House keeps the pot of 20 gp.", "Nobody walks out of the Chamber."]


def test_the_coin_is_reported_flip_by_flip() -> None:
    game = chamber("Bri", "Odo").flipping(bri=[2, 2], odo=[2, 1])
    for _ in range(5):
        game.stage(3, 3)
    game.stage(3, 3)
    assert game.heard()[1:-1] == [
        "Sudden death: Bri and Odo flip the Coin.",
        "Bri flips the Coin: heads, and has 20.",
        "Odo flips the Coin: heads, and has 20.",
        "Bri flips the Coin: heads, and has 22.",
        "Odo flips the Coin: tails.",
        "The Coin is the death of Odo.",
        "The Coin spares Bri, who takes 20 gp.",
    ]


def test_the_chronicle_reports_who_leaves() -> None:
    game = chamber()
    game.give("bri", Leave())
    assert game.heard()[0] == "Bri runs from the Chamber, and is as good as dead."


def test_the_chronicle_reports_that_the_last_seat_leaves_with_its_winnings() -> None:
    game = chamber("Bri", "Odo")
    game.stage(9, 1)
    game.give("bri", Leave())
    assert game.heard()[0] == "Bri has nobody left to fear, and holds at 9."
