"""Setting aside: after a throw a seat sets aside one or more dice, and all of them must score. (Seeds 003, Farkle.)"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import DicePlaced, QuestionAsked
from games.chapter import Chapter, Uses, act, explains, fold, offers, on_timeout, round_details, sentence
from games.farkle.options import DICE, MOST_LEFT
from games.farkle.scoring import Choice, choices_of, counted, points_of
from games.farkle.state import GO_ON, SET_ASIDE, FarkleTable, dice_to_throw
from games.mechanics.race import PointsCounted, Race, this_turn
from games.sentences import silent
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import listed, name_of, number_word, upper_first


class SetAside(CommandV1, frozen=True, kw_only=True):
    """Set dice of the throw aside, by their faces, in any order: all of them must score."""

    faces: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=1, max_length=DICE + MOST_LEFT)]

    def __post_init__(self) -> None:
        # The same dice are one choice, however they are named: choices are listed lowest face first.
        msgspec.structs.force_setattr(self, "faces", sorted(self.faces))


class SettingAside(Chapter):
    """Dice that are set aside add to the points of the turn, and are not thrown again."""

    reasons: ClassVar = {
        "not_in_the_throw": "A die is named that the throw does not have.",
        "scores_nothing": "A die is named that scores nothing with the others.",
        "set_aside_first": "After a throw, at least one die that scores is set aside.",
        "throw_first": "There is no throw to set dice aside from.",
    }
    race = Uses(Race)

    @offers(SetAside)
    def may_set_aside(self, table: FarkleTable, seat: str) -> Iterator[Offer]:
        """Any dice of the throw of which all score."""
        if table.question != SET_ASIDE:
            yield Refusal("set_aside", "throw_first", "Throw first.")
            return
        faces: list[list[int]] = [list(choice.faces) for choice in choices_of_throw(table, seat)]
        yield Action(type="set_aside", params={"faces": Choices(choices=faces)})

    @explains(SetAside)
    def why_not(self, table: FarkleTable, seat: str | None, command: SetAside) -> Refusal | None:
        """Which of the named dice are not in the throw, or score nothing."""

        def showing(faces: Sequence[int]) -> str:
            counts = Counter(faces).items()
            return listed([f"a {face}" if n == 1 else f"{number_word(n)} {face}s" for face, n in counts])

        if seat is None:
            return None
        there = Counter(dice_to_throw(table, seat).values())
        if missing := Counter(command.faces) - there:
            face = min(missing)
            has = f"{showing([face] * there[face])} and no more" if there[face] else f"no {face}"
            return Refusal("set_aside", "not_in_the_throw", f"The throw has {has}.")
        best = next((choice.faces for choice in choices_of(counted(command.faces))), ())
        idle = sorted((Counter(command.faces) - Counter(best)).elements())
        score = "scores" if len(idle) == 1 else "score"
        return Refusal("set_aside", "scores_nothing", f"{upper_first(showing(idle))} {score} nothing there.")

    @act(SetAside)
    def set_aside(self, table: FarkleTable, dice: Dice, seat: str, command: SetAside) -> Iterator[Event]:
        """The dice score by their best partition into combinations."""
        there = dice_to_throw(table, seat)
        ns: list[int] = []
        for face in command.faces:
            ns.append(next(n for n, shown in there.items() if shown == face and n not in ns))
        yield DicePlaced(seat=seat, ns=ns, place="aside")
        yield from self.race.count(table, seat, points_of(counted(command.faces)) or 0)
        yield QuestionAsked(seats=[seat], question=GO_ON)

    @on_timeout(SET_ASIDE)
    def _what_scores_most(self, table: FarkleTable, seat: str) -> Command:
        return SetAside(faces=list(choices_of_throw(table, seat)[0].faces))

    @fold(DicePlaced)
    def _placed(self, table: FarkleTable, event: DicePlaced) -> None:
        dice = table.seats[event.seat].dice
        table.state.newest = [face for n in event.ns if (face := dice[n].face) is not None]

    _placed_aloud = silent(DicePlaced)

    @sentence(PointsCounted)
    def _counted_aloud(self, table: FarkleTable, event: PointsCounted) -> str:
        faces = listed([str(face) for face in table.state.newest])
        return f"{name_of(table, event.seat)} sets aside {faces}: {this_turn(event)}."

    @sentence(QuestionAsked, question=GO_ON)
    def _go_on_aloud(self, table: FarkleTable, event: QuestionAsked) -> str | None:
        [seat] = event.seats
        if dice_to_throw(table, seat):
            return None
        return f"All the dice have scored: {name_of(table, seat)} may throw six again."

    @round_details
    def _details(self, table: FarkleTable) -> dict[str, Any]:
        """`dice_left`: how many dice would be thrown next; 0 if all are set aside, and six are thrown."""
        if table.question != SET_ASIDE or not table.to_act:
            return {"choices": []}
        [seat] = table.to_act
        thrown = len(dice_to_throw(table, seat))
        choices = [
            {"faces": list(choice.faces), "points": choice.points, "dice_left": thrown - len(choice.faces)}
            for choice in choices_of_throw(table, seat)
        ]
        return {"choices": choices}


def choices_of_throw(table: FarkleTable, seat: str) -> tuple[Choice, ...]:
    """What can be set aside of the throw on the table, the best first."""
    return choices_of(counted(dice_to_throw(table, seat).values()))
