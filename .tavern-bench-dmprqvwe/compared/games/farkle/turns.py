"""A turn: throw, set aside what scores, and throw again or bank. (Seeds 003, Farkle.)"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import DicePlaced, DiceTakenUp, DiceThrown, QuestionAsked
from games.chapter import Chapter, Uses, act, explains, fold, offers, on_timeout, round_details
from games.drawn import Drawn
from games.farkle.scoring import Choice, choices_of, counted, points_of
from games.farkle.state import DICE, GO_ON, MOST_LEFT, SET_ASIDE, SIDES, FarkleTable, dice_to_throw
from games.mechanics.race import PointsCounted, PointsLost, Race, points_aloud, this_turn
from games.mechanics.sentences import sentence, silent
from games.mechanics.tricks.cup import Cup, weight_drawn
from games.mechanics.tricks.game import CLOSING
from games.mechanics.tricks.palming import palmed
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import listed, name_of, number_word, upper_first
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Labels, QuestionLabel, ValueLabel


class Throw(CommandV1, frozen=True, kw_only=True):
    """Throw the dice that are not set aside, and with `greedy` also those that the previous seat has left."""

    greedy: bool | None = None


class SetAside(CommandV1, frozen=True, kw_only=True):
    """Set dice of the throw aside, by their faces in any order; all of them must score."""

    faces: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=1, max_length=DICE + MOST_LEFT)]

    def __post_init__(self) -> None:
        # The same dice are one choice in whatever order they are named: choices list the lowest face first.
        msgspec.structs.force_setattr(self, "faces", sorted(self.faces))


class Bank(CommandV1, frozen=True, kw_only=True):
    """Write the turn's points down, and pass the dice on."""


class Turn(Chapter):
    """A turn begins with six dice, and continues with those that are not set aside. If nothing scores, it is a farkle.

    All dice that are set aside must score, and add to the points of the turn. Points are safe once they are banked. A
    table may require a minimum, and a higher one for the first time.
    """

    reasons: ClassVar = {
        "not_in_the_throw": "The throw has no such die.",
        "nothing_to_bank": "No points have been made this turn.",
        "scores_nothing": "A named die scores nothing.",
        "set_aside_first": "After a throw, set aside at least one die that scores.",
        "throw_first": "There is no throw to set dice aside from.",
        "too_little_to_bank": "The points are below the table's minimum for banking.",
    }
    labels: ClassVar = Labels(
        commands={
            "throw": CommandLabel(
                "Throw",
                "Throw the dice that are not set aside; if nothing scores, the points of this turn are lost.",
                {
                    "greedy": ValueLabel(
                        "Greed",
                        "Whether you add the dice that the seat before left.",
                        "flag",
                        {"true": "With the dice left over", "false": "Your own dice"},
                    ),
                },
            ),
            "set_aside": CommandLabel(
                "Set aside",
                "Set aside dice that all score; their points are yours once you bank.",
                {"faces": ValueLabel("Dice", "The faces that you set aside.", "list")},
            ),
            "bank": CommandLabel("Bank", "Write down the points of this turn, and pass the dice on."),
        },
        questions={
            "turn": QuestionLabel("Your turn", "Throw the dice.", {"throw": "Your turn begins."}),
            SET_ASIDE: QuestionLabel(
                "Set aside",
                "Which dice do you set aside? All of them must score.",
                {"set_aside": "Their points are added to this turn’s."},
            ),
            GO_ON: QuestionLabel(
                "Throw or bank",
                "Throw again, or bank the points at risk?",
                {
                    "throw": "More points, or none for this turn.",
                    "bank": "The points of this turn are yours, and the next seat throws.",
                },
            ),
        },
        details=DetailLabels(
            table={
                "choices": DetailLabel("What scores", "The dice that can be set aside, with their points.", "list"),
                "bank_from": DetailLabel("Least to bank", "How many points this turn must make to be banked.", "count"),
            }
        ),
    )
    draws: ClassVar = (
        Drawn(purpose="farkle", sides=(SIDES,), event=DiceThrown, where={"place": ("open", "hand")}),
        weight_drawn(SIDES),
        palmed(SIDES),
    )
    race = Uses(Race)
    cup = Uses(Cup)

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
        """The dice that are not set aside are thrown; once all are set aside, six again."""
        ns = list(dice_to_throw(table, seat))
        if not ns:
            ns = list(range(DICE + (table.state.left if command.greedy else 0)))
            if table.seats[seat].dice:
                yield DiceTakenUp(seat=seat)
        yield from self.cup.throw_several(table, dice, seat, "farkle", SIDES, ns)
        yield from self.cup.ask(table, dice, [seat])

    def when_shown(self, table: FarkleTable, seat: str) -> Iterator[Event]:
        """Once the dice lie open, they are set aside, or nothing scores."""
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

    @offers(SetAside)
    def may_set_aside(self, table: FarkleTable, seat: str) -> Iterator[Offer]:
        """Any dice of the throw, if all of them score."""
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

    @staticmethod
    def bank_from(table: FarkleTable, seat: str) -> int:
        """How many points a turn must bring before the seat can write them down."""
        options = table.options
        return options.minimum_bank if table.state.banked[seat] else max(options.minimum_bank, options.opening_bank)

    @offers(Bank)
    def may_bank(self, table: FarkleTable, seat: str) -> Iterator[Offer]:
        """After dice were set aside, if the points are enough for the table."""
        at_risk, least = table.state.at_risk, self.bank_from(table, seat)
        if table.question == SET_ASIDE:
            yield Refusal("bank", "set_aside_first", "Set aside at least one die that scores: then you can bank.")
        elif table.question != GO_ON:
            yield Refusal("bank", "nothing_to_bank", "You have no points this turn yet: throw.")
        elif at_risk < least:
            usual = least == table.options.minimum_bank
            whose = "The points of a turn" if usual else "The first points that you write down"
            detail = f"{whose} must be at least {least:,}, and you have {at_risk:,}: throw again."
            yield Refusal("bank", "too_little_to_bank", detail)
        else:
            yield Action(type="bank")

    @act(Bank)
    def bank(self, table: FarkleTable, dice: Dice, seat: str, command: Bank) -> Iterator[Event]:
        """The points are the seat's for good: it wins, or the next one plays."""
        return self.race.bank(table, seat)

    @on_timeout(GO_ON)
    def _bank_if_allowed(self, table: FarkleTable, seat: str) -> Command:
        return Bank() if table.state.at_risk >= self.bank_from(table, seat) else Throw()

    @round_details
    def _details(self, table: FarkleTable) -> dict[str, Any]:
        """`dice_left`: how many dice would be thrown next. It is 0 if all are set aside; then six are thrown."""
        if not table.to_act or table.phase == CLOSING:
            return {"choices": [], "bank_from": None}
        [seat] = table.to_act
        thrown = len(dice_to_throw(table, seat))
        choices = [
            {"faces": list(choice.faces), "points": choice.points, "dice_left": thrown - len(choice.faces)}
            for choice in (choices_of_throw(table, seat) if table.question == SET_ASIDE else ())
        ]
        return {"choices": choices, "bank_from": self.bank_from(table, seat)}


def choices_of_throw(table: FarkleTable, seat: str) -> tuple[Choice, ...]:
    """What can be set aside of the throw on the table, the best first."""
    return choices_of(counted(dice_to_throw(table, seat).values()))
