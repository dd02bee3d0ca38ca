"""Toss: everybody pays an ante and throws a die in the open; the highest takes the pot, and ties throw again."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from events.accounts import POT
from events.audience import ALL
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import DieRolled, PhaseBegan, QuestionAnswered, QuestionAsked, RoundEnded, StatusChanged
from games.mechanics.antes import Ante, able_to_pay, pay_antes
from games.mechanics.coins import pay
from games.mechanics.open_throws import highest_throw
from games.rulebook import Rulebook, Timeout
from projections.actions import Action, Offer, Refusal
from projections.game import AnyTable, OpenGameOptions


class Options(OpenGameOptions, frozen=True, kw_only=True):
    """What a GM may set."""

    ante_cp: Ante = 200
    sides: Annotated[int, Meta(ge=4, le=20, multiple_of=2, description="Sides of the die that is thrown")] = 6


class Throw(CommandV1, frozen=True, kw_only=True):
    """Throw the die."""


class Nothing(msgspec.Struct):
    """All that Toss has to remember lies on the table already: the dice, the coins, who is waited for."""


class Toss(Rulebook[Options, Nothing]):
    """One throw each."""

    id = "toss"
    version = 1
    name = "Toss"
    summary = "Everybody throws a die, and the highest takes the pot."
    min_seats = 2
    max_seats = 8
    commands = (Throw,)
    refusals: ClassVar = {"not_asked": "The seat is not asked for a throw."}
    options = Options
    state = Nothing

    def entrants(self, table: AnyTable) -> list[str]:
        """Who can pay the ante plays."""
        return able_to_pay(table, table.options.ante_cp, self.max_seats)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Antes; then all are asked for a throw, and may come in any order."""
        yield PhaseBegan(phase="throwing")
        yield from pay_antes(table.order, table.options.ante_cp)
        yield QuestionAsked(seats=list(table.order), question="throw")

    def choices(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Whoever is asked may throw."""
        if seat in table.to_act:
            yield Action(type="throw")
        else:
            yield Refusal("throw", "not_asked", "You have no throw to make now.")

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """The die falls in the open."""
        sides = table.options.sides
        draw = dice.roll(seat, "throw", sides)
        yield DieRolled(seat=seat, n=0, die=f"d{sides}", place="open", draw=draw, draw_to=ALL)
        yield QuestionAnswered(seat=seat)
        yield from self._end_when_all_have_thrown(table, dice)

    def _end_when_all_have_thrown(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        left = table.with_status("active")
        if table.to_act and len(left) > 1:
            return
        faces = {seat: sum(die.face or 0 for die in table.dice_of(seat)) for seat in left}
        best = [seat for seat in left if faces[seat] == max(faces.values())]
        winner = yield from highest_throw(dice, best, "tie", table.options.sides)
        pot_cp = table.balance(POT)
        yield from pay(POT, winner, pot_cp, "payout")
        yield RoundEnded(round=table.round, outcome="won", winners=[winner], won_cp={winner: pot_cp})

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """Who leaves is out, and the ante stays where it is."""
        if table.seats[seat].status != "active":
            return
        yield StatusChanged(seat=seat, status="gone", why="left")
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        yield from self._end_when_all_have_thrown(table, dice)

    def timeout(self, table: AnyTable) -> Timeout | None:
        """The clock throws for those who do not."""
        return Timeout(table.to_act[0], Throw()) if table.to_act else None
