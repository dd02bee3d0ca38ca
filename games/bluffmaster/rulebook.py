"""Bluffmaster: the chapters of its rules. (Seeds 004.)"""

from collections.abc import Iterator
from typing import ClassVar, Final

from events.dice import Dice
from events.event import Event
from games.bluffmaster.abilities import Abilities
from games.bluffmaster.betting import BluffmasterBetting
from games.bluffmaster.cards import Cards
from games.bluffmaster.grants import Grants
from games.bluffmaster.leaving import Leaving
from games.bluffmaster.options import FEWEST_SEATS, MOST_SEATS, Options
from games.bluffmaster.rounds import Rounds
from games.bluffmaster.showdown import BluffmasterShowdown
from games.bluffmaster.splitting import Splitting
from games.bluffmaster.state import BluffmasterTable, State, change, rolled
from games.mechanics.antes import able_to_pay
from games.rulebook import Barred, Rulebook


class Bluffmaster(Rulebook[Options, State]):
    """Bluffmaster: a Set of three rounds is one round of the log."""

    id = "bluffmaster"
    version = 1
    name = "Bluffmaster"
    summary = (
        "Bet on two dice that nobody else sees, then play a card in secret: "
        "have a die rolled again, take from a total, or add to one."
    )
    min_seats = FEWEST_SEATS
    max_seats = MOST_SEATS
    options = Options
    state = State
    chapters: ClassVar = (
        Rounds,
        BluffmasterBetting,
        Cards,
        Abilities,
        BluffmasterShowdown,
        Splitting,
        Leaving,
        Grants,
    )
    reasons: ClassVar = {"not_in_set": "Only seats that play the Set can do this."}

    def entrants(self, table: BluffmasterTable) -> list[str]:
        """The seats that can pay the first ante."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """A Set opens with its cards."""
        return self.chapter(Cards).open(table, dice)

    def barred(self, table: BluffmasterTable, seat: str) -> Barred | None:
        """Only the seats of the Set have a say in it."""
        return None if table.seats[seat].playing else _NOT_IN_SET

    def leave(self, table: BluffmasterTable, seat: str, dice: Dice) -> Iterator[Event]:
        """Leaving is folding."""
        return self.chapter(Leaving).leave(table, dice, seat)

    def total(self, table: BluffmasterTable, seat: str) -> int | None:
        """What a seat's dice make with what abilities changed, if the viewer sees them."""
        made = rolled(table, seat)
        return None if made is None else made + change(table, seat)


_NOT_IN_SET: Final = Barred(code="not_in_set", detail="You do not play in this Set.")
