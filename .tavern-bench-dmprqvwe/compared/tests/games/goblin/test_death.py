"""The Bullet: a natural 1 is instant death."""

import pytest

from games.goblin.chamber import Hold, Roll
from games.goblin.state import CHAMBER
from tests.games.goblin.table import HOLD, chamber, dies, rolled, stage_of, turn_of


@pytest.mark.parametrize("stage", range(6))
def test_a_1_on_any_die_is_death(stage: int) -> None:
    game = chamber()
    for _ in range(stage):
        game.stage(2, 3, 2)
    die = list(CHAMBER)[stage]
    assert game.rolls("bri", 1) == [rolled("bri", stage, die, 1), dies("bri"), turn_of("odo")]
    assert game.status("bri") == "dead"


def test_the_score_of_the_dead_is_0() -> None:
    game = chamber()
    game.stage(19, 5, 6)
    game.rolls("bri", 1)
    assert game.score("bri") == 0
    assert [seat.total for seat in game.view("public").seats] == [0, 5, 6]


def test_the_dead_are_out_and_their_ante_stays_in_the_pot() -> None:
    game = chamber()
    before_cp = game.pot
    game.rolls("bri", 1)
    assert game.pot == before_cp
    assert game.purse("bri") == 9_500
    assert game.may("bri") == []
    for command in (Roll(), Hold()):
        assert game.refused("bri", command) == "dead"


def test_a_2_kills_nobody() -> None:
    game = chamber()
    assert game.rolls("bri", 2) == [rolled("bri", 0, "d20", 2), turn_of("odo")]


def test_the_stage_goes_on_without_the_dead() -> None:
    game = chamber()
    game.stage(5, 1, 6)
    game.rolls("bri", 5)
    assert game.rolls("cal", 3) == [rolled("cal", 1, "d12", 3), stage_of(3, "d10", "bri", "cal"), turn_of("bri")]


def test_the_dead_are_nobody_to_be_higher_than() -> None:
    game = chamber()
    game.stage(20, 5, 4)
    game.rolls("bri", 1)
    assert game.may("odo") == ["roll", "hold"]


def test_the_death_of_all_that_are_higher_leaves_a_held_score_the_highest() -> None:
    game = chamber()
    game.stage(9, 5, 4)
    game.stage(HOLD, 6, 7)
    game.stage(1, 1)
    assert game.result.winners == ["bri"]
