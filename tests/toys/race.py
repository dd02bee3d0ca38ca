"""Race: by turns, roll as often as you dare and bank what you rolled; a 1 loses the turn. First to the target wins."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from events.accounts import POT
from events.audience import ALL
from events.dice import Dice
from events.event import Command, CommandV1, Event, namespaced
from events.round_events import DieRerolled, DieRolled, PhaseBegan, RoundEnded, StatusChanged, TurnBegan
from games.engine.chapter import act, fold, offers, on_timeout, seat_details
from games.engine.drawn import Drawn
from games.engine.rulebook import Barred, Rulebook
from games.mechanics.coins import pay
from projections.actions import Action, Offer, Refusal
from projections.game import AnyTable, OpenGameOptions


class Roll(CommandV1, frozen=True, kw_only=True):
    """Roll the die once more."""


class Bank(CommandV1, frozen=True, kw_only=True):
    """Keep what this turn brought."""


class Scored(Event, frozen=True, kw_only=True, tag=namespaced("race")):
    """Where a seat stands: `at_risk` this turn, `banked` for good. Version 1 said `total` for `banked`."""

    v: Literal[2] = 2
    seat: str
    at_risk: int
    banked: int


class Standing(msgspec.Struct, kw_only=True):
    """A seat's points."""

    at_risk: int = 0
    banked: int = 0


class Points(msgspec.Struct, kw_only=True):
    """Every seat's points."""

    of: dict[str, Standing] = {}


class Options(OpenGameOptions, frozen=True, kw_only=True):
    """What a race is for."""

    ante_cp: Annotated[int, Meta(ge=1, le=1_000)] = 100
    target: Annotated[int, Meta(ge=2, le=100)] = 20


def _lift_scored(recorded: dict[str, Any]) -> dict[str, Any]:
    total = recorded.pop("total")
    return {**recorded, "banked": total}


class Race(Rulebook[Options, Points]):
    """A race to a target."""

    id = "race"
    version = 1
    name = "Race"
    summary = "Roll and bank to the target."
    how_to_play = ("Roll.", "Bank.", "The first at the target wins.")
    min_seats = 2
    max_seats = 6
    events: ClassVar = (Scored,)
    reasons: ClassVar = {
        "not_your_turn": "It is somebody else's turn.",
        "nothing_to_bank": "Nothing was rolled yet.",
    }
    upcasters: ClassVar = {("race.scored", 1): _lift_scored}
    draws: ClassVar = tuple(Drawn(purpose="race", sides=(6,), event=event) for event in (DieRolled, DieRerolled))
    options = Options
    state = Points

    def entrants(self, table: AnyTable) -> list[str]:
        able = [seat.seat for seat in table.present() if seat.kind != "watcher"]
        return [seat for seat in able if table.purse(seat) >= table.options.ante_cp][: self.max_seats]

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield PhaseBegan(phase="racing")
        for seat in table.order:
            yield from pay(seat, POT, table.options.ante_cp, "ante")
        yield TurnBegan(seat=table.order[0])

    def barred(self, table: AnyTable, seat: str) -> Barred | None:
        if seat in table.to_act:
            return None
        return Barred(code="not_your_turn", detail="It is somebody else's turn.")

    @fold(PhaseBegan)
    def _started(self, table: AnyTable, event: PhaseBegan) -> None:
        table.state.of = {seat: Standing() for seat in table.order}

    @fold(Scored)
    def _scored(self, table: AnyTable, event: Scored) -> None:
        table.state.of[event.seat] = Standing(at_risk=event.at_risk, banked=event.banked)

    @offers(Roll)
    def may_roll(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        yield Action(type="roll")

    @act(Roll)
    def roll(self, table: AnyTable, dice: Dice, seat: str, command: Roll) -> Iterator[Event]:
        standing = table.state.of[seat]
        draw = dice.roll(seat, "race", 6)
        if table.seats[seat].dice:
            yield DieRerolled(seat=seat, n=0, by=seat, why="roll", draw=draw, draw_to=ALL)
        else:
            yield DieRolled(seat=seat, n=0, die="d6", place="open", draw=draw, draw_to=ALL)
        if draw.face == 1:
            yield Scored(seat=seat, at_risk=0, banked=standing.banked)
            yield self._next(table, seat)
        else:
            yield Scored(seat=seat, at_risk=standing.at_risk + draw.face, banked=standing.banked)

    @offers(Bank)
    def may_bank(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        if table.state.of[seat].at_risk:
            yield Action(type="bank")
        else:
            yield Refusal("bank", "nothing_to_bank", "Roll first.")

    @act(Bank)
    def bank(self, table: AnyTable, dice: Dice, seat: str, command: Bank) -> Iterator[Event]:
        standing = table.state.of[seat]
        yield Scored(seat=seat, at_risk=0, banked=standing.banked + standing.at_risk)
        if table.state.of[seat].banked >= table.options.target:
            yield from self._win(table, seat)
        else:
            yield self._next(table, seat)

    @on_timeout()
    def _bank_or_roll(self, table: AnyTable, seat: str) -> Command:
        return Bank() if table.state.of[seat].at_risk else Roll()

    @seat_details
    def _details(self, table: AnyTable, seat: str) -> dict[str, Any]:
        standing = table.state.of.get(seat)
        return {} if standing is None else {"at_risk": standing.at_risk, "banked": standing.banked}

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        if seat not in table.with_status("active"):
            return
        yield StatusChanged(seat=seat, status="forfeited", why="left")
        racing = table.with_status("active")
        if len(racing) == 1:
            yield from self._win(table, racing[0])
        elif table.turn == seat:
            yield self._next(table, seat)

    def _next(self, table: AnyTable, seat: str) -> TurnBegan:
        after = table.order.index(seat) + 1
        return TurnBegan(seat=next(s for s in table.order[after:] + table.order if table.seats[s].status == "active"))

    def _win(self, table: AnyTable, seat: str) -> Iterator[Event]:
        won_cp = table.balance(POT)
        yield from pay(POT, seat, won_cp, "winnings")
        yield RoundEnded(round=table.round, outcome="won", winners=[seat], won_cp={seat: won_cp})
