"""High die: an ante, a hidden die each, one betting round; the highest die of those still in takes each pot."""

from collections.abc import Generator, Iterator, Sequence
from typing import ClassVar, cast

import msgspec

from events.audience import seat_viewer
from events.dice import Dice
from events.event import Event
from events.round_events import DiceThrown, PhaseBegan, RoundEnded, StatusChanged
from games.engine.chapter import Chapter, Uses
from games.engine.drawn import Drawn
from games.engine.rulebook import Rulebook
from games.mechanics.antes import Ante, able_to_pay
from games.mechanics.betting import LEFT, Bets, Betting, HandBegan, contenders
from games.mechanics.showdown import Showdown, throw_for_the_pot, thrown_for_the_pot
from games.mechanics.throwing import throw_several
from projections.game import AnyTable, SecretGameOptions


class Hand(msgspec.Struct, kw_only=True):
    """The hand's bets, and what was won of them (copper, by seat)."""

    betting: Bets = msgspec.field(default_factory=Bets)
    won_cp: dict[str, int] = {}


class Options(SecretGameOptions, frozen=True, kw_only=True):
    """What a hand costs to join."""

    ante_cp: Ante = 100


class DieShowdown(Showdown):
    """The highest die wins, and those who tie for a pot share it."""

    def show_down(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        if len(contenders(table)) > 1:
            yield from self.show_hidden_dice(table)
        yield from self.win_pots(table, dice)
        won_cp = table.state.won_cp
        yield RoundEnded(round=table.round, outcome="won", winners=list(won_cp), won_cp=won_cp)

    def rank(self, table: AnyTable, seat: str) -> tuple[int]:
        return (cast("int", table.seats[seat].dice[0].face),)


class HighDieShowdown(DieShowdown):
    """Those who tie for a pot throw for it."""

    def settle_tie(self, table: AnyTable, dice: Dice, tied: Sequence[str]) -> Generator[Event, None, Sequence[str]]:
        return (yield from throw_for_the_pot(dice, tied, 20))


class OneBetting(Betting):
    """There is one betting round, and the showdown."""

    showdown = Uses(DieShowdown)

    def after(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        return self.showdown.show_down(table, dice)


class HighDie(Rulebook[Options, Hand]):
    """The shortest game with bets."""

    id = "high_die"
    version = 1
    name = "High die"
    summary = "Bet on a die that you alone have seen."
    how_to_play = ("Look at your die.", "Bet on it.", "The highest wins.")
    min_seats = 2
    max_seats = 8
    options = Options
    state = Hand
    draws: ClassVar = (Drawn(purpose="hole", sides=(6,), event=DiceThrown, most=1), thrown_for_the_pot(20))
    chapters: ClassVar[tuple[type[Chapter], ...]] = (OneBetting, HighDieShowdown)

    betting = Uses(OneBetting)

    def entrants(self, table: AnyTable) -> list[str]:
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield HandBegan()
        for seat in table.order:
            yield from self.betting.ante(table, seat, table.options.ante_cp)
        for seat in table.order:
            yield from throw_several(dice, seat, "hole", 6, [0], place="hole", to=seat_viewer(seat))
        yield PhaseBegan(phase="betting")
        yield from self.betting.begin(table, dice, table.order[0])

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        if seat in contenders(table):
            yield StatusChanged(seat=seat, status=LEFT, why="left")
            yield from self.betting.go_on_without(table, dice, seat)
