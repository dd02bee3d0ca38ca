"""The draft of Ruler's Bluff: dice of the table and dice of seats were drawn for the same purpose."""

from collections.abc import Iterator

from events.accounts import HOUSE
from events.dice import Dice
from events.event import Event
from games.mechanics.throwing import throw
from games.one_page.earlier import RulersBluffRules1
from games.one_page.rulers_bluff import SIDES
from projections.game import AnyTable


class RulersBluffDraft(RulersBluffRules1):
    """Version 1 as first installed, in edition 3 of the common rules."""

    drafted_in = (3,)

    def deal(self, table: AnyTable, dice: Dice, number: int) -> Iterator[Event]:
        """A die shared by all seats was drawn like the open dice of seats."""
        if number > 1 and table.options.open_dice == "shared":
            yield from throw(table, dice, HOUSE, "open", SIDES)
        else:
            yield from super().deal(table, dice, number)
