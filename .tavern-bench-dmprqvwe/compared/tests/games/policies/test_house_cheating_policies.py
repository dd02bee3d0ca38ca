"""How policies cheat in the games against the House, where the table allows it."""

import random
from collections import Counter
from typing import Any, Final

import pytest

from events.accounts import HOUSE
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, Pass
from games.mechanics.tricks.cup import ShowDice
from games.policies import TEMPERAMENTS, named
from games.policies.policy import Choice
from tests.games.policies.sitting import Table
from tests.playing import Playing

SEEDS: Final = range(60)
HOUSE_GAMES: Final = ("middles-seven", "mountains", "scales", "twelve-nights", "twins")

every_house_game = pytest.mark.parametrize("game", HOUSE_GAMES)
every_temperament = pytest.mark.parametrize("name", TEMPERAMENTS)


def a_table(game: str, **options: Any) -> Playing:
    """Ada and Bo are asked for their bets, and the House's Perception is so poor that it notices little."""
    given = {"cheating": "on", "house_perception": -20, **options}
    return Playing.open(CATALOGUE, game, **given).seat("Ada", "Bo", purse_cp=100_000).start()


def mountains(ada: int, **options: Any) -> Playing:
    """Ada has drawn this card, and the House shows 2 and 7."""
    playing = a_table("mountains", **options).load({(HOUSE, "house", 8): [2, 7], ("ada", "card", 8): [ada]})
    for command in (Bet(amount_cp=500), Pass()):
        for seat in ("ada", "bo"):
            playing.give(seat, command)
    return playing


def twelve_nights(*ada: int, **options: Any) -> Playing:
    """Ada has drawn these two cards."""
    playing = a_table("twelve-nights", **options).load({("ada", "cards", 6): ada})
    for seat in ("ada", "bo"):
        playing.give(seat, Bet(amount_cp=500))
    return playing


def choices(name: str, playing: Playing) -> list[Choice]:
    """What a policy of Ada's chooses by one chance and another."""
    view = playing.view("seat:ada")
    made = [named(name).choose(view, random.Random(seed)) for seed in SEEDS]
    return [choice for choice in made if choice is not None]


def kinds(name: str, playing: Playing) -> Counter[str]:
    return Counter(choice["type"] for choice in choices(name, playing))


@every_house_game
@every_temperament
def test_every_temperament_plays_where_one_can_cheat_and_ends_its_rounds(game: str, name: str) -> None:
    for seed in range(2):
        table = Table(game, dict.fromkeys(("Ada", "Bo", "Cy"), named(name)), seed, options={"cheating": "on"})
        for _ in range(3):
            table.play_round()


@pytest.mark.parametrize("game", ["middles-seven", "scales"])
def test_the_card_sharp_mostly_plans_a_cheat_before_it_bets_and_the_cautious_never_does(game: str) -> None:
    assert kinds("card_sharp", a_table(game))["cheat"] > len(SEEDS) / 2
    assert kinds("cautious", a_table(game))["cheat"] == 0


@every_house_game
@every_temperament
def test_nobody_plans_a_cheat_where_cheating_is_off(game: str, name: str) -> None:
    assert set(kinds(name, a_table(game, cheating="off"))) <= {"bet", "pass"}


@pytest.mark.parametrize(("call", "n"), [("black:7", 0), ("white:7", 1), ("total:odd", 0)])
def test_at_twins_the_die_is_thrown_again_that_the_bet_is_on(call: str, n: int) -> None:
    playing = a_table("twins")
    assert "cheat" not in kinds("card_sharp", playing)
    playing.give("ada", Bet(on=call, amount_cp=500))
    assert {"type": "cheat", "n": n} in choices("card_sharp", playing)


def test_a_card_that_wins_is_shown_and_one_that_loses_is_mostly_drawn_again() -> None:
    assert set(kinds("card_sharp", mountains(5))) <= {"show_dice", "inspect"}
    assert kinds("card_sharp", mountains(8))["cheat"] > len(SEEDS) / 2
    assert kinds("cautious", mountains(8))["cheat"] == 0


def test_if_the_house_notices_everything_a_hand_that_may_win_is_not_risked() -> None:
    assert kinds("card_sharp", twelve_nights(4, 6, house_perception=40))["cheat"] == 0


def test_a_hand_of_twelve_is_shown_and_a_poor_one_is_mended() -> None:
    assert set(kinds("card_sharp", twelve_nights(6, 6))) <= {"show_dice", "inspect"}
    mended = [choice for choice in choices("card_sharp", twelve_nights(4, 6)) if choice["type"] == "cheat"]
    assert mended


@every_temperament
def test_cards_that_lie_face_down_are_shown_before_the_hand_is_played(name: str) -> None:
    playing = twelve_nights(3, 4)
    assert set(kinds(name, playing)) <= {"show_dice", "cheat", "inspect"}
    playing.give("ada", ShowDice())
    assert set(kinds(name, playing)) <= {"hit", "stay", "fold", "inspect"}
