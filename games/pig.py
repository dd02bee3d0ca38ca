"""Pig: throw a die again and again, and bank before it shows a 1. (Seeds 003.)"""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import QuestionAsked
from games.engine.chapter import act, offers, on_timeout
from games.mechanics.race import Points, RaceGame, RaceOptions, dice_of_a_race
from projections.actions import Action, Offer, Refusal
from projections.labels import CommandLabel, Labels, QuestionLabel, labelled
from projections.table import Table

SIDES: Final = 6
COSTS_THE_TURN: Final = 1
"""The face that costs the turn."""
BANK_FROM: Final = 7
"""The fewest points that a turn must bring to be banked."""
GO_ON: Final = "throw_or_bank"
"""The question after a throw other than a 1."""


class Throw(CommandV1, frozen=True, kw_only=True):
    """Throw the die."""


class Bank(CommandV1, frozen=True, kw_only=True):
    """Write the turn's points down, and pass the die on."""


class Options(RaceOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Pig."""

    target: Annotated[int, Meta(ge=50, le=100, description="How many points win"), labelled("Target")] = 100


PigTable = Table[Options, Points]


class Pig(RaceGame[Options, Points]):
    """A race with one die. Its faces add up, but a 1 takes all points of the turn."""

    id = "pig"
    version = 1
    name = "Pig"
    summary = "Throw a die as often as you dare, and bank before it shows a 1: first to the target."
    how_to_play = (
        "Throw the die as often as you dare: its faces add up.",
        "Bank your points before a 1 comes: it takes all points of the turn.",
        "The first to reach the target with banked points wins.",
    )
    options = Options
    state = Points
    reasons: ClassVar = {"too_little_to_bank": "The points of the turn are too few to be banked."}
    labels: ClassVar = Labels(
        commands={
            "throw": CommandLabel("Throw", "Throw the die: its face adds to this turn, but a 1 takes all of the turn."),
            "bank": CommandLabel("Bank", "Write down the points of this turn, and pass the die on."),
        },
        questions={
            "turn": QuestionLabel("Your turn", "Throw the die.", {"throw": "Your turn begins."}),
            GO_ON: QuestionLabel(
                "Throw or bank",
                f"Throw again, or bank what you have? You can bank from {BANK_FROM} points.",
                {
                    "throw": "More points, or with a 1 none for this turn.",
                    "bank": "The points of this turn are yours, and the next seat throws.",
                },
            ),
        },
    )
    draws: ClassVar = dice_of_a_race("pig", SIDES)

    @offers(Throw)
    def may_throw(self, table: PigTable, seat: str) -> Iterator[Offer]:
        """As often as the seat likes."""
        yield Action(type="throw")

    @act(Throw)
    def throw(self, table: PigTable, dice: Dice, seat: str, command: Throw) -> Iterator[Event]:
        """The die is thrown."""
        return self.race.throw(table, dice, seat, "pig", SIDES, [0])

    def when_shown(self, table: PigTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The die's face adds to the turn; a 1 costs the turn."""
        face = table.seats[seat].dice[0].face or 0
        if face == COSTS_THE_TURN:
            yield from self.race.lose_turn(table, seat)
        else:
            yield from self.race.count(table, seat, face)
            yield QuestionAsked(seats=[seat], question=GO_ON)

    @offers(Bank)
    def may_bank(self, table: PigTable, seat: str) -> Iterator[Offer]:
        """Once the turn has brought enough."""
        if table.state.at_risk >= BANK_FROM:
            yield Action(type="bank")
        else:
            detail = f"A turn must bring {BANK_FROM} points to be banked, and you have {table.state.at_risk}: throw."
            yield Refusal("bank", "too_little_to_bank", detail)

    @act(Bank)
    def bank(self, table: PigTable, dice: Dice, seat: str, command: Bank) -> Iterator[Event]:
        """The points are the seat's for good: it wins, or the next seat plays."""
        return self.race.bank(table, seat)

    @on_timeout()
    def _bank_if_allowed(self, table: PigTable, seat: str) -> Command:
        return Bank() if table.state.at_risk >= BANK_FROM else Throw()
