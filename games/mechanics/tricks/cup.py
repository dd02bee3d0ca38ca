"""The cup: where one can cheat, dice that a seat throws stay covered until its next act, when they are shown.

Cheating throws one of them again, unseen, and the second result stands. Weighted dice fall as they are made to. To
everybody else an honest throw, a cheat and a weighted one look the same. (Seeds 003, "Cheating", and its rulings.)
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
    DieRerolledSecretly,
    DieRolled,
    DieWeighted,
    QuestionAnswered,
    QuestionAsked,
)
from games.chapter import Chapter, Uses, act, offers, on_timeout
from games.drawn import Drawn
from games.mechanics.sentences import sentence
from games.mechanics.throwing import throw, throw_several
from games.mechanics.tricks.game import (
    AT_ANY_TIME,
    CAUGHT,
    HAND,
    IN_THE_CUP,
    PALMED,
    AnyTrickGame,
    TrickGame,
    is_on,
    tricks_of,
)
from games.mechanics.tricks.noticing import Noticing
from games.mechanics.tricks.sets import crooked_set
from games.rulebook import Barred
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import listed, name_of, number_word
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, QuestionLabel, ValueLabel
from projections.table import Die

WEIGHT: Final = "weight"
"""What the second draw of a die that favours a face is for."""


_SHOW_FIRST: Final = Barred(
    code="show_first", detail="Show what you have thrown, or cheat.", but_for=("show_dice", "cheat", *AT_ANY_TIME)
)


class ShowDice(CommandV1, frozen=True, kw_only=True):
    """Show what was thrown."""


class Cheat(CommandV1, frozen=True, kw_only=True):
    """Throw your die `n` again in secret; the second result stands."""

    n: int


def in_the_cup(table: AnyTable, seat: str) -> list[Die]:
    """The dice of a seat that are still covered by its cup."""
    return [die for die in table.seats[seat].dice if die.place == HAND]


def weight_drawn(*sides: int) -> Drawn:
    """The declaration of the second draws of dice with these numbers of sides."""
    return Drawn(purpose=WEIGHT, sides=tuple(map(weight_sides, sides)), event=DieWeighted)


def palmed(*sides: int) -> Drawn:
    """The declaration of dice, one a round, that are thrown again in secret."""
    return Drawn(purpose=PALMED, sides=sides, event=DieRerolledSecretly, most=1, where={"why": (PALMED,)})


class Cup(Chapter):
    """Throwing, showing and throwing again. `TrickGame.when_shown` says what follows when the dice lie open."""

    reasons: ClassVar = {
        "cheated_already": "A seat can cheat once a round.",
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
    none_covered: ClassVar = "You have no dice under your cup."
    none_unseen: ClassVar = "You have no die that only you see."
    """Why a seat has nothing to show, and nothing to cheat with."""
    game: Uses[AnyTrickGame] = Uses(TrickGame)
    noticing = Uses(Noticing)

    # Throwing

    def throw(self, table: AnyTable, dice: Dice, seat: str, purpose: str, sides: int) -> Iterator[Event]:
        """A seat throws one more die: in the open, or where one can cheat under its cup."""
        n = len(table.seats[seat].dice)
        place, to = self._lies(table, seat)
        yield from throw(table, dice, seat, purpose, sides, place=place, to=to)
        yield from self.weigh(table, dice, seat, [n])

    def throw_several(
        self, table: AnyTable, dice: Dice, seat: str, purpose: str, sides: int, ns: Sequence[int]
    ) -> Iterator[Event]:
        """A seat throws dice of one kind together, which lie as its numbers `ns`."""
        place, to = self._lies(table, seat)
        yield from throw_several(dice, seat, purpose, sides, ns, place=place, to=to)
        yield from self.weigh(table, dice, seat, ns)

    def _lies(self, table: AnyTable, seat: str) -> tuple[str, Audience]:
        return (HAND, seat_viewer(seat)) if is_on(table) else ("open", ALL)

    def weigh(self, table: AnyTable, dice: Dice, seat: str, ns: Sequence[int]) -> Iterator[Event]:
        """Weighted dice do not fall as fair ones. Which face they then show is a recorded step after the fair draw."""
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
        """What follows a throw: at once what the game has follow, or first the question whether the dice are shown."""
        covered = [seat for seat in seats if in_the_cup(table, seat)]
        if covered:
            yield QuestionAsked(seats=covered, question=IN_THE_CUP)
        else:
            for seat in seats:
                yield from self.game.when_shown(table, dice, seat)

    # Showing

    @offers(ShowDice)
    def may_show(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Whoever has dice under the cup shows them next."""
        if seat in table.to_act and in_the_cup(table, seat):
            yield Action(type="show_dice")
        else:
            yield Refusal("show_dice", "nothing_in_the_cup", self.none_covered)

    @act(ShowDice)
    def show_dice(self, table: AnyTable, dice: Dice, seat: str, command: ShowDice) -> Iterator[Event]:
        """The dice are shown as they fell."""
        return self.show(table, dice, seat)

    def show(self, table: AnyTable, dice: Dice, seat: str, *, noticed: bool = False) -> Iterator[Event]:
        """The dice lie open, and the game goes on: without the seat, if the House has noticed that it cheats."""
        yield from self.uncover(table, seat)
        if table.question == IN_THE_CUP:
            yield QuestionAnswered(seat=seat)
        if noticed:
            yield from self.noticing.denounced(table, dice, seat, by=HOUSE)
        if table.seats[seat].status != CAUGHT:
            yield from self.game.when_shown(table, dice, seat)

    @staticmethod
    def must_show(table: AnyTable, seat: str) -> Barred | None:
        """Whoever is asked about a throw shows it before anything else."""
        return _SHOW_FIRST if table.question == IN_THE_CUP and seat in table.to_act else None

    def uncover(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """What is under a seat's cup, if anything, is open to all."""
        covered = in_the_cup(table, seat)
        if covered:
            yield DiceShown(seat=seat, ns=[die.n for die in covered], faces=[die.face or 0 for die in covered])

    @on_timeout(IN_THE_CUP)
    def _show_for_slow_seats(self, table: AnyTable, seat: str) -> Command:
        return ShowDice()

    # Cheating

    @offers(Cheat)
    def may_cheat(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Once a round, with a die that nobody else has seen."""
        ns = self.own_covered(table, seat)
        if not ns:
            yield Refusal("cheat", "nothing_in_the_cup", self.none_unseen)
        elif seat in tricks_of(table).cheated:
            yield Refusal("cheat", "cheated_already", "You have cheated this round, and once is all you dare.")
        else:
            yield Action(type="cheat", params={"n": Choices(choices=ns)})

    def own_covered(self, table: AnyTable, seat: str) -> list[int]:
        """The dice that a seat can throw again in secret now: those under its cup."""
        return [die.n for die in in_the_cup(table, seat)] if seat in table.to_act else []

    @act(Cheat)
    def cheat(self, table: AnyTable, dice: Dice, seat: str, command: Cheat) -> Iterator[Event]:
        """One die is thrown again, and all are shown. Others see no more than that they are shown."""
        noticed = yield from self.noticing.attempt(table, dice, seat)
        yield from self.palm(table, dice, seat, command.n)
        yield from self.show(table, dice, seat, noticed=noticed)

    def palm(self, table: AnyTable, dice: Dice, seat: str, n: int) -> Iterator[Event]:
        """Die `n` of a seat is thrown again in secret, with its own dice."""
        sides = int(table.seats[seat].dice[n].die.removeprefix("d"))
        draw = dice.roll(seat, PALMED, sides)
        yield DieRerolledSecretly(to=seat_viewer(seat), seat=seat, n=n, by=seat, why=PALMED, draw=draw)
        yield from self.weigh(table, dice, seat, [n])

    # What is said

    @sentence(DiceThrown, place=HAND)
    def _thrown_aloud(self, table: AnyTable, event: DiceThrown) -> str:
        dice = "a die" if len(event.ns) == 1 else f"{number_word(len(event.ns))} dice"
        return f"{name_of(table, event.seat)} throws {dice} under the cup."

    @sentence(DieRolled, place=HAND)
    def _rolled_aloud(self, table: AnyTable, event: DieRolled) -> str:
        return f"{name_of(table, event.seat)} throws a die under the cup."

    @sentence(DiceShown)
    def _shown_aloud(self, table: AnyTable, event: DiceShown) -> str:
        return f"{name_of(table, event.seat)} shows {listed([str(face) for face in event.faces])}."

    @sentence(DieWeighted)
    def _weighted_aloud(self, table: AnyTable, event: DieWeighted) -> str | None:
        if event.was == event.face:
            return None
        return f"{name_of(table, event.seat)}’s weighted die falls on {event.face}."

    @sentence(DieRerolledSecretly)
    def _palmed_aloud(self, table: AnyTable, event: DieRerolledSecretly) -> str:
        return f"In secret, {name_of(table, event.by)} throws a die again: {event.draw.face}."
