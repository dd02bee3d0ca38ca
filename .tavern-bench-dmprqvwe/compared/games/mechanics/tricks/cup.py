"""The cup: where cheating is on, dice that a seat throws stay covered until its next act shows them.

Cheating throws one of them again, unseen, and the second result stands. Weighted dice fall as their set makes them. To
everybody else, an honest throw, a cheat and a weighted throw look the same. (Seeds 003, "Cheating", and its rulings.)
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from events.accounts import HOUSE
from events.audience import ALL, Audience, seat_viewer
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.gaming_sets import WEIGHTED_DICE, favoured, weight_sides, weighted_face
from events.round_events import (
    DiceShown,
    DiceThrown,
    DieRolled,
    DieWeighted,
    QuestionAnswered,
    QuestionAsked,
)
from games.chapter import act, offers, on_timeout
from games.drawn import Drawn
from games.mechanics.sentences import sentence
from games.mechanics.throwing import throw, throw_several
from games.mechanics.tricks.game import (
    AT_ANY_TIME,
    CAUGHT,
    HAND,
    IN_THE_CUP,
    is_on,
)
from games.mechanics.tricks.palming import Cheat, Palming
from games.mechanics.tricks.sets import crooked_set
from games.rulebook import Barred
from projections.actions import Action, Offer, Refusal
from projections.chronicle import name_of, number_word
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, QuestionLabel, ValueLabel
from projections.table import Die

WEIGHT: Final = "weight"
"""The purpose of the second draw, for dice that favour a face."""


_SHOW_FIRST: Final = Barred(
    code="show_first", detail="Show what you have thrown, or cheat.", but_for=("show_dice", "cheat", *AT_ANY_TIME)
)


class ShowDice(CommandV1, frozen=True, kw_only=True):
    """Show what was thrown."""


def in_the_cup(table: AnyTable, seat: str) -> list[Die]:
    """The dice of a seat that are still covered by its cup."""
    return [die for die in table.seats[seat].dice if die.place == HAND]


def weight_drawn(*sides: int) -> Drawn:
    """The declaration of the second draws of dice with these numbers of sides."""
    return Drawn(purpose=WEIGHT, sides=tuple(map(weight_sides, sides)), event=DieWeighted)


class Cup(Palming):
    """Throwing, showing and throwing again. `TrickGame.when_shown` says what follows when the dice are shown."""

    reasons: ClassVar = {
        "nothing_in_the_cup": "The seat has no covered dice.",
        "show_first": "The throw must be shown first.",
    }
    labels: ClassVar = Labels(
        commands={
            "show_dice": CommandLabel("Show the dice", "Lift the cup: everybody sees what you threw."),
            "cheat": CommandLabel(
                "Cheat",
                "Throw one die again, unseen: Sleight of Hand against everybody’s Perception. Then the dice are shown.",
                {"n": ValueLabel("Die", "The die that you throw again; the second result stands.", "die")},
            ),
        },
        questions={
            IN_THE_CUP: QuestionLabel(
                "Under the cup",
                "Only you see what you threw. Show it, or cheat first?",
                {
                    "show_dice": "Everybody sees your dice.",
                    "cheat": "You throw one of them again, then everybody sees them.",
                },
            ),
        },
    )
    nothing_unseen = ("nothing_in_the_cup", "You have no die that only you see.")
    none_covered: ClassVar = "You have no dice under your cup."
    """The refusal for a seat that has nothing to show."""

    # Throwing

    def throw(self, table: AnyTable, dice: Dice, seat: str, purpose: str, sides: int) -> Iterator[Event]:
        """A seat throws one more die: in the open or, where cheating is on, under its cup."""
        n = len(table.seats[seat].dice)
        place, to = self._lies(table, seat)
        yield from throw(table, dice, seat, purpose, sides, place=place, to=to)
        yield from self.weigh(table, dice, seat, [n])

    def throw_several(
        self, table: AnyTable, dice: Dice, seat: str, purpose: str, sides: int, ns: Sequence[int]
    ) -> Iterator[Event]:
        """A seat throws dice of one kind together, which become its numbers `ns`."""
        place, to = self._lies(table, seat)
        yield from throw_several(dice, seat, purpose, sides, ns, place=place, to=to)
        yield from self.weigh(table, dice, seat, ns)

    def _lies(self, table: AnyTable, seat: str) -> tuple[str, Audience]:
        return (HAND, seat_viewer(seat)) if is_on(table) else ("open", ALL)

    def weigh(self, table: AnyTable, dice: Dice, seat: str, ns: Sequence[int]) -> Iterator[Event]:
        """Weighted dice do not fall like fair ones. The face that they show is a recorded step after the fair draw."""
        own = crooked_set(table.seats[seat], self.game.plays_with) if is_on(table) else None
        if own is None or own.set not in WEIGHTED_DICE:
            return
        for n in ns:
            die = table.seats[seat].dice[n]
            sides, was = int(die.die.removeprefix("d")), die.face or 0
            favours = favoured(own.set, own.faces, sides)
            weight = None if favours is None else dice.roll(seat, WEIGHT, weight_sides(sides))
            face = weighted_face(own.set, sides, was, favours, None if weight is None else weight.face)
            yield DieWeighted(
                to=seat_viewer(seat), seat=seat, n=n, set=own.set, was=was, face=face, favours=favours, weight=weight
            )

    def ask(self, table: AnyTable, dice: Dice, seats: Sequence[str]) -> Iterator[Event]:
        """What follows a throw: the question to show covered dice, or else the next step of the game."""
        covered = [seat for seat in seats if in_the_cup(table, seat)]
        if covered:
            yield QuestionAsked(seats=covered, question=IN_THE_CUP)
        else:
            for seat in seats:
                yield from self.game.when_shown(table, dice, seat)

    # Showing

    @offers(ShowDice)
    def may_show(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """A seat with dice under its cup has to show them next."""
        if seat in table.to_act and in_the_cup(table, seat):
            yield Action(type="show_dice")
        else:
            yield Refusal("show_dice", "nothing_in_the_cup", self.none_covered)

    @act(ShowDice)
    def show_dice(self, table: AnyTable, dice: Dice, seat: str, command: ShowDice) -> Iterator[Event]:
        """The dice are shown as they fell."""
        return self.show(table, dice, seat)

    def show(self, table: AnyTable, dice: Dice, seat: str, *, noticed: bool = False) -> Iterator[Event]:
        """The dice are shown, and the game continues: without the seat, if the House has noticed its cheat."""
        yield from self.uncover(table, seat)
        if table.question == IN_THE_CUP:
            yield QuestionAnswered(seat=seat)
        if noticed:
            yield from self.noticing.denounced(table, dice, seat, by=HOUSE)
        if table.seats[seat].status != CAUGHT:
            yield from self.game.when_shown(table, dice, seat)

    @staticmethod
    def must_show(table: AnyTable, seat: str) -> Barred | None:
        """A seat that is asked about a throw must show it before anything else."""
        return _SHOW_FIRST if table.question == IN_THE_CUP and seat in table.to_act else None

    def uncover(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """Anything under a seat's cup is shown to all."""
        covered = in_the_cup(table, seat)
        if covered:
            yield DiceShown(seat=seat, ns=[die.n for die in covered], faces=[die.face or 0 for die in covered])

    @on_timeout(IN_THE_CUP)
    def _show_for_slow_seats(self, table: AnyTable, seat: str) -> Command:
        return ShowDice()

    # Cheating

    @offers(Cheat)
    def may_cheat(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Before the dice are shown."""
        return self.cheats(table, seat)

    def unseen(self, table: AnyTable, seat: str) -> list[int]:
        """The dice under the cup of a seat that is asked about them."""
        return [die.n for die in in_the_cup(table, seat)] if seat in table.to_act else []

    def cheat(self, table: AnyTable, dice: Dice, seat: str, command: Cheat) -> Iterator[Event]:
        """One die is thrown again, and all are shown. Others only see the dice being shown."""
        noticed = yield from self.noticing.attempt(table, dice, seat)
        yield from self.palm(table, dice, seat, command.n)
        yield from self.show(table, dice, seat, noticed=noticed)

    def palm(self, table: AnyTable, dice: Dice, seat: str, n: int) -> Iterator[Event]:
        """The die is the seat's own, so it falls as the seat's set makes it."""
        yield from super().palm(table, dice, seat, n)
        yield from self.weigh(table, dice, seat, [n])

    # The chronicle

    @sentence(DiceThrown, place=HAND)
    def _thrown_aloud(self, table: AnyTable, event: DiceThrown) -> str:
        dice = "a die" if len(event.ns) == 1 else f"{number_word(len(event.ns))} dice"
        return f"{name_of(table, event.seat)} throws {dice} under the cup."

    @sentence(DieRolled, place=HAND)
    def _rolled_aloud(self, table: AnyTable, event: DieRolled) -> str:
        return f"{name_of(table, event.seat)} throws a die under the cup."
