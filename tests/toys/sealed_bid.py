"""Sealed bid: all write a number and a boast at once, in secret; shown together, the highest number takes the pot."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from events.accounts import POT
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import PhaseBegan, RoundEnded, StatusChanged
from games.engine.chapter import Uses, act, offers, on_timeout, seat_details
from games.engine.rulebook import Rulebook
from games.mechanics.antes import Ante, able_to_pay, pay_antes
from games.mechanics.coins import pay
from games.mechanics.simultaneous import Choice, Simultaneous
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


class Bidding(Simultaneous):
    """All write a number, and the highest wins."""

    reasons: ClassVar = {"not_asked": "The seat is not asked for a number, or has written one."}

    def choosers(self, table: AnyTable) -> Sequence[str]:
        return table.with_status("active")

    @offers(Seal)
    def may_seal(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        if seat not in table.to_act:
            yield Refusal("seal", "not_asked", "You have no number to write down now.")
            return
        yield Action(type="seal", params={"number": Bounds(min=1, max=9), "boast": Text(text=20, optional=True)})

    @act(Seal)
    def seal(self, table: AnyTable, dice: Dice, seat: str, command: Seal) -> Iterator[Event]:
        return self.choose(table, dice, seat, {"number": command.number, "boast": command.boast})

    def all_have_chosen(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield from self.show(table)
        chosen: dict[str, Choice] = table.state.chosen
        winner = max(self.choosers(table), key=lambda seat: chosen.get(seat, {"number": 0})["number"])
        won_cp = table.balance(POT)
        yield from pay(POT, winner, won_cp, "winnings")
        yield RoundEnded(round=table.round, outcome="won", winners=[winner], won_cp={winner: won_cp})

    @on_timeout()
    def lowest(self, table: AnyTable, seat: str) -> Command:
        return Seal(number=1)

    @seat_details
    def wrote(self, table: AnyTable, seat: str) -> dict[str, Any]:
        return {"wrote": table.state.chosen.get(seat)}


class SealedBid(Rulebook[Options, Bids]):
    """The shortest game with a choice that all make at once."""

    id = "sealed_bid"
    version = 1
    name = "Sealed bid"
    summary = "The highest number wins, the first in order on a tie."
    how_to_play = ("Think of a number.", "Bid it.", "The highest wins.")
    min_seats = 2
    max_seats = 12
    options = Options
    state = Bids
    chapters: ClassVar = (Bidding,)

    bidding = Uses(Bidding)

    def entrants(self, table: AnyTable) -> list[str]:
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield PhaseBegan(phase="writing")
        yield from pay_antes(table.order, table.options.ante_cp)
        yield from self.bidding.ask(table, "number")

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        if table.seats[seat].playing:
            yield StatusChanged(seat=seat, status="left", why="left")
            yield from self.bidding.go_on_without(table, dice, seat)
