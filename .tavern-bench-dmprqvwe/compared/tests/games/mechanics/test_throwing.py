"""Throwing dice: what is recorded of a throw, and which faces the rule that threw gets."""

from collections.abc import Generator
from typing import Any

from events.accounts import HOUSE
from events.audience import ALL, seat_viewer
from events.dice import Dice
from events.event import Event
from events.round_events import DiceThrown, DieRerolled, DieRolled
from games.mechanics.throwing import throw, throw_again, throw_several
from projections.game import AnyTable
from projections.table import Die
from tests.playing import SECRET, Playing, drawn
from tests.toys.catalogue import TOYS

ADA = seat_viewer("ada")


class Falling(Dice):
    """Dice that show these faces for every seat."""

    def __init__(self, *faces: int) -> None:
        super().__init__(SECRET, 1, (), {})
        self.faces = iter(faces)

    def _face(self, seat: str, purpose: str, sides: int, n: int) -> int:
        return next(self.faces)


def a_table() -> AnyTable:
    """A table at which Ada has thrown a d20 under the cup, and the House nothing."""
    table = Playing.open(TOYS, "high_die").seat("Ada").table
    table.seats["ada"].dice.append(Die(n=0, die="d20", face=7, hole=True, place="hole"))
    return table


def thrown(throwing: Generator[Event, None, Any]) -> tuple[Event, Any]:
    """The one event that is recorded of a throw, and what the throw returns."""
    event = next(throwing)
    try:
        next(throwing)
    except StopIteration as stop:
        return event, stop.value
    raise AssertionError("a throw is one event")


def test_a_die_lies_with_those_that_a_seat_has_already() -> None:
    event, face = thrown(throw(a_table(), Falling(13), "ada", "hidden", 20, place="hole", to=ADA))
    draw = drawn("ada", "hidden", 20, 13)
    assert event == DieRolled(seat="ada", n=1, die="d20", place="hole", draw=draw, draw_to=ADA)
    assert face == 13


def test_the_house_throws_in_the_open_by_default() -> None:
    event, face = thrown(throw(a_table(), Falling(2), HOUSE, "house", 6))
    assert event == DieRolled(seat=HOUSE, n=0, die="d6", place="open", draw=drawn(HOUSE, "house", 6, 2), draw_to=ALL)
    assert face == 2


def test_dice_that_are_thrown_together_are_one_event() -> None:
    event, faces = thrown(throw_several(Falling(4, 1), "ada", "farkle", 6, [2, 5]))
    draws = [drawn("ada", "farkle", 6, 4, n=1), drawn("ada", "farkle", 6, 1, n=2)]
    assert event == DiceThrown(seat="ada", ns=[2, 5], die="d6", place="open", draws=draws, draws_to=ALL)
    assert faces == [4, 1]


def test_a_die_is_thrown_again_as_the_die_that_it_is() -> None:
    event, face = thrown(throw_again(a_table(), Falling(19), "ada", 0, why="reroll", by="bo", to=ADA))
    draw = drawn("ada", "reroll", 20, 19)
    assert event == DieRerolled(seat="ada", n=0, by="bo", why="reroll", draw=draw, draw_to=ADA)
    assert face == 19
