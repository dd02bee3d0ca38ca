"""Goblin Mode of Tavern Twenty-One: the chapters of its rules, in their order. (Seeds 001, Goblin Mode.)"""

from collections.abc import Iterator
from typing import ClassVar

from events.dice import Dice
from events.event import Event
from events.round_events import PhaseBegan
from games.engine.chapter import Chapter
from games.engine.rulebook import Rulebook
from games.goblin.boot import Boots
from games.goblin.chamber import Chamber
from games.goblin.endgame import Endgame, GoblinSideBets
from games.goblin.state import GoblinTable, Options, State, score
from games.mechanics.antes import HouseMatch, able_to_pay, pay_antes


class Goblin(Rulebook[Options, State]):
    """Goblin Mode of Tavern Twenty-One: no limit, no skills, and a 1 is death."""

    id = "goblin"
    version = 1
    name = "Goblin Mode"
    summary = (
        "Roll ever smaller dice, together and without a limit: a 1 is death, the highest score alone may stop, "
        "and the highest face of a die earns a Boot to break somebody’s hold."
    )
    how_to_play = (
        "In each stage all roll the same die, a smaller one each time: from d20 down to d4.",
        "Your dice add up, but a 1 is death. Only a seat with the highest score may hold.",
        "A die’s highest face earns a Boot, to break a hold. The highest score alive wins.",
    )
    min_seats = 2
    max_seats = 12
    options = Options
    state = State
    chapters: ClassVar[tuple[type[Chapter], ...]] = (HouseMatch, Chamber, Boots, GoblinSideBets, Endgame)

    def entrants(self, table: GoblinTable) -> list[str]:
        """The seats that can pay the ante."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: GoblinTable, dice: Dice) -> Iterator[Event]:
        """Antes, the House's match, and the Chamber's first stage."""
        yield from pay_antes(list(table.order), table.options.ante_cp)
        yield from self.chapter(HouseMatch).match_antes(table)
        yield PhaseBegan(phase="chamber")
        yield from self.chapter(Chamber).begin_stage(table, 1)

    def leave(self, table: GoblinTable, seat: str, dice: Dice) -> Iterator[Event]:
        """A seat that leaves dies."""
        return self.chapter(Chamber).leave(table, dice, seat)

    def total(self, table: GoblinTable, seat: str) -> int | None:
        """A seat's score."""
        return score(table, seat) if seat in table.state.boots else None
