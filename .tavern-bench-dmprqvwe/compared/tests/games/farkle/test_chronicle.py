"""The chronicle of a race of Farkle, word for word."""

import pytest

from games.table import Leave
from tests.games.farkle.table import racing

WORTH_50 = (5, 2, 2, 3, 4, 4)
WORTH_1000 = (1, 1, 1, 2, 3, 4)


def test_a_throw_is_reported_with_its_faces() -> None:
    table = racing()
    table.throws("bri", 1, 1, 5, 3, 4, 6)
    assert table.heard() == ["Bri throws six dice: 1, 1, 5, 3, 4 and 6."]


def test_a_throw_of_one_die_is_reported_in_the_singular() -> None:
    table = racing()
    table.throws("bri", 1, 1, 1, 5, 5, 6)
    table.sets_aside("bri", 1, 1, 1, 5, 5)
    table.throws("bri", 5)
    assert table.heard() == ["Bri throws a die: 5."]


def test_dice_set_aside_are_reported_with_their_points_and_those_of_the_turn() -> None:
    table = racing()
    table.throws("bri", 5, 5, 2, 3, 4, 4)
    table.sets_aside("bri", 5, 5)
    assert table.heard() == ["Bri sets aside 5 and 5: 100 points."]
    table.throws("bri", 5, 1, 1, 3)
    table.sets_aside("bri", 1, 1, 5)
    assert table.heard() == ["Bri sets aside 1, 1 and 5: 250 points, 350 this turn."]


def test_when_all_dice_have_scored_the_chronicle_says_that_six_may_be_thrown_again() -> None:
    table = racing()
    table.throws("bri", 1, 2, 3, 4, 5, 6)
    table.sets_aside("bri", 1, 2, 3, 4, 5, 6)
    assert table.heard() == [
        "Bri sets aside 1, 2, 3, 4, 5 and 6: 3,000 points.",
        "All the dice have scored: Bri may throw six again.",
    ]


def test_banking_is_reported_with_the_seats_total() -> None:
    table = racing("Bri", "Odo")
    table.plays("bri", WORTH_1000, (1, 1, 1))
    assert table.heard() == ["Bri writes down 1,000 points.", "It is Odo’s turn."]
    table.plays("odo", WORTH_50, (5,))
    table.plays("bri", WORTH_50, (5,))
    assert table.heard() == ["Bri writes down 50 points, 1,050 in all.", "It is Odo’s turn."]


def test_a_farkle_is_reported_with_its_cost() -> None:
    table = racing()
    table.throws("bri", *WORTH_50)
    table.sets_aside("bri", 5)
    table.throws("bri", 2, 2, 3, 4, 6)
    assert table.heard() == [
        "Bri throws five dice: 2, 2, 3, 4 and 6.",
        "Farkle! Nothing scores, and Bri loses 50 points.",
        "It is Odo’s turn.",
    ]
    table.throws("odo", 2, 2, 3, 4, 6, 6)
    assert table.heard()[1] == "Farkle! Nothing scores, and Odo had nothing to lose."


@pytest.mark.parametrize(("kept", "dice"), [((1, 1, 1), "three dice"), ((1, 1, 1, 5, 5), "a die")])
def test_the_chronicle_reports_dice_left_for_the_greedy(kept: tuple[int, ...], dice: str) -> None:
    table = racing(greed=True)
    table.plays("bri", (1, 1, 1, 5, 5, 2), kept)
    assert table.heard()[1] == f"Bri leaves {dice} for whoever is greedy."


def test_the_winner_is_reported_with_the_pot_if_there_is_one() -> None:
    table = racing(target=1_000, ante_cp=500)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    assert table.heard()[:2] == ["Bri writes down 1,000 points.", "Bri wins the race and takes 15 gp."]
    table = racing(target=1_000)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    assert table.heard()[1] == "Bri wins the race."


def test_the_chronicle_reports_a_forfeit() -> None:
    table = racing()
    table.give("bri", Leave())
    assert table.heard() == [
        "Bri forfeits the race.",
        "It is Odo’s turn.",
        "Bri takes 100 gp from the table (cash-out).",
        "Bri leaves the table.",
    ]
