"""How policies play Pig, and what its solution for two says: computed again by value iteration where that is short."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.installed import CATALOGUE
from games.one_page.pig import Bank, Throw
from games.policies import named
from games.policies.races.pig import BEST_ALONE, BankFrom, gain_of_throwing, keeping_pace
from games.policies.races.pig_for_two import Race, always_from
from tests.playing import Playing

State = tuple[int, int, int]
"""The points of who is to throw, those of the other, those at risk."""


def race(*faces: int, target: int = 100, points: dict[str, list[int]] | None = None) -> Playing:
    """Ada has thrown these faces in her second turn; in their first, she and Bo have banked what is given."""
    playing = Playing.open(CATALOGUE, "pig", target=target).seat("Ada", "Bo").start()
    for seat in ("ada", "bo"):
        given = (points or {}).get(seat, [1])
        playing.load({(seat, "pig", 6): given})
        for _ in given:
            playing.give(seat, Throw())
        if given != [1]:
            playing.give(seat, Bank())
    playing.load({("ada", "pig", 6): faces})
    for _ in faces:
        playing.give("ada", Throw())
    return playing


def chosen(playing: Playing, name: str, seed: int = 1) -> Any:
    choice = named(name).choose(playing.view("seat:ada"), Random(seed))
    return choice and choice["type"]


def test_a_throw_gains_on_average_until_twenty_points_are_at_risk() -> None:
    assert BEST_ALONE == 20
    assert [gain_of_throwing(points) > 0 for points in (0, 19, 20, 21)] == [True, True, False, False]


@pytest.mark.parametrize(
    ("name", "at_risk", "does"),
    [
        ("threshold", 19, "throw"),
        ("threshold", 20, "bank"),
        ("cautious", 11, "throw"),
        ("cautious", 12, "bank"),
        ("bully", 24, "throw"),
        ("bully", 25, "bank"),
        ("reckless", 34, "throw"),
        ("reckless", 35, "bank"),
        ("best_play", 20, "throw"),
        ("best_play", 21, "bank"),
        ("card_sharp", 21, "bank"),
    ],
)
def test_each_banks_from_its_own_number_of_points_on(name: str, at_risk: int, does: str) -> None:
    faces = [6] * ((at_risk - 2) // 6)
    rest = at_risk - sum(faces)
    faces += [rest] if rest <= 6 else [rest - 3, 3]
    assert chosen(race(*faces), name) == does


def test_nobody_banks_before_seven() -> None:
    for name in ("random", "drunkard", "cautious", "best_play", "threshold"):
        assert {chosen(race(6), name, seed) for seed in range(10)} == {"throw"}


def test_the_drunkard_banks_whenever_it_likes() -> None:
    thrown = race(6, 6, 6)
    assert {chosen(thrown, "drunkard", seed) for seed in range(30)} == {"throw", "bank"}


def test_a_seat_with_enough_to_win_banks() -> None:
    almost = race(6, 6, target=50, points={"ada": [6] * 7})
    for name in ("reckless", "best_play", "threshold", "drunkard", "bully", "card_sharp"):
        assert chosen(almost, name) == "bank"


def test_best_play_waits_for_more_if_the_other_is_ahead_and_for_the_victory_if_it_is_close_to_it() -> None:
    assert chosen(race(6, 6, 6, 5, points={"bo": [6] * 8}), "best_play") == "throw"
    assert chosen(race(6, 6, 6, points={"ada": [6] * 8}), "best_play") == "bank"
    assert chosen(race(6, 6, 6, 6, 6, 6, points={"bo": [6] * 12}), "best_play") == "throw"


def values(target: int, ways: tuple[BankFrom | None, BankFrom | None]) -> Callable[[int, int, int], float]:
    """The chances to win of who is to throw, by value iteration over all states until they stand still."""
    states = [(own, other, risk) for own in range(target) for other in range(target) for risk in range(target)]
    worth = [dict.fromkeys(states, 0.5) for _ in ways]

    def look(who: int, own: int, other: int, risk: int) -> float:
        return 1.0 if own + risk >= target and risk >= 7 else worth[who].get((own, other, risk), 1.0)

    def renewed(who: int, own: int, other: int, risk: int) -> float:
        if own + risk >= target and risk >= 7:
            return 1.0
        throwing = (
            1 - look(1 - who, other, own, 0) + sum(look(who, own, other, risk + face) for face in range(2, 7))
        ) / 6
        if risk < 7:
            return throwing
        banking = 1 - look(1 - who, other, own + risk, 0)
        way = ways[who]
        if way is None:
            return max(throwing, banking)
        return banking if risk >= way(own, other, target) else throwing

    moved = 1.0
    while moved > 1e-12:
        moved = 0.0
        for who in (0, 1):
            for state in states:
                new = renewed(who, *state)
                moved = max(moved, abs(new - worth[who][state]))
                worth[who][state] = new
    return lambda who, own, other: worth[who][own, other, 0]


@pytest.mark.parametrize("ways", [(None, None), (None, always_from(7)), (always_from(9), always_from(7))])
def test_the_solution_is_what_value_iteration_comes_to(ways: tuple[BankFrom | None, BankFrom | None]) -> None:
    target = 14
    solved, worth = Race(*ways, target=target), values(target, ways)

    for (own, other), chance in solved.worth[0].items():
        assert chance == pytest.approx(worth(0, own, other), abs=1e-9)
    for (own, other), chance in solved.worth[1].items():
        assert chance == pytest.approx(worth(1, own, other), abs=1e-9)


def test_no_way_does_better_than_the_best() -> None:
    best = Race(None, None, 30)
    for way in (always_from(12), always_from(20), keeping_pace):
        assert 1 - Race(None, way, 30).first_wins <= 1 - best.first_wins + 1e-9
        assert Race(way, None, 30).first_wins <= best.first_wins + 1e-9
