"""When policies accuse in Twenty-One: with a reason, at a price that is worth it, and never twice of the same die."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import msgspec
import pytest

from games.installed import CATALOGUE
from games.policies import TEMPERAMENTS, named
from tests.games.twentyone import table as current
from tests.games.twentyone.table import TwentyOneTable
from tests.games.twentyone_v3.table import betting

RICH: Final = 20_000


def chosen(table: TwentyOneTable, seat: str, seed: int = 0, name: str = "card_sharp") -> Any:
    return named(name).choose(table.view(f"seat:{seat}"), Random(seed))


def accusations(table: TwentyOneTable, seat: str, name: str = "card_sharp", seed: int = 0) -> list[tuple[str, int]]:
    """All that a seat's policy accuses others of, one accusation after the other, until it has had enough."""
    made: list[tuple[str, int]] = []
    while (command := chosen(table, seat, seed + len(made), name)) and command["type"] == "accuse":
        made.append((command["target"], command["n"]))
        table.give(seat, CATALOGUE.read_command(table.table.game, msgspec.json.encode(command)))
    return made


def profiled(
    natural: int = 18, *, cal: tuple[int, int] = (6, 6), purses: Mapping[str, int] | None = None
) -> TwentyOneTable:
    """Cal knows that Odo has cheated: with its open die, which was bumped. Odo has bought a d4, too."""
    table = betting(bri=(2, 3), odo=(5, 9), cal=cal, purses={"cal": RICH, **(purses or {})})
    table.bumps("bri", "odo", 0, 15, 2, to=(10, 3))
    table.cheats("odo", n=0, change=3, natural=20)
    table.buys("bri", "d4", 2)
    table.buys("odo", "d4", 1)
    table.profiles("cal", "odo", natural)
    return table


def bust(table: TwentyOneTable, seat: str) -> TwentyOneTable:
    """A seat has slandered another, and has nothing more to lose but coins."""
    table.accuses(seat, "bri", 2)
    assert table.status(seat) == "bust"
    return table


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_a_seat_that_knows_of_a_cheat_never_accuses_twice_of_one_die(name: str, seed: int) -> None:
    table = bust(profiled(), "cal")
    made = accusations(table, "cal", name, seed)
    assert 1 <= len(made) <= len(table.table.seats["odo"].dice)
    assert len(set(made)) == len(made)
    assert table.status("odo") == "bust"


@pytest.mark.parametrize("seed", range(12))
def test_an_open_die_that_was_bumped_is_suspected_too(seed: int) -> None:
    table = bust(profiled(), "cal")
    assert ("odo", 0) in accusations(table, "cal", seed=seed)


def test_dice_of_which_others_have_accused_somebody_in_vain_are_past_suspicion() -> None:
    table = bust(profiled(), "cal")
    table.accuses("bri", "odo", 1)
    table.accuses("bri", "odo", 2)
    for seed in range(12):
        assert chosen(table, "cal", seed) == {"type": "accuse", "target": "odo", "n": 0}


def test_a_player_who_knows_the_die_accuses_at_once() -> None:
    table = profiled(natural=20)
    for seed in range(12):
        assert chosen(table, "cal", seed) == {"type": "accuse", "target": "odo", "n": 0}


def test_a_seat_that_could_win_a_pot_does_not_risk_it_on_one_die_in_three() -> None:
    hopeful, hopeless = profiled(cal=(10, 10)), profiled()
    assert {chosen(hopeful, "cal", seed)["type"] for seed in range(12)} == {"hold"}
    assert {chosen(hopeless, "cal", seed)["type"] for seed in range(12)} == {"accuse"}


def test_a_player_who_is_bust_does_not_pay_more_than_a_poor_cheat_could() -> None:
    table = bust(profiled(purses={"odo": 1_700}), "cal")
    assert table.purse("odo") < 1_000
    assert accusations(table, "cal") == []


def test_without_dice_that_roll_again_the_open_die_is_past_suspicion() -> None:
    table = current.betting(bri=(2, 3), odo=(5, 9), cal=(6, 6), purses={"cal": RICH})
    table.bumps("bri", "odo", 0, 15, 2, to=(10, 3))
    table.buys("bri", "d4", 2)
    table.rolls("odo", "d4", 1)
    table.cheats("odo", n=2, change=1, natural=20)
    table.profiles("cal", "odo", 18)
    assert {chosen(table, "cal", seed)["n"] for seed in range(24)} == {1, 2}


def staring(odo: int) -> TwentyOneTable:
    """The staredown: Bri has 18, Odo 17 and a bought die that shows `odo`."""
    table = betting(bri=(9, 9), odo=(9, 8))
    table.holds("bri")
    table.buys("odo", "d4", odo)
    table.holds("odo")
    assert table.asked == ("staredown", ["bri", "odo"])
    return table


def test_a_player_who_is_beaten_by_a_total_too_good_to_be_true_may_follow_a_feeling() -> None:
    table = staring(3)
    felt = [chosen(table, "bri", seed) for seed in range(200)]
    assert {"type": "accuse", "target": "odo", "n": 2} in felt
    assert {"type": "pass"} in felt


def test_a_player_who_has_won_risks_nothing_on_a_feeling() -> None:
    table = betting(bri=(9, 8), odo=(10, 9))
    table.buys("bri", "d4", 3)
    table.drinks("odo", "d4", 2, save=15)
    table.lets_it_be("odo")
    table.holds("bri", "odo")
    assert [chosen(table, "odo", seed) for seed in range(200)] == [{"type": "pass"}] * 200


def test_in_a_staredown_nobody_accuses_more_often_than_there_are_dice() -> None:
    for name in TEMPERAMENTS:
        for seed in range(20):
            table = staring(3)
            assert len(accusations(table, "bri", name, seed)) <= len(table.table.seats["odo"].dice)
