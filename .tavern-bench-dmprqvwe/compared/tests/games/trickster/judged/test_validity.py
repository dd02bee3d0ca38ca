"""The game accepts exactly the cards that the referee accepts: random cards, spoiled at random."""

import copy
import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest

from games.trickster.cards.checking import CardProblem, problems
from tests.games.trickster.referee.book import Json
from tests.games.trickster.referee.made_up_cards import TRIGGERS, CardMaker
from tests.games.trickster.referee.random_games import STANDARD
from tests.games.trickster.referee.scoring import SIZES
from tests.games.trickster.referee.validity import ANY_DIE, ANYBODY, EFFECTS, KINDS, PATTERNS, are_cards

SPOILED: Final = 150
NAMES: Final = [card["name"] for card in STANDARD]
KEYS: Final = (
    "name", "hand", "abilities", "kind", "on", "pattern", "effects", "limit", "turn", "dice_at_most", "effect", "of",
    "die", "levels", "count", "faces", "face", "sizes", "colour",
)  # fmt: skip
VALUES: Final[list[Any]] = [
    *range(-1, 8), 19, 20, 21, True, None, "", " ", [], {}, "1", [1], [1, 1], [20], ["d6"], ["d6", "d6"], ["d3"],
    *SIZES, *TRIGGERS, *ANY_DIE, *ANYBODY, *KINDS, *EFFECTS, *PATTERNS, "round", "game", "any",
    "Made up 0", "made up 1", "Plain", "PLAIN", NAMES[0], NAMES[1].upper(), "x" * 40, "x" * 41, "a\u200bb", "a\nb",
    "\u3164", "\u0301", "\u2800 \u0301", " Made  up 0 ", "ＭＡＤＥ\u3164up 1", "a\u00a0b", "Power 0 ", "power  1",
    "Made-up 0", "madeup_1", "Máde up 0", "★★", "★ ★",
    {"effect": "ward"}, {"effect": "reroll"}, {"effect": "gain", "die": "d4"}, {"pattern": "alike", "count": 2},
]  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every object and list in a value, with each key or index in it."""
    if isinstance(value, (dict, list)):
        for key in [*value] if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def spoil(cards: list[Json], chance: random.Random) -> list[Json]:
    """Cards in which something is changed, left out, added or repeated."""
    spoiled = copy.deepcopy(cards)
    for _ in range(chance.choice([1, 1, 1, 2])):
        holder, key = chance.choice([*places(spoiled)])
        match chance.choice(["change", "change", "change", "leave out", "add", "twice"]):
            case "leave out":
                del holder[key]
            case "add" if isinstance(holder, dict):
                holder[chance.choice(KEYS)] = copy.deepcopy(chance.choice(VALUES))
            case "twice" if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
            case _:
                holder[key] = copy.deepcopy(chance.choice(VALUES))
        if not spoiled:
            break
    return spoiled


def found(cards: list[Json]) -> list[CardProblem]:
    """What the game has against cards, beside its own."""
    return problems(msgspec.json.decode(msgspec.json.encode(cards)), NAMES)


def judge_the_spoiled(seed: int) -> int:
    """How many were cards still."""
    chance, sound = random.Random(seed), 0
    cards = CardMaker(chance).cards(2)
    assert are_cards(cards, NAMES)
    for _ in range(SPOILED):
        spoiled = spoil(cards, chance)
        assert (not found(spoiled)) == are_cards(spoiled, NAMES), spoiled
        sound += not found(spoiled)
    return sound


@pytest.mark.parametrize("seed", range(8))
def test_the_game_accepts_exactly_the_cards_that_the_referee_accepts(seed: int) -> None:
    assert 0 < judge_the_spoiled(seed) < SPOILED


@pytest.mark.campaign
def test_the_game_accepts_exactly_the_cards_that_the_referee_accepts_a_hundred_thousand_times() -> None:
    for seed in range(10, 700):
        judge_the_spoiled(seed)


@pytest.mark.parametrize("seed", range(8))
def test_each_problem_names_the_card_the_field_and_what_is_allowed(seed: int) -> None:
    chance = random.Random(seed)
    cards = CardMaker(chance).cards(2)
    for _ in range(SPOILED):
        spoiled = spoil(cards, chance)
        for problem in found(spoiled):
            assert problem.card
            assert problem.problem
            assert problem.allowed
            assert "\n" not in str(problem)
            assert leads_somewhere(spoiled, problem.index, problem.path), problem


def leads_somewhere(cards: list[Json], index: int, path: tuple[str | int, ...]) -> bool:
    """Whether a path leads to what is there, or to what is missing from what is there."""
    value: Any = cards[index]
    for step in path[:-1]:
        value = value[step]
    return not path or isinstance(value, (dict, list))
