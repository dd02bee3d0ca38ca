"""Race: by turns, roll as often as you dare and bank what you rolled; a 1 loses the turn. First to the target wins."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from events.accounts import POT
from events.audience import ALL
from events.dice import Dice
from events.event import V2, Command, CommandV1, Event, namespaced
from events.round_events import DieRerolled, DieRolled, PhaseBegan, RoundEnded, StatusChanged, TurnBegan
from games.mechanics.coins import pay
from games.rulebook import Rulebook, Timeout
from projections.actions import Action, Offer, Refusal
from projections.game import AnyTable, OpenGameOptions


class Roll(CommandV1, frozen=True, kw_only=True):
    """Roll the die once more."""


class Bank(CommandV1, frozen=True, kw_only=True):
    """Keep what this turn brought."""


class Scored(V2, frozen=True, kw_only=True, tag=namespaced("race")):
    """Where a seat stands: `at_risk` this turn, `banked` for good. Version 1 said `total` for `banked`."""

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


def _started(table: AnyTable, event: Event) -> None:
    table.state.of = {seat: Standing() for seat in table.order}


def _scored(table: AnyTable, event: Scored) -> None:
    table.state.of[event.seat] = Standing(at_risk=event.at_risk, banked=event.banked)


def _lift_scored(recorded: dict[str, Any]) -> dict[str, Any]:
    total = recorded.pop("total")
    return {**recorded, "banked": total}


class Race(Rulebook[Options, Points]):
    """A race to a target."""

    id = "race"
    version = 1
    name = "Race"
    summary = "Roll and bank to the target."
    min_seats = 2
    max_seats = 6
    commands: ClassVar[tuple[type[Command], ...]] = (Roll, Bank)
    refusals: ClassVar = {
        "not_your_turn": "It is somebody else's turn.",
        "nothing_to_bank": "Nothing was rolled yet.",
    }
    events = (Scored,)
    folds: ClassVar = {PhaseBegan: _started, Scored: _scored}
    upcasters: ClassVar = {("race.scored", 1): _lift_scored}
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

    def choices(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        if seat not in table.to_act:
            yield Refusal("roll", "not_your_turn", "It is somebody else's turn.")
            yield Refusal("bank", "not_your_turn", "It is somebody else's turn.")
            return
        yield Action(type="roll")
        if table.state.of[seat].at_risk:
            yield Action(type="bank")
        else:
            yield Refusal("bank", "nothing_to_bank", "Roll first.")

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        standing = table.state.of[seat]
        if isinstance(command, Bank):
            yield Scored(seat=seat, at_risk=0, banked=standing.banked + standing.at_risk)
            if table.state.of[seat].banked >= table.options.target:
                yield from self._win(table, seat)
            else:
                yield self._next(table, seat)
            return
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

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        if seat not in table.with_status("active"):
            return
        yield StatusChanged(seat=seat, status="forfeited", why="left")
        racing = table.with_status("active")
        if len(racing) == 1:
            yield from self._win(table, racing[0])
        elif table.turn == seat:
            yield self._next(table, seat)

    def timeout(self, table: AnyTable) -> Timeout | None:
        if not table.to_act:
            return None
        seat = table.to_act[0]
        return Timeout(seat, Bank() if table.state.of[seat].at_risk else Roll())

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        standing = table.state.of.get(seat)
        return {} if standing is None else {"at_risk": standing.at_risk, "banked": standing.banked}

    def _next(self, table: AnyTable, seat: str) -> TurnBegan:
        after = table.order.index(seat) + 1
        return TurnBegan(seat=next(s for s in table.order[after:] + table.order if table.seats[s].status == "active"))

    def _win(self, table: AnyTable, seat: str) -> Iterator[Event]:
        won_cp = table.balance(POT)
        yield from pay(POT, seat, won_cp, "winnings")
        yield RoundEnded(round=table.round, outcome="won", winners=[seat], won_cp={seat: won_cp})
