"""Toss: everybody pays an ante and throws a die in the open; the highest takes the pot, and ties throw again."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta

from events.accounts import POT
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced
from events.round_events import DieRolled, PhaseBegan, QuestionAnswered, QuestionAsked, RoundEnded, StatusChanged
from games.engine.chapter import act, fold, offers, on_timeout, round_details, sentence
from games.engine.drawn import Drawn
from games.engine.rulebook import Rulebook
from games.mechanics.antes import Ante, able_to_pay, pay_antes
from games.mechanics.coins import pay
from games.mechanics.throwing import highest_throw, highest_thrown, throw
from projections.actions import Action, Offer, Refusal
from projections.chronicle import name_of
from projections.game import AnyTable, OpenGameOptions
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, labelled

SIDES: Final = range(4, 21, 2)


class Options(OpenGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Toss."""

    ante_cp: Ante = 200
    sides: Annotated[
        int, Meta(ge=4, le=20, multiple_of=2, description="Sides of the die that is thrown"), labelled("Die")
    ] = 6


class State(msgspec.Struct, kw_only=True):
    """The highest face of the round so far."""

    highest: int = 0


class Throw(CommandV1, frozen=True, kw_only=True):
    """Throw the die."""


class HighestThrown(V1, frozen=True, kw_only=True, tag=namespaced("toss")):
    """A seat threw the highest `face` of the round so far."""

    seat: str
    face: int


class Toss(Rulebook[Options, State]):
    """One throw each."""

    id = "toss"
    version = 1
    name = "Toss"
    summary = "Everybody throws a die, and the highest takes the pot."
    how_to_play = ("The GM starts the round.", "Throw your die.", "The highest takes the pot.")
    min_seats = 2
    max_seats = 8
    options = Options
    state = State
    events: ClassVar = (HighestThrown,)
    draws: ClassVar = (
        Drawn(purpose="throw", sides=tuple(SIDES), event=DieRolled, most=1),
        highest_thrown("the_pot", *SIDES),
    )
    reasons: ClassVar = {"not_asked": "The seat is not asked for a throw."}
    labels: ClassVar = Labels(
        commands={"throw": CommandLabel("Throw", "Throw the die; the highest takes the pot.")},
        questions={"throw": QuestionLabel("Your throw", "Throw the die.", {"throw": "It falls in the open."})},
        phases={"throwing": Label("Throwing", "Everybody throws once, in any order.")},
        statuses={"active": Label("In play", "Plays this round."), "gone": Label("Gone", "Has left the round.")},
        outcomes={"won": Label("Won", "The highest throw took the pot.")},
        coins={
            "ante": Label("Ante", "What a round costs."),
            "payout": Label("Winnings", "The pot goes to the winner."),
        },
        details=DetailLabels(
            table={"highest": DetailLabel("Highest so far", "The highest face of the round.", "count")}
        ),
    )

    def entrants(self, table: AnyTable) -> list[str]:
        """The seats that can pay the ante."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Antes; then all are asked for a throw, and may come in any order."""
        yield PhaseBegan(phase="throwing")
        yield from pay_antes(table.order, table.options.ante_cp)
        yield QuestionAsked(seats=list(table.order), question="throw")

    # Throwing

    @offers(Throw)
    def may_throw(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Each seat throws once."""
        if seat in table.to_act:
            yield Action(type="throw")
        else:
            yield Refusal("throw", "not_asked", "You have no throw to make now.")

    @act(Throw)
    def throw_die(self, table: AnyTable, dice: Dice, seat: str, command: Throw) -> Iterator[Event]:
        """The die falls in the open."""
        face = yield from throw(table, dice, seat, "throw", table.options.sides)
        if face > table.state.highest:
            yield HighestThrown(seat=seat, face=face)
        yield QuestionAnswered(seat=seat)
        yield from self._end_when_all_have_thrown(table, dice)

    @on_timeout()
    def _throw_for_slow_seats(self, table: AnyTable, seat: str) -> Command:
        return Throw()

    @fold(HighestThrown)
    def _highest(self, table: AnyTable, event: HighestThrown) -> None:
        table.state.highest = event.face

    @sentence(HighestThrown)
    def _highest_aloud(self, table: AnyTable, event: HighestThrown) -> str:
        return f"{name_of(table, event.seat)}’s {event.face} is the highest so far."

    @round_details
    def _details(self, table: AnyTable) -> dict[str, Any]:
        return {"highest": table.state.highest or None}

    # The end

    def _end_when_all_have_thrown(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        left = table.with_status("active")
        if table.to_act and len(left) > 1:
            return
        faces = {seat: sum(die.face or 0 for die in table.dice_of(seat)) for seat in left}
        best = [seat for seat in left if faces[seat] == max(faces.values())]
        winner = yield from highest_throw(dice, best, "the_pot", table.options.sides)
        pot_cp = table.balance(POT)
        yield from pay(POT, winner, pot_cp, "payout")
        yield RoundEnded(round=table.round, outcome="won", winners=[winner], won_cp={winner: pot_cp})

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """A seat that leaves is out, and its ante stays in the pot."""
        if table.seats[seat].status != "active":
            return
        yield StatusChanged(seat=seat, status="gone", why="left")
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        yield from self._end_when_all_have_thrown(table, dice)
