"""Bluffmaster: the chapters of its rules, what follows a betting, and leaving. (Seeds 004.)"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from events.dice import Dice
from events.event import Event
from events.round_events import QuestionAnswered, StatusChanged
from games.bluffmaster.abilities import Abilities
from games.bluffmaster.bluffing import BluffmasterBluffing
from games.bluffmaster.cards import Cards
from games.bluffmaster.grants import Grants
from games.bluffmaster.options import FEWEST_SEATS, MOST_SEATS, Options
from games.bluffmaster.rest import Rest
from games.bluffmaster.rounds import Rounds
from games.bluffmaster.showdown import BluffmasterShowdown
from games.bluffmaster.splitting import Splitting
from games.bluffmaster.state import (
    ABILITIES_PHASE,
    CHOOSING_CARDS,
    EXCUSED,
    FIRST_BETTING,
    SECOND_BETTING,
    BluffmasterTable,
    State,
    change,
    of_the_set,
    rolled,
)
from games.engine.chapter import Chapter, Uses
from games.engine.rulebook import Barred, Rulebook
from games.mechanics.antes import able_to_pay
from games.mechanics.betting import LEFT, Betting, contenders


class BluffmasterBetting(Betting):
    """Two bettings, one on each hidden die."""

    abilities = Uses(Abilities)
    rounds = Uses(Rounds)
    splitting = Uses(Splitting)

    def before_the_next(self, table: BluffmasterTable) -> Iterator[Event]:
        """The pot, or the seats in it, have changed: a proposed split lapses."""
        return self.splitting.lapse(table)

    def after(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """A seat left alone wins the round; otherwise the second die and betting follow, or the abilities."""
        left = contenders(table)
        if len(left) == 1:
            yield from self.rounds.win_alone(table, dice, left[0])
        elif table.phase == FIRST_BETTING:
            yield from self.rounds.bet(table, dice, SECOND_BETTING)
        else:
            yield from self.abilities.begin(table)


class BluffmasterSplitting(Splitting):
    """Seats can leave by agreement during a betting, or while abilities are chosen."""

    abilities = Uses(Abilities)
    betting = Uses(BluffmasterBetting)

    def go_on_without(self, table: BluffmasterTable, dice: Dice, seats: Sequence[str]) -> Iterator[Event]:
        """The next seat is asked, or the only one left wins the round."""
        if table.phase == ABILITIES_PHASE:
            for seat in [seat for seat in table.to_act if seat in seats]:
                yield QuestionAnswered(seat=seat)
            yield from self.abilities.go_on_without(table, dice, seats[0])
        else:
            asked = table.to_act[0]
            yield from self.betting.go_on_without(table, dice, asked if asked in seats else seats[0])


class Bluffmaster(Rulebook[Options, State]):
    """Bluffmaster: a Set of three rounds is one round of the log."""

    id = "bluffmaster"
    version = 1
    name = "Bluffmaster"
    summary = (
        "Bet on two dice that nobody else sees, then play a card in secret: "
        "have a die rolled again, take from a total, or add to one."
    )
    how_to_play = (
        "You get a d20 under your cup and bet, then another d20, and bet again.",
        "Play a card in secret: re-roll a die, take from a total, or add to one.",
        "The highest total takes the pot. You play three rounds.",
    )
    min_seats = FEWEST_SEATS
    max_seats = MOST_SEATS
    options = Options
    state = State
    chapters: ClassVar[tuple[type[Chapter], ...]] = (
        Rounds,
        BluffmasterBetting,
        BluffmasterBluffing,
        Cards,
        Abilities,
        BluffmasterShowdown,
        BluffmasterSplitting,
        Rest,
        Grants,
    )
    remembers: ClassVar = ("powers",)
    reasons: ClassVar = {"not_in_set": "Only seats that play the Set can do this."}
    abilities = Uses(Abilities)
    betting = Uses(BluffmasterBetting)
    cards = Uses(Cards)
    splitting = Uses(Splitting)

    def entrants(self, table: BluffmasterTable) -> list[str]:
        """The seats that can pay the first ante."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """A Set opens with its cards."""
        return self.cards.open(table, dice)

    def barred(self, table: BluffmasterTable, seat: str) -> Barred | None:
        """Only the seats of the Set can act."""
        if not table.seats[seat].playing:
            return Barred(code="not_in_set", detail="You do not play in this Set.")
        excused = table.seats[seat].status == EXCUSED
        return Barred(code="not_in_set", detail="You have left this Set.") if excused else None

    def leave(self, table: BluffmasterTable, seat: str, dice: Dice) -> Iterator[Event]:
        """Leaving without agreement is folding: what was paid stays, and no later ante is owed. (Rulings.)"""
        if seat not in of_the_set(table):
            return
        was_in = seat in contenders(table)
        yield from self.splitting.lapse(table)
        yield StatusChanged(seat=seat, status=LEFT, why="left")
        if was_in and table.phase == CHOOSING_CARDS:
            yield from self.cards.go_on_without(table, dice, seat)
        elif was_in and table.phase == ABILITIES_PHASE:
            yield from self.abilities.go_on_without(table, dice, seat)
        elif was_in:
            yield from self.betting.go_on_without(table, dice, seat)

    def total(self, table: BluffmasterTable, seat: str) -> int | None:
        """The total of a seat's dice with all changes by abilities, if the viewer sees them."""
        made = rolled(table, seat)
        return None if made is None else made + change(table, seat)
