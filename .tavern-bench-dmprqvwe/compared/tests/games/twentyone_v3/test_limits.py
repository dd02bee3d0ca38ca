"""How often a skill is used, and when; and what is left to who has no coins."""

import pytest

from events.event import Command
from games.twentyone.betting import Roll
from games.twentyone.bump import Bump
from games.twentyone.skills import Foresight, Goad, Profile
from tests.games.twentyone.table import TwentyOneTable
from tests.games.twentyone_v3.table import betting


def used(table: TwentyOneTable, skill: str) -> None:
    """Bri uses a skill that comes to nothing worse than a lost turn."""
    match skill:
        case "goad":
            table.goads("bri", "odo", 15, 5)
            table.lets_it_be("odo")
        case "bump":
            table.bumps("bri", "odo", 0, 15, 5, to=(10, 5))
            table.lets_it_be("odo")
        case "foresight":
            table.foresees("bri", 15, d20=1, d10=1, d8=1, d6=1, d4=2)
        case _:
            table.profiles("bri", "odo", 5)


COMMANDS: dict[str, Command] = {
    "goad": Goad(target="odo"),
    "bump": Bump(target="odo", n=0),
    "foresight": Foresight(),
    "profile": Profile(target="odo"),
}


@pytest.mark.parametrize("skill", COMMANDS)
def test_one_skill_a_turn(skill: str) -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    used(table, skill)
    for command in COMMANDS.values():
        assert table.refusal("bri", command) == "one_skill_a_turn"


@pytest.mark.parametrize("skill", COMMANDS)
def test_each_skill_once_a_round(skill: str) -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    used(table, skill)
    table.buys("bri", "d4", 2)
    table.buys("odo", "d4", 2)
    assert table.refusal("bri", COMMANDS[skill]) == "skill_used"
    others = [other for other in COMMANDS if other != skill]
    assert all(table.may("bri", other) for other in others)


def test_a_skill_of_the_last_round_may_be_used_again() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.profiles("bri", "odo", 5)
    table.folds("bri")
    table.start_round(bri=(4, 5), odo=(6, 3))
    table.lets_it_be("bri")
    assert table.may("bri", "profile")


def test_a_cheat_is_no_skill_and_is_asked_about_as_often_as_dice_are_bought() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    for _ in range(2):
        table.rolls("bri", "d4", 2)
        table.cheats("bri", n=1, change=1, natural=20)
        table.buys("odo", "d4", 2)
    assert table.hand("bri").cheats == [1, 1]
    assert table.may("bri", "profile")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_skill_out_of_turn(command: Command) -> None:
    table = betting(bri=(4, 5), cal=(6, 3), odo=(8, 2))
    assert table.refusal("cal", command) == "not_your_turn"


def test_a_player_who_has_no_coins_can_drink_or_be_lent_some() -> None:
    table = betting(bri=(1, 1), odo=(6, 3), purses={"bri": 500})
    assert table.refusal("bri", Roll(die="d10")) == "purse_too_small"
    assert table.may("bri", "roll") == [{"die": ["d20", "d10", "d8", "d6", "d4"], "pay": ["drinks"]}]
    table.lends("bri", 250)
    assert {"die": ["d20", "d10"], "pay": ["coins"], "cost_cp": 250} in table.may("bri", "roll")


@pytest.mark.parametrize("kind", ["npc", "gm"])
def test_a_seat_of_the_gm_s_cheats_as_any_other_does(kind: str) -> None:
    table = betting(bri=(1, 1), odo=(6, 3), kinds={"bri": kind})
    table.rolls("bri", "d4", 2)
    assert table.may("bri", "cheat")
