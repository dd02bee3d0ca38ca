"""Goblin Mode as a rulebook: what is asked of the game, and which page of the rules answers."""

from collections.abc import Iterator
from typing import Any, ClassVar

from events.dice import Dice
from events.event import Command, Event
from games.goblin import chamber, commands, offers, standing
from games.goblin.happened import EVENTS
from games.goblin.options import Options
from games.goblin.refusals import REFUSALS
from games.goblin.sentences import SENTENCES
from games.goblin.state import FOLDS, GoblinTable, State
from games.mechanics import side_bets
from games.mechanics.antes import able_to_pay
from games.mechanics.side_bets import SideBet
from games.rulebook import Rulebook, Timeout
from projections.actions import Offer


class Goblin(Rulebook[Options, State]):
    """Goblin Mode of Tavern Twenty-One: no limit, no skills, and a 1 is death."""

    id = "goblin"
    version = 1
    name = "Goblin Mode"
    summary = (
        "Roll ever smaller dice, together and without a limit: a 1 is death, the highest score alone may stop, "
        "and the most that a die has earns a Boot to break somebody’s hold."
    )
    min_seats = 2
    max_seats = 12
    options = Options
    state = State
    commands: ClassVar = commands.COMMANDS
    events: ClassVar = EVENTS
    folds: ClassVar = FOLDS
    sentences: ClassVar = SENTENCES
    refusals: ClassVar = REFUSALS

    def entrants(self, table: GoblinTable) -> list[str]:
        """Who can pay the ante; nobody else plays this round."""
        return able_to_pay(table, table.options.ante_cp, self.max_seats)

    def open_round(self, table: GoblinTable, dice: Dice) -> Iterator[Event]:
        """From the antes to the first turn."""
        return chamber.open_round(table, dice)

    def choices(self, table: GoblinTable, seat: str) -> Iterator[Offer]:
        """What a seat may do now."""
        return offers.seat_offers(table, seat)

    def act(self, table: GoblinTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """What comes of a seat's command."""
        match command:
            case SideBet():
                return side_bets.place(seat, command)
            case commands.Boot():
                return chamber.boot(table, seat, command.target)
            case commands.Hold():
                return chamber.hold(table, dice, seat)
            case _:
                return chamber.roll(table, dice, seat)

    def leave(self, table: GoblinTable, seat: str, dice: Dice) -> Iterator[Event]:
        """Who leaves dies."""
        return chamber.leave(table, dice, seat)

    def timeout(self, table: GoblinTable) -> Timeout | None:
        """Hold where that is allowed, else roll."""
        if not table.to_act:
            return None
        seat = table.to_act[0]
        return Timeout(seat, commands.Hold() if standing.may_hold(table, seat) else commands.Roll())

    def total(self, table: GoblinTable, seat: str) -> int | None:
        """A seat's score."""
        return standing.score(table, seat) if seat in table.state.boots else None

    def seat_view(self, table: GoblinTable, seat: str) -> dict[str, Any]:
        """A seat's score and Boots, in which die's stage it held, and whether it might hold as things are."""
        if seat not in table.state.boots:
            return {}
        return {
            "score": standing.score(table, seat),
            "boots": table.state.boots[seat],
            "held_in": table.state.held_in.get(seat),
            "may_hold": standing.may_hold(table, seat),
        }

    def round_view(self, table: GoblinTable) -> dict[str, Any]:
        """The stage and its die, who leads, and the side bets."""
        state = table.state
        return {
            "stage": state.stage,
            "die": state.die or None,
            "highest": standing.highest(table) if table.running else [],
            **side_bets.view(table),
        }
