"""How temperaments play Twenty-One: with sense, and each with its manners."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest

from events.character import Character
from games.policies import TEMPERAMENTS, named
from games.policies.prospects import bust_chance
from games.twentyone.betting import Hold, Roll
from games.twentyone.bump import Bump
from games.twentyone.cheating import Cheat
from games.twentyone.options import DieName
from games.twentyone.skills import Foresight, Goad, Profile
from games.twentyone.turns import LetItBe
from tests.games.policies.sitting import Table
from tests.playing import Playing


def a_turn(
    *,
    ada: tuple[int, int],
    bo: tuple[int, int] = (10, 9),
    bought: Iterable[tuple[DieName, int]] = (),
    **given: Any,
) -> Playing:
    """It is Ada's turn, with these dice: open and hole, and bought ones that were let be."""
    playing = Playing.open(Table("twentyone", {}, seed=0).playing.catalogue, "twentyone")
    playing.seat("Ada", "Bo", purse_cp=100_000)
    faces: Mapping[Any, list[int]] = {
        ("ada", "opening", 10): [ada[0]],
        ("ada", "hole", 10): [ada[1]],
        ("bo", "opening", 10): [bo[0]],
        ("bo", "hole", 10): [bo[1]],
        **{("ada", "bought", int(die[1:])): [face] for die, face in bought},
    }
    playing.load(faces).start()
    playing.give(playing.table.to_act[0], LetItBe())
    for at, (die, _) in enumerate(bought):
        if at:
            playing.give("bo", Hold())
        playing.give("ada", Roll(die=die))
        playing.give("ada", LetItBe())
        if playing.table.turn == "bo":
            playing.give("bo", Hold())
    return playing


def chosen(playing: Playing, name: str, seed: int, seat: str = "ada") -> Any:
    return named(name).choose(playing.view(f"seat:{seat}"), Random(seed))


@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_nobody_holds_where_no_die_could_bust(name: str) -> None:
    playing = a_turn(ada=(1, 1))

    assert {chosen(playing, name, seed)["type"] for seed in range(40)} <= {
        "roll",
        "goad",
        "bump",
        "foresight",
        "profile",
        "side_bet",
    }


@pytest.mark.parametrize("name", ["cautious", "card_sharp", "bully", "drunkard"])
def test_a_seat_with_20_holds_it(name: str) -> None:
    playing = a_turn(ada=(3, 9), bought=[("d8", 8)])
    main = [one for seed in range(40) if (one := chosen(playing, name, seed))["type"] in ("roll", "hold", "fold")]

    assert playing.view("seat:ada").seats[0].total == 20
    assert {one["type"] for one in main} == {"hold"}


def test_a_card_sharp_takes_back_what_would_bust_and_the_cautious_lets_it_be() -> None:
    playing = a_turn(ada=(6, 9))
    playing.load({("ada", "bought", 8): [8]}).give("ada", Roll(die="d8"))

    sharp = [chosen(playing, "card_sharp", seed) for seed in range(100)]
    cautious = [chosen(playing, "cautious", seed) for seed in range(100)]

    assert sum(one["type"] == "cheat" for one in sharp) > 80
    assert sum(one["type"] == "cheat" for one in cautious) < 15
    cheats = [one for one in sharp if one["type"] == "cheat"]
    assert {23 + one["change"] for one in cheats} == {21}


def test_a_player_who_knows_of_a_cheat_accuses_out_of_turn() -> None:
    sheet = Character(skills={"sleight_of_hand": 20, "investigation": 20})
    table = Table("twentyone", {"Ada": named("card_sharp"), "Bo": named("cautious")}, seed=1, character=sheet)
    faces = {("ada", "opening", 10): [2], ("bo", "opening", 10): [7], ("ada", "bought", 8): [4]}
    playing = table.playing.load({**faces, ("ada", "cheat", 20): [15], ("bo", "profile", 20): [15]}).start()
    playing.give("ada", LetItBe())
    playing.give("ada", Roll(die="d8"))
    playing.give("ada", Cheat(n=2, change=1))
    playing.give("bo", Profile(target="ada"))
    playing.give("bo", Hold())

    accusing = [chosen(playing, "cautious", seed, "bo") for seed in range(20)]

    assert playing.table.to_act == ["ada"]
    assert {(one["type"], one["target"]) for one in accusing} == {("accuse", "ada")}
    assert {one["n"] for one in accusing} == {1, 2}


def test_what_was_foreseen_is_played_by() -> None:
    sheet = Character(abilities={"wis": 20})
    table = Table("twentyone", {"Ada": named("card_sharp"), "Bo": named("cautious")}, seed=1, character=sheet)
    dice = {("ada", "bought", sides): [1] for sides in (20, 10, 8, 4)}
    faces = {("ada", "opening", 10): [5], ("ada", "hole", 10): [10], ("bo", "opening", 10): [7]}
    playing = table.playing.load({**faces, **dice, ("ada", "bought", 6): [6], ("ada", "foresight", 20): [20]}).start()
    playing.give("ada", LetItBe())
    playing.give("ada", Foresight())

    for name in TEMPERAMENTS:
        bought = [one for seed in range(20) if (one := chosen(playing, name, seed))["type"] == "roll"]
        assert {one["die"] for one in bought} == {"d6"}


def test_a_locked_bumper_waits_and_a_bully_pays_back_where_it_hurts() -> None:
    playing = a_turn(ada=(3, 9), bought=[("d8", 8)])
    playing.load({("ada", "bump", 20): [2], ("bo", "bump_defence", 20): [18]})
    playing.give("ada", Bump(target="bo", n=0))

    assert playing.table.to_act == ["bo"]
    assert [chosen(playing, name, 1) for name in TEMPERAMENTS] == [None] * len(TEMPERAMENTS)
    assert chosen(playing, "bully", 1, "bo") == {"type": "retaliate", "n": 2}


@pytest.mark.parametrize(
    ("total", "sides", "busting"),
    [(11, 10, 0), (12, 10, 1), (15, 4, 0), (18, 4, 1), (19, 4, 2), (20, 20, 18), (2, 20, 0), (21, 20, 19), (17, 6, 2)],
)
def test_the_chance_to_bust_is_that_of_the_faces_that_go_over_21(total: int, sides: int, busting: int) -> None:
    """A 20 on the d20 makes 21, whatever the total."""
    assert bust_chance(total, sides) * sides == busting


def made_to_roll(ada: tuple[int, int], *bought: tuple[DieName, int]) -> Playing:
    """Ada's Goad has fallen back on her, and she must roll, or fold."""
    playing = a_turn(ada=ada, bought=bought).load({("ada", "goad", 20): [2], ("bo", "goad_defence", 20): [18]})
    playing.give("ada", Goad(target="bo", skill="persuasion"))
    return playing


@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_a_seat_forced_to_roll_folds_only_if_it_could_go_bust(name: str) -> None:
    lost, safe = made_to_roll((3, 9), ("d8", 8)), made_to_roll((1, 1))

    assert {chosen(lost, name, seed)["type"] for seed in range(200)} >= {"fold"}
    assert {chosen(safe, name, seed)["type"] for seed in range(200)} <= {"roll", "side_bet"}


def test_the_cautious_throw_in_what_the_reckless_mostly_play() -> None:
    lost = made_to_roll((3, 9), ("d8", 8))
    folds = {
        name: sum(chosen(lost, name, n)["type"] == "fold" for n in range(100)) for name in ("cautious", "reckless")
    }

    assert folds["reckless"] < 20 < folds["cautious"]
