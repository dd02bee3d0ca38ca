"""How policies play Ruler's Bluff and Triangle: what a hand is worth to them, and which die they discard."""

import random
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

import pytest

from events.accounts import HOUSE
from games.installed import CATALOGUE
from games.mechanics.betting import Check, Open
from games.policies import named
from games.policies.bluffs.hands import own_beats_one, shared_beats_one, triangle_beats_one
from games.policies.policy import Choice
from tests.games.policies.sitting import beyond_talk
from tests.playing import Playing


def weight(faces: tuple[int, ...]) -> int:
    """In how many orders dice can show these faces."""
    return factorial(len(faces)) // prod(factorial(faces.count(face)) for face in set(faces))


def test_before_any_die_is_seen_all_hands_win_as_often_as_they_lose() -> None:
    assert triangle_beats_one(()) == pytest.approx(1 / 2)
    assert own_beats_one((), ()) == pytest.approx(1 / 2)


def test_of_all_hidden_hands_as_many_win_as_lose_whatever_is_shared() -> None:
    for shared in ((), (3,), (2, 5), (6, 6)):
        hands = list(combinations_with_replacement(range(1, 7), 3))
        whole = sum(weight(hidden) * shared_beats_one(hidden, shared) for hidden in hands)
        assert whole / 6**3 == pytest.approx(1 / 2)


def test_a_triangle_is_worth_what_all_others_are_counted_to_be() -> None:
    hands = [sum(faces) for faces in product(range(1, 13), range(1, 9), range(1, 7))]
    beaten = sum((total < 20 and total != 3) + (total == 20) / 2 for total in hands)
    assert triangle_beats_one((9, 6, 5)) == pytest.approx(beaten / 576)
    assert triangle_beats_one((1, 1, 1)) > triangle_beats_one((12, 8, 6))


def test_five_of_a_kind_of_which_two_lie_open_can_only_be_tied() -> None:
    assert shared_beats_one((6, 6, 6), (6, 6)) == 1 - 1 / 2 / 6**3


def chosen(name: str, playing: Playing, seat: str) -> Choice | None:
    return beyond_talk(named(name), playing.view(f"seat:{seat}"), random.Random(1))


def at_the_second_betting(hidden: list[int], shared: int, **options: Any) -> Playing:
    playing = Playing.open(CATALOGUE, "rulers-bluff", **options).seat("Ada", "Bo", purse_cp=100_000)
    playing.load({("ada", "hidden", 6): hidden, (HOUSE, "shared", 6): [shared]}).start()
    for seat in ("ada", "bo"):
        playing.give(seat, Check())
    return playing


@pytest.mark.parametrize("name", ["tight", "loose", "card_sharp"])
def test_in_the_second_betting_the_worst_die_is_discarded(name: str) -> None:
    assert chosen(name, at_the_second_betting([6, 1, 6], 6), "ada") == {"type": "discard", "n": 1}


@pytest.mark.parametrize("name", ["tight", "loose", "card_sharp"])
def test_no_die_is_discarded_from_a_hand_that_could_only_become_worse(name: str) -> None:
    choice = chosen(name, at_the_second_betting([6, 6, 6], 6), "ada")
    assert choice is not None
    assert choice["type"] in ("open", "check")


def test_a_player_who_would_fold_discards_first() -> None:
    playing = Playing.open(CATALOGUE, "rulers-bluff").seat("Ada", "Bo", purse_cp=100_000)
    playing.load({("bo", "hidden", 6): [1, 2, 4]}).start()
    playing.give("ada", Open(amount_cp=50_000))
    choice = chosen("tight", playing, "bo")
    assert choice is not None
    assert choice["type"] == "discard"


def test_a_seat_that_has_nothing_to_bet_waits_for_the_second_round_with_its_discard() -> None:
    playing = Playing.open(CATALOGUE, "rulers-bluff").seat("Ada", "Bo", purse_cp=500)
    playing.load({("ada", "hidden", 6): [6, 1, 6], (HOUSE, "shared", 6): [6]}).start()
    assert chosen("cautious", playing, "ada") == {"type": "let_it_be"}
    for seat in ("ada", "bo"):
        playing.send(seat, b'{"type":"let_it_be"}')
    assert chosen("cautious", playing, "ada") == {"type": "discard", "n": 1}


def test_three_ones_are_worth_a_bet() -> None:
    playing = Playing.open(CATALOGUE, "triangle").seat("Ada", "Bo", purse_cp=100_000)
    playing.load({("ada", "hidden", sides): [1] for sides in (12, 8, 6)}).start()
    for seat in ("ada", "bo", "ada", "bo"):
        playing.give(seat, Check())
    choice = chosen("tight", playing, "ada")
    assert choice is not None
    assert choice["type"] == "open"
