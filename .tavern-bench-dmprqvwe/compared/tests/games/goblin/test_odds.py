"""What can be computed exactly: every face of every die is rolled, and what comes of it is counted."""

from fractions import Fraction
from math import prod

import pytest

from games.goblin.state import CHAMBER
from tests.games.goblin.table import GoblinGame, chamber


def in_the_stage_of(die: str) -> GoblinGame:
    """It is Bri's turn in the stage of a die, and she has died of nothing yet."""
    game = chamber("Bri", "Odo")
    while game.details()["die"] != die:
        game.stage(2, 3)
    return game


def chance(die: str, outcome: str) -> Fraction:
    """The chance of what one roll of a die in its stage can bring: that the roller is dead, or has a Boot."""
    counted = 0
    for face in range(1, CHAMBER[die] + 1):
        game = in_the_stage_of(die)
        game.rolls("bri", face)
        counted += game.status("bri") == "dead" if outcome == "dead" else game.details("bri")["boots"]
    return Fraction(counted, CHAMBER[die])


@pytest.mark.parametrize(("die", "sides"), CHAMBER.items())
def test_a_roll_kills_one_time_in_as_many_as_the_die_has_sides(die: str, sides: int) -> None:
    assert chance(die, "dead") == Fraction(1, sides)


@pytest.mark.parametrize(("die", "sides"), CHAMBER.items())
def test_a_roll_earns_a_boot_one_time_in_as_many_as_the_die_has_sides(die: str, sides: int) -> None:
    assert chance(die, "boot") == Fraction(1, sides)


def test_a_player_who_rolls_in_every_stage_lives_four_times_in_ten() -> None:
    lives = prod(1 - chance(die, "dead") for die in CHAMBER)
    assert lives == Fraction(19, 20) * Fraction(11, 12) * Fraction(9, 10) * Fraction(7, 8) * Fraction(5, 6) * Fraction(
        3, 4
    )
    assert lives == Fraction(21945, 51200)
    assert round(float(lives), 3) == 0.429
