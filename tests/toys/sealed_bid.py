"""Sealed bid: all write a number and a boast at once, in secret; shown together, the highest number takes the pot."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from events.accounts import POT
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import PhaseBegan, QuestionAnswered, RoundEnded, StatusChanged
from games.mechanics import simultaneous
from games.mechanics.antes import Ante, able_to_pay, pay_antes
from games.mechanics.coins import pay
from games.rulebook import Rulebook, Timeout
from projections.actions import Action, Bounds, Offer, Refusal, Text
from projections.game import AnyTable, OpenGameOptions


class Seal(CommandV1, frozen=True, kw_only=True):
    """Write down a number, with a boast if you like. The first that is written binds."""

    number: int
    boast: Annotated[str, Meta(max_length=20)] | None = None


class Bids(msgspec.Struct, kw_only=True):
    """What was written down, as far as the viewer may know."""

    chosen: dict[str, dict[str, Any]] = {}


class Options(OpenGameOptions, frozen=True, kw_only=True):
    """How much is at stake."""

    ante_cp: Ante = 100


class SealedBid(Rulebook[Options, Bids]):
    """The shortest game with a choice that all make at once."""

    id = "sealed_bid"
    version = 1
    name = "Sealed bid"
    summary = "The highest number wins, the first in order on a tie."
    min_seats = 2
    max_seats = 12
    commands = (Seal,)
    refusals: ClassVar = {"not_asked": "The seat is not asked for a number, or has written one."}
    events = simultaneous.EVENTS
    folds: ClassVar = simultaneous.FOLDS
    options = Options
    state = Bids

    def entrants(self, table: AnyTable) -> list[str]:
        return able_to_pay(table, table.options.ante_cp, self.max_seats)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield PhaseBegan(phase="writing")
        yield from pay_antes(table.order, table.options.ante_cp)
        yield from simultaneous.ask(table.order, "number")

    def choices(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        if seat not in table.to_act:
            yield Refusal("seal", "not_asked", "You have no number to write down now.")
            return
        yield Action(type="seal", params={"number": Bounds(min=1, max=9), "boast": Text(text=20, optional=True)})

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        assert isinstance(command, Seal)
        yield from simultaneous.choose(seat, {"number": command.number, "boast": command.boast})
        yield from self._once_all_have_chosen(table)

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        if not table.seats[seat].playing:
            return
        yield StatusChanged(seat=seat, status="left", why="left")
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        yield from self._once_all_have_chosen(table)

    def timeout(self, table: AnyTable) -> Timeout | None:
        return Timeout(table.to_act[0], Seal(number=1)) if table.to_act else None

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        return {"wrote": table.state.chosen.get(seat)}

    def _once_all_have_chosen(self, table: AnyTable) -> Iterator[Event]:
        here = table.with_status("active")
        if table.to_act and len(here) > 1:
            return
        yield from simultaneous.show(table, here)
        winner = max(here, key=lambda seat: table.state.chosen.get(seat, {"number": 0})["number"])
        won_cp = table.balance(POT)
        yield from pay(POT, winner, won_cp, "winnings")
        yield RoundEnded(round=table.round, outcome="won", winners=[winner], won_cp={winner: won_cp})
