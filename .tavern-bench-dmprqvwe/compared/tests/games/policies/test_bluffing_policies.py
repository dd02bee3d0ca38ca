"""How policies bluff, read and cheat with hidden hands, and what they make of what they learn."""

import random
from collections import Counter
from typing import Any, Final

import msgspec
import pytest

from events.character import Character
from games.installed import CATALOGUE
from games.mechanics.betting import Check, Open
from games.mechanics.tricks.bluffing import Bluff, Read
from games.policies import TEMPERAMENTS, named
from games.policies.bluffs.nerve import SOUND, adjusted
from games.policies.position import Position
from tests.playing import Playing

SEEDS: Final = range(60)

every_game = pytest.mark.parametrize("game", ["bluffmaster", "triangle", "rulers-bluff"])


def triangle(ada: int = 12, purse_cp: int = 100_000, **options: Any) -> Playing:
    """Ada has rolled this d12 in Triangle, Bo a 12 and Cy a 6; it is Ada's turn."""
    playing = Playing.open(CATALOGUE, "triangle", **options).seat("Ada", "Bo", "Cy", purse_cp=purse_cp)
    playing.load({("ada", "hidden", 12): [ada], ("bo", "hidden", 12): [12], ("cy", "hidden", 12): [6]})
    return playing.start()


def choices(name: str, playing: Playing, seat: str) -> list[dict[str, Any]]:
    """What a policy chooses by one chance and another."""
    view = playing.view(f"seat:{seat}")
    made = [named(name).choose(view, random.Random(seed)) for seed in SEEDS]
    return [choice for choice in made if choice is not None]


def of_type(kind: str, name: str, playing: Playing, seat: str = "ada") -> list[dict[str, Any]]:
    return [choice for choice in choices(name, playing, seat) if choice["type"] == kind]


# Bluffing


@pytest.mark.parametrize("name", ["card_sharp", "bully", "drunkard", "reckless"])
def test_a_poor_hand_mostly_seems_confident_and_a_good_one_uneasy(name: str) -> None:
    for ada, mostly in ((1, "confident"), (12, "uneasy")):
        faces = Counter(choice["seems"] for choice in of_type("bluff", name, triangle(ada)))
        assert faces.most_common(1)[0][0] == mostly
        assert len(faces) == 2


def test_the_bully_puts_on_faces_more_often_than_the_cautious() -> None:
    assert len(of_type("bluff", "bully", triangle())) > 4 * len(of_type("bluff", "cautious", triangle()))


def test_the_one_who_has_bet_most_is_bluffed() -> None:
    playing = triangle()
    playing.give("ada", Check())
    playing.give("bo", Open(amount_cp=1_000))
    assert {choice["target"] for choice in of_type("bluff", "bully", playing, "cy")} == {"bo"}
    playing.give("cy", Bluff(target="bo", seems="confident"))
    assert {choice["target"] for choice in of_type("bluff", "bully", playing, "cy")} == {"ada"}


def test_out_of_turn_nobody_talks() -> None:
    assert choices("bully", triangle(), "bo") == []


# Reading


def test_a_seat_with_a_costly_bet_to_answer_reads_the_bettor() -> None:
    playing = triangle()
    playing.give("ada", Check())
    assert of_type("read", "card_sharp", playing, "bo") == []
    playing.give("bo", Open(amount_cp=5_000))
    read = of_type("read", "card_sharp", playing, "cy")
    assert len(read) > len(SEEDS) / 2
    assert {choice["target"] for choice in read} == {"bo"}
    playing.give("cy", Read(target="bo"))
    assert of_type("read", "card_sharp", playing, "cy") == []


def test_a_bet_that_costs_next_to_nothing_is_not_worth_a_read() -> None:
    playing = triangle()
    playing.give("ada", Open(amount_cp=1))
    assert of_type("read", "card_sharp", playing, "bo") == []


@pytest.mark.parametrize(("bo", "better"), [(12, False), (1, True)])
def test_what_was_read_makes_a_hand_worth_less_or_more(bo: int, better: bool) -> None:
    playing = Playing.open(CATALOGUE, "triangle").seat("Ada", "Bo").load({("bo", "hidden", 12): [bo]}).start()
    playing.load({("ada", "read", 20): [20], ("bo", "hide_feelings", 20): [1]})
    playing.give("ada", Read(target="bo"))
    position = Position.of(playing.view("seat:ada"))
    assert position is not None
    assert (adjusted(position, SOUND, 0.5) > 0.5) == better


def test_a_face_is_believed_less_than_what_was_read_and_does_not_take_it_back() -> None:
    playing = Playing.open(CATALOGUE, "triangle").seat("Ada", "Bo").load({("bo", "hidden", 12): [1]}).start()
    position = Position.of(playing.view("seat:ada"))
    assert position is not None
    assert adjusted(position, SOUND, 0.5) == 0.5

    playing.load({("bo", "bluff", 20): [20], ("ada", "see_through", 20): [1]})
    playing.give("bo", Bluff(target="ada", seems="confident"))
    position = Position.of(playing.view("seat:ada"))
    assert position is not None
    shaken = adjusted(position, SOUND, 0.5)
    assert 0.4 < shaken < 0.5

    playing.load({("ada", "read", 20): [20], ("bo", "hide_feelings", 20): [1]})
    playing.give("ada", Read(target="bo"))
    position = Position.of(playing.view("seat:ada"))
    assert position is not None
    assert adjusted(position, SOUND, 0.5) > 0.6


# Cheating


def test_the_card_sharp_rolls_a_poor_die_again_and_keeps_a_good_one() -> None:
    poor = choices("card_sharp", triangle(1, cheating="on", house_perception=-20), "ada")
    assert Counter(choice["type"] for choice in poor)["cheat"] > len(SEEDS) / 2
    assert of_type("cheat", "card_sharp", triangle(12, cheating="on", house_perception=-20)) == []


@pytest.mark.parametrize("name", ["cautious", "tight", "loose"])
def test_a_player_who_plays_fair_never_cheats(name: str) -> None:
    assert of_type("cheat", name, triangle(1, cheating="on", house_perception=-20)) == []


def test_nobody_who_thinks_of_it_cheats_where_the_house_always_notices() -> None:
    assert of_type("cheat", "card_sharp", triangle(6, cheating="on", house_perception=40)) == []


def test_an_open_die_of_ones_own_is_cheated_with_before_it_is_shown() -> None:
    given: dict[str, Any] = {"cheating": "on", "open_dice": "own", "house_perception": -20}
    playing = Playing.open(CATALOGUE, "rulers-bluff", **given)
    playing.sit("Ada", character=Character(skills={"sleight_of_hand": 10}))
    playing.seat("Bo")
    playing.load({("ada", "hidden", 6): [3, 4, 5], ("ada", "open", 6): [1]}).start()
    for seat in ("ada", "bo"):
        playing.give(seat, Check())
    made = choices("card_sharp", playing, "ada")
    assert {choice["type"] for choice in made} <= {"cheat", "show_dice", "inspect"}
    assert {"type": "cheat", "n": 3} in made
    assert {choice["type"] for choice in choices("cautious", playing, "ada")} <= {"show_dice", "inspect"}


@every_game
@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_every_temperament_plays_a_round_with_all_tricks_to_its_end(game: str, name: str) -> None:
    options: dict[str, Any] = {} if game == "bluffmaster" else {"cheating": "on"}
    if game == "rulers-bluff":
        options["open_dice"] = "own"
    playing = Playing.open(CATALOGUE, game, **options).seat("Ada", "Bo", "Cy", purse_cp=20_000).start()
    chance = random.Random(3)
    for _ in range(1_000):
        if not playing.table.running:
            return
        seat = playing.table.to_act[0]
        choice = named(name).choose(playing.view(f"seat:{seat}"), chance)
        assert choice is not None
        playing.send(seat, msgspec.json.encode(choice))
    raise AssertionError("the round does not end")
