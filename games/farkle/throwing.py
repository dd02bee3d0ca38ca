"""Throwing: six dice first, then those that are not set aside. If none of them scores, that is a farkle."""

from collections.abc import Iterator

from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import DiceTakenUp, DiceThrown, QuestionAsked
from games.chapter import Chapter, Uses, act, offers, on_timeout, sentence
from games.farkle.options import DICE
from games.farkle.setting_aside import choices_of_throw
from games.farkle.state import SET_ASIDE, FarkleTable, dice_to_throw
from games.mechanics.race import PointsLost, Race, points_aloud
from games.mechanics.throwing import throw_several
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import listed, name_of, number_word


class Throw(CommandV1, frozen=True, kw_only=True):
    """Throw the dice that are not set aside; `greedy`: and those that the seat before has left."""

    greedy: bool | None = None


class Throwing(Chapter):
    """A turn is throwing, for as long as the seat dares."""

    race = Uses(Race)

    @offers(Throw)
    def may_throw(self, table: FarkleTable, seat: str) -> Iterator[Offer]:
        """A turn begins with a throw; after each, dice are set aside first."""
        if table.question == SET_ASIDE:
            yield Refusal("throw", "set_aside_first", "Set aside at least one die that scores.")
        else:
            greedy = Choices(choices=[True, False] if table.state.left else [False], optional=True)
            yield Action(type="throw", params={"greedy": greedy})

    @act(Throw)
    def throw(self, table: FarkleTable, dice: Dice, seat: str, command: Throw) -> Iterator[Event]:
        """What is not set aside is thrown; once all dice are, it is six again. If nothing scores, the turn is lost."""
        ns = list(dice_to_throw(table, seat))
        if not ns:
            ns = list(range(DICE + (table.state.left if command.greedy else 0)))
            if table.seats[seat].dice:
                yield DiceTakenUp(seat=seat)
        yield from throw_several(dice, seat, "farkle", 6, ns)
        if choices_of_throw(table, seat):
            yield QuestionAsked(seats=[seat], question=SET_ASIDE)
        else:
            yield from self.race.lose_turn(table, seat)

    @on_timeout()
    def _first_throw(self, table: FarkleTable, seat: str) -> Command:
        return Throw()

    @sentence(DiceThrown)
    def _throw_aloud(self, table: FarkleTable, event: DiceThrown) -> str:
        faces = listed([str(draw.face) for draw in event.draws or ()])
        dice = "a die" if len(event.ns) == 1 else f"{number_word(len(event.ns))} dice"
        return f"{name_of(table, event.seat)} throws {dice}: {faces}."

    @sentence(PointsLost)
    def _farkle_aloud(self, table: FarkleTable, event: PointsLost) -> str:
        lost = f"loses {points_aloud(event.points)}" if event.points else "had nothing to lose"
        return f"Farkle! Nothing scores, and {name_of(table, event.seat)} {lost}."
