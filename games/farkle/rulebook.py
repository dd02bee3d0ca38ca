"""Farkle as a rulebook: a race in which a turn is throwing, setting aside what scores, and throwing the rest again."""

from collections.abc import Iterator
from typing import Any, ClassVar

from events.audience import ALL
from events.dice import Dice
from events.event import Command, Event
from events.round_events import DicePlaced, DiceTakenUp, DiceThrown, QuestionAsked
from games.farkle import commands, explaining, offers
from games.farkle.options import DICE, MOST_LEFT, Options
from games.farkle.refusals import REFUSALS
from games.farkle.scoring import counted, points_of
from games.farkle.sentences import SENTENCES
from games.farkle.state import EVENTS, FOLDS, GO_ON, SET_ASIDE, DiceLeft, FarkleTable, State, dice_to_throw
from games.mechanics.race import Race
from games.rulebook import Timeout
from projections.actions import Action, Offer, Refusal


class Farkle(Race[Options, State]):
    """Farkle, with the optional rules of a least score, a first score, and greed."""

    id = "farkle"
    version = 1
    name = "Farkle"
    summary = (
        "Throw six dice, set aside what scores, and throw the rest again as long as you dare: first to the target."
    )
    options = Options
    state = State
    commands: ClassVar = commands.COMMANDS
    events: ClassVar = EVENTS
    folds: ClassVar = FOLDS
    sentences: ClassVar = SENTENCES
    refusals: ClassVar = REFUSALS

    def target(self, table: FarkleTable) -> int:
        """10,000, unless the table is played for less."""
        return table.options.target

    def choices(self, table: FarkleTable, seat: str) -> Iterator[Offer]:
        """What a seat may do now."""
        if seat not in table.to_act:
            return self.out_of_turn(table, seat)
        return offers.offers_on_turn(table, seat)

    def explain(self, table: FarkleTable, seat: str | None, command: Command) -> Refusal | None:
        """Which of the dice cannot be set aside; whose dice cannot be thrown along."""
        return explaining.why_not(table, seat, command)

    def act(self, table: FarkleTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """What comes of a seat's command."""
        match command:
            case commands.Throw():
                yield from self._throw(table, seat, dice, greedy=bool(command.greedy))
            case commands.SetAside():
                yield from self._set_aside(table, seat, command.faces)
            case _:
                yield from self.bank(table, seat)

    def _throw(self, table: FarkleTable, seat: str, dice: Dice, *, greedy: bool) -> Iterator[Event]:
        """What is not set aside falls anew: six dice at first, and when all are set aside. Nothing scores: a farkle."""
        ns = list(dice_to_throw(table, seat))
        if not ns:
            ns = list(range(DICE + (table.state.left if greedy else 0)))
            if table.seats[seat].dice:
                yield DiceTakenUp(seat=seat)
        draws = [dice.roll(seat, "farkle", 6) for _ in ns]
        yield DiceThrown(seat=seat, ns=ns, die="d6", place="open", draws=draws, draws_to=ALL)
        if offers.choices_of_throw(table, seat):
            yield QuestionAsked(seats=[seat], question=SET_ASIDE)
        else:
            yield from self.lose_turn(table, seat)

    def _set_aside(self, table: FarkleTable, seat: str, faces: list[int]) -> Iterator[Event]:
        """The points of dice that are set aside are counted by their best partition."""
        there = dice_to_throw(table, seat)
        ns: list[int] = []
        for face in faces:
            ns.append(next(n for n, shown in there.items() if shown == face and n not in ns))
        yield DicePlaced(seat=seat, ns=ns, place="aside")
        yield self.count(table, seat, points_of(counted(faces)) or 0)
        yield QuestionAsked(seats=[seat], question=GO_ON)

    def after_banking(self, table: FarkleTable, seat: str) -> Iterator[Event]:
        """Where there is greed, dice that were not thrown any more wait for the next: five at the most."""
        left = min(len(dice_to_throw(table, seat)), MOST_LEFT)
        if table.options.greed and left and not self.has_won(table, seat):
            yield DiceLeft(seat=seat, count=left)
        yield from super().after_banking(table, seat)

    def timeout(self, table: FarkleTable) -> Timeout | None:
        """Bank where that is allowed, else throw, or set aside what scores most."""
        if not table.to_act:
            return None
        seat = table.to_act[0]
        if table.question == SET_ASIDE:
            best = offers.choices_of_throw(table, seat)[0]
            return Timeout(seat, commands.SetAside(faces=list(best.faces)))
        may_bank = isinstance(offers.bank_offer(table, seat), Action)
        return Timeout(seat, commands.Bank() if may_bank else commands.Throw())

    def round_view(self, table: FarkleTable) -> dict[str, Any]:
        """What can be set aside and what it scores, from how many points the turn can be banked, the dice of greed."""
        seat = table.to_act[0] if table.to_act else None
        return {
            **super().round_view(table),
            "bank_from": None if seat is None else offers.bank_from(table, seat),
            "choices": self._choices_view(table, seat) if seat and table.question == SET_ASIDE else [],
            "greed_dice": table.state.left,
        }

    def _choices_view(self, table: FarkleTable, seat: str) -> list[dict[str, Any]]:
        """`dice_left`: how many would be thrown next; none where that is all of them anew."""
        thrown = len(dice_to_throw(table, seat))
        return [
            {"faces": list(choice.faces), "points": choice.points, "dice_left": thrown - len(choice.faces)}
            for choice in offers.choices_of_throw(table, seat)
        ]
