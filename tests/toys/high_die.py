"""High die: an ante, a hidden die each, one betting round; the highest die of those still in takes each pot."""

from collections.abc import Iterator
from typing import Any, ClassVar, cast

import msgspec

from events.audience import seat_viewer
from events.dice import Dice
from events.event import Command, Event
from events.round_events import DiceThrown, DieRevealed, PhaseBegan, RoundEnded, RoundStarted
from games.mechanics import betting, showdown
from games.mechanics.antes import Ante, able_to_pay
from games.mechanics.betting import Betting, contenders
from games.mechanics.showdown import PotWon, SettleTie, by_a_throw, win_pots
from games.rulebook import Rulebook, Timeout
from projections.actions import Offer
from projections.game import AnyTable, SecretGameOptions


class Hand(msgspec.Struct, kw_only=True):
    """The hand's bets, and what was won of them (copper, by seat)."""

    betting: Betting = msgspec.field(default_factory=Betting)
    won_cp: dict[str, int] = {}


def _pot_won(table: AnyTable, event: PotWon) -> None:
    won_cp = table.state.won_cp
    for seat, share_cp in event.shares_cp.items():
        won_cp[seat] = won_cp.get(seat, 0) + share_cp


def _round_started(table: AnyTable, event: RoundStarted) -> None:
    table.state.won_cp = {}


class Options(SecretGameOptions, frozen=True, kw_only=True):
    """What a hand costs to join."""

    ante_cp: Ante = 100


class HighDie(Rulebook[Options, Hand]):
    """The shortest game with bets."""

    id = "high_die"
    version = 1
    name = "High die"
    summary = "Bet on a die that you alone have seen."
    min_seats = 2
    max_seats = 8
    commands = betting.COMMANDS
    events = (*betting.EVENTS, *showdown.EVENTS)
    folds: ClassVar = {**betting.FOLDS, RoundStarted: _round_started, PotWon: _pot_won}
    sentences: ClassVar = showdown.SENTENCES
    refusals: ClassVar = dict(sorted(betting.REFUSALS.items()))
    options = Options
    state = Hand

    def entrants(self, table: AnyTable) -> list[str]:
        return able_to_pay(table, table.options.ante_cp, self.max_seats)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield betting.HandBegan()
        for seat in table.order:
            yield from betting.ante(table, seat, table.options.ante_cp)
        for seat in table.order:
            draws = [dice.roll(seat, "hole", 6)]
            yield DiceThrown(seat=seat, ns=[0], die="d6", place="hole", draws=draws, draws_to=seat_viewer(seat))
        yield PhaseBegan(phase="betting")
        if not (yield from betting.begin(table, table.order[0])):
            yield from self._show_down(table, dice)

    def choices(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        yield from betting.choices(table, seat, asked=seat in table.to_act)

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        yield from betting.speak(table, seat, command)
        if not (yield from betting.go_on(table, seat)):
            yield from self._show_down(table, dice)

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        if seat in contenders(table) and not (yield from betting.drop_out(table, seat)):
            yield from self._show_down(table, dice)

    def timeout(self, table: AnyTable) -> Timeout | None:
        return Timeout(table.to_act[0], betting.safest(table, table.to_act[0])) if table.to_act else None

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        return {"paid_cp": table.state.betting.paid.get(seat, 0)}

    def settle_tie(self, dice: Dice) -> SettleTie:
        """Those who tie for a pot throw for it."""
        return by_a_throw(dice, 20)

    def _show_down(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        left = contenders(table)
        faces = {seat: cast("int", table.seats[seat].dice[0].face) for seat in left}
        if len(left) > 1:
            for seat in left:
                yield DieRevealed(seat=seat, n=0, face=faces[seat])
        yield from win_pots(table, faces, self.settle_tie(dice))
        won_cp = table.state.won_cp
        yield RoundEnded(round=table.round, outcome="won", winners=list(won_cp), won_cp=won_cp)
