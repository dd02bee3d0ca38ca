"""Whole games, played at random and judged by a referee who knows the rules and the dice, but not the code."""

import random
from itertools import combinations_with_replacement
from typing import Final

import msgspec
import pytest

from games.trickster.cards.card import PLAIN
from games.trickster.cards.checking import problems
from games.trickster.challenge import GiveUpDie
from tests.games.trickster.referee.judging import Judge
from tests.games.trickster.referee.made_up_cards import CardMaker
from tests.games.trickster.referee.random_games import CATALOGUE, STANDARD, RandomGames
from tests.properties.subjects import Subject
from tests.properties.walking import Walk

CLASSES: Final = [PLAIN.name, *(card["name"] for card in STANDARD)]
PAIRS: Final = list(combinations_with_replacement(CLASSES, 2))
GAMES_OF_A_PAIR: Final = 1_000
LEAVING: Final = (0.0, 0.02, 0.1)


def made_up(seed: int) -> RandomGames:
    """A table with cards of the GM's own."""
    chance = random.Random(seed)
    cards = CardMaker(chance).cards(chance.randint(2, 6))
    classes, seats = chance.choice(["chosen", "dealt"]), chance.randint(2, 5)
    ante_cp = chance.choice([0, 10])
    return RandomGames(seed, seats, cards=cards, standard_cards=False, classes=classes, ante_cp=ante_cp)


@pytest.mark.parametrize("seats", range(2, 7))
def test_games_with_the_cards_of_the_house_are_played_by_the_rules(seats: int) -> None:
    games = RandomGames(seats, seats)
    games.play()
    games.play(leaving=LEAVING[1])
    assert games.judge.games == 2


@pytest.mark.parametrize("seed", range(24))
def test_games_with_cards_of_any_making_are_played_by_the_rules(seed: int) -> None:
    games = made_up(seed)
    games.play(leaving=LEAVING[seed % len(LEAVING)])
    assert games.judge.games == 1


@pytest.mark.campaign
@pytest.mark.parametrize("hundred", range(20))
def test_two_thousand_games_with_cards_of_any_making_are_played_by_the_rules(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        made_up(seed).play(leaving=LEAVING[seed % len(LEAVING)])


@pytest.mark.parametrize("classes", ["chosen", "dealt", "plain"])
def test_without_cards_everybody_has_the_plain_one(classes: str) -> None:
    games = RandomGames(0, 3, classes=classes, standard_cards=False)
    games.play(leaving=LEAVING[1])
    assert games.judge.games == 1


@pytest.mark.parametrize("seed", range(3))
def test_the_clock_plays_a_game_to_its_end_by_the_rules(seed: int) -> None:
    games = RandomGames(seed, 4, turn_seconds=60)
    game = games.start([CLASSES[4 * seed + 1]])
    while not game.over:
        smallest = game.which(game.losing, "smallest", None, known=False) if game.losing else []
        timeout = games.playing.let_the_clock_act()
        assert timeout
        assert [timeout.command.n] == smallest if isinstance(timeout.command, GiveUpDie) else not smallest
        games.take_in()
    assert {player.card["name"] for seat, player in game.players.items() if seat != "ada"} == {PLAIN.name}


def evening(seed: int) -> Judge:
    """Anything that can happen at a table: people come, the GM plays for them and calls games off, luck is sealed."""
    chance = random.Random(seed)
    cards = {"cards": CardMaker(chance).cards(5), "standard_cards": False} if seed % 2 else {}
    options = {"turn_seconds": 60, "ante_cp": chance.choice([0, 100]), "classes": chance.choice(["chosen", "dealt"])}
    walk = Walk(Subject(catalogue=CATALOGUE, game="trickster", options={**options, **cards}), seed)
    return Judge(STANDARD).judge(map(msgspec.json.decode, walk.play(160).lines))


def test_evenings_on_which_anything_happens_are_played_by_the_rules() -> None:
    assert sum(evening(seed).games for seed in range(6)) > 6


@pytest.mark.campaign
@pytest.mark.parametrize("hundred", range(5))
def test_five_hundred_evenings_are_played_by_the_rules(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        evening(seed)


HOARDERS: Final = [
    {
        "name": name,
        "hand": ["d4"] * 6,
        "abilities": [
            {
                "kind": "reactive",
                "name": "More",
                "on": on,
                "limit": "game",
                "effects": [{"effect": "gain", "die": "d6", "count": 2}],
            }
        ],
    }
    for name, on in (("Winner", "won_challenge"), ("Loser", "lost_challenge"), ("Beginner", "round_began"))
]


@pytest.mark.parametrize("seed", range(6))
def test_a_player_who_has_more_than_six_dice_drops_some_at_the_end_of_a_round(seed: int) -> None:
    games = RandomGames(seed, 3, cards=HOARDERS, standard_cards=False)
    games.play(["Winner", "Loser", "Beginner"], leaving=LEAVING[seed % len(LEAVING)])
    lost = [event for line in games.playing.lines for event in msgspec.json.decode(line)["events"]]
    assert [event for event in lost if event.get("why") == "too_many"]


@pytest.mark.parametrize("seed", range(20))
def test_cards_that_are_made_up_are_cards_that_a_gm_may_bring(seed: int) -> None:
    for card in CardMaker(random.Random(seed)).cards(24):
        assert problems(msgspec.json.decode(msgspec.json.encode([card]))) == []


@pytest.mark.parametrize("pair", random.Random(2).sample(PAIRS, 8), ids=" and ".join)
def test_two_cards_play_each_other_to_the_end(pair: tuple[str, str]) -> None:
    games = RandomGames(0, 2)
    games.play(pair)
    assert games.judge.games == 1


@pytest.mark.campaign
@pytest.mark.parametrize("pair", PAIRS, ids=" and ".join)
def test_every_two_cards_play_a_thousand_games_to_the_end(pair: tuple[str, str]) -> None:
    games = RandomGames(0, 2)
    for _ in range(GAMES_OF_A_PAIR):
        games.play(pair, calling=0.7)
    assert games.judge.games == GAMES_OF_A_PAIR
