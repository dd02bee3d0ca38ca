"""The referee objects to a record in which anything is changed, left out or repeated."""

import copy
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.games.trickster.referee.book import Json, Objection
from tests.games.trickster.referee.judging import FACTS, Judge, facts_of
from tests.games.trickster.referee.made_up_cards import CardMaker
from tests.games.trickster.referee.random_games import STANDARD, RandomGames

SEEDS = (0, 1, 5, 8, 13, 17, 37)
MUTATIONS = 40


@cache
def log_of(seed: int) -> list[Json]:
    """A game's log, with the cards of the house or with others."""
    made_up: Any = {"cards": CardMaker(random.Random(seed)).cards(6), "standard_cards": False} if seed % 2 else {}
    games = RandomGames(seed, 3, ante_cp=10, **made_up)
    games.play()
    return [msgspec.json.decode(line) for line in games.playing.lines]


def judged(entries: list[Json]) -> Judge:
    return Judge(STANDARD).judge(entries)


def another(value: Any, chance: random.Random) -> Any:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice([-1, 1])
        case str():
            return value + "x"
        case dict():
            key = chance.choice([*value])
            return value | {key: another(value[key], chance)}
        case list() if value:
            at = chance.randrange(len(value))
            return [*value[:at], *([another(value[at], chance)] * chance.randint(0, 2)), *value[at + 1 :]]
        case _:
            return 1


def is_judged(event: Json) -> bool:
    return any(True for _ in facts_of(event))


def mutations(entries: list[Json], chance: random.Random) -> Iterator[tuple[str, list[Json]]]:
    """Logs in which something is not as it was, and what."""
    first = next(at for at, entry in enumerate(entries) if entry["command"]["type"] == "start_round")
    places = [
        (at, n)
        for at, entry in enumerate(entries)
        for n, event in enumerate(entry.get("events", []))
        if at >= first and is_judged(event)
    ]
    for at, n in chance.choices(places, k=MUTATIONS):
        mutated = [*entries[:at], copy.deepcopy(entries[at]), *entries[at + 1 :]]
        events = mutated[at]["events"]
        event = events[n]
        how = chance.choice(["left out", "repeated", "swapped", *["changed"] * 5])
        match how:
            case "left out":
                del events[n]
            case "repeated":
                events.insert(n, event)
            case "swapped" if n + 1 < len(events) and event != events[n + 1] and is_judged(events[n + 1]):
                events[n : n + 2] = [events[n + 1], event]
            case _:
                kind = event["type"].removeprefix("trickster.")
                field = chance.choice([field for field in FACTS[kind].split() if field in event])
                event[field] = another(event[field], chance)
                how = f"changed: {field} to {event[field]}"
        yield f"{at} {event} {how}", mutated


@pytest.mark.parametrize("seed", SEEDS)
def test_the_referee_objects_to_whatever_is_changed_in_a_game(seed: int) -> None:
    entries = log_of(seed)
    assert judged(entries).games == 1
    unnoticed = []
    for what, mutated in mutations(entries, random.Random(seed)):
        try:
            judged(mutated)
        except Objection:
            continue
        unnoticed.append(what)
    assert unnoticed == []


def test_the_referee_objects_to_a_face_that_was_not_drawn() -> None:
    entries = copy.deepcopy(log_of(0))
    draws = [draw for entry in entries for event in entry.get("events", []) for draw in event.get("draws") or []]
    thrown = next(draw for draw in draws if draw["purpose"] == "cup")
    thrown["face"] = thrown["face"] % thrown["sides"] + 1
    with pytest.raises(Objection, match="dice_shown"):
        judged(entries)


def test_all_that_can_happen_in_a_game_happened_in_those_that_were_mutated() -> None:
    happened = {
        event["type"].removeprefix("trickster.")
        for seed in SEEDS
        for entry in log_of(seed)
        for event in entry.get("events", [])
    }
    assert set(FACTS) <= happened
