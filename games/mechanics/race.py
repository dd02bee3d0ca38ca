"""Races: by turns, each adds to its points what it dares to keep; the first to reach the target has won.

Seeds 003, the games that the first to reach a score wins. Who leaves forfeits, and its ante stays; the last one left
has won. A whole race is one round of the log.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, TypeVar

import msgspec

from events.accounts import POT
from events.dice import Dice
from events.event import V1, Event, namespaced, type_tag
from events.round_events import DiceTakenUp, PhaseBegan, RoundEnded, RoundStarted, StatusChanged, TurnBegan
from events.table_events import CoinsMoved
from games.mechanics.antes import OptionalAnte, able_to_pay, pay_antes
from games.mechanics.coins import coins_told_but, pay
from games.mechanics.turns import next_after
from games.rulebook import Rulebook
from projections.actions import Refusal
from projections.chronicle import coins, listed, name_of
from projections.game import AnyTable, Fold, OpenGameOptions, Sentence

RACING: Final = "active"
FORFEITED: Final = "forfeited"
PAYOUT: Final = "payout"

_tag = namespaced("races")


class RaceOptions(OpenGameOptions, frozen=True, kw_only=True):
    """The options of every race. `ante_cp` is copper."""

    ante_cp: OptionalAnte = 0


class PointsCounted(V1, frozen=True, kw_only=True, tag=_tag):
    """What a seat did this turn was worth `points`: it has `at_risk` now, which is not its own before it is banked."""

    seat: str
    points: int
    at_risk: int


class PointsBanked(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat wrote down `points`, and has `total` now."""

    seat: str
    points: int
    total: int


class PointsLost(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat lost the `points` that it had at risk this turn."""

    seat: str
    points: int


class Points(msgspec.Struct, kw_only=True):
    """The points that seats have banked, and what whoever throws has at risk."""

    banked: dict[str, int] = {}
    at_risk: int = 0


OptionsT = TypeVar("OptionsT", bound=RaceOptions)
PointsT = TypeVar("PointsT", bound=Points)


def _started(table: AnyTable, event: RoundStarted) -> None:
    table.state = type(table.state)(banked=dict.fromkeys(event.seats, 0))


def _turn_began(table: AnyTable, event: TurnBegan) -> None:
    table.state.at_risk = 0


def _counted(table: AnyTable, event: PointsCounted) -> None:
    table.state.at_risk = event.at_risk


def _banked(table: AnyTable, event: PointsBanked) -> None:
    table.state.banked[event.seat], table.state.at_risk = event.total, 0


def _lost(table: AnyTable, event: PointsLost) -> None:
    table.state.at_risk = 0


EVENTS: Final = (PointsCounted, PointsBanked, PointsLost)
FOLDS: Final[Mapping[type[Event], Fold]] = {
    RoundStarted: _started,
    TurnBegan: _turn_began,
    PointsCounted: _counted,
    PointsBanked: _banked,
    PointsLost: _lost,
}
REFUSALS: Final[Mapping[str, str]] = {
    "not_in_race": "The seat does not play this race.",
    "not_your_turn": "It is somebody else’s turn, or not the time for this.",
}


def points_aloud(count: int) -> str:
    """So many points, as a sentence says it."""
    return f"{count:,} point" if count == 1 else f"{count:,} points"


def this_turn(event: PointsCounted) -> str:
    """What something brought, and all of the turn so far where there was something before."""
    return points_aloud(event.points) + (f", {event.at_risk:,} this turn" if event.at_risk != event.points else "")


def _counted_aloud(table: AnyTable, event: PointsCounted) -> str:
    return f"That is worth {this_turn(event)}."


def _banked_aloud(table: AnyTable, event: PointsBanked) -> str:
    in_all = f", {event.total:,} in all" if event.total != event.points else ""
    return f"{name_of(table, event.seat)} writes down {points_aloud(event.points)}{in_all}."


def _lost_aloud(table: AnyTable, event: PointsLost) -> str:
    what = points_aloud(event.points) if event.points else "nothing but the turn"
    return f"{name_of(table, event.seat)} loses {what}."


def _status_changed(table: AnyTable, event: StatusChanged) -> str | None:
    return f"{name_of(table, event.seat)} forfeits the race." if event.status == FORFEITED else None


def _round_ended(table: AnyTable, event: RoundEnded) -> str:
    if not event.winners:
        return "The race is over, and nobody has won it."
    names = listed([name_of(table, seat) for seat in event.winners])
    taken = [f"{name_of(table, seat)} takes {coins(cp)}" for seat in event.winners if (cp := event.won_cp.get(seat, 0))]
    if len(event.winners) > 1:
        return f"{names} win the race{f': {listed(taken)}' if taken else ''}."
    return f"{names} wins the race{f' and takes {coins(event.won_cp[event.winners[0]])}' if taken else ''}."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    PointsCounted: _counted_aloud,
    PointsBanked: _banked_aloud,
    PointsLost: _lost_aloud,
    CoinsMoved: coins_told_but({PAYOUT}),
    StatusChanged: _status_changed,
    RoundEnded: _round_ended,
}


class Race(Rulebook[OptionsT, PointsT]):
    """What all races have in common: antes, turns, leaving and winning. A race's own rules say what a turn is."""

    min_seats = 2
    max_seats = 12
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    sentences: ClassVar[Mapping[type[Event], Sentence]] = SENTENCES
    refusals: ClassVar[Mapping[str, str]] = REFUSALS

    @abstractmethod
    def target(self, table: AnyTable) -> int:
        """How many points win."""

    def entrants(self, table: AnyTable) -> list[str]:
        """Who can pay the ante."""
        return able_to_pay(table, table.options.ante_cp, self.max_seats)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Antes; the first in order begins."""
        yield PhaseBegan(phase="racing")
        yield from pay_antes(table.order, table.options.ante_cp)
        yield TurnBegan(seat=table.order[0])

    def count(self, table: AnyTable, seat: str, points: int) -> Event:
        """What was thrown is worth so many points."""
        return PointsCounted(seat=seat, points=points, at_risk=table.state.at_risk + points)

    def bank(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """A seat writes down what it has at risk; it wins, or the next one plays."""
        points = table.state.at_risk
        yield PointsBanked(seat=seat, points=points, total=table.state.banked[seat] + points)
        yield from self.after_banking(table, seat)

    def after_banking(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """The first to reach the target wins, else the next one plays. A race won otherwise says so here."""
        if self.has_won(table, seat):
            yield from self.win(table, seat)
        else:
            yield from self.next_turn(table, seat)

    def has_won(self, table: AnyTable, seat: str) -> bool:
        """Whether a seat has written down as many points as win."""
        return bool(table.state.banked[seat] >= self.target(table))

    def out_of_turn(self, table: AnyTable, seat: str) -> Iterator[Refusal]:
        """Nothing, of all that a race has, is for a seat whose turn it is not, or that does not race."""
        for kind in self.commands:
            yield Refusal(type_tag(kind), *self._why_not_now(table, seat))

    def _why_not_now(self, table: AnyTable, seat: str) -> tuple[str, str]:
        if seat not in table.with_status(RACING):
            return "not_in_race", "You do not play this race."
        return "not_your_turn", f"It is {name_of(table, table.turn or '')}’s turn."

    def lose_turn(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """A seat loses what it had at risk, and the next one plays."""
        yield PointsLost(seat=seat, points=table.state.at_risk)
        yield from self.next_turn(table, seat)

    def next_turn(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """The seat takes up its dice, and the next one still racing plays."""
        if table.seats[seat].dice:
            yield DiceTakenUp(seat=seat)
        yield TurnBegan(seat=next_after(table.order, seat, table.with_status(RACING)) or seat)

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """Who leaves forfeits. The last one racing has won."""
        if table.seats[seat].status != RACING:
            return
        yield StatusChanged(seat=seat, status=FORFEITED, why="left")
        racing = table.with_status(RACING)
        if len(racing) == 1:
            yield from self.win(table, racing[0])
        elif table.turn == seat:
            yield from self.next_turn(table, seat)

    def win(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """A seat takes the pot."""
        won_cp = table.balance(POT)
        yield from pay(POT, seat, won_cp, PAYOUT)
        yield RoundEnded(round=table.round, outcome="won", winners=[seat], won_cp={seat: won_cp})

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """The points that a seat has banked."""
        banked = table.state.banked.get(seat)
        return {} if banked is None else {"points": banked}

    def round_view(self, table: AnyTable) -> dict[str, Any]:
        """What whoever throws has at risk."""
        return {"at_risk": table.state.at_risk, "target": self.target(table)}
