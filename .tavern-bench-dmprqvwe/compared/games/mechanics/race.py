"""Races: seats take turns and add points that they dare to bank; the first to reach the target wins.

Seeds 003, the games that the first to reach a score wins. A seat that leaves forfeits, and its ante stays; the last
seat racing wins. A whole race is one round of the log.
"""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, TypeVar

import msgspec

from events.accounts import POT
from events.dice import Dice
from events.event import V1, Event, namespaced
from events.round_events import DiceTakenUp, PhaseBegan, RoundEnded, RoundStarted, StatusChanged, TurnBegan
from events.table_events import CoinsMoved
from games.chapter import Chapter, Uses, fold, round_details, seat_details
from games.mechanics.antes import OptionalAnte, able_to_pay, pay_antes
from games.mechanics.coins import pay, payee_of
from games.mechanics.sentences import sentence, silent
from games.mechanics.tricks.cup import Cup
from games.mechanics.tricks.game import (
    AT_ANY_TIME,
    CLOSING,
    TrickGame,
    TrickOptions,
    Tricks,
    is_on,
    share_pot,
)
from games.mechanics.tricks.inspecting import Inspecting
from games.mechanics.tricks.noticing import Noticing
from games.mechanics.turns import next_after
from games.rulebook import Barred
from projections.chronicle import coins, listed, name_of
from projections.game import AnyTable, OpenGameOptions
from projections.labels import DetailLabel, DetailLabels, Label, Labels, QuestionLabel

RACING: Final = "active"
FORFEITED: Final = "forfeited"
RACING_PHASE: Final = "racing"
PAYOUT: Final = "payout"
NOBODY_WON: Final = "nobody_won"
"""The outcome if nobody could win any more, and the reason for the others' share of the pot."""

_tag = namespaced("races")


class RaceOptions(OpenGameOptions, TrickOptions, frozen=True, kw_only=True):
    """The options of every race. `ante_cp` is copper."""

    ante_cp: OptionalAnte = 0


class PointsCounted(V1, frozen=True, kw_only=True, tag=_tag):
    """Something that a seat did this turn was worth `points`: it has `at_risk` now, which it keeps only if it banks."""

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
    """Banked points by seat, and the points at risk of the seat whose turn it is.

    `turn`: whose turn it is, or was before the closing step.
    """

    banked: dict[str, int] = {}
    at_risk: int = 0
    turn: str = ""
    tricks: Tricks = msgspec.field(default_factory=Tricks)


OptionsT = TypeVar("OptionsT", bound=RaceOptions)
PointsT = TypeVar("PointsT", bound=Points)


class Race(Chapter):
    """Turns, points and winning. The game's own rules define a turn; `contest` says whether it is a race or a game."""

    contest: ClassVar = "race"
    noticing = Uses(Noticing)
    events: ClassVar = (PointsCounted, PointsBanked, PointsLost)
    reasons: ClassVar = {
        "not_in_race": "The seat does not play this race.",
        "not_your_turn": "It is another seat's turn, or this is not possible now.",
    }
    labels: ClassVar = Labels(
        questions={"turn": QuestionLabel("Your turn", "It is your turn.")},
        phases={"racing": Label("Racing", "The first to reach the target wins.")},
        statuses={
            RACING: Label("Racing", "Can still reach the target."),
            FORFEITED: Label("Forfeited", "Has left the race, and its ante stays in the pot."),
        },
        outcomes={
            "won": Label("Won", "Somebody reached the target, or was the last one racing."),
            NOBODY_WON: Label("Nobody", "Nobody could win any more; seats that were not denounced share the pot."),
        },
        coins={
            "ante": Label("Ante", "What the race costs to join."),
            PAYOUT: Label("Winnings", "The pot goes to the winner."),
            NOBODY_WON: Label("Share of the pot", "Nobody could win any more, because somebody was denounced."),
        },
        details=DetailLabels(
            table={
                "at_risk": DetailLabel("At risk", "The points of this turn, until they are banked.", "count"),
                "target": DetailLabel("Target", "How many points win.", "count"),
            },
            seat={"points": DetailLabel("Points", "What it has banked.", "count")},
        ),
    )

    @fold(RoundStarted)
    def _started(self, table: AnyTable, event: RoundStarted) -> None:
        table.state = type(table.state)(banked=dict.fromkeys(event.seats, 0))

    def next_turn(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """The seat takes up its dice, and the next one still racing plays."""
        if table.seats[seat].dice:
            yield DiceTakenUp(seat=seat)
        yield TurnBegan(seat=next_after(table.order, seat, table.with_status(RACING)) or seat)

    def count(self, table: AnyTable, seat: str, points: int) -> Iterator[Event]:
        """What was thrown is worth this many points."""
        yield PointsCounted(seat=seat, points=points, at_risk=table.state.at_risk + points)

    @fold(PointsCounted)
    def _counted(self, table: AnyTable, event: PointsCounted) -> None:
        table.state.at_risk = event.at_risk

    @sentence(PointsCounted)
    def _counted_aloud(self, table: AnyTable, event: PointsCounted) -> str:
        return f"That is worth {this_turn(event)}."

    def lose_turn(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """A seat loses its points at risk, and the next one plays."""
        yield PointsLost(seat=seat, points=table.state.at_risk)
        yield from self.next_turn(table, seat)

    @fold(PointsLost, TurnBegan)
    def _nothing_at_risk(self, table: AnyTable, event: Event) -> None:
        table.state.at_risk = 0

    @fold(TurnBegan)
    def _turn_of(self, table: AnyTable, event: TurnBegan) -> None:
        table.state.turn = event.seat

    @sentence(PointsLost)
    def _lost_aloud(self, table: AnyTable, event: PointsLost) -> str:
        what = points_aloud(event.points) if event.points else "nothing but the turn"
        return f"{name_of(table, event.seat)} loses {what}."

    def bank(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """A seat banks its points at risk. It wins, or the next one plays."""
        points = table.state.at_risk
        yield PointsBanked(seat=seat, points=points, total=table.state.banked[seat] + points)
        yield from self.after_banking(table, seat)

    @fold(PointsBanked)
    def _banked(self, table: AnyTable, event: PointsBanked) -> None:
        table.state.banked[event.seat], table.state.at_risk = event.total, 0

    @sentence(PointsBanked)
    def _banked_aloud(self, table: AnyTable, event: PointsBanked) -> str:
        in_all = f", {event.total:,} in all" if event.total != event.points else ""
        return f"{name_of(table, event.seat)} writes down {points_aloud(event.points)}{in_all}."

    @seat_details
    def _seat_details(self, table: AnyTable, seat: str) -> dict[str, Any]:
        banked = table.state.banked.get(seat)
        return {} if banked is None else {"points": banked}

    @round_details
    def _round_details(self, table: AnyTable) -> dict[str, Any]:
        return {"at_risk": table.state.at_risk, "target": self.target(table) or None}

    def target(self, table: AnyTable) -> int:
        """How many points win: the option `target`, unless the race overrides it."""
        return int(table.options.target)

    def after_banking(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """The first to reach the target wins; otherwise the next seat plays. Races that are won otherwise override
        this."""
        if self.has_won(table, seat):
            yield from self.win(table, seat)
        else:
            yield from self.next_turn(table, seat)

    def has_won(self, table: AnyTable, seat: str) -> bool:
        """Whether a seat has banked enough points to win."""
        return bool(table.state.banked[seat] >= self.target(table))

    def winner_among(self, table: AnyTable, racing: Sequence[str]) -> str | None:
        """The winner among those still racing: the last one, or the one that reached the target; None if there is
        none."""
        won = racing if len(racing) == 1 else [seat for seat in racing if self.has_won(table, seat)]
        return won[0] if won else None

    def race_on(self, table: AnyTable, racing: Sequence[str]) -> Iterator[Event]:
        """The winner was denounced, and several still race: the next one plays."""
        return self.next_turn(table, table.state.turn)

    def nobody_wins(self, table: AnyTable) -> Iterator[Event]:
        """Nobody is left who could win: seats that were not denounced share the pot, or the House takes it."""
        return share_pot(table, NOBODY_WON)

    def win(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """A seat has won, and takes the pot; where cheating is on, after the closing step."""
        return self.noticing.close(table) if is_on(table) else self.take_pot(table, seat)

    def take_pot(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """A seat takes the pot, even if it has since left."""
        won_cp = table.balance(POT)
        yield from pay(POT, payee_of(table, seat), won_cp, PAYOUT)
        yield RoundEnded(round=table.round, outcome="won", winners=[seat], won_cp={seat: won_cp})

    _payout_aloud = silent(CoinsMoved, reason=PAYOUT)

    @sentence(RoundEnded)
    def _end_aloud(self, table: AnyTable, event: RoundEnded) -> str:
        if event.outcome == NOBODY_WON or not event.winners:
            return f"The {self.contest} is over, and nobody has won it."
        won_cp = {seat: cp for seat in event.winners if (cp := event.won_cp.get(seat, 0))}
        names = listed([name_of(table, seat) for seat in event.winners])
        if len(event.winners) > 1:
            taken = [f"{name_of(table, seat)} takes {coins(cp)}" for seat, cp in won_cp.items()]
            return f"{names} win the {self.contest}{f': {listed(taken)}' if taken else ''}."
        takes = f" and takes {coins(won_cp[event.winners[0]])}" if won_cp else ""
        return f"{names} wins the {self.contest}{takes}."

    @sentence(StatusChanged, status=FORFEITED)
    def _forfeit_aloud(self, table: AnyTable, event: StatusChanged) -> str:
        return f"{name_of(table, event.seat)} forfeits the {self.contest}."


TRICKS: Final = (Cup, Noticing, Inspecting)
"""The chapters on cheating, which all races share."""


class RaceGame(TrickGame[OptionsT, PointsT]):
    """A game that is a race; `chapters` begin with `Race`, or a variant of it, and end with those on cheating."""

    min_seats = 2
    max_seats = 12
    plays_with = "dice"
    chapters: ClassVar[tuple[type[Chapter], ...]] = (Race, *TRICKS)
    race = Uses(Race)
    cup = Uses(Cup)

    def entrants(self, table: AnyTable) -> list[str]:
        """The seats that can pay the ante."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Antes are paid; the first seat begins."""
        yield PhaseBegan(phase=RACING_PHASE)
        yield from self.set_out(table)
        yield from pay_antes(table.order, table.options.ante_cp)
        yield TurnBegan(seat=table.order[0])

    def barred(self, table: AnyTable, seat: str) -> Barred | None:
        """Seats act only on their own turn."""
        barred = self.cup.must_show(table, seat) or super().barred(table, seat)
        if barred is not None or seat in table.to_act:
            return barred
        if seat not in table.with_status(RACING):
            out = "are out of" if table.seats[seat].playing else "do not play"
            detail = f"You {out} this {self.race.contest}."
            return Barred(code="not_in_race", detail=detail, but_for=AT_ANY_TIME)
        detail = f"It is {name_of(table, table.turn or '')}’s turn."
        return Barred(code="not_your_turn", detail=detail, but_for=AT_ANY_TIME)

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """A seat that leaves forfeits. The last one racing wins. Once the race is decided, leaving loses nothing."""
        if table.phase != CLOSING and table.seats[seat].status == RACING:
            yield StatusChanged(seat=seat, status=FORFEITED, why="left")
            yield from self.forfeit(table, dice, seat)
        if table.phase == CLOSING:
            yield from self.race.noticing.without(table, dice, seat)

    # Cheating

    def is_still_in(self, table: AnyTable, seat: str) -> bool:
        """Whether a seat can still win."""
        return table.seats[seat].status == RACING

    def forfeit(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The others race on; the last one racing has won."""
        racing = table.with_status(RACING)
        if table.phase == CLOSING:
            return
        if len(racing) == 1:
            yield from self.race.win(table, racing[0])
        elif table.turn == seat:
            yield from self.race.next_turn(table, seat)

    def finish(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """The winner takes the pot. If it was denounced, the others race on until somebody wins."""
        won = self.race.winner_among(table, table.with_status(RACING))
        if won is None:
            yield from self._race_on(table)
        else:
            yield from self.race.take_pot(table, won)

    def _race_on(self, table: AnyTable) -> Iterator[Event]:
        """A seat that left before the end of the closing step cannot race on."""
        for seat in table.with_status(RACING):
            if table.seats[seat].gone:
                yield StatusChanged(seat=seat, status=FORFEITED, why="left")
        racing = table.with_status(RACING)
        won = self.race.winner_among(table, racing)
        if won is not None:
            yield from self.race.take_pot(table, won)
        elif racing:
            yield PhaseBegan(phase=RACING_PHASE)
            yield from self.race.race_on(table, racing)
        else:
            yield from self.race.nobody_wins(table)


def points_aloud(count: int) -> str:
    """This many points, in words."""
    return f"{count:,} point" if count == 1 else f"{count:,} points"


def this_turn(event: PointsCounted) -> str:
    """What something was worth, and the points of the turn so far if there were any before."""
    return points_aloud(event.points) + (f", {event.at_risk:,} this turn" if event.at_risk != event.points else "")
