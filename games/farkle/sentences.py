"""What the chronicle says of a game of Farkle, sentence by sentence."""

from collections.abc import Mapping
from typing import Final

from events.event import Event
from events.round_events import DicePlaced, DiceThrown, QuestionAsked
from games.farkle.state import GO_ON, DiceLeft, FarkleTable, dice_to_throw
from games.mechanics import race
from games.mechanics.race import PointsCounted, PointsLost, points_aloud, this_turn
from projections.chronicle import listed, name_of, number_word
from projections.game import Sentence


def _dice_thrown(table: FarkleTable, event: DiceThrown) -> str:
    faces = listed([str(draw.face) for draw in event.draws or ()])
    dice = "a die" if len(event.ns) == 1 else f"{number_word(len(event.ns))} dice"
    return f"{name_of(table, event.seat)} throws {dice}: {faces}."


def _points_counted(table: FarkleTable, event: PointsCounted) -> str:
    faces = listed([str(face) for face in table.state.newest])
    return f"{name_of(table, event.seat)} sets aside {faces}: {this_turn(event)}."


def _points_lost(table: FarkleTable, event: PointsLost) -> str:
    lost = f"loses {points_aloud(event.points)}" if event.points else "had nothing to lose"
    return f"Farkle! Nothing scores, and {name_of(table, event.seat)} {lost}."


def _question_asked(table: FarkleTable, event: QuestionAsked) -> str | None:
    [seat] = event.seats
    if event.question != GO_ON or dice_to_throw(table, seat):
        return None
    return f"All the dice have scored: {name_of(table, seat)} may throw six again."


def _dice_left(table: FarkleTable, event: DiceLeft) -> str:
    dice = "a die" if event.count == 1 else f"{number_word(event.count)} dice"
    return f"{name_of(table, event.seat)} leaves {dice} for whoever is greedy."


def _told_with_its_points(table: FarkleTable, event: DicePlaced) -> None:
    """What was set aside is told with what it scores."""


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **race.SENTENCES,
    DiceThrown: _dice_thrown,
    DicePlaced: _told_with_its_points,
    PointsCounted: _points_counted,
    PointsLost: _points_lost,
    QuestionAsked: _question_asked,
    DiceLeft: _dice_left,
}
